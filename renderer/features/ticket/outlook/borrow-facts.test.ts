import { expect, it } from 'vitest';
import { computeTicket } from '../model/figures.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { buildDraft, buildSpotFacts } from '../testing/build-ticket.ts';
import { borrowFacts } from './borrow-facts.ts';

const shown = (draft: TicketDraft, facts: TicketFacts) =>
  borrowFacts(computeTicket(draft, facts), facts).map(({ value }) => value);
const draft = buildDraft({ tradeType: 'cross', size: '12', price: '100', isAutoBorrow: true });
const spot = buildSpotFacts();
const borrowRate = { currency: 'USDT', hourRate: '0.0000125', yearRate: '0.1095' } as const;

it('borrow facts show amount and interest rate of an automatic loan', () => {
  // 1,200 and the maker fee of 0.6, of which 1,000 are there
  expect(shown(draft, buildSpotFacts({ borrowRate }))).toEqual(['200.60 USDT', '0.00125 % per hour, 10.95 % per year']);
  expect(shown({ ...draft, size: '1' }, spot)).toEqual(['0.00 USDT', 'unknown']);
  const atMarket = buildDraft({ tradeType: 'isolated', kind: 'market', size: '5', isAutoBorrow: true });
  expect(shown(atMarket, buildSpotFacts({ funds: { base: '0', quote: '0' } }))).toEqual(['509.51 USDT', 'unknown']);
});

it('borrow facts show the loan of a sale in the base currency, and no rate of another currency', () => {
  expect(shown({ ...draft, side: 'sell', price: '102' }, buildSpotFacts({ borrowRate }))).toEqual([
    '2.00 BTC',
    'unknown',
  ]);
});

it('borrow facts are unknown while funds, size or cost are, and empty without a loan', () => {
  const unfunded = buildSpotFacts({ funds: { base: null, quote: null } });
  expect(shown(draft, unfunded)).toEqual(['unknown', 'unknown']);
  expect(shown({ ...draft, size: '' }, spot)).toEqual(['unknown', 'unknown']);
  const beyond = buildDraft({ tradeType: 'isolated', kind: 'market', size: '12', isAutoBorrow: true });
  expect(shown(beyond, spot)).toEqual(['unknown', 'unknown']);
  const unrated = buildSpotFacts({ rates: null });
  expect(shown(draft, unrated)[0]).toBe('200.00 USDT');
  expect(shown({ ...draft, isAutoBorrow: false }, spot)).toEqual([]);
  expect(shown({ ...draft, tradeType: 'spot' }, spot)).toEqual([]);
});
