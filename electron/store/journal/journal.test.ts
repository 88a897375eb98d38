import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { openStore, type Store } from '../store.ts';
import { cancel, intent, journalOn, silent } from '../testing/journal-fixture.ts';
import { openDatabase } from './database.ts';

let dataDir = '';
const path = () => join(dataDir, 'journal.sqlite');

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-journal-'));
});
afterEach(() => removeFolder(dataDir));

function open(): Store {
  const store = openStore({ dataDir, log: silent, nowMs: () => 1000 });
  if (!store.ok) throw new Error(store.error.message);
  return store.value;
}

function openTest(): DatabaseSync {
  const opened = openDatabase({ path: path(), nowMs: () => 1000, notice: () => {} });
  if (opened.state !== 'open') throw new Error(opened.state);
  return opened.database;
}

/** Damages the journal without its knowledge. */
function tamper(statement: string): void {
  const database = new DatabaseSync(path());
  database.exec(statement);
  database.close();
}

const ids = (result: ReturnType<Store['journal']['list']>) => result.ok && result.value.map(({ id }) => id);
const openIds = (result: ReturnType<Store['journal']['open']>) =>
  result.ok && result.value.map(entry => entry.intent.id);

it('journal flushes each commit to the disk before it confirms it', () => {
  const database = openTest();
  expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 }); // FULL
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(database.prepare('PRAGMA fullfsync').get()).toEqual({ fullfsync: 1 }); // macOS
  expect(database.prepare('PRAGMA checkpoint_fullfsync').get()).toEqual({ checkpoint_fullfsync: 1 });
  database.close();
});

it('journal stores an action and its next step together, or neither', () => {
  const { journal } = open();
  const sent = intent('a', { state: 'sent' });
  expect(journal.append({ intent: intent('a'), body: {} }, {}, sent)).toEqual({ ok: true, value: sent });
  expect(journal.list('p1', 10)).toEqual({ ok: true, value: [sent] });
  const stray = intent('unknown', { state: 'sent' });
  expect(journal.append({ intent: intent('b'), body: {} }, {}, stray)).toMatchObject({ ok: false });
  expect(journal.list('p1', 10)).toEqual({ ok: true, value: [sent] });
});

const at = (id: string, atMs: number, change: object = {}) =>
  intent(id, { state: 'sent', createdAtMs: atMs, updatedAtMs: atMs, ...change });

it('journal lists what was sent for the same symbol since an action started, also by a clock that was set back', () => {
  const store = open();
  const lost = at('open', 1000);
  for (const each of [
    at('before', 900),
    lost,
    at('after', 1100),
    at('set-back', 500),
    at('refused', 1200, { state: 'rejected' }),
    at('elsewhere', 1200, { symbol: 'other' }),
  ])
    store.journal.append({ intent: each, body: {} });
  expect(openIds(store.journal.since(lost))).toEqual(['after', 'set-back']);
  // one that was sent again
  store.journal.advance(at('before', 1300));
  expect(openIds(store.journal.since(lost))).toEqual(['before', 'after', 'set-back']);
  store.close();
  tamper(`UPDATE intents SET kind = 'place-teleport' WHERE id = 'after'`);
  expect(open().journal.since(lost)).toMatchObject({ ok: false, error: { kind: 'storage' } });
});

