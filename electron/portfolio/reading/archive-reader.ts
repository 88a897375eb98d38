import type { Interval, StreamName } from '#shared/domain/archive/archive.ts';
import type {
  ArchivedRow,
  ArchiveResult,
  ArchiveStore,
  BalanceSnapshot,
  CoverageLine,
} from '#archive/archive-store.ts';
import type { RecordName } from '#archive/records/columns.ts';
import type { RecordedRows } from '../rows/past-row.ts';

/** What is read of the archive. */
export type ReadableArchive = Pick<
  ArchiveStore,
  'accounts' | 'lines' | 'rowsBetween' | 'snapshotTimes' | 'snapshotsAt'
>;

/** Thrown where the archive's database fails; `createPortfolio` answers it as a failure. */
export class UnreadableArchive extends Error {}

/** The past of one account, as the archive has it. Each method throws `UnreadableArchive`. */
export interface ArchiveReader {
  readonly accountId: number;
  readonly lines: () => Promise<readonly CoverageLine[]>;
  /** from `fromMs` up to `toMs`, which is included */
  readonly rows: (records: readonly RecordName[], span: Interval) => Promise<RecordedRows>;
  readonly snapshotTimes: (span: Interval) => Promise<readonly number[]>;
  readonly snapshots: (times: readonly number[], owner: string | null) => Promise<readonly BalanceSnapshot[]>;
  /** The same one by one, by time: those of a year do not fit into memory together. */
  readonly visitSnapshots: (
    times: readonly number[],
    owner: string | null,
    visit: (snapshot: BalanceSnapshot) => void,
  ) => Promise<void>;
}

/** Rows and snapshots of one question; the thread is free between two of them. */
const rowsTogether = 2000;
const snapshotsTogether = 50;

async function valueOf<T>(answer: Promise<ArchiveResult<T>>): Promise<T> {
  const result = await answer;
  if (!result.ok) throw new UnreadableArchive(result.detail);
  return result.value;
}

/** The newest account of a profile: of the practice exchange only its present run is kept. Null: nothing is recorded. */
export async function findAccount(archive: ReadableArchive, profileId: string): Promise<number | null> {
  const accounts = await valueOf(archive.accounts({}));
  return accounts.findLast(account => account.profileId === profileId)?.accountId ?? null;
}

async function rowsOf(
  archive: ReadableArchive,
  span: Interval & { readonly accountId: number; readonly record: RecordName },
): Promise<readonly ArchivedRow[]> {
  const rows: ArchivedRow[] = [];
  for (;;) {
    const selection = { ...span, toMs: span.toMs + 1, limit: rowsTogether, after: rows.at(-1) };
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const page = await valueOf(archive.rowsBetween(selection));
    rows.push(...page);
    if (page.length < rowsTogether) return rows;
  }
}

export function createArchiveReader(archive: ReadableArchive, accountId: number): ArchiveReader {
  const visit: ArchiveReader['visitSnapshots'] = async (times, owner, take) => {
    for (let first = 0; first < times.length; first += snapshotsTogether) {
      const part = times.slice(first, first + snapshotsTogether);
      // oxlint-disable-next-line no-await-in-loop -- part after part
      for (const snapshot of await valueOf(archive.snapshotsAt({ accountId, times: part, owner }))) take(snapshot);
    }
  };
  return {
    accountId,
    lines: () => valueOf(archive.lines({ accountId })),
    async rows(records, span) {
      const read = records.map(
        async record => [record, await rowsOf(archive, { ...span, accountId, record })] as const,
      );
      return Object.fromEntries(await Promise.all(read));
    },
    snapshotTimes: span => valueOf(archive.snapshotTimes({ ...span, accountId })),
    async snapshots(times, owner) {
      const found: BalanceSnapshot[] = [];
      await visit(times, owner, snapshot => void found.push(snapshot));
      return found;
    },
    visitSnapshots: visit,
  };
}

/** The streams that say what happened to futures positions. Funding is asked by symbol: without one it has no line. */
export const contractStreams: readonly StreamName[] = ['futures-fills'];

/** The streams whose rows change balances of the account of the key. */
export const balanceStreams: readonly StreamName[] = ['account-ledger', 'hf-ledger', 'margin-ledger', 'futures-ledger'];
