import type { MomentsComparison, Portfolio, PortfolioDay } from '#shared/domain/portfolio/portfolio.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** 2026-03-24 00:00 UTC */
export const startMs = Date.UTC(2026, 2, 24);

/** For tests: a day of March 2026, in UTC. */
export function buildDay(dayOfMonth: number, change: Partial<PortfolioDay> = {}): PortfolioDay {
  const dayStartMs = Date.UTC(2026, 2, dayOfMonth);
  return {
    day: new Date(dayStartMs).toISOString().slice(0, 10),
    startMs: dayStartMs,
    endMs: dayStartMs + dayMs,
    endValue: '70000',
    pnl: '120.5',
    flow: '0',
    ...change,
  };
}

/** For tests: the day of example J (docs/portfolio.md §5). */
export function buildPortfolio(change: Partial<Portfolio> = {}): Portfolio {
  return {
    asOfMs: startMs + dayMs,
    fromMs: startMs,
    toMs: startMs + dayMs,
    currency: 'USDT',
    owners: ['', 's07'],
    start: '70000',
    end: '66361.8',
    pnl: '3961.8',
    timeWeighted: { rate: '0.0551', fromMs: startMs },
    moneyWeighted: { rate: '0.053', reason: null },
    curve: [
      { atMs: startMs, value: '70000', source: 'snapshot', missing: [] },
      { atMs: startMs + dayMs / 4, value: '75000', source: 'ledger', missing: [] },
      { atMs: startMs + dayMs / 2, value: null, source: 'snapshot', missing: ['XYZ'] },
      { atMs: startMs + dayMs, value: '66361.8', source: 'live', missing: [] },
    ],
    gaps: [],
    flows: [
      { atMs: startMs + dayMs / 8, direction: 'in', owner: '', coin: 'USDT', amount: '5000', value: '5000' },
      { atMs: startMs + dayMs * 0.75, direction: 'out', owner: '', coin: 'BTC', amount: '0.2', value: '12600' },
    ],
    parts: [
      {
        part: 'price',
        value: '4000.5',
        coins: [
          { coin: 'BTC', value: '4000' },
          { coin: 'ETH', value: '0.5' },
        ],
        rows: 0,
      },
      { part: 'trades', value: '-1', coins: [{ coin: 'BTC', value: '-1' }], rows: 2 },
      { part: 'fees', value: '-37.7', coins: [{ coin: 'USDT', value: '-37.7' }], rows: 431 },
      { part: 'in', value: '5000', coins: [{ coin: 'USDT', value: '5000' }], rows: 1 },
      { part: 'out', value: '-12600', coins: [{ coin: 'BTC', value: '-12600' }], rows: 1 },
      { part: 'unexplained', value: '0', coins: [], rows: 0 },
    ],
    leftOut: [],
    days: [buildDay(23, { pnl: '-50' }), buildDay(24), buildDay(25, { pnl: null })],
    markets: [
      {
        name: 'BTC',
        kind: 'coin',
        realised: '562.51',
        unrealised: '3429.38',
        fees: '-37.7',
        carry: '0',
        unknownBasis: '0',
        quantity: '0.8995',
        value: '57568',
      },
    ],
    issues: [],
    ...change,
  };
}

/** For tests: one holding of one sub-account that changed. */
export function buildComparison(change: Partial<MomentsComparison> = {}): MomentsComparison {
  return {
    currency: 'USDT',
    firstMs: startMs,
    secondMs: startMs + dayMs,
    holdings: [
      {
        owner: 's07',
        coin: 'BTC',
        before: '1',
        after: '0.8995',
        valueBefore: '60000',
        valueAfter: '57568',
        priceEffect: '4000',
        amountEffect: '-6432',
        explained: '-0.1',
        rows: [
          {
            atMs: startMs + dayMs / 2,
            owner: 's07',
            record: 'account-ledger',
            key: '1',
            label: 'Transfer',
            coin: 'BTC',
            amount: '-0.1',
            price: '63000',
            value: '-6300',
          },
        ],
      },
    ],
    missing: [],
    leftOut: [],
    ...change,
  };
}
