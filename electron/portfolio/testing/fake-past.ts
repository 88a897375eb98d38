import type { Decimal } from '#shared/decimal.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import type { StreamName } from '#shared/domain/archive/archive.ts';
import { fail, succeed } from '#shared/errors.ts';
import type {
  ArchivedRow,
  ArchiveResult,
  BalanceSnapshot,
  CoverageLine,
  SnapshotBalance,
} from '#archive/archive-store.ts';
import { type ArchivedColumns, noColumns, type RecordName } from '#archive/records/columns.ts';
import type { MarketSource } from '../market-source.ts';
import type { ReadableArchive } from '../reading/archive-reader.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** midnight UTC */
export const t0 = Date.UTC(2026, 2, 1);
/** after everything that a test has */
export const nowMs = t0 + 30 * 24 * hourMs;

const ledgers: readonly StreamName[] = ['account-ledger', 'hf-ledger', 'margin-ledger', 'futures-ledger'];

/** For tests: what an archive has of one account. */
export interface FakePast {
  readonly rows: Partial<Record<RecordName, ArchivedRow[]>>;
  readonly snapshots: BalanceSnapshot[];
  lines: CoverageLine[];
}

/** For tests: a row of a record, so many ms after the round time. */
export function buildRow(key: string, afterMs: number, columns: Partial<ArchivedColumns>): ArchivedRow {
  const seen = { version: 1, stream: 'account-ledger', firstSeenMs: t0, changedMs: t0, pageId: 1 } as const;
  return { key, timeMs: t0 + afterMs, columns: { ...noColumns, ...columns }, rest: {}, ...seen };
}

/** For tests: a balance of the main wallet. */
export function buildBalance(currency: string, total: Decimal, change: Partial<SnapshotBalance> = {}): SnapshotBalance {
  const none = { available: null, held: null, owed: null, unrealised: null };
  return { owner: '', wallet: 'main', currency, total, ...none, ...change };
}

/** For tests: a snapshot in which nothing is unknown. */
export function buildSnapshot(
  afterMs: number,
  rows: readonly SnapshotBalance[],
  change: Partial<BalanceSnapshot> = {},
): BalanceSnapshot {
  return { accountId: 1, atMs: t0 + afterMs, rows, positions: [], missing: [], ...change };
}

/** For tests: ledgers that are complete from one time after the round one to another. */
export function coverLedgers(fromMs: number, toMs: number): CoverageLine[] {
  const sealed = [{ fromMs: t0 + fromMs, toMs: t0 + toMs }];
  const coverage = { startMs: t0 + fromMs, sealed, read: [], gaps: [] };
  return ledgers.map(stream => ({
    accountId: 1,
    stream,
    symbol: '',
    coverage,
    lastReadAtMs: t0 + toMs,
    deleted: null,
  }));
}

export function createFakePast(past: Partial<FakePast> = {}): FakePast {
  return { rows: {}, snapshots: [], lines: [], ...past };
}

function withOwner(snapshot: BalanceSnapshot, owner: string | null): BalanceSnapshot {
  return { ...snapshot, rows: snapshot.rows.filter(row => owner === null || row.owner === owner) };
}

function answer<T>(value: T): Promise<ArchiveResult<T>> {
  return Promise.resolve({ ok: true, value });
}

/** For tests: the archive that holds it. */
export function archiveOf(past: FakePast): ReadableArchive {
  const sorted = () => past.snapshots.toSorted((a, b) => a.atMs - b.atMs);
  return {
    accounts: () => answer([{ profileId: 'p', runId: null, accountId: 1 }]),
    lines: () => answer(past.lines),
    rowsBetween: ({ record, fromMs, toMs, after, limit }) => {
      const all = (past.rows[record] ?? []).filter(row => row.timeMs >= fromMs && row.timeMs < toMs);
      const order = all.toSorted((a, b) => a.timeMs - b.timeMs || (a.key < b.key ? -1 : 1));
      const isAfter = (row: ArchivedRow) =>
        after === undefined || row.timeMs > after.timeMs || (row.timeMs === after.timeMs && row.key > after.key);
      return answer(order.filter(isAfter).slice(0, limit));
    },
    snapshotTimes: ({ fromMs, toMs }) =>
      answer(
        sorted()
          .map(({ atMs }) => atMs)
          .filter(atMs => atMs >= fromMs && atMs <= toMs),
      ),
    snapshotsAt: ({ times, owner }) =>
      answer(
        sorted()
          .filter(({ atMs }) => times.includes(atMs))
          .map(each => withOwner(each, owner)),
      ),
  };
}

