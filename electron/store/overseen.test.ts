import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type AccountChange,
  type AccountsSnapshot,
  changesKeptMs,
  mostChanges,
} from '#shared/domain/overseen/watched-accounts.ts';
import type { SeenAccount, SeenAccounts } from '#shared/domain/account/oversight.ts';
import { succeed } from '#shared/errors.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { documentLimits } from './documents/limits.ts';
import { createOverseen, type OverseenStore } from './overseen.ts';

let dataDir = '';
let nowMs = 0;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-overseen-'));
  nowMs = 1_000_000;
});
afterEach(() => removeFolder(dataDir));

const open = () => createOverseen({ dataDir, nowMs: () => nowMs, notice: () => {} });

const account = (amount: `${number}`): SeenAccount => ({
  name: 'alpha',
  status: 2,
  access: null,
  remarks: null,
  coins: { USDT: amount },
  futures: {},
});

const jump: AccountChange = {
  userId: '1',
  name: 'alpha',
  kind: 'balance',
  before: '5',
  after: '7',
  coin: 'USDT',
  moved: '2',
  currency: 'USDT',
};

function writeSnapshot(store: OverseenStore, look: Partial<AccountsSnapshot>, isKept = true): boolean {
  nowMs += 1000;
  const afterMs = store.read('p')?.last.atMs ?? null;
  const whole = { atMs: nowMs, prices: {}, accounts: null, changes: [], ...look };
  const taken = store.look('p', { afterMs, look: whole, isKept });
  if (!taken.ok) throw new Error(taken.error.message);
  return taken.value;
}

it('sub-account history keeps changes and the last snapshot over a restart, and a session starts with its own first snapshot', () => {
  const evening = open();
  expect(evening.read('p')).toBeNull();
  // there is no earlier value to keep
  expect(writeSnapshot(evening, {})).toBe(false);
  expect(writeSnapshot(evening, { accounts: { 1: account('5') } })).toBe(true);
  const beganAtMs = nowMs;
  expect(writeSnapshot(evening, { accounts: { 1: account('7') }, changes: [jump] })).toBe(true);
  const jumpedMs = nowMs;
  const first = evening.read('p')?.first;
  expect(first?.accounts['1']?.coins).toEqual({ USDT: '5' });
  expect(writeSnapshot(evening, {})).toBe(true);
  const lastMs = nowMs;
  evening.close();

  const morning = open();
  expect(morning.read('p')).toMatchObject({ beganAtMs, first: null, closed: { atMs: lastMs } });
  writeSnapshot(morning, { accounts: { 1: account('9') }, changes: [{ ...jump, before: '7', after: '9' }] });
  expect(morning.read('p')).toMatchObject({
    closed: { accounts: { 1: { coins: { USDT: '7' } } } },
    first: { accounts: { 1: { coins: { USDT: '9' } } } },
    changes: [
      { after: '9', sinceMs: lastMs, atMs: nowMs },
      { after: '7', sinceMs: beganAtMs, atMs: jumpedMs },
    ],
    knownAtMs: { 1: nowMs },
  });
});

it('sub-account history reads changes that an earlier version stored without their currency', () => {
  const { currency: _, ...older } = jump;
  const last: SeenAccounts = { atMs: 1, prices: {}, accounts: { 1: account('7') } };
  const changes = [{ ...older, key: 'k', sinceMs: 1, atMs: 2 }];
  const watched = { beganAtMs: 1, closed: null, first: null, last, changes, knownAtMs: {} };
  writeFileSync(join(dataDir, 'overseen.json'), JSON.stringify({ version: 1, profiles: { p: watched } }));
  expect(open().read('p')?.changes).toMatchObject([{ moved: '2', currency: null }]);
});

it('sub-account history accepts only one of two windows that compared with the same snapshot', () => {
  const store = open();
  writeSnapshot(store, { accounts: { 1: account('5') } });
  const afterMs = store.read('p')?.last.atMs ?? null;
  const look = (atMs: number) => ({ atMs, prices: {}, accounts: { 1: account('7') }, changes: [jump] });
  expect(store.look('p', { afterMs, look: look(nowMs + 5), isKept: true })).toEqual(succeed(true));
  expect(store.look('p', { afterMs, look: look(nowMs + 6), isKept: true })).toEqual(succeed(false));
  expect(store.read('p')?.changes).toHaveLength(1);
  // nor is a look that is no newer
  expect(store.look('p', { afterMs: nowMs + 5, look: look(nowMs + 5), isKept: true })).toEqual(succeed(false));
});

it('sub-account history limits its changes by number and by time', () => {
  const store = open();
  const many = Array.from({ length: mostChanges + 5 }, () => jump);
  writeSnapshot(store, { accounts: { 1: account('5') }, changes: many });
  expect(store.read('p')?.changes).toHaveLength(mostChanges);
  nowMs += changesKeptMs;
  writeSnapshot(store, { changes: [jump] });
  expect(store.read('p')?.changes).toHaveLength(1);
});

it('sub-account history is not written for a temporary exchange, and is dropped when it restarts', () => {
  const store = open();
  writeSnapshot(store, { accounts: { 1: account('5') } }, false);
  store.close();
  expect(existsSync(join(dataDir, 'overseen.json'))).toBe(false);
  store.beginAnew('p');
  expect(store.read('p')).toBeNull();
});

