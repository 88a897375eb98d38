import { expect, it } from 'vitest';
import { lastTicket, rememberTicket } from './last-ticket.ts';
import { emptyTicket } from './ticket-draft.ts';

const market = { venue: 'spot', symbol: 'BTC-USDT' } as const;
const sent = { ...emptyTicket('spot'), side: 'sell', size: '0.5', price: '100', remark: 'mine' } as const;

it('the next ticket of a market begins with size and side of the last one, and never with its price', () => {
  expect(lastTicket(market, emptyTicket('spot'))).toEqual(emptyTicket('spot'));
  const next = rememberTicket(market, sent);
  expect(next).toMatchObject({ side: 'sell', size: '0.5', price: '', remark: '' });
  expect(lastTicket(market, emptyTicket('spot'))).toEqual(next);
  // a contract of that name is another market
  expect(lastTicket({ ...market, venue: 'futures' }, emptyTicket('futures')).size).toBe('');
});
