import type { BalanceSnapshot, FoundRow } from '../archive-store.ts';
import type { IntervalSet } from '../coverage/intervals.ts';
import type { Witness } from '../proofs/witness.ts';
import type { RecordName } from '../records/columns.ts';

interface Known {
  readonly rows?: Partial<Record<RecordName, readonly FoundRow[]>>;
  /** by line; absent: all time is known of every line */
  readonly coverage?: Readonly<Record<string, IntervalSet>>;
  readonly snapshots?: readonly BalanceSnapshot[];
}

/** What other streams have, for tests of proofs. */
export function buildWitness({ rows = {}, coverage, snapshots = [] }: Known = {}): Witness {
  return {
    rowsOf: record => rows[record] ?? [],
    coverageOf: symbol => (coverage === undefined ? [{ fromMs: -Infinity, toMs: Infinity }] : (coverage[symbol] ?? [])),
    snapshots,
  };
}
