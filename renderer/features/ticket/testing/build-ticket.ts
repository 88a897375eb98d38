import type { PolicyState } from '#shared/calls/policy-calls.ts';
import { contractTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { practicePolicy } from '#shared/policy/policy.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { emptyTicket, type TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';

/** For tests: a policy that allows everything. */
export const openPolicy: PolicyState = {
  policy: { ...practicePolicy, furthestPrice: '1', marketSlippage: '1', bands: [] },
  spentToday: '0',
  rates: { USDT: '1', XBT: '100', BTC: '100' },
  ratesAsOfMs: 1,
  sentLately: [],
  moved: nothingMoved,
};

/** For tests: BTC-USDT at 99 and 101, with money enough. */
export function buildSpotFacts(overrides: Partial<TicketFacts> = {}): TicketFacts {
  const pair = buildSpotSymbol({ priceLimitRate: '0.1', minFunds: '1' });
  return {
    nowMs: Date.UTC(2026, 6, 1, 9, 0, 0),
    terms: spotTerms(pair),
    pair,
    contract: null,
    margin: null,
    levels: [],
    book: {
      state: 'live',
      bids: [
        ['99', '2'],
        ['98', '3'],
      ],
      asks: [
        ['101', '1'],
        ['102', '4'],
      ],
    },
    lastPrice: '100',
    markPrice: null,
    indexPrice: null,
    rates: { takerFeeRate: '0.001', makerFeeRate: '0.0005' },
    funds: { base: '10', quote: '1000' },
    position: null,
    positionMode: 'one-way',
    positions: [],
    debts: null,
    borrowRate: null,
    ownOrders: [],
    recent: [],
    slippageCap: '0.01',
    policy: openPolicy,
    validationError: null,
    ...overrides,
  };
}

/** For tests: a contract of a tenth of a coin a lot, at 99 and 101. */
export function buildFuturesFacts(overrides: Partial<TicketFacts> = {}): TicketFacts {
  const contract = buildFuturesContract({ multiplier: '0.1', tickSize: '0.1', markPrice: '100' });
  return {
    ...buildSpotFacts(),
    terms: contractTerms(contract),
    pair: null,
    contract,
    markPrice: '100',
    indexPrice: '100',
    book: {
      state: 'live',
      bids: [
        ['99', '20'],
        ['98', '30'],
      ],
      asks: [
        ['101', '10'],
        ['102', '40'],
      ],
    },
    funds: { base: null, quote: '1000' },
    ...overrides,
  };
}

export function buildDraft(overrides: Partial<TicketDraft> = {}): TicketDraft {
  return { ...emptyTicket('spot'), ...overrides };
}

export function buildFuturesDraft(overrides: Partial<TicketDraft> = {}): TicketDraft {
  return { ...emptyTicket('futures'), ...overrides };
}
