import {
  type ArchiveCount,
  type ArchivedOrder,
  type ArchiveExport,
  type ArchiveFilter,
  type ArchiveSearch,
  type ArchiveSearchPage,
  type ExportedRows,
  type ArchivedOrderQuestion,
} from '#shared/domain/archive/explore.ts';
import type { FeeAuditCount } from '#shared/domain/archive/fee-audit.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { notRecorded, unreadableArchive } from '../archive-failures.ts';
import type { ArchivedAccount, ArchiveStore } from '../archive-store.ts';
import { countAudits, readAuditedPage } from './audit-fills.ts';
import { coveredTimes } from './covered-times.ts';
import { exploredViews, streamsOf } from './explored-views.ts';
import { toExploredRow } from './explored-row.ts';
import { exportRows, type ExportTarget } from './export-rows.ts';
import { readOrder } from './order-stages.ts';
import { readCursor, writeCursor } from './page-cursor.ts';
import { conditionsOf, type ExploredArchive, ExploreFailure, valueOf } from './read-pages.ts';

export interface ExplorerOptions {
  /** opens the archive, which brings its file up to date */
  readonly archive: Pick<ArchiveStore, 'accounts'>;
  readonly reader: ExploredArchive;
  /** counts changes of the archive; a count is kept until it changes */
  readonly archiveVersion: () => number;
  /** whether an account is the present one of its profile: rows of an earlier practice exchange are of another one */
  readonly isPresent: (account: ArchivedAccount) => boolean;
  readonly nowMs: () => number;
}

/**
 * Finds archived rows of one account. Kinds `not-found`: nothing is recorded; `invalid-request`: the cursor; `storage`: the
 * archive cannot be read.
 */
export interface Explorer {
  readonly search: (search: ArchiveSearch) => Promise<Result<ArchiveSearchPage>>;
  readonly count: (filter: ArchiveFilter) => Promise<Result<ArchiveCount>>;
  readonly order: (question: ArchivedOrderQuestion) => Promise<Result<ArchivedOrder>>;
  /** Kinds `over-quota` and `storage` when the files cannot be written. One at a time: kind `invalid-request`. */
  readonly export: (question: ArchiveExport, reserve: () => Result<ExportTarget>) => Promise<Result<ExportedRows>>;
  readonly close: () => Promise<void>;
}

const wrongCursor = fail('invalid-request', 'This place in the list is not valid. Choose the list again.');
const exporting = fail(
  'invalid-request',
  'Another file of the archive is being written. Wait until it is done, then try again.',
);

/** Rows of one answer. */
const pageRows = 500;

type KnownAccount = ArchivedAccount & { readonly accountId: number };

async function countRows(
  reader: Pick<ExploredArchive, 'countRows'>,
  accountId: number,
  filter: ArchiveFilter,
): Promise<number> {
  const conditions = conditionsOf(filter);
  const counted = exploredViews[filter.view].records.map(record =>
    valueOf(reader.countRows({ accountId, record, conditions })),
  );
  return (await Promise.all(counted)).reduce((sum, each) => sum + each, 0);
}

export function createExplorer({ archive, reader, archiveVersion, isPresent, nowMs }: ExplorerOptions): Explorer {
  const counts = createCounts<number>(archiveVersion);
  const audits = createCounts<FeeAuditCount | null>(archiveVersion);
  let isExporting = false;
  const onAccount = async <T>(
    profileId: string,
    what: (account: KnownAccount) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    try {
      await valueOf(archive.accounts({}));
      const accounts = await valueOf(reader.accounts({}));
      const account = accounts.findLast(each => each.profileId === profileId && isPresent(each));
      return account === undefined ? notRecorded : await what(account);
    } catch (cause) {
      if (cause instanceof ExploreFailure) return unreadableArchive;
      throw cause;
    }
  };
  return {
    search: ({ cursor, ...filter }) =>
      onAccount(filter.profileId, async ({ accountId }) => {
        const places = cursor === null ? {} : readCursor(cursor);
        if (places === null) return wrongCursor;
        const { rows, next } = await readAuditedPage(reader, { accountId, filter, places, limit: pageRows });
        return succeed({
          rows: rows.map(({ record, row, audit }) => toExploredRow(record, row, audit)),
          next: next === null ? null : writeCursor(next),
        });
      }),
    count: filter =>
      onAccount(filter.profileId, async ({ accountId }) => {
        const key = JSON.stringify([accountId, { ...filter, fees: null }]);
        const rows = await counts.read(key, () => countRows(reader, accountId, filter));
        const feeAudit = await audits.read(key, async () =>
          filter.view === 'fills' ? await countAudits(reader, accountId, filter) : null,
        );
        const streams = streamsOf(filter.view);
        const lines = (await valueOf(reader.lines({ accountId }))).filter(({ stream }) => streams.has(stream));
        return succeed({ rows, feeAudit, ...coveredTimes(lines) });
      }),
    order: question =>
      onAccount(question.profileId, async ({ accountId }) => succeed(await readOrder(reader, accountId, question))),
    export: async ({ format, ...filter }, reserve) => {
      if (isExporting) return exporting;
      isExporting = true;
      try {
        return await onAccount(filter.profileId, async account => {
          const target = reserve();
          if (!target.ok) return target;
          return await exportRows(reader, { ...target.value, account, filter, format, asOfMs: nowMs() });
        });
      } finally {
        isExporting = false;
      }
    },
    close: reader.close,
  };
}

/** Filters of which the count is kept. */
const mostCounts = 50;

/** Counts that were found since the archive last changed. */
function createCounts<T>(archiveVersion: () => number) {
  const counts = new Map<string, T>();
  let version = archiveVersion();
  return {
    async read(key: string, count: () => Promise<T>): Promise<T> {
      if (version !== archiveVersion() || counts.size >= mostCounts) counts.clear();
      version = archiveVersion();
      const known = counts.get(key);
      if (known !== undefined) return known;
      const asked = version;
      const rows = await count();
      if (asked === version) counts.set(key, rows);
      return rows;
    },
  };
}
