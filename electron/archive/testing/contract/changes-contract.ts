import { expect, it } from 'vitest';
import type { SubAccount } from '#shared/domain/account/account.ts';
import type { NotedChange } from '#shared/domain/overseen/watched-accounts.ts';
import type { ArchiveStore, BalanceSnapshot, SubAccountList } from '../../archive-store.ts';
import { recordAccountChanges } from '../../changes/record-changes.ts';
import type { SeenChanges } from '../../changes/seen-changes.ts';
import { createArchivedPast } from '../../past/archived-past.ts';
import { buildArchiveStatus } from '../../past/testing/archive-status.ts';
import type { Session } from '../../runner/session.ts';
import { buildSnapshot, buildSubBalance } from '../build-snapshot.ts';
import { hourMs, t0 } from '../commits.ts';
import { type OpenedStore, valueOf } from '../local-store.ts';

type Run = (what: (opened: OpenedStore) => Promise<void>) => () => Promise<void>;

const account = { profileId: 'p1', runId: null };
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** The part of a recorder that records changes, as it is at its start. */
function begin(store: ArchiveStore, seenChanges?: SeenChanges, snapshot: BalanceSnapshot | null = null): Session {
  const options = { store, log: silent, account: { ...account, seenChanges } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- changes are recorded with nothing else of a recorder
  return { options, compared: null, state: { snapshot } } as unknown as Session;
}

async function takeSnapshot(session: Session, snapshot: BalanceSnapshot): Promise<void> {
  await valueOf(session.options.store.saveSnapshot(snapshot));
  session.state = { ...session.state, snapshot };
  await recordAccountChanges(session, snapshot.accountId);
}

async function readHistory(store: ArchiveStore, userId: string | null = null) {
  const past = createArchivedPast({ store, account, status: () => buildArchiveStatus() });
  const page = await past.accountChanges({ userId, after: null });
  if (!page.ok) throw new Error(page.error.message);
  return page.value;
}

const quarter = hourMs / 4;
const seen: NotedChange = {
  key: `${t0 - 5}:0`,
  userId: 's1',
  name: 'alpha',
  kind: 'balance',
  before: '5',
  after: '7',
  coin: 'USDT',
  moved: '2',
  currency: 'USDT',
  sinceMs: t0 - 9,
  atMs: t0 - 5,
};

/** What every adapter promises about the change history of sub-accounts. */
export function describeChanges(run: Run): void {
  describeBalanceChanges(run);
  describeDetailChanges(run);
  describeSeenChanges(run);
}

function describeBalanceChanges(run: Run): void {
  it(
    'keeps changes between snapshots once, with coverage and gaps, over a restart at any step',
    run(async ({ store, reopen }) => {
      const accountId = await valueOf(store.openAccount(account));
      const at = (atMs: number, total: string) =>
        buildSnapshot(atMs, [buildSubBalance('s1', total), buildSubBalance('s2', '1')], { accountId });
      const session = begin(store);
      await takeSnapshot(session, at(t0, '5'));
      await takeSnapshot(session, at(t0 + quarter, '7'));
      // it ends after the snapshot and before its changes
      await valueOf(store.saveSnapshot(at(t0 + 2 * quarter, '8')));
      const again = await reopen();
      const next = begin(again);
      await takeSnapshot(next, at(t0 + 10 * quarter, '9'));
      await recordAccountChanges({ ...begin(again), state: next.state }, accountId);
      await recordAccountChanges(next, accountId);
      const { items, coverage } = await readHistory(again);
      const end = t0 + 10 * quarter;
      expect(items.map(({ userId, sinceMs, atMs, moves }) => [userId, sinceMs, atMs, moves[0]?.after])).toEqual([
        ['s1', t0 + 2 * quarter, end, '9'],
        ['s1', t0 + quarter, t0 + 2 * quarter, '8'],
        ['s1', t0, t0 + quarter, '7'],
      ]);
      expect(coverage).toMatchObject({
        startMs: t0,
        covered: [
          { fromMs: t0, toMs: t0 + 2 * quarter },
          { fromMs: end, toMs: end },
        ],
      });
      expect((await readHistory(again, 's2')).items).toEqual([]);
      expect((await valueOf(again.verify({}))).faults).toEqual([]);
    }),
  );
}

function buildAccount(userId: string, part: Partial<SubAccount>): SubAccount {
  const known = { uid: null, name: userId, status: 2, type: 0, access: 'All', createdAtMs: t0, remarks: null };
  return { userId, ...known, ...part };
}

function buildList(atMs: number, accounts: Readonly<Record<string, Partial<SubAccount>>>): SubAccountList {
  const items = Object.entries(accounts).map(([userId, part]) => buildAccount(userId, part));
  return { atMs, items, isComplete: true };
}

function describeDetailChanges(run: Run): void {
  it(
    'keeps changes of names, status, permissions and remarks once, over a restart and a list that could not be read',
    run(async ({ store, reopen }) => {
      const accountId = await valueOf(store.openAccount(account));
      const at = (atMs: number, subAccountList?: SubAccountList) =>
        buildSnapshot(atMs, [], { accountId, subAccountList });
      const listed = (atMs: number, accounts: Parameters<typeof buildList>[1]) =>
        at(atMs, buildList(atMs + 1, accounts));
      const session = begin(store);
      await takeSnapshot(session, listed(t0, { s1: { name: 'alpha' }, s2: {} }));
      await takeSnapshot(session, listed(t0 + quarter, { s1: { name: 'beta' }, s2: {} }));
      await takeSnapshot(session, listed(t0 + 2 * quarter, { s1: { name: 'beta' }, s2: {} }));
      const again = await reopen();
      const next = begin(again);
      // the list is as it was with the last snapshot, so that the change came after that
      await takeSnapshot(next, listed(t0 + 3 * quarter, { s1: { name: 'beta', status: 3 }, s2: {} }));
      await takeSnapshot(next, at(t0 + 4 * quarter));
      const third = await reopen();
      const last = begin(third);
      await takeSnapshot(last, listed(t0 + 5 * quarter, { s1: { name: 'beta', status: 3, remarks: 'note' }, s3: {} }));
      await recordAccountChanges(last, accountId);
      const { items, unreadableCount } = await readHistory(third);
      expect(unreadableCount).toBe(0);
      expect(items.map(({ userId, kind, before, after, sinceMs }) => [userId, kind, before, after, sinceMs])).toEqual(
        expect.arrayContaining([
          ['s1', 'renamed', 'alpha', 'beta', t0 + 1],
          ['s1', 'status', '2', '3', t0 + 2 * quarter],
          ['s1', 'remarks', '', 'note', t0 + 3 * quarter + 1],
          ['s3', 'new', '', 's3', t0 + 3 * quarter + 1],
          ['s2', 'gone', 's2', '', t0 + 3 * quarter + 1],
        ]),
      );
      expect(items).toHaveLength(5);
      expect((await readHistory(third, 's2')).items).toHaveLength(1);
      expect((await valueOf(third.verify({}))).faults).toEqual([]);
    }),
  );
}

function seenAs(key: string, change: Partial<NotedChange>): NotedChange {
  return { ...seen, key, kind: 'renamed', coin: null, moved: null, currency: null, ...change };
}

function describeSeenDetails(run: Run): void {
  it(
    'stores a change that a window and the list have once, and what reverted between two lists as the window saw it',
    run(async ({ store }) => {
      const accountId = await valueOf(store.openAccount(account));
      const removed: string[] = [];
      const both = seenAs('both', { before: 'alpha', after: 'beta', sinceMs: t0 + 5, atMs: t0 + 9 });
      const reverted = seenAs('reverted', { kind: 'status', before: '2', after: '3', sinceMs: t0 + 5, atMs: t0 + 9 });
      const later = seenAs('later', {
        before: 'beta',
        after: 'gamma',
        sinceMs: t0 + quarter + 5,
        atMs: t0 + quarter + 9,
      });
      const list = () => [both, reverted, later].filter(({ key }) => !removed.includes(key));
      const session = begin(store, { list, remove: keys => removed.push(...keys) });
      const take = (atMs: number, name: string) => {
        const subAccountList = buildList(atMs + 1, { s1: { name } });
        return takeSnapshot(session, buildSnapshot(atMs, [], { accountId, subAccountList }));
      };
      await take(t0, 'alpha');
      expect(removed).toEqual([]);
      await take(t0 + quarter, 'beta');
      expect(removed.toSorted()).toEqual(['both', 'reverted']);
      await take(t0 + 2 * quarter, 'gamma');
      const { items } = await readHistory(store);
      expect(items.map(({ kind, before, after }) => `${kind} ${before} ${after}`).toSorted()).toEqual([
        'renamed alpha beta',
        'renamed beta gamma',
        'status 2 3',
      ]);
    }),
  );
}

function describeSeenChanges(run: Run): void {
  describeSeenDetails(run);
  it(
    'stores what windows saw once, also when it ends before that is removed, without balances that snapshots cover',
    run(async ({ store, reopen }) => {
      const accountId = await valueOf(store.openAccount(account));
      const removed: string[] = [];
      const snapshot = buildSnapshot(t0, [buildSubBalance('s1', '7')], { accountId });
      await takeSnapshot(begin(store), snapshot);
      await takeSnapshot(begin(store), { ...snapshot, atMs: t0 + quarter });
      const renamed: NotedChange = { ...seen, key: `${t0 - 5}:1`, kind: 'renamed', coin: null };
      // the snapshots have the first of these; none of them has the second one yet
      const covered = { ...seen, key: 'covered', sinceMs: t0 + 1, atMs: t0 + 2 };
      const later = { ...seen, key: 'later', sinceMs: t0 + 1, atMs: t0 + hourMs };
      const changes = (isCutShort: boolean): SeenChanges => ({
        list: () => (removed.length > 0 ? [] : [seen, renamed, covered, later]),
        remove: keys => {
          if (!isCutShort) removed.push(...keys);
        },
      });
      const of = (opened: ArchiveStore, isCutShort: boolean) => begin(opened, changes(isCutShort), snapshot);
      await recordAccountChanges(of(store, true), accountId);
      const again = await reopen();
      await recordAccountChanges(of(again, false), accountId);
      expect(removed).toEqual([seen.key, renamed.key, 'covered']);
      const { items } = await readHistory(again);
      expect(items).toHaveLength(2);
      expect(items).toContainEqual({ ...seen, moves: [], createdAtMs: seen.atMs });
    }),
  );
}
