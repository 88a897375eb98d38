import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { add, type Decimal, multiply, toDecimal } from '#shared/decimal.ts';
import { type Candle, candleMinutes } from '#shared/domain/market/candle.ts';
import type { PortfolioQuestion } from '#shared/domain/portfolio/portfolio.ts';
import { fail, succeed } from '#shared/errors.ts';
import type { SnapshotBalance } from '#archive/archive-store.ts';
import { openSqliteArchive } from '#archive/sqlite/sqlite-archive.ts';
import type { MarketSource } from '#portfolio-main/market-source.ts';
import { createPortfolioEngine, type PortfolioEngine } from '#portfolio-main/portfolio-engine.ts';
import { openReadableArchive } from '#portfolio-main/worker/readable-archive.ts';
import { compare } from '../measure.ts';
import type { Metric } from '../metric.ts';
import { equityName } from './names.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const dayCount = 365;
const accountCount = 200;
const startMs = Date.UTC(2025, 0, 1);
const endMs = startMs + dayCount * dayMs;
/** the last minute of each day */
const times = Array.from({ length: dayCount }, (_, day) => startMs + (day + 1) * dayMs - minuteMs);
const price: Decimal = '60000.5';
const least = 0.4;

function decimalOf(text: string): Decimal {
  const decimal = toDecimal(text);
  if (decimal === null) throw new Error(`${text} is no decimal`);
  return decimal;
}

/** A market whose price does not change, so that only the work of the portfolio is measured. */
const source: MarketSource = {
  nowMs: () => endMs,
  pairs: () => Promise.resolve(succeed(['BTC-USDT'])),
  contracts: () => Promise.resolve(fail('not-found', 'no contracts in this bench')),
  candles: ({ interval, fromMs, toMs }) => {
    const stepMs = candleMinutes[interval] * minuteMs;
    const candles: Candle[] = [];
    for (let openAtMs = Math.ceil(fromMs / stepMs) * stepMs; openAtMs < toMs; openAtMs += stepMs)
      candles.push({ openAtMs, open: price, high: price, low: price, close: price, volume: '1' });
    return Promise.resolve(succeed(candles));
  },
};

function balancesOf(day: number): readonly SnapshotBalance[] {
  const rest = { wallet: 'trade', available: null, held: null, owed: null, unrealised: null };
  return Array.from({ length: accountCount }, (_, at) => at).flatMap(at => [
    { ...rest, owner: `s${at}`, currency: 'USDT', total: `${1000 + at}.${day}1` },
    { ...rest, owner: `s${at}`, currency: 'BTC', total: `0.${String(1 + ((at * 7 + day) % 900))}` },
  ]);
}

function writeYear(path: string): number {
  const archive = openSqliteArchive({ path });
  const accountId = archive.openAccount({ profileId: 'bench', runId: null });
  for (const [day, atMs] of times.entries())
    archive.saveSnapshot({ accountId, atMs, rows: balancesOf(day), positions: [], missing: [] });
  archive.close();
  return accountId;
}

type Curve = ReadonlyMap<number, Decimal>;

const question: PortfolioQuestion = {
  profileId: 'bench',
  owner: null,
  fromMs: startMs,
  toMs: endMs,
  currency: 'USDT',
  timeZone: 'UTC',
  method: 'average',
};

async function readCurve(engine: PortfolioEngine): Promise<Curve> {
  const answer = await engine.read(question, source);
  if (!answer.ok) throw new Error(answer.error.message);
  const wanted = new Set(times);
  return new Map(
    answer.value.curve.flatMap(({ atMs, value }) =>
      value !== null && wanted.has(atMs) ? [[atMs, decimalOf(value)]] : [],
    ),
  );
}

/** One statement and a loop over its rows with the same decimals. */
function readBare(database: DatabaseSync, accountId: number): Curve {
  const statement = database.prepare(
    `SELECT at_ms AS atMs, currency, total FROM snapshots JOIN snapshot_balances USING (snapshot_id)
     WHERE account_id = ? AND at_ms BETWEEN ? AND ? ORDER BY at_ms`,
  );
  const curve = new Map<number, Decimal>();
  for (const row of statement.iterate(accountId, startMs, endMs)) {
    const atMs = Number(row['atMs']);
    const amount = decimalOf(String(row['total']));
    const value = row['currency'] === 'USDT' ? amount : multiply(amount, price);
    curve.set(atMs, add(curve.get(atMs) ?? '0', value));
  }
  return curve;
}

function checkEqual(ours: Curve, peer: Curve): void {
  const differing = times.filter(atMs => ours.get(atMs) !== peer.get(atMs) || !peer.has(atMs));
  if (differing.length > 0) throw new Error(`the curves differ at ${differing.length} of ${dayCount} days`);
}

async function timeAsyncMs(run: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

/** The equity curve of a year and 200 sub-accounts with two coins each, with all other figures of the portfolio. */
export async function measureEquity(): Promise<Metric> {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  const path = join(folder, 'archive.sqlite');
  const accountId = writeYear(path);
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    let version = 0;
    // another version with each question: no answer is kept
    const archiveVersion = () => (version += 1);
    const engine = createPortfolioEngine({ archive: openReadableArchive({ kind: 'file', path }), archiveVersion });
    checkEqual(await readCurve(engine), readBare(database, accountId));
    const { ours, peer } = await compare({
      ours: () => timeAsyncMs(() => readCurve(engine)),
      peer: () => timeAsyncMs(() => readBare(database, accountId)),
    });
    return {
      metric: equityName,
      ours,
      peer,
      peerName: 'one statement and a loop over its rows (ms)',
      ratio: peer / ours,
      goal: `>= ${least}`,
      met: peer / ours >= least,
    };
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
