import { expect, it } from 'vitest';
import { computeTicket } from '../model/figures.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { buildDraft, buildFuturesDraft, buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';
import { paidFor, wholeFacts } from './whole-facts.ts';

const ioc = { size: '3', price: '101', timeInForce: 'IOC' } as const;
const futuresIoc = { ...ioc, size: '40', stopLoss: '95' } as const;
const valueOf = (draft: TicketDraft, facts: TicketFacts) =>
  wholeFacts(computeTicket(draft, facts), facts)[0]?.value ?? null;

it('whole order has fee, cost and loss of all of an order of a contract, isolated and cross', () => {
  expect(valueOf(buildFuturesDraft(futuresIoc), buildFuturesFacts())).toMatch(
    /^fee 0\.40 USDT, order cost [\d.]+ USDT, loss at the SL [\d.]+ USDT$/,
  );
  const margin = { marginMode: 'cross', crossLeverage: '10' } as const;
  const cross = buildFuturesDraft({ ...futuresIoc, marginMode: 'cross' });
  expect(valueOf(cross, buildFuturesFacts({ margin }))).toContain('order cost 40.80 USDT');
});

it('whole order has the cost of a spot sale in its base currency, and no loss of a stop that is not placed', () => {
  const sale = buildDraft({ ...ioc, side: 'sell', price: '99', stopLoss: '105' });
  expect(valueOf(sale, buildSpotFacts())).toBe('fee 0.30 USDT, order cost 3.00 BTC');
});

it('whole order omits figures without fee rates, and all of them when nothing is known', () => {
  expect(valueOf(buildDraft(ioc), buildSpotFacts({ rates: null }))).toBe('order cost 303.00 USDT');
  const unrated = buildFuturesFacts({ rates: null });
  expect(valueOf(buildFuturesDraft(futuresIoc), unrated)).toBe('loss at the SL 24.00 USDT');
  expect(valueOf(buildFuturesDraft({ ...futuresIoc, stopLoss: '' }), unrated)).toBeNull();
  const figures = computeTicket(buildDraft(ioc), buildSpotFacts());
  const unknown = { ...figures, whole: { ...figures.whole, cost: null } };
  expect(wholeFacts(unknown, buildSpotFacts())).toEqual([]);
  expect(paidFor({ ...figures, cost: null }, buildSpotFacts())).toBeNull();
});

it('whole order is empty for an order that fills or rests completely, or has no size', () => {
  expect(valueOf(buildDraft({ ...ioc, timeInForce: 'GTC' }), buildSpotFacts())).toBeNull();
  expect(valueOf(buildDraft({ ...ioc, size: '' }), buildSpotFacts())).toBeNull();
});
