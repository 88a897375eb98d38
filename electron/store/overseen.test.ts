import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type AccountChange,
  type AccountsLook,
  changesKeptMs,
  mostChanges,
} from '#shared/domain/overseen/watched-accounts.ts';
import type { SeenAccount, SeenAccounts } from '#shared/domain/account/oversight.ts';
import { succeed } from '#shared/errors.ts';
import { documentLimits } from './documents/limits.ts';
import { createOverseen, type OverseenStore } from './overseen.ts';

let dataDir = '';
let nowMs = 0;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-overseen-'));
  nowMs = 1_000_000;
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

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

function lookAt(store: OverseenStore, look: Partial<AccountsLook>, isKept = true): boolean {
  nowMs += 1000;
  const afterMs = store.read('p')?.last.atMs ?? null;
  const whole = { atMs: nowMs, prices: {}, accounts: null, changes: [], ...look };
  const taken = store.look('p', { afterMs, look: whole, isKept });
  if (!taken.ok) throw new Error(taken.error.message);
  return taken.value;
}

it('changes and the look before outlive Fathom, and a session begins with its own first look', () => {
  const evening = open();
  expect(evening.read('p')).toBeNull();
  // nobody can say "as before" of nothing
  expect(lookAt(evening, {})).toBe(false);
  expect(lookAt(evening, { accounts: { 1: account('5') } })).toBe(true);
  const beganAtMs = nowMs;
  expect(lookAt(evening, { accounts: { 1: account('7') }, changes: [jump] })).toBe(true);
  const jumpedMs = nowMs;
  const first = evening.read('p')?.first;
  expect(first?.accounts['1']?.coins).toEqual({ USDT: '5' });
  expect(lookAt(evening, {})).toBe(true);
  const lastMs = nowMs;
  evening.close();

  const morning = open();
  expect(morning.read('p')).toMatchObject({ beganAtMs, first: null, closed: { atMs: lastMs } });
  lookAt(morning, { accounts: { 1: account('9') }, changes: [{ ...jump, before: '7', after: '9' }] });
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

it('reads changes that an earlier version stored without their currency', () => {
  const { currency: _, ...older } = jump;
  const last: SeenAccounts = { atMs: 1, prices: {}, accounts: { 1: account('7') } };
  const changes = [{ ...older, key: 'k', sinceMs: 1, atMs: 2 }];
  const watched = { beganAtMs: 1, closed: null, first: null, last, changes, knownAtMs: {} };
  writeFileSync(join(dataDir, 'overseen.json'), JSON.stringify({ version: 1, profiles: { p: watched } }));
  expect(open().read('p')?.changes).toMatchObject([{ moved: '2', currency: null }]);
});

it('of two windows that compared with the same look only one is believed', () => {
  const store = open();
  lookAt(store, { accounts: { 1: account('5') } });
  const afterMs = store.read('p')?.last.atMs ?? null;
  const look = (atMs: number) => ({ atMs, prices: {}, accounts: { 1: account('7') }, changes: [jump] });
  expect(store.look('p', { afterMs, look: look(nowMs + 5), isKept: true })).toEqual(succeed(true));
  expect(store.look('p', { afterMs, look: look(nowMs + 6), isKept: true })).toEqual(succeed(false));
  expect(store.read('p')?.changes).toHaveLength(1);
  // nor is a look that is no newer
  expect(store.look('p', { afterMs: nowMs + 5, look: look(nowMs + 5), isKept: true })).toEqual(succeed(false));
});

it('the feed ends with its number and with its time', () => {
  const store = open();
  const many = Array.from({ length: mostChanges + 5 }, () => jump);
  lookAt(store, { accounts: { 1: account('5') }, changes: many });
  expect(store.read('p')?.changes).toHaveLength(mostChanges);
  nowMs += changesKeptMs;
  lookAt(store, { changes: [jump] });
  expect(store.read('p')?.changes).toHaveLength(1);
});

it('what was seen of an exchange that begins anew is not written, and forgotten when it does', () => {
  const store = open();
  lookAt(store, { accounts: { 1: account('5') } }, false);
  store.close();
  expect(existsSync(join(dataDir, 'overseen.json'))).toBe(false);
  store.beginAnew('p');
  expect(store.read('p')).toBeNull();
});

it('drops what belongs to other profiles, before and after the file is read', () => {
  const first = open();
  lookAt(first, { accounts: { 1: account('5') } });
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

it('refuses a history that is larger than its limit and keeps the one before', () => {
  const store = open();
  lookAt(store, { accounts: { 1: account('5') } });
  const before = store.read('p');
  nowMs += 1000;
  const accounts = { 1: { ...account('7'), remarks: 'x'.repeat(documentLimits.watchedAccounts.oneBytes) } };
  const look = { atMs: nowMs, prices: {}, accounts, changes: [] };
  expect(store.look('p', { afterMs: before?.last.atMs ?? null, look, isKept: true })).toMatchObject({
    error: { kind: 'over-quota' },
  });
  expect(store.read('p')).toBe(before);
});

it('when figures were last told is kept of listed accounts alone: left out ones keep it, gone or made-up ones do not', () => {
  const store = open();
  lookAt(store, { accounts: { 1: account('5'), 2: account('5') } });
  const toldAtMs = nowMs;
  lookAt(store, { accounts: { 1: { ...account('5'), coins: null }, 3: { ...account('5'), coins: null } } });
  expect(store.read('p')?.knownAtMs).toEqual({ 1: toldAtMs });
  for (let round = 0; round < 5; round += 1) lookAt(store, { accounts: { [`made up ${round}`]: account('5') } });
  expect(Object.keys(store.read('p')?.knownAtMs ?? {})).toEqual(['made up 4']);
});

it('a look of tomorrow is not taken: after it none of today would be', () => {
  const store = open();
  expect(lookAt(store, { accounts: { 1: account('5') }, atMs: nowMs + 86_400_000 })).toBe(false);
  expect(lookAt(store, { accounts: { 1: account('5') } })).toBe(true);
});

it('the looks of the last hour are held apart from the file, and the last of the session before is one of them', () => {
  const evening = open();
  lookAt(evening, { accounts: { 1: account('5') } });
  nowMs += 30 * 60_000;
  lookAt(evening, { accounts: { 1: account('7') } });
  expect(evening.read('p')?.recent.map(({ accounts }) => accounts['1']?.coins)).toEqual([{ USDT: '5' }, { USDT: '7' }]);
  evening.close();
  const file = JSON.parse(readFileSync(join(dataDir, 'overseen.json'), 'utf8')) as unknown;
  expect(file).not.toHaveProperty('profiles.p.recent');
  expect(file).toHaveProperty('profiles.p.last');
  const morning = open();
  expect(morning.read('p')?.recent.map(({ accounts }) => accounts['1']?.coins)).toEqual([{ USDT: '7' }]);
});
