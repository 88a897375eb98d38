import type { PoolStatus } from '#shared/domain/link.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import type { ExchangeClient } from '#client/client.ts';
import type {
  MarketLedgerEntry,
  PastPage,
  PastPageCalls,
  PastPageQuery,
} from '#client/endpoints/past-pages/page-calls.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';

/** An exchange whose lists are empty but for the account ledger, which a test fills. It counts what it is asked. */
export interface QuietExchange {
  readonly client: ExchangeClient;
  readonly bookings: MarketLedgerEntry[];
  /** symbols of open positions */
  readonly positions: string[];
  /** the lists that were asked, in order */
  readonly asked: string[];
  /** what a list answers instead; absent: its rows */
  readonly failures: Map<keyof PastPageCalls, Result<never>>;
  /** changes all pools */
  readonly setPools: (change: Partial<PoolStatus>) => void;
}

const markets = [
  buildSpotSymbol(),
  buildSpotSymbol({ symbol: 'ETH-USDT', baseCurrency: 'ETH' }),
  buildSpotSymbol({ symbol: 'BTC-USDC', quoteCurrency: 'USDC' }),
];
const pools = ['spot', 'futures', 'management', 'public'] as const;
const idle = { limit: 2000, remaining: 2000, resetAtMs: null, waiting: 0, isFrozen: false };

export function buildBooking(change: Partial<MarketLedgerEntry>): MarketLedgerEntry {
  return {
    id: '1',
    currency: 'USDT',
    accountType: 'MAIN',
    bizType: 'TRANSFER',
    direction: 'in',
    amount: '1',
    fee: null,
    balance: '1',
    createdAtMs: 0,
    symbol: null,
    ...change,
  };
}

function pageOf<T>(rows: readonly T[]): PastPage<T> {
  return { rows, unreadableCount: 0, total: rows.length, next: null, text: JSON.stringify(rows), endpoint: 'GET /x' };
}

function none(): readonly never[] {
  return [];
}

function idlePool(pool: PoolStatus['pool'], change: Partial<PoolStatus>): PoolStatus {
  return { pool, ...idle, ...change };
}

type Answer = <T>(
  name: keyof PastPageCalls,
  rowsIn: (query: PastPageQuery) => readonly T[],
) => (query: PastPageQuery) => Promise<Result<PastPage<T>>>;

/** Lists that are always empty. */
function emptyLists(answer: Answer) {
  return {
    marginLedger: answer('marginLedger', none),
    recentSpotFills: answer('recentSpotFills', none),
    spotFills: answer('spotFills', none),
    hfFills: answer('hfFills', none),
    marginFills: answer('marginFills', none),
    futuresFills: answer('futuresFills', none),
    funding: answer('funding', none),
    futuresLedger: answer('futuresLedger', none),
    closedPositions: answer('closedPositions', none),
    crossInterest: answer('crossInterest', none),
    isolatedInterest: answer('isolatedInterest', none),
    deposits: answer('deposits', none),
    withdrawals: answer('withdrawals', none),
    spotOrders: answer('spotOrders', none),
    hfActiveOrders: answer('hfActiveOrders', none),
    hfDoneOrders: answer('hfDoneOrders', none),
    futuresOrders: answer('futuresOrders', none),
    spotStops: answer('spotStops', none),
    futuresStops: answer('futuresStops', none),
    loans: answer('loans', none),
    candles: answer('candles', none),
    spotFeeRates: answer('spotFeeRates', none),
    futuresFeeRates: answer('futuresFeeRates', none),
  };
}

export function createQuietExchange(): QuietExchange {
  const bookings: MarketLedgerEntry[] = [];
  const positions: string[] = [];
  const asked: string[] = [];
  const failures: QuietExchange['failures'] = new Map();
  let poolChange: Partial<PoolStatus> = {};
  const answer =
    <T>(name: keyof PastPageCalls, rowsIn: (query: PastPageQuery) => readonly T[]) =>
    (query: PastPageQuery): Promise<Result<PastPage<T>>> => {
      asked.push(name);
      return Promise.resolve(failures.get(name) ?? succeed(pageOf(rowsIn(query))));
    };
  const client = createFakeClient({
    pastPages: {
      accountLedger: answer('accountLedger', ({ fromMs, toMs }) =>
        bookings.filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs <= toMs),
      ),
      hfLedger: answer('hfLedger', none),
      ...emptyLists(answer),
    },
    reference: {
      symbols: () => Promise.resolve(succeed(markets)),
    },
    futures: {
      positions: () => Promise.resolve(succeed(positions.map(symbol => buildPosition({ symbol })))),
    },
    accounts: {
      balances: () =>
        Promise.resolve(
          succeed([
            { accountId: '1', wallet: 'main', currency: 'BTC', total: '1', available: '1', held: '0' },
            { accountId: '2', wallet: 'main', currency: 'BTC', total: '7', available: '7', held: '0' },
            { accountId: '3', wallet: 'margin', currency: 'BTC', total: '2', available: '2', held: '0' },
          ]),
        ),
      allSubHoldings: () => Promise.resolve(fail('permission', 'The key may not list sub-accounts.')),
    },
  });
  const clock = { offsetMs: null, measuredAtMs: null, uncertaintyMs: null };
  const link = () => ({ hosts: [], clock, pools: pools.map(pool => idlePool(pool, poolChange)) });
  return {
    client: { ...client, link },
    bookings,
    positions,
    asked,
    failures,
    setPools: change => {
      poolChange = change;
    },
  };
}
