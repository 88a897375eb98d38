import type { Interval } from '#shared/domain/archive/archive.ts';
import type { BalanceSnapshot, FoundRow } from '../archive-store.ts';
import type { IntervalSet } from '../coverage/intervals.ts';
import type { RecordName } from '../records/columns.ts';

/** What the archive already has of other streams, to compare the rows of a walk with. */
export interface Witness {
  /** oldest first */
  readonly rowsOf: (record: RecordName) => readonly FoundRow[];
  /** when all rows of the stream that is compared with are known; `symbol`: of that stream's line */
  readonly coverageOf: (symbol: string) => IntervalSet;
  /** balance snapshots, oldest first */
  readonly snapshots: readonly BalanceSnapshot[];
}

/** What the archive has beside a window and of other streams. */
export interface KnownBeside {
  /** all rows of this time are known after the walk; it contains the window */
  readonly span: Interval;
  /** rows of the same line beside the window, in any order */
  readonly rows: readonly FoundRow[];
  readonly witness: Witness;
}

/** Rows of a walk and what they are compared with. */
export interface WitnessedRows {
  /** in any order */
  readonly rows: readonly FoundRow[];
  readonly witness: Witness;
}