it('sub-account history drops the data of other profiles, before and after the file is read', () => {
  const first = open();
  writeSnapshot(first, { accounts: { 1: account('5') } });
  first.close();
  const unread = open();
  unread.keepProfiles(id => id !== 'p');
  expect(unread.read('p')).toBeNull();
  const store = open();
  expect(store.read('p')).not.toBeNull();
  store.keepProfiles(id => id !== 'p');
  expect(store.read('p')).toBeNull();
  store.close();
  expect(open().read('p')).toBeNull();
});

it('sub-account history rejects an update beyond its limit and keeps the one before', () => {
  const store = open();
  writeSnapshot(store, { accounts: { 1: account('5') } });
  const before = store.read('p');
  nowMs += 1000;
  const accounts = { 1: { ...account('7'), remarks: 'x'.repeat(documentLimits.watchedAccounts.oneBytes) } };
  const look = { atMs: nowMs, prices: {}, accounts, changes: [] };
  expect(store.look('p', { afterMs: before?.last.atMs ?? null, look, isKept: true })).toMatchObject({
    error: { kind: 'over-quota' },
  });
  expect(store.read('p')).toBe(before);
});

it('sub-account history keeps the last time of known figures for listed accounts only, also for omitted ones', () => {
  const store = open();
  writeSnapshot(store, { accounts: { 1: account('5'), 2: account('5') } });
  const reportedAtMs = nowMs;
  writeSnapshot(store, { accounts: { 1: { ...account('5'), coins: null }, 3: { ...account('5'), coins: null } } });
  expect(store.read('p')?.knownAtMs).toEqual({ 1: reportedAtMs });
  for (let round = 0; round < 5; round += 1) writeSnapshot(store, { accounts: { [`made up ${round}`]: account('5') } });
  expect(Object.keys(store.read('p')?.knownAtMs ?? {})).toEqual(['made up 4']);
});

it('sub-account history rejects a snapshot from the future, which would block those of today', () => {
  const store = open();
  expect(writeSnapshot(store, { accounts: { 1: account('5') }, atMs: nowMs + 86_400_000 })).toBe(false);
  expect(writeSnapshot(store, { accounts: { 1: account('5') } })).toBe(true);
});

it('sub-account history keeps the snapshots of the last hour in memory, with the last one of the session before', () => {
  const evening = open();
  writeSnapshot(evening, { accounts: { 1: account('5') } });
  nowMs += 30 * 60_000;
  writeSnapshot(evening, { accounts: { 1: account('7') } });
  expect(evening.read('p')?.recent.map(({ accounts }) => accounts['1']?.coins)).toEqual([{ USDT: '5' }, { USDT: '7' }]);
  evening.close();
  const file = JSON.parse(readFileSync(join(dataDir, 'overseen.json'), 'utf8')) as unknown;
  expect(file).not.toHaveProperty('profiles.p.recent');
  expect(file).toHaveProperty('profiles.p.last');
  const morning = open();
  expect(morning.read('p')?.recent.map(({ accounts }) => accounts['1']?.coins)).toEqual([{ USDT: '7' }]);
});

const path = () => join(dataDir, 'overseen.json');

const buildNoted = (key: string) => ({ ...jump, key, sinceMs: 1, atMs: 9 });

/** The file as the version before wrote it, with two changes. */
function writeEarlier(version = 1): string {
  const last: SeenAccounts = { atMs: 9, prices: {}, accounts: { 1: account('7') } };
  const changes = [buildNoted('9:0'), buildNoted('9:1')];
  const watched = { beganAtMs: 1, closed: null, first: null, last, changes, knownAtMs: {} };
  const text = JSON.stringify({ version, profiles: { p: watched } });
  writeFileSync(path(), text);
  return text;
}

it('sub-account history gives changes of an earlier version until the archive has them, over a restart', () => {
  writeEarlier();
  const first = open();
  expect(first.unrecorded('p').map(({ key }) => key)).toEqual(['9:0', '9:1']);
  first.recorded('p', new Set(['9:0']));
  first.close();
  const second = open();
  expect(second.unrecorded('p').map(({ key }) => key)).toEqual(['9:1']);
  second.recorded('p', new Set(['9:1']));
  second.close();
  // the snapshots stay: changes of value are measured from them
  expect(open().read('p')).toMatchObject({ changes: [], closed: { atMs: 9 } });
});

it('sub-account history leaves a file of a newer version untouched, with a sentence', () => {
  const text = writeEarlier(2);
  const notices: string[] = [];
  const store = createOverseen({ dataDir, nowMs: () => nowMs, notice: message => notices.push(message) });
  expect(store.unrecorded('p')).toEqual([]);
  writeSnapshot(store, { accounts: { 1: account('5') } });
  store.close();
  expect(readFileSync(path(), 'utf8')).toBe(text);
  expect(notices).toEqual([expect.stringContaining('newer version')]);
});

it('sub-account history sets a damaged file aside and begins with an empty one', () => {
  writeFileSync(path(), '{"version":1,"profiles":');
  const store = open();
  expect(store.unrecorded('p')).toEqual([]);
  store.close();
  expect(readdirSync(dataDir).filter(name => name.startsWith('overseen') && name !== 'overseen.json')).toHaveLength(1);
});