/** For tests: prices by pair and minutes after the round time, each valid until the next. */
export type FakePrices = Readonly<Record<string, Readonly<Record<number, Decimal>>>>;

function candlesOf(prices: Readonly<Record<number, Decimal>>): readonly Candle[] {
  return Object.entries(prices).map(([minute, close]) => ({
    // a candle is known when its minute is over
    openAtMs: t0 + (Number(minute) - 1) * minuteMs,
    open: close,
    high: close,
    low: close,
    close,
    volume: '1',
  }));
}

/** The candle of a longer interval that begins with its window. */
function atStart(candle: Candle, lengthMs: number): readonly [number, Candle] {
  const openAtMs = Math.floor(candle.openAtMs / lengthMs) * lengthMs;
  return [openAtMs, { ...candle, openAtMs }];
}

/** For tests: an exchange with candles of these prices; it counts what it is asked. */
export function createPriceExchange(prices: FakePrices) {
  const asked: string[] = [];
  const source: MarketSource = {
    pairs: () => Promise.resolve(succeed(Object.keys(prices))),
    contracts: () => Promise.resolve(fail('unreachable', 'no contracts')),
    nowMs: () => nowMs,
    candles: ({ symbol, interval, fromMs, toMs }) => {
      asked.push(`${symbol} ${interval} ${fromMs}`);
      const lengthMs = interval === '1min' ? minuteMs : hourMs;
      const byStart = new Map(candlesOf(prices[symbol] ?? {}).map(candle => atStart(candle, lengthMs)));
      const found = [...byStart.values()].filter(({ openAtMs }) => openAtMs >= fromMs && openAtMs < toMs);
      return Promise.resolve(succeed(found));
    },
  };
  return { source, asked };
}

const bookings = {
  deposit: { kind: 'DEPOSIT', side: 'in', currency: 'USDT', amount: '5000', wallet: 'MAIN' },
  paid: { kind: 'TRADE_EXCHANGE', side: 'out', currency: 'USDT', amount: '6206.2', fee: '6.2', wallet: 'TRADE' },
  bought: { kind: 'TRADE_EXCHANGE', side: 'in', currency: 'BTC', amount: '0.1', fee: '0', wallet: 'TRADE' },
  withdrawn: { kind: 'WITHDRAW', side: 'out', currency: 'BTC', amount: '0.2005', fee: '0', wallet: 'MAIN' },
} as const;

/** For tests: example J of docs/portfolio.md as the exchange lists it. */
export function buildExampleJ(): FakePast {
  const fill = { symbol: 'BTC-USDT', side: 'buy', price: '62000', size: '0.1', amount: '6200', fee: '6.2' };
  const withdrawal = { currency: 'BTC', amount: '0.2', fee: '0.0005', side: 'out', status: 'success' };
  return createFakePast({
    rows: {
      ledger: [
        buildRow('1', minuteMs, bookings.deposit),
        buildRow('2', 2 * minuteMs, { ...bookings.paid, symbol: 'BTC-USDT' }),
        buildRow('3', 2 * minuteMs, { ...bookings.bought, symbol: 'BTC-USDT' }),
        buildRow('4', 3 * minuteMs, bookings.withdrawn),
      ],
      'spot-fills': [buildRow('f', 2 * minuteMs, { ...fill, feeCurrency: 'USDT', tradeId: '7', wallet: 'spot' })],
      withdrawals: [buildRow('w', 2.5 * minuteMs, withdrawal)],
    },
    snapshots: [
      buildSnapshot(0, [buildBalance('USDT', '10000'), buildBalance('BTC', '1')]),
      buildSnapshot(4 * minuteMs, [buildBalance('USDT', '8793.8'), buildBalance('BTC', '0.8995')]),
    ],
    lines: coverLedgers(0, 4 * minuteMs),
  });
}

/** For tests: the market of example J. */
export const pricesOfJ: FakePrices = { 'BTC-USDT': { 0: '60000', 2: '61990', 3: '63000', 4: '64000' } };
