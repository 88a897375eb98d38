import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { type ArchiveStatus, changeStream, type StreamName } from '#shared/domain/archive/archive.ts';
import type { ArchivedPage, ArchivedPlace } from '#shared/domain/archive/archived-page.ts';
import type { Withdrawal } from '#shared/domain/money/withdrawal.ts';
import type { RecordedChange } from '#shared/domain/overseen/recorded-change.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { unreadableArchive } from '../archive-failures.ts';
import type { ArchivedAccount, ArchivedRow, ArchiveStore } from '../archive-store.ts';
import { allStreams } from '../streams/streams.ts';
import { restoreChange } from '../changes/change-row.ts';
import { listKind } from '../changes/compare-details.ts';
import { changeCoverage, listCoverage } from './list-coverage.ts';
import { pageRows, type RecordRow } from './page-rows.ts';
import { restoreFill, restoreOrder, restoreWithdrawal } from './restore-rows.ts';

/** Which rows of the past, newest first. */
export interface PastQuestion {
  /** null: of both */
  readonly venue: Venue | null;
  /** null: of all */
  readonly symbol: string | null;
  /** the last row of the page before; null: the newest rows */
  readonly after: ArchivedPlace | null;
}

export interface AccountChangesQuestion extends Pick<PastQuestion, 'after'> {
  /** null: of all sub-accounts */
  readonly userId: string | null;
}

/** The archived past of one open account, page by page. Errors: `storage` where the archive cannot be read. */
export interface ArchivedPast {
  /** `finished`: orders that ended lately; the archive may still have them as active, or not at all */
  readonly orders: (question: PastQuestion, finished: readonly Order[]) => Promise<Result<ArchivedPage<Order>>>;
  readonly fills: (question: PastQuestion) => Promise<Result<ArchivedPage<Fill>>>;
  /** changes of sub-accounts; `userId` null: of all */
  readonly accountChanges: (question: AccountChangesQuestion) => Promise<Result<ArchivedPage<RecordedChange>>>;
  readonly withdrawals: (question: Pick<PastQuestion, 'after'>) => Promise<Result<ArchivedPage<Withdrawal>>>;
}

interface ArchivedPastOptions {
  readonly store: Pick<ArchiveStore, 'accounts' | 'lines' | 'rows'>;
  readonly account: ArchivedAccount;
  readonly status: () => ArchiveStatus;
}

const rowsOfPage = 200;

/** The streams that make up a list, without those whose rows another one of them has as well. */
const orderStreams: Readonly<Record<Venue, readonly StreamName[]>> = {
  spot: ['spot-orders', 'cross-margin-orders', 'isolated-margin-orders', 'hf-orders'],
  futures: ['futures-orders'],
};
const fillStreams: Readonly<Record<Venue, readonly StreamName[]>> = {
  spot: ['spot-fills', 'all-cross-margin-fills', 'all-isolated-margin-fills', 'hf-fills'],
  futures: ['futures-fills'],
};

interface List<T> {
  readonly streams: readonly StreamName[];
  readonly symbol: string | null;
  readonly after: ArchivedPlace | null;
  readonly isWanted: (row: ArchivedRow) => boolean;
  readonly restore: (row: RecordRow) => T | null;
}

function streamsOf(
  streams: Readonly<Record<Venue, readonly StreamName[]>>,
  venue: Venue | null,
): readonly StreamName[] {
  return venue === null ? [...streams.spot, ...streams.futures] : streams[venue];
}

/** The account of this very profile and run; null: nothing is recorded yet. */
async function findAccountId({ store, account }: ArchivedPastOptions): Promise<Result<number | null>> {
  const accounts = await store.accounts({});
  if (!accounts.ok) return unreadableArchive;
  const { profileId, runId } = account;
  const found = accounts.value.find(each => each.profileId === profileId && each.runId === runId);
  return succeed(found?.accountId ?? null);
}

