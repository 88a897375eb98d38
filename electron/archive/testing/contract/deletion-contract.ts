import { expect, it } from 'vitest';
import type { ArchiveStore, HistoryDeletion, LineKey } from '../../archive-store.ts';
import { noColumns } from '../../records/columns.ts';
import { commitOf, hourMs, row, t0 } from '../commits.ts';
import { type OpenedStore, valueOf } from '../local-store.ts';

type Run = (what: (opened: OpenedStore) => Promise<void>) => () => Promise<void>;

const dayMs = 24 * hourMs;
const old = row('old', { timeMs: t0 });
const newer = row('newer', { timeMs: t0 + 2 * hourMs });
const beforeMs = t0 + hourMs;
const read = {
  window: { fromMs: t0, toMs: t0 + 3 * hourMs },
  provenFromMs: t0,
  readAtMs: t0 + dayMs,
  addedAtMs: [],
};

async function openRecorded(store: ArchiveStore): Promise<LineKey> {
  const accountId = await valueOf(store.openAccount({ profileId: 'p1', runId: null }));
  const line = { accountId, stream: 'account-ledger', symbol: '' } as const;
  await valueOf(store.openLine({ ...line, startMs: t0 }));
  await valueOf(store.commitPage(commitOf(line, [old, newer], { read })));
  return line;
}

function deletionOf({ accountId }: LineKey, change: Partial<HistoryDeletion> = {}): HistoryDeletion {
  return { accountId, record: 'ledger', streams: ['account-ledger', 'hf-ledger'], beforeMs, limit: 10, ...change };
}

async function keysOf(store: ArchiveStore, { accountId }: LineKey): Promise<readonly string[]> {
  return (await valueOf(store.rows({ accountId, record: 'ledger', limit: 99 }))).map(({ key }) => key);
}

const noFaults = { faults: [] };

/** What every adapter promises about deleting history. */
export function describeDeletion(run: Run): void {
  describeCounting(run);
  describeBeginning(run);
  describeDeletedRows(run);
  describeDeletedCoverage(run);
}

function describeCounting(run: Run): void {
  it(
    'counts current rows older than a time, by the stream that gave them first',
    run(async ({ store }) => {
      const line = await openRecorded(store);
      const other = { ...line, stream: 'hf-ledger' } as const;
      await valueOf(store.openLine({ ...other, startMs: t0 }));
      await valueOf(store.commitPage(commitOf(other, [row('a', { timeMs: t0 + 1 }), row('b', { timeMs: t0 + 5 })])));
      await valueOf(store.commitPage(commitOf(line, [row('old', { rest: { memo: '1' } })])));
      const { accountId } = line;
      expect(await valueOf(store.countOldRows({ accountId, record: 'ledger', beforeMs }))).toEqual([
        { stream: 'account-ledger', rows: 1, fromMs: t0, toMs: t0 },
        { stream: 'hf-ledger', rows: 2, fromMs: t0 + 1, toMs: t0 + 5 },
      ]);
      expect(await valueOf(store.countOldRows({ accountId, record: 'deposits', beforeMs }))).toEqual([]);
    }),
  );
}

function describeDeletedRows(run: Run): void {
  it(
    'deletes old rows with all their versions, and keeps newer rows and other records',
    run(async ({ store, reopen }) => {
      const line = await openRecorded(store);
      await valueOf(store.commitPage(commitOf(line, [row('old', { columns: { ...noColumns, amount: '2' } })])));
      await valueOf(store.commitPage(commitOf(line, [row('other')], { record: 'deposits' })));
      expect(await valueOf(store.deleteOldRows(deletionOf(line)))).toBe(1);
      const kept = await reopen();
      const { accountId } = line;
      expect(await keysOf(kept, line)).toEqual(['newer']);
      expect(await valueOf(kept.versions({ accountId, record: 'ledger', key: 'old' }))).toEqual([]);
      expect(await valueOf(kept.rows({ accountId, record: 'deposits', limit: 9 }))).toHaveLength(1);
      expect(await valueOf(kept.verify({}))).toMatchObject({ pages: 2, rows: 2, ...noFaults });
    }),
  );
  it(
    'deletes the oldest rows first, at most as many as the limit',
    run(async ({ store }) => {
      const line = await openRecorded(store);
      const more = ['a', 'b', 'c'].map((key, index) => row(key, { timeMs: t0 + 1 + index }));
      await valueOf(store.commitPage(commitOf(line, more)));
      const step = deletionOf(line, { limit: 2 });
      expect(await valueOf(store.deleteOldRows(step))).toBe(2);
      expect(await keysOf(store, line)).toEqual(['newer', 'c', 'b']);
      expect(await valueOf(store.verify({}))).toMatchObject({ pages: 2, rows: 3, ...noFaults });
      expect(await valueOf(store.deleteOldRows(step))).toBe(2);
      expect(await valueOf(store.deleteOldRows(step))).toBe(0);
      expect(await valueOf(store.verify({}))).toMatchObject({ pages: 1, rows: 1, ...noFaults });
    }),
  );
  it(
    'does not store deleted rows again, and stores newer rows of the same answer',
    run(async ({ store }) => {
      const line = await openRecorded(store);
      await valueOf(store.deleteOldRows(deletionOf(line)));
      const again = commitOf(line, [old, row('new', { timeMs: beforeMs })], { read });
      const { addedAtMs, coverage } = await valueOf(store.commitPage(again));
      expect(addedAtMs).toEqual([beforeMs]);
      expect(await keysOf(store, line)).toEqual(['newer', 'new']);
      expect(coverage?.startMs).toBe(beforeMs);
      expect([...(coverage?.sealed ?? []), ...(coverage?.read ?? [])].map(({ fromMs }) => fromMs)).toEqual([beforeMs]);
    }),
  );
}