describe('an unreadable journal entry', () => {
  it.each([
    ['an unknown kind', `kind = 'place-teleport'`],
    ['an unknown state', `state = 'halfway'`],
    ['a body that is no JSON', `body = '{'`],
    ['a number that cannot be read', 'updated_at_ms = 9007199254740993'],
  ])('%s: is left unchanged and reported once, and the others are used (fault 39)', (what, change) => {
    const store = open();
    for (const id of ['a', 'b', 'c']) store.journal.append({ intent: intent(id, { state: 'sent' }), body: { id } });
    store.close();
    tamper(`UPDATE intents SET ${change} WHERE id = 'b'`);
    const again = open();
    expect(openIds(again.journal.open('p1'))).toEqual(['a', 'c']);
    const listed = ids(again.journal.list('p1', 10));
    expect(listed).toEqual(what === 'a body that is no JSON' ? ['c', 'b', 'a'] : ['c', 'a']);
    again.journal.open('p1');
    expect(again.notices).toEqual([
      'An entry of the order journal cannot be read (Buy 1 BTC-USDT at 1). All others are used, and nothing was deleted. Look at the exchange for what became of it.',
    ]);
    again.close();
    // it is still there, and marked; the next start does not report it again
    const third = open();
    third.journal.open('p1');
    third.journal.list('p1', 10);
    expect(third.notices).toEqual([]);
    third.close();
    const raw = new DatabaseSync(path(), { readOnly: true });
    expect(raw.prepare('SELECT count(*) AS n FROM intents').get()).toEqual({ n: 3 });
    expect(raw.prepare('SELECT intent_id FROM unreadable_intents').all()).toEqual([{ intent_id: 'b' }]);
    raw.close();
  });

  it('each of five unreadable entries is named (fault 39)', () => {
    const store = open();
    for (let n = 0; n < 5; n += 1)
      store.journal.append({ intent: intent(`i${n}`, { state: 'sent', summary: `act ${n}` }), body: {} });
    store.close();
    tamper(`UPDATE intents SET kind = 'place-teleport'`);
    const again = open();
    again.journal.open('p1');
    expect(again.notices[0]).toContain(
      '5 entries of the order journal cannot be read (act 0; act 1; act 2; act 3; act 4).',
    );
    again.close();
  });

  it('an unreadable journal entry is reported too when it is invalid for the lookup (fault 39)', () => {
    const store = open();
    store.journal.setAside({ id: 'i1', reason: 'no such pair', summary: 'Buy 1 of nothing' });
    expect(store.notices).toEqual([expect.stringContaining('(Buy 1 of nothing)')]);
    store.close();
  });

  it('an unreadable journal entry is reported once in one sentence for many, also when the journal cannot store the mark (fault 39)', () => {
    const store = open();
    for (let n = 0; n < 8; n += 1) store.journal.append({ intent: intent(`i${n}`, { state: 'sent' }), body: {} });
    store.close();
    tamper(`UPDATE intents SET kind = 'place-teleport'; DROP TABLE unreadable_intents;`);
    const again = open();
    expect(openIds(again.journal.open('p1'))).toEqual([]);
    again.journal.list('p1', 10);
    expect(again.notices).toEqual([expect.stringMatching(/^8 entries [^;]*(?:; [^;]*){4}; and 3 more\)/)]);
    again.close();
  });

  it('does not hide the open actions of any profile in the count (fault 39)', () => {
    const store = open();
    store.journal.append({ intent: intent('a', { state: 'sent' }), body: {} });
    store.journal.append({ intent: intent('b', { state: 'unknown', profileId: 'p2' }), body: {} });
    store.journal.append({ intent: intent('c', { state: 'new', profileId: 'p2' }), body: {} });
    store.journal.append({ intent: intent('d', { state: 'acknowledged', profileId: 'p3' }), body: {} });
    const counted = store.journal.countOpen();
    expect(counted.ok && counted.value).toEqual([
      { profileId: 'p1', actions: 1 },
      { profileId: 'p2', actions: 2 },
    ]);
    store.close();
  });
});

