import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Retention } from '#shared/domain/archive/history.ts';
import { fail, succeed } from '#shared/errors.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import type { ArchiveStore, FoundRow } from '../archive-store.ts';
import { commitOf, hourMs, row, t0 } from '../testing/commits.ts';
import { openLocalStore, valueOf } from '../testing/local-store.ts';
import { createHistory } from './history.ts';
import { createRetentionRules, type RetentionOutcome } from './retention.ts';

const dayMs = 24 * hourMs;
let folder: string;
let store: ArchiveStore;
let deletedCount: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-history-'));
  store = openLocalStore(join(folder, 'archive.sqlite'));
  deletedCount = 0;
});
afterEach(async () => {
  await store.close();
  removeFolder(folder);
});

/** Rows of one stream, of which the first day is covered. */
async function record(profileId: string, rows: readonly FoundRow[]): Promise<number> {
  const accountId = await valueOf(store.openAccount({ profileId, runId: null }));
  const line = { accountId, stream: 'account-ledger', symbol: '' } as const;
  await valueOf(store.openLine({ ...line, startMs: t0 }));
  const window = { fromMs: t0, toMs: t0 + dayMs };
  const read = { window, provenFromMs: t0, readAtMs: t0 + 9 * dayMs, addedAtMs: [] };
  await valueOf(store.commitPage(commitOf(line, rows, { read })));
  return accountId;
}

function build(over: Partial<ArchiveStore> = {}) {
  return createHistory({ store: { ...store, ...over }, onDeleted: () => void (deletedCount += 1) });
}

const manyRows = Array.from({ length: 1_200 }, (_, place) => row(`r${place}`, { timeMs: t0 + place * 60_000 }));
const cut = { record: 'ledger', beforeMs: t0 + 12 * hourMs } as const;
const countRows = async (accountId: number) =>
  (await valueOf(store.rows({ accountId, record: 'ledger', limit: 9_999 }))).length;

it('history counts rows, their span and the coverage of each stream before a time', async () => {
  await record('p', manyRows);
  expect(await build().count('p', [cut])).toEqual(
    succeed({
      accounts: 1,
      rows: 720,
      parts: [{ stream: 'account-ledger', rows: 720, fromMs: t0, toMs: t0 + 719 * 60_000, coveredMs: 12 * hourMs }],
    }),
  );
});

it('history counts coverage without rows, and leaves out what is neither recorded nor read', async () => {
  await record('p', []);
  const counted = await build().count(null, [cut, { ...cut, record: 'deposits' }]);
  expect(counted).toMatchObject(succeed({ rows: 0, parts: [{ rows: 0, fromMs: null, coveredMs: 12 * hourMs }] }));
});

it('history deletes all steps of the chosen account only', async () => {
  const [one, other] = [await record('p', manyRows), await record('q', manyRows)];
  expect(await build().remove('p', [cut])).toEqual(succeed({ rows: 720 }));
  expect([await countRows(one), await countRows(other)]).toEqual([480, 1_200]);
  expect(await build().remove(null, [cut])).toEqual(succeed({ rows: 720 }));
  expect(await countRows(other)).toBe(480);
  // the recorder gets each beginning and step, so that it reads no deleted time while the deletion runs
  expect(deletedCount).toBe(7);
});

it('history reports a failure between two steps, and finishes the rest of all accounts later', async () => {
  const [accountId, other] = [await record('p', manyRows), await record('q', manyRows)];
  let steps = 0;
  const failing: Partial<ArchiveStore> = {
    deleteOldRows: async deletion => {
      steps += 1;
      if (steps === 2) return { ok: false, fault: 'disk-full', detail: 'ENOSPC' };
      return store.deleteOldRows(deletion);
    },
  };
  expect(await build(failing).remove(null, [cut])).toMatchObject({ error: { kind: 'storage' } });
  expect(await countRows(accountId)).toBe(700);
  expect(deletedCount).toBe(2);
  expect(await build().finish()).toEqual(succeed({ rows: 220 + 720 }));
  expect([await countRows(accountId), await countRows(other)]).toEqual([480, 480]);
  expect(await build().finish()).toEqual(succeed({ rows: 0 }));
});

it('history deletes nothing when the beginning of the deletion is not stored', async () => {
  const accountId = await record('p', manyRows);
  const full = { ok: false, fault: 'disk-full', detail: 'ENOSPC' } as const;
  const failing: Partial<ArchiveStore> = { beginDeletion: () => Promise.resolve(full) };
  expect(await build(failing).remove('p', [cut])).toMatchObject({ error: { kind: 'storage' } });
  expect(await build().finish()).toEqual(succeed({ rows: 0 }));
  expect(await countRows(accountId)).toBe(1_200);
});

it('history finishes nothing while a deletion runs, and reports an archive that fails', async () => {
  const accountId = await record('p', manyRows);
  const history = build();
  const [removed, finished] = await Promise.all([history.remove('p', [cut]), history.finish()]);
  expect([removed, finished]).toEqual([succeed({ rows: 720 }), succeed({ rows: 0 })]);
  expect(await countRows(accountId)).toBe(480);
  const dead = { ok: false, fault: 'unwritable', detail: 'gone' } as const;
  for (const over of [{ accounts: async () => dead }, { lines: async () => dead }, { countOldRows: async () => dead }])
    expect(await build(over).finish()).toMatchObject({ error: { kind: 'storage' } });
});

it('history of an account that is not recorded is not found', async () => {
  expect(await build().count('other', [cut])).toMatchObject({ error: { kind: 'not-found' } });
  expect(await build().remove('other', [cut])).toMatchObject({ error: { kind: 'not-found' } });
});

function buildRules(retention: Retention | undefined, nowMs: number) {
  const applied: RetentionOutcome[] = [];
  const rules = createRetentionRules({
    history: build(),
    nowMs: () => nowMs,
    settings: { read: () => retention, change: () => fail('storage', 'full') },
    onApplied: outcome => void applied.push(outcome),
  });
  return { rules, applied };
}

it('retention deletes rows of all accounts that are older than its days, and reports how many', async () => {
  const [one, other] = [await record('p', manyRows), await record('q', manyRows)];
  const { rules, applied } = buildRules({ ledger: 2, deposits: 1 }, t0 + 2 * dayMs + 12 * hourMs);
  await rules.apply();
  expect([await countRows(one), await countRows(other)]).toEqual([480, 480]);
  expect(applied).toEqual([{ state: 'done', rows: 1_440 }]);
  await rules.apply();
  expect(applied).toHaveLength(1);
});

it('retention without rules deletes nothing and asks nothing of the archive', async () => {
  const accountId = await record('p', manyRows);
  const { rules, applied } = buildRules(undefined, t0 + 999 * dayMs);
  await rules.apply();
  expect([await countRows(accountId), applied, deletedCount]).toEqual([1_200, [], 0]);
});

it('retention that cannot be stored is reported as a failure', () => {
  expect(buildRules({}, t0).rules.set({ ledger: 1 })).toMatchObject({ error: { kind: 'storage' } });
});