function describeDeletedCoverage(run: Run): void {
  it(
    'begins the coverage where the deletion ends, before the last row is deleted',
    run(async ({ store, reopen }) => {
      const line = await openRecorded(store);
      await valueOf(store.commitPage(commitOf(line, [row('older', { timeMs: t0 - 1 })])));
      await valueOf(store.deleteOldRows(deletionOf(line, { limit: 1 })));
      const [kept] = await valueOf((await reopen()).lines(line));
      expect(kept?.deleted).toEqual({ fromMs: t0, toMs: beforeMs });
      const sealed = [{ fromMs: beforeMs, toMs: t0 + 3 * hourMs }];
      expect(kept?.coverage).toEqual({ startMs: beforeMs, sealed, read: [], gaps: [] });
    }),
  );
  it(
    'keeps the first start of what was deleted, and never moves a start back',
    run(async ({ store }) => {
      const line = await openRecorded(store);
      await valueOf(store.deleteOldRows(deletionOf(line)));
      await valueOf(store.deleteOldRows(deletionOf(line, { beforeMs: t0 + 2 * hourMs })));
      await valueOf(store.deleteOldRows(deletionOf(line)));
      const [kept] = await valueOf(store.lines(line));
      expect(kept?.deleted).toEqual({ fromMs: t0, toMs: t0 + 2 * hourMs });
    }),
  );
  it(
    'begins a line of another symbol where its stream was deleted until',
    run(async ({ store }) => {
      const line = await openRecorded(store);
      const { accountId } = line;
      await valueOf(store.deleteOldRows(deletionOf(line)));
      const next = await valueOf(store.openLine({ ...line, symbol: 'XBT', startMs: t0 }));
      const elsewhere = await valueOf(store.openLine({ accountId, stream: 'funding', symbol: 'XBT', startMs: t0 }));
      expect([next.coverage.startMs, elsewhere.coverage.startMs]).toEqual([beforeMs, t0]);
    }),
  );
  it(
    'changes no coverage of other streams and accounts',
    run(async ({ store }) => {
      const line = await openRecorded(store);
      const accountId = await valueOf(store.openAccount({ profileId: 'p2', runId: null }));
      await valueOf(store.openLine({ ...line, accountId, startMs: t0 }));
      await valueOf(store.openLine({ ...line, stream: 'deposits', startMs: t0 }));
      await valueOf(store.deleteOldRows(deletionOf(line)));
      const all = [...(await valueOf(store.lines({ accountId }))), ...(await valueOf(store.lines(line)))];
      expect(all.map(({ stream, deleted }) => [stream, deleted !== null])).toEqual([
        ['account-ledger', false],
        ['account-ledger', true],
        ['deposits', false],
      ]);
    }),
  );
}

function describeBeginning(run: Run): void {
  it(
    'moves the start of all chosen streams and accounts when a deletion begins, and deletes no row yet',
    run(async ({ store, reopen }) => {
      const line = await openRecorded(store);
      const accountId = await valueOf(store.openAccount({ profileId: 'p2', runId: null }));
      await valueOf(store.openLine({ ...line, accountId, startMs: t0 }));
      await valueOf(store.openLine({ ...line, stream: 'deposits', startMs: t0 }));
      const { limit: _, ...part } = deletionOf(line);
      await valueOf(store.beginDeletion({ parts: [{ ...part, accountId }, part] }));
      const kept = await reopen();
      const all = [...(await valueOf(kept.lines({ accountId }))), ...(await valueOf(kept.lines(line)))];
      expect(all.map(({ stream, deleted }) => [stream, deleted?.toMs])).toEqual([
        ['account-ledger', beforeMs],
        ['account-ledger', beforeMs],
        ['deposits', undefined],
      ]);
      expect(await keysOf(kept, line)).toEqual(['newer', 'old']);
      expect(await valueOf(kept.deleteOldRows(deletionOf(line)))).toBe(1);
    }),
  );
}
