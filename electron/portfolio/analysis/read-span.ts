import { add, type Decimal, isZero } from '#shared/decimal.ts';
import type { Interval } from '#shared/domain/archive/archive.ts';
import type { PortfolioQuestion } from '#shared/domain/portfolio/portfolio.ts';
import type { ContractTerms } from '#shared/portfolio/contracts/contract-terms.ts';
import { daysBetween } from '#shared/portfolio/days/local-day.ts';
import { amountsInTransit, type Transfers } from '#shared/portfolio/transfers/in-transit.ts';
import type { CoverageLine } from '#archive/archive-store.ts';
import type { RecordName } from '#archive/records/columns.ts';
import { createDerivation, type Derivation } from '../balances/derive.ts';
import { createFuturesPast } from '../balances/futures-past.ts';
import type { Holdings } from '../balances/holdings.ts';
import { type ArchiveReader, balanceStreams, contractStreams } from '../reading/archive-reader.ts';
import { coveredParts, uncoveredTimes } from '../reading/uncovered.ts';
import { type MappedRows, readAccountRows } from '../rows/account-rows.ts';
import { openingPositions } from '../rows/map-fills.ts';
import { keyOwner, type RecordedRows } from '../rows/past-row.ts';
import { thinTimes, timesAround, timesIn } from './choose-times.ts';
import { rowsWithin } from './left-out-rows.ts';
import { readSnapshots, type SnapshotHead, type SpanSnapshots } from './read-snapshots.ts';

/** Points of the curve that snapshots give; the rest of 2,000 is left for day ends and both ends. */
const mostSnapshots = 1500;
/** Both legs of a transfer, and a loan and its sale, may be on both sides of an end. */
const marginMs = 15 * 60_000;

const records: readonly RecordName[] = [
  'ledger',
  'spot-fills',
  'futures-fills',
  'funding',
  'futures-ledger',
  'interest',
  'loans',
  'withdrawals',
];

export interface SpanOptions {
  readonly question: Pick<PortfolioQuestion, 'owner' | 'fromMs' | 'toMs' | 'timeZone'>;
  readonly reader: ArchiveReader;
  readonly nowMs: number;
  readonly termsOf: (symbol: string) => ContractTerms | null;
}

/** Everything that the archive has of a span. */
export interface SpanData extends SpanSnapshots {
  readonly lines: readonly CoverageLine[];
  /** of all snapshots in the span, by time */
  readonly snapshotTimes: readonly number[];
  readonly past: RecordedRows;
  readonly rows: MappedRows;
  readonly derivation: Derivation;
  /** the times that were asked for, as far as anything is known of them */
  readonly wanted: Interval;
}

/** The earliest time from which all ledgers are complete up to the first snapshot. */
function earliestCovered(lines: readonly CoverageLine[], firstMs: number): number {
  const uncovered = uncoveredTimes(lines, balanceStreams, { fromMs: 0, toMs: firstMs });
  const last = coveredParts(uncovered, { fromMs: 0, toMs: firstMs }).at(-1);
  return last?.toMs === firstMs ? last.fromMs : firstMs;
}

interface Moments {
  readonly wanted: Interval;
  /** of the snapshots that are read */
  readonly times: readonly number[];
  /** of all snapshots of the span */
  readonly all: readonly number[];
}

function chooseMoments(
  { question, nowMs }: SpanOptions,
  all: readonly number[],
  lines: readonly CoverageLine[],
): Moments | null {
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return null;
  const isOfKey = question.owner === keyOwner;
  const earliest = isOfKey ? earliestCovered(lines, first) : first;
  const toMs = question.toMs === null ? last : Math.min(question.toMs, nowMs);
  const wanted = { fromMs: Math.min(Math.max(question.fromMs ?? earliest, earliest), toMs), toMs };
  const inside = timesIn(all, wanted);
  const days = daysBetween(wanted.fromMs, Math.max(wanted.toMs, wanted.fromMs + 1), question.timeZone);
  const around = [timesAround(all, wanted.fromMs).before, timesAround(all, wanted.toMs).after];
  const chosen = [...thinTimes(inside, days, mostSnapshots), ...around.filter(each => each !== null)];
  return { wanted, times: [...new Set(chosen)].toSorted((a, b) => a - b), all: inside };
}

