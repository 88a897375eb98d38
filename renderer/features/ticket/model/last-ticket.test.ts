import { afterEach, expect, it } from 'vitest';
import { lastTicket, rememberTicket, useTicketMemory } from './last-ticket.ts';
import { type DraftEdit, emptyTicket } from './ticket-draft.ts';

const market = { venue: 'spot', symbol: 'BTC-USDT' } as const;
const empty = emptyTicket('spot');
const reopened = () => lastTicket(market, empty);

afterEach(() => {
  useTicketMemory.setState(useTicketMemory.getInitialState());
});

it('last ticket keeps account, type, size, time in force and flags of a market for its next ticket', () => {
  expect(reopened()).toEqual(empty);
  const choices: DraftEdit = {
    side: 'sell',
    tradeType: 'isolated',
    kind: 'stop-limit',
    size: '0.5',
    sizeUnit: 'quote',
    timeInForce: 'GTT',
    life: '2h',
    isPostOnly: true,
    visible: '0.1',
    selfTrade: 'CN',
  };
  rememberTicket(market, { ...empty, ...choices });
  expect(reopened()).toEqual({ ...empty, ...choices });
  // the last choice wins, sent or not
  rememberTicket(market, { ...empty, ...choices, tradeType: 'spot' });
  expect(reopened().tradeType).toBe('spot');
  // a contract of that name is another market
  expect(lastTicket({ ...market, venue: 'futures' }, emptyTicket('futures'))).toEqual(emptyTicket('futures'));
});

it('last ticket keeps no price, label or reduce-only of an earlier order', () => {
  const order = { price: '100', trigger: '90', stopLoss: '2%', takeProfit: '2%', remark: 'r', tags: 't' } as const;
  rememberTicket(market, { ...empty, ...order, isReduceOnly: true, isClose: true });
  expect(reopened()).toEqual(empty);
});

it('last ticket keeps the market type of a ticket with m as its price', () => {
  rememberTicket(market, { ...empty, price: 'm' });
  expect(reopened()).toMatchObject({ kind: 'market', price: '' });
});
