import type { Decimal } from '#shared/decimal.ts';
import { createLedger } from '#practice/accounts/ledger.ts';
import type { Ledger, Wallet } from '#practice/accounts/types.ts';
import type { Outcome } from '#practice/kernel/kernel.ts';
import { btcUsdt } from '#practice/spot/testing/venue-kit.ts';
import type { SpotEvent, SpotPair, SpotPlacement, SpotVenue } from '#practice/spot/types.ts';
import { createSpotVenue } from '#practice/spot/venue/venue.ts';
import type { MarginEvent, MarginPlacement, MarginScope, MarginTerms, MarginVenue } from '../types.ts';
import { createMarginVenue } from '../venue/venue.ts';

const ethUsdt: SpotPair = { ...btcUsdt, symbol: 'ETH-USDT', baseCurrency: 'ETH' };

const step = { borrowIncrement: '0.001', borrowMinimum: '0.01' } as const;

const terms: MarginTerms = {
  maxLeverage: 5,
  warningDebtRatio: '0.95',
  liquidationDebtRatio: '0.97',
  currencies: [
    { currency: 'USDT', dailyRate: '0.00024', borrowMinimum: '10', borrowIncrement: '1', borrowLimit: '50000' },
    { currency: 'BTC', dailyRate: '0.00012', ...step, borrowLimit: '100' },
    { currency: 'ETH', dailyRate: '0.00012', ...step, borrowLimit: '100' },
  ],
  isolatedPairs: [{ symbol: 'BTC-USDT', maxLeverage: 10 }],
};

export const cross: MarginScope = { accountId: 'ann', symbol: null };
export const isolated: MarginScope = { accountId: 'ann', symbol: 'BTC-USDT' };

export interface MarginKit {
  readonly margin: MarginVenue;
  readonly spot: SpotVenue;
  readonly ledger: Ledger;
  readonly events: MarginEvent[];
  readonly spotEvents: SpotEvent[];
  /** moves the clock by so much and checks the accounts */
  advance(ms: number): void;
  give(accountId: string, wallet: Wallet, money: Readonly<Record<string, Decimal>>): void;
  /** bob's quotes: one bid and one ask a tick around the price, each of this size, after a trade at the price */
  quote(symbol: string, price: number, size?: Decimal): void;
  nowMs(): number;
}

/** A whole hour: interest is charged at the full ones. */
const startMs = 1_700_002_800_000;

/** The spot venue with margin over it; bob makes the market, the lender has a million of everything. */
export function createMarginKit(change: Partial<MarginTerms> = {}): MarginKit {
  let nowMs = startMs;
  let [ticks, ids] = [0n, 0];
  const ledger = createLedger();
  const clock = {
    nowMs: () => nowMs,
    nowNs: () => {
      ticks += 1n;
      return BigInt(nowMs) * 1_000_000n + ticks;
    },
  };
  const identifiers = {
    orderId: () => `o${++ids}`,
    stopOrderId: () => `vs${++ids}`,
    tradeId: () => 2n ** 53n + BigInt(++ids),
  };
  const give: MarginKit['give'] = (accountId, wallet, money) => {
    for (const [currency, amount] of Object.entries(money)) ledger.deposit({ accountId, wallet, currency, amount });
  };
  give('lender', 'main', { USDT: '1000000', BTC: '1000000', ETH: '1000000' });
  give('bob', 'trade', { USDT: '1000000000', BTC: '1000000', ETH: '1000000' });
  const spot = createSpotVenue({
    pairs: [btcUsdt, ethUsdt],
    ledger,
    clock,
    identifiers,
    feeAccountId: 'exchange',
    isExempt: accountId => accountId === 'bob',
    openingPrices: new Map([
      ['BTC-USDT', '100'],
      ['ETH-USDT', '40'],
    ]),
  });
  const margin = createMarginVenue({
    spot,
    ledger,
    clock,
    identifiers,
    terms: { ...terms, ...change },
    lenderId: 'lender',
  });
  const [events, spotEvents]: [MarginEvent[], SpotEvent[]] = [[], []];
  margin.onEvent(event => events.push(event));
  spot.onEvent(event => spotEvents.push(event));
  margin.tick(nowMs);
  return {
    margin,
    spot,
    ledger,
    events,
    spotEvents,
    give,
    nowMs: () => nowMs,
    advance(ms) {
      nowMs += ms;
      margin.tick(nowMs);
    },
    quote: (symbol, price, size = '1000') => quote(spot, { symbol, price, size }),
  };
}

function quote(spot: SpotVenue, { symbol, price, size }: { symbol: string; price: number; size: Decimal }): void {
  for (const { id } of spot.orders('bob', 'active', { symbol })) spot.cancel('bob', id);
  const rest = (side: 'buy' | 'sell', at: number, lots: Decimal): void => {
    accepted(spot.place('bob', { symbol, type: 'limit', side, price: `${Number(at.toFixed(1))}`, size: lots }));
  };
  rest('buy', price - 0.1, size);
  rest('sell', price + 0.1, size);
  // a trade at the price: the last price, and with it the collar, follows
  rest('sell', price, '0.01');
  rest('buy', price, '0.01');
}

/** The value of an outcome; a rejection fails the test. */
export function accepted<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason} ${outcome.message}`);
  return outcome.value;
}

export function reasonOf(outcome: Outcome<unknown>): string {
  return outcome.ok ? 'accepted' : outcome.reason;
}

/** A limit order in the bitcoin market. */
export function limitOrder(side: 'buy' | 'sell', price: Decimal, size: Decimal): SpotPlacement & MarginPlacement {
  return { symbol: 'BTC-USDT', type: 'limit', side, price, size };
}
