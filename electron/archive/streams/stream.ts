import type { ReadCost } from '#shared/domain/link.ts';
import type { Interval, ListStream } from '#shared/domain/archive/archive.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { catalogue, type EndpointName } from '#client/catalogue.ts';
import type { PastPage, PastPageCalls, PastPageQuery } from '#client/endpoints/past-pages/page-calls.ts';
import type { CallOptions } from '#client/types.ts';
import type { FoundRow } from '../archive-store.ts';
import type { WindowRules } from '../coverage/plan.ts';
import type { MissingRows } from '../proofs/missing-rows.ts';
import type { ListProof } from '../proofs/window-proof.ts';
import type { WitnessedRows } from '../proofs/witness.ts';
import type { RecordName } from '../records/columns.ts';

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

export interface StreamPageQuery extends PastPageQuery {
  /** empty where the stream is asked for as a whole */
  readonly symbol: string;
  /** rows that may still change, that the archive has and the walk has not met yet; empty where nothing is looked up */
  readonly unmet: readonly FoundRow[];
  /** exchange time of the question */
  readonly askedAtMs: number;
}

/** A page of a stream. */
export interface StreamPage extends PastPage<FoundRow> {
  /** `next` is read even when this page brought nothing new: it begins another list, or rows of this page were left out */
  readonly mayBeEmpty?: boolean;
  /** which of several lists it is of: a row that is on two of them counts twice. Absent: there is one list */
  readonly list?: string;
}

/**
 * What names the lines of a stream: the symbols of another stream's rows or of all spot and margin fills, the markets of held
 * coins against USDT, the currencies of cross margin, or the isolated pairs with each of their coins.
 */
type LineSource = ListStream | 'spot-markets' | 'held-coins' | 'cross-currencies' | 'isolated-currencies';

/** The rows of a walk and those beside its window, and what they are compared with. */
export interface CheckedWalk extends WitnessedRows {
  /** all rows of this time are there */
  readonly span: Interval;
  readonly readAtMs: number;
}

/**
 * Rows of the archive that are checked together with those of a walk, so that a row at the edge of a window has another one to
 * be compared with. `chains`: the nearest ones of each chain of balances; `time`: all.
 */
export interface BesideRows {
  readonly by: 'chains' | 'time';
  /** how far before and after the window */
  readonly ms: number;
}

/** Rows of other streams that show whether the rows of a walk are all. */
export interface WitnessSource {
  /** the stream whose coverage defines where the comparison is possible */
  readonly stream: ListStream;
  /** read for the window and the time beside it */
  readonly records: readonly RecordName[];
  readonly hasSnapshots: boolean;
}

/** A list of the exchange: how it may be asked, what names its rows, and what proves that a walk was complete. */
export interface Stream {
  readonly name: ListStream;
  readonly record: RecordName;
  readonly rules: WindowRules;
  /** start of the first backfill where the exchange states no limit */
  readonly backfillMs: number;
  /** one request */
  readonly cost: ReadCost;
  /** asked by symbol: where the symbols come from; null: asked for as a whole */
  readonly symbolsFrom: LineSource | null;
  /** also asked for the symbols of open positions, which may be older than all rows */
  readonly isOfPositions: boolean;
  readonly proof: ListProof;
  /** older windows lack rows that the exchange has forgotten already; absent: it forgets all rows of a time at once */
  readonly wholeMs?: number;
  /** rows that a walk lacks: their times are not sealed. Absent: nothing is checked */
  readonly checkRows?: ((walked: CheckedWalk) => readonly MissingRows[]) | undefined;
  /** rows of the stream that `checkRows` gets as well. Absent: those of the walk only */
  readonly beside?: BesideRows;
  /** what `checkRows` compares with. Absent: nothing but rows of the stream */
  readonly witness?: WitnessSource;
  /** whether the exchange may still change the row; its time is not sealed then. Absent: rows never change */
  readonly isOpen?: (row: FoundRow) => boolean;
  /** rows with one of these statuses that are no longer listed are looked up one by one. Absent: none is */
  readonly lookedUpStatuses?: readonly string[];
  /** rows have no id: their keys need the number among equals */
  readonly isWithoutId: boolean;
  readonly readPage: (
    calls: PastPageCalls,
    query: StreamPageQuery,
    options: CallOptions,
  ) => Promise<Result<StreamPage>>;
}

/** What one request of this endpoint costs. */
export function costOf(endpoint: EndpointName): ReadCost {
  const { pool, weight } = catalogue[endpoint];
  return { pool, weight };
}

/** A page with its rows in the form of the archive. */
export function toFoundPage<T>(
  read: Result<PastPage<T>>,
  toRow: (row: T) => FoundRow | null,
): Result<PastPage<FoundRow>> {
  if (!read.ok) return read;
  const rows = read.value.rows.flatMap(row => toRow(row) ?? []);
  // a row without a time has no place in the archive
  const unreadableCount = read.value.unreadableCount + read.value.rows.length - rows.length;
  return succeed({ ...read.value, rows, unreadableCount });
}

/** The fields that have a value, as text. */
export function toRest(
  fields: Readonly<Record<string, string | number | boolean | null>>,
): Readonly<Record<string, string>> {
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
}