async function readList<T>(options: ArchivedPastOptions, list: List<T>): Promise<Result<ArchivedPage<T>>> {
  const { streams, symbol, after, isWanted, restore } = list;
  const coverage = listCoverage(options.status(), streams, symbol);
  const accountId = await findAccountId(options);
  if (!accountId.ok) return accountId;
  if (accountId.value === null) return succeed({ items: [], next: null, unreadableCount: 0, coverage });
  const records = [...new Set(allStreams.filter(({ name }) => streams.includes(name)).map(({ record }) => record))];
  const question = { accountId: accountId.value, records, after, limit: rowsOfPage };
  const page = await pageRows(options.store, {
    ...question,
    isWanted: row => (symbol === null || row.columns.symbol === symbol) && isWanted(row),
  });
  if (!page.ok) return unreadableArchive;
  const items = page.value.rows.map(restore).filter(item => item !== null);
  return succeed({
    items,
    next: page.value.next,
    unreadableCount: page.value.rows.length - items.length,
    coverage,
  });
}

/** The change history of the sub-accounts. A snapshot is compared with the one before, so that coverage is known to its end. */
async function readChanges(
  options: ArchivedPastOptions,
  { userId, after }: AccountChangesQuestion,
): Promise<Result<ArchivedPage<RecordedChange>>> {
  const { store } = options;
  const found = await findAccountId(options);
  if (!found.ok) return found;
  const accountId = found.value;
  const lines = accountId === null ? null : await store.lines({ accountId });
  if (lines !== null && !lines.ok) return unreadableArchive;
  const line = lines?.value.find(({ stream }) => stream === changeStream);
  const coverage = changeCoverage(line?.coverage ?? null, options.status());
  if (accountId === null) return succeed({ items: [], next: null, unreadableCount: 0, coverage });
  const page = await pageRows(store, {
    accountId,
    records: [changeStream],
    after,
    limit: rowsOfPage,
    isWanted: ({ rest, columns }) => columns.kind !== listKind && (userId === null || rest['userId'] === userId),
  });
  if (!page.ok) return unreadableArchive;
  const items = page.value.rows.map(restoreChange).filter(item => item !== null);
  const unreadableCount = page.value.rows.length - items.length;
  return succeed({ items, next: page.value.next, unreadableCount, coverage });
}

/**
 * When the order was made; with the newest rows also when it changed, because it has just moved into the list. Without a time
 * it is one of the newest.
 */
function placeMs({ createdAtMs, updatedAtMs }: Order, { after }: PastQuestion): number {
  if (createdAtMs === null) return after === null ? Number.POSITIVE_INFINITY : -1;
  return after === null ? Math.max(createdAtMs, updatedAtMs ?? 0) : createdAtMs;
}

/** Orders that ended lately and belong to the page, beside those that the archive has. */
function withFinished(
  page: ArchivedPage<Order>,
  finished: readonly Order[],
  question: PastQuestion,
): ArchivedPage<Order> {
  const fromMs = page.next?.timeMs ?? 0;
  const toMs = question.after?.timeMs ?? Number.POSITIVE_INFINITY;
  const here = finished.filter(order => {
    const ms = placeMs(order, question);
    return ms >= fromMs && ms <= toMs;
  });
  const ids = new Set(here.map(({ venue, id }) => `${venue} ${id}`));
  return { ...page, items: [...here, ...page.items.filter(({ venue, id }) => !ids.has(`${venue} ${id}`))] };
}

const isEveryRow = () => true;

/** Reads what is recorded of this account and of this run of the exchange, and of no other. */
export function createArchivedPast(options: ArchivedPastOptions): ArchivedPast {
  return {
    async orders(question, finished) {
      const { venue, symbol, after } = question;
      const page = await readList(options, {
        streams: streamsOf(orderStreams, venue),
        symbol,
        after,
        isWanted: ({ columns }) => columns.status !== 'active',
        restore: restoreOrder,
      });
      const wanted = finished.filter(
        order => (venue === null || order.venue === venue) && (symbol === null || order.symbol === symbol),
      );
      return page.ok ? succeed(withFinished(page.value, wanted, question)) : page;
    },
    fills: ({ venue, symbol, after }) =>
      readList(options, {
        streams: streamsOf(fillStreams, venue),
        symbol,
        after,
        isWanted: isEveryRow,
        restore: restoreFill,
      }),
    accountChanges: question => readChanges(options, question),
    withdrawals: ({ after }) =>
      readList(options, {
        streams: ['withdrawals'],
        symbol: null,
        after,
        isWanted: isEveryRow,
        restore: restoreWithdrawal,
      }),
  };
}