describe('a damaged journal', () => {
  it('keeps its readable rows, and records the loss (fault 39)', () => {
    const first = open();
    for (let n = 0; n < 120; n += 1)
      first.journal.append({
        intent: intent(`i${n}`, { state: 'sent', createdAtMs: n + 1, updatedAtMs: n + 1 }),
        body: { clientOid: `mark-${n}`, filler: 'x'.repeat(500) },
      });
    first.close();
    const bytes = readFileSync(path());
    const middle = Math.floor(bytes.length / 2 / 4096) * 4096;
    bytes.fill(0xff, middle, middle + 4096);
    writeFileSync(path(), bytes);
    const store = open();
    expect(store.notices).toHaveLength(1);
    const read = store.journal.open('p1');
    const kept = read.ok ? read.value.length : 0;
    expect(kept).toBeGreaterThan(50);
    expect(store.notices[0]).toContain(`${kept} of its actions`);
    for (const mark of ['mark-0', 'mark-119']) expect(store.journal.marks('p1').has(mark)).toBe(true);
    const loss = store.journal.uncheckedLoss('p1');
    expect(loss).toMatchObject({ foundAtMs: 1000 });
    store.journal.markChecked('p1');
    expect(store.journal.uncheckedLoss('p1')).toBeNull();
    expect(store.journal.uncheckedLoss('p2')).toEqual(loss);
    store.close();
    const again = open();
    expect(again.notices).toEqual([]);
    expect(again.journal.uncheckedLoss('p1')).toBeNull();
    again.close();
  });

  it('a journal is reported as a loss when its file is empty, but not at a first start (fault 39)', () => {
    const first = open();
    expect(first.notices).toEqual([]);
    first.journal.append({ intent: intent('a'), body: {} });
    first.close();
    truncateSync(path(), 0);
    const store = open();
    expect(store.notices).toEqual([
      expect.stringContaining('was missing or empty'),
      expect.stringContaining('The audit journal does not hold'),
    ]);
    expect(store.journal.uncheckedLoss('p1')).toEqual({ foundAtMs: 1000, lastKeptMs: null });
    store.close();
  });

  it('a journal is reported as a loss when its file is empty beside a WAL (39)', () => {
    const first = open();
    first.journal.append({ intent: intent('a'), body: {} });
    const wal = readFileSync(`${path()}-wal`);
    first.close();
    truncateSync(path(), 0);
    writeFileSync(`${path()}-wal`, wal);
    const store = open();
    expect(store.notices).toContainEqual(expect.stringContaining('was missing or empty'));
    expect(store.journal.uncheckedLoss('p1')).toEqual({ foundAtMs: 1000, lastKeptMs: null });
    store.close();
  });

  it('a journal is reported as a loss when its file is missing for a connected key (fault 39)', () => {
    writeFileSync(join(dataDir, 'profiles.json'), '{"version":1,"profiles":[]}');
    const store = open();
    expect(store.notices).toEqual([expect.stringContaining('was missing or empty')]);
    store.close();
  });
});

