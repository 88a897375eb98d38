import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '#shared/errors.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { cancel, intent, journalOn, type TestJournal } from '../testing/journal-fixture.ts';
import { openDatabase } from './database.ts';

let folder = '';
let database: DatabaseSync;
let test: TestJournal;
let isBroken = false;

const broken = () => Object.assign(new Error('the words of Node'), { errcode: 10, errstr: 'disk I/O error' });
const noted =
  'Noted in memory only, because the order journal cannot be written now; it is written as soon as that is possible.';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-in-memory-'));
  const opened = openDatabase({ path: join(folder, 'journal.sqlite'), nowMs: () => 1000, notice: () => {} });
  if (opened.state !== 'open') throw new Error(opened.state);
  database = opened.database;
  isBroken = false;
  test = journalOn(() => {
    if (isBroken) throw broken();
    return database;
  });
});
afterEach(() => {
  database.close();
  removeFolder(folder);
});

/** A write fails from here on, and the stored rows can still be read, as on a full disk. */
function fillDisk(): void {
  database.exec('PRAGMA query_only = ON');
}

function makeRoom(): void {
  database.exec('PRAGMA query_only = OFF');
}

const states = () => database.prepare('SELECT state FROM intents').all();

describe('actions in memory', () => {
  it('actions in memory are listed with the others: newest first, of one profile, up to the limit', () => {
    test.journal.append({ intent: intent('old', { createdAtMs: 1 }), body: {} });
    test.journal.append({ intent: intent('newest', { createdAtMs: 9 }), body: {} });
    fillDisk();
    test.journal.append({ intent: cancel('kept', { createdAtMs: 5 }), body: {} });
    test.journal.append({ intent: cancel('other', { createdAtMs: 6, profileId: 'p2' }), body: {} });
    const ids = (profileId: string, limit: number) => {
      const listed = test.journal.list(profileId, limit);
      return listed.ok && listed.value.map(({ id }) => id);
    };
    expect(ids('p1', 10)).toEqual(['newest', 'kept', 'old']);
    expect(ids('p1', 2)).toEqual(['newest', 'kept']);
    expect(ids('p2', 10)).toEqual(['other']);
    expect(ids('p3', 10)).toEqual([]);
  });

  it('actions in memory are looked up with the sent fields, on disk or not, while their outcome is open', () => {
    test.journal.append({ intent: intent('lost'), body: { clientOid: 'on disk' } });
    test.journal.append({ intent: intent('done'), body: {} });
    test.journal.append({ intent: intent('fine', { state: 'sent' }), body: { clientOid: 'fine' } });
    fillDisk();
    test.journal.advance(intent('lost', { state: 'unknown' }));
    test.journal.advance(intent('done', { state: 'acknowledged' }));
    for (const state of ['new', 'sent', 'rejected'] as const)
      test.journal.append({ intent: cancel(`c-${state}`, { state }), body: { orderId: state } });
    test.journal.append({ intent: cancel('other', { profileId: 'p2' }), body: {} });
    const open = test.journal.open('p1');
    expect(open.ok && open.value.map(entry => [entry.intent.id, entry.intent.state, entry.body])).toEqual([
      ['fine', 'sent', { clientOid: 'fine' }],
      ['lost', 'unknown', { clientOid: 'on disk' }],
      ['c-new', 'new', { orderId: 'new' }],
      ['c-sent', 'sent', { orderId: 'sent' }],
    ]);
  });

  it('keep their text and their sequence when space is free again', () => {
    fillDisk();
    expect(test.journal.append({ intent: cancel('c'), body: { orderId: 'o' } })).toMatchObject({
      value: { detail: noted },
    });
    makeRoom();
    // not before what waits is written
    expect(test.journal.advance(cancel('c', { state: 'rejected', detail: 'gone already' }))).toMatchObject({
      value: { state: 'rejected', detail: 'gone already' },
    });
    expect(database.prepare('SELECT count(*) AS n FROM intents').get()).toEqual({ n: 0 });
    expect(test.retry()).toBeNull();
    expect(database.prepare('SELECT state, detail, body FROM intents').all()).toEqual([
      { state: 'rejected', detail: 'gone already', body: '{"orderId":"o"}' },
    ]);
    expect(test.retry()).toBeNull();
    expect(database.prepare('SELECT count(*) AS n FROM intent_steps').get()).toEqual({ n: 1 });
    expect(test.notices).toEqual([
      'An action could not be written to the order journal and is in memory only. If Fathom ends before it is written, check its outcome at the exchange.',
    ]);
  });

  it('keep a step of a stored action behind the earlier step that waits in memory', () => {
    test.journal.append({ intent: cancel('c'), body: { orderId: 'o' } });
    fillDisk();
    test.journal.advance(cancel('c', { state: 'sent' }));
    makeRoom();
    test.journal.advance(cancel('c', { state: 'acknowledged' }));
    expect(states()).toEqual([{ state: 'new' }]);
    expect(test.retry()).toBeNull();
    expect(states()).toEqual([{ state: 'acknowledged' }]);
  });

  it('stay in memory while nothing can be written', () => {
    fillDisk();
    test.journal.append({ intent: cancel('c'), body: {} });
    expect(test.retry()).not.toBeNull();
    makeRoom();
    expect(test.retry()).toBeNull();
    fillDisk();
    // nothing waits, and still it is seen that nothing can be written
    expect(test.retry()).not.toBeNull();
  });
});

describe('an action before it is sent', () => {
  it.each(['new', 'sent'] as const)(
    'an action before it is sent is rejected as %s with the reason when it cannot be written',
    state => {
      test.journal.append({ intent: intent('a'), body: {} });
      isBroken = true;
      const refused = fail(
        'storage',
        'The order journal cannot be written (disk I/O error), so nothing was sent. Free disk space or check the data folder.',
      );
      expect(test.journal.append({ intent: intent('b', { state }), body: {} })).toEqual(refused);
      expect(test.journal.advance(intent('a', { state }))).toEqual(refused);
      expect(test.notices).toEqual([]);
      expect(test.released()).toBe(0);
      expect(test.journal.list('p1', 1)).toEqual(fail('storage', 'The order journal cannot be read (disk I/O error).'));
    },
  );

  it('leaves no partial record when its second row cannot be written', () => {
    database.exec('ALTER TABLE intent_steps RENAME TO elsewhere');
    expect(test.journal.append({ intent: intent('a'), body: {} }).ok).toBe(false);
    expect(database.isTransaction).toBe(false);
    expect(database.prepare('SELECT count(*) AS n FROM intents').get()).toEqual({ n: 0 });
    database.exec('ALTER TABLE elsewhere RENAME TO intent_steps');
    expect(test.journal.append({ intent: intent('a'), body: {} }).ok).toBe(true);
  });
});