function inTransitOf({ pairs, inTransit }: Transfers): Transfers {
  return { pairs: pairs.filter(({ out, into }) => out.atMs !== into.atMs), inTransit };
}

function addAmounts(
  quantities: ReadonlyMap<string, Decimal>,
  added: ReadonlyMap<string, Decimal>,
): ReadonlyMap<string, Decimal> {
  const all = new Map(quantities);
  for (const [coin, amount] of added) all.set(coin, add(all.get(coin) ?? '0', amount));
  return new Map([...all].filter(([, amount]) => !isZero(amount)));
}

/** What is in transit at the time of a snapshot counts as owned. */
function withTransit(holdings: readonly Holdings[], all: Transfers): readonly Holdings[] {
  const transfers = inTransitOf(all);
  const accounts = new Set([keyOwner]);
  return holdings.map(({ atMs, quantities, unrealised, missing }) => {
    const added = amountsInTransit(transfers, { accounts, atMs });
    return { atMs, quantities: addAmounts(quantities, added), unrealised, missing };
  });
}

/** Rows change the positions that are known; fills before the first known positions are left out. */
function withoutEarlierFills(past: RecordedRows, knownFromMs: number): RecordedRows {
  const fills = (past['futures-fills'] ?? []).filter(({ timeMs }) => timeMs > knownFromMs);
  return { ...past, 'futures-fills': fills };
}

/** The first snapshot whose positions are known; null: there is none. */
function openingOf(heads: readonly SnapshotHead[]): SnapshotHead | null {
  return heads.find(({ positions }) => positions !== null) ?? null;
}

interface Between {
  readonly lines: readonly CoverageLine[];
  readonly snapshots: Pick<SpanSnapshots, 'heads' | 'holdings'>;
  readonly rows: MappedRows;
  readonly rowsSpan: Interval;
}

function deriveBetween({ lines, snapshots, rows, rowsSpan }: Between, { question, termsOf }: SpanOptions): Derivation {
  const futures = createFuturesPast({
    snapshots: snapshots.heads,
    rows: rows.contractRows,
    brokenAtMs: rows.contracts.underivable[0]?.row.atMs ?? null,
    uncovered: uncoveredTimes(lines, contractStreams, rowsSpan),
    termsOf,
  });
  // balances of other accounts are known from snapshots only
  const isOfKey = question.owner === keyOwner;
  const uncovered = isOfKey ? uncoveredTimes(lines, balanceStreams, rowsSpan) : [rowsSpan];
  return createDerivation({ snapshots: snapshots.holdings, movements: rows.movements, uncovered, futures });
}

/** Reads what the archive has of a span; null: it has no balance. Throws `UnreadableArchive`. */
export async function readSpan(options: SpanOptions): Promise<SpanData | null> {
  const { question, reader, nowMs, termsOf } = options;
  const { owner } = question;
  const isOfKey = owner === keyOwner;
  const lines = await reader.lines();
  const moments = chooseMoments(options, await reader.snapshotTimes({ fromMs: 0, toMs: nowMs }), lines);
  if (moments === null) return null;
  const { wanted, times, all } = moments;
  const snapshots = await readSnapshots(reader, times, owner);
  const [first, last] = [snapshots?.heads[0], snapshots?.heads.at(-1)];
  if (snapshots === null || first === undefined || last === undefined) return null;
  const { heads, leftOut } = snapshots;
  const rowsSpan = {
    fromMs: Math.min(wanted.fromMs, first.atMs) - marginMs,
    toMs: Math.max(wanted.toMs, last.atMs) + marginMs,
  };
  const isWithRows = owner === null || isOfKey;
  const past = isWithRows ? rowsWithin(await reader.rows(records, rowsSpan), leftOut) : {};
  const opening = openingOf(heads) ?? first;
  const rows = readAccountRows(withoutEarlierFills(past, opening.atMs), {
    openings: openingPositions(opening),
    isWithSubAccounts: owner === null,
    readUntilMs: nowMs,
    termsOf,
  });
  const holdings = withTransit(snapshots.holdings, rows.transfers);
  const derivation = deriveBetween({ lines, snapshots: { ...snapshots, holdings }, rows, rowsSpan }, options);
  return { lines, snapshotTimes: all, ...snapshots, holdings, leftOut, past, rows, derivation, wanted };
}