describe('a journal that cannot be written', () => {
  it('rejects actions before they are sent, and keeps cancels in memory until it can be written (fault 12)', () => {
    let isBroken = false;
    const real = openTest();
    const test = journalOn(() => {
      if (isBroken) throw Object.assign(new Error('disk I/O error'), { errcode: 10, errstr: 'disk I/O error' });
      return real;
    });
    const { journal } = test;
    journal.append({ intent: intent('sent'), body: {} });
    journal.advance(intent('sent', { state: 'sent' }));
    isBroken = true;
    expect(journal.append({ intent: intent('a'), body: {} })).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(journal.append({ intent: cancel('c'), body: { orderId: 'o' } })).toMatchObject({
      ok: true,
      value: { detail: expect.stringContaining('in memory only') },
    });
    expect(journal.advance(cancel('c', { state: 'sent' })).ok).toBe(true);
    expect(journal.advance(cancel('c', { state: 'acknowledged' })).ok).toBe(true);
    // what became of an action that was sent before is known too, and is no reason to stop
    expect(journal.advance(intent('sent', { state: 'rejected', detail: 'no funds' })).ok).toBe(true);
    expect(test.notices).toEqual([expect.stringContaining('is in memory only')]);
    expect(test.released()).toBeGreaterThan(0);
    expect(test.retry()).toMatchObject({ errcode: 10 });
    isBroken = false;
    const listed = journal.list('p1', 10);
    expect(listed.ok && listed.value.map(({ id, state }) => [id, state])).toEqual([
      ['c', 'acknowledged'],
      ['sent', 'rejected'],
    ]);
    expect(test.retry()).toBeNull();
    const rows = real.prepare('SELECT id, state, detail FROM intents ORDER BY id').all();
    expect(rows).toMatchObject([
      { id: 'c', state: 'acknowledged' },
      { id: 'sent', state: 'rejected', detail: 'no funds' },
    ]);
    real.close();
  });

  it.each([cancel('c'), cancel('c', { kind: 'cancel-stop' }), cancel('c', { kind: 'cancel-futures-order' })])(
    'accepts $kind and tries no other action while the disk is full (fault 12)',
    wanted => {
      const database = openTest();
      const test = journalOn(database);
      test.setStatus('full');
      for (const kind of ['place-order', 'place-batch', 'place-stop', 'place-futures-order', 'add-margin'] as const) {
        const refused = test.journal.append({ intent: intent(kind, { kind }), body: {} });
        expect(refused).toMatchObject({ ok: false, error: { kind: 'storage', isOutcomeUnknown: false } });
        expect(refused.ok ? '' : refused.error.message).toContain('The disk is full');
      }
      expect(test.journal.append({ intent: wanted, body: {} })).toEqual({ ok: true, value: wanted });
      expect(database.prepare('SELECT id FROM intents').all()).toEqual([{ id: 'c' }]);
      database.close();
    },
  );

  it('does not report the disk for a duplicate entry', () => {
    const database = openTest();
    const test = journalOn(database);
    test.journal.append({ intent: intent('a'), body: {} });
    expect(test.journal.append({ intent: intent('a'), body: {} }).ok).toBe(false);
    expect(test.journal.advance(intent('unknown', { state: 'sent' })).ok).toBe(false);
    expect(test.reports).toEqual([]);
    database.close();
  });

  it('does not stop the start of Fathom, and is used as soon as it can be opened (fault 12)', () => {
    writeFileSync(path(), '');
    rmSync(path());
    // a folder in its place cannot be opened, not even by root
    const blocker = path();
    const opened: string[] = [];
    const timers: (() => void)[] = [];
    mkdirSync(blocker);
    const store = openStore({
      dataDir,
      log: silent,
      nowMs: () => 1000,
      onJournalOpened: () => void opened.push('opened'),
      later: what => {
        timers.push(what);
        return () => {};
      },
    });
    if (!store.ok) throw new Error(store.error.message);
    const { journal, health } = store.value;
    expect(health.status()).toMatchObject({ state: 'failing' });
    expect(journal.append({ intent: intent('a'), body: {} }).ok).toBe(false);
    expect(journal.append({ intent: cancel('c'), body: {} }).ok).toBe(true);
    expect(journal.list('p1', 5)).toMatchObject({ ok: false, error: { kind: 'storage' } });
    removeFolder(blocker);
    timers.at(-1)?.();
    expect(health.status()).toEqual({ state: 'ok', detail: '' });
    expect(opened).toEqual(['opened']);
    expect(ids(journal.list('p1', 5))).toEqual(['c']);
    store.value.close();
  });

  it('writes the rows in memory at the end, when that is possible (fault 12)', () => {
    const first = openStore({ dataDir, log: silent, nowMs: () => 1000, later: () => () => {} });
    if (!first.ok) throw new Error(first.error.message);
    const other = new DatabaseSync(path());
    other.exec('BEGIN IMMEDIATE'); // the journal is locked for longer than we wait
    expect(first.value.journal.append({ intent: cancel('c'), body: {} })).toMatchObject({
      value: { detail: expect.stringContaining('in memory only') },
    });
    other.exec('ROLLBACK');
    other.close();
    first.value.close();
    const again = open();
    expect(ids(again.journal.list('p1', 5))).toEqual(['c']);
    again.close();
  });

  it('reserves space for cancels on the disk', () => {
    const store = open();
    const reserve = join(dataDir, 'reserve');
    expect(statSync(reserve).size).toBe(512 * 1024);
    expect(statSync(reserve).blocks).toBeGreaterThanOrEqual(1024);
    expect(existsSync(join(dataDir, 'probe'))).toBe(false);
    store.close();
  });
});
