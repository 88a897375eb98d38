import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRedactor } from '#log/redact.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { openStore, type Store } from '../store.ts';
import { intent, silent } from '../testing/journal-fixture.ts';
import { verifyStore } from '../testing/verify-store.ts';
import { createAudit } from './audit.ts';
import { performJob } from './check/check-job.ts';
import { verifyChainFile } from './chain-file.ts';

/** The audit as the store opens it, on a folder of its own. */

let dataDir: string;
let store: Store;
const secret = 'hush-9f1c7e22-very-secret';
const redactor = createRedactor();
redactor.hide(secret);

const open = (): Store => {
  const opened = openStore({ dataDir, log: silent, nowMs: () => 5_000, clean: text => redactor.cleanText(text) });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
};
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-audit-'));
  store = open();
});
afterEach(() => {
  store.close();
  removeFolder(dataDir);
});

const rows = () => {
  const listed = store.audit.list(1_000);
  return listed.ok ? listed.value.toReversed() : [];
};
const problem = () => verifyStore({ dataDir }).problem;
const exportAll = () => {
  const answer = performJob({ kind: 'export', dataDir });
  if (answer.state !== 'exported') throw new Error(answer.state);
  return answer.exported;
};
/** A change with an editor while Fathom does not run. */
const tamper = (sql: string) => {
  store.close();
  const database = new DatabaseSync(join(dataDir, 'journal.sqlite'));
  database.exec(sql);
  database.close();
  store = open();
};
const fill = (count: number) => {
  for (let each = 0; each < count; each += 1) store.journal.append({ intent: intent(`i${each}`), body: {} });
};

describe('the audit journal', () => {
  it('has every step of an action: user, time, call, policy result, weight and outcome', () => {
    store.journal.append({ intent: intent('a'), body: {} }, { verdict: 'within all limits' });
    store.journal.advance(intent('a', { state: 'sent' }));
    store.journal.advance(intent('a', { state: 'acknowledged', updatedAtMs: 9 }), { weight: 3 });
    store.audit.note({ profileId: 'p1', kind: 'release', summary: 'Released', state: 'done', detail: null });
    expect(rows().map(({ n, kind, state, verdict, weight, atMs }) => [n, kind, state, verdict, weight, atMs])).toEqual([
      [1, 'place-order', 'new', 'within all limits', null, 1],
      [2, 'place-order', 'sent', null, null, 1],
      [3, 'place-order', 'acknowledged', null, 3, 9],
      [4, 'release', 'done', null, null, 5_000],
    ]);
    expect(rows().every(({ user }) => user.length > 0)).toBe(true);
    expect(problem()).toBeNull();
  });

  it('continues over restarts', () => {
    fill(2);
    store.close();
    store = open();
    fill(0);
    store.audit.note({ profileId: 'p1', kind: 'release', summary: '', state: 'done', detail: null });
    expect(rows().map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(problem()).toBeNull();
  });

  it('never contains a secret, in whichever field it was put', () => {
    store.journal.append(
      { intent: intent('a', { summary: secret, detail: secret, key: secret, symbol: secret }), body: {} },
      { verdict: secret },
    );
    store.audit.note({ profileId: 'p1', kind: 'x', summary: secret, state: 'refused', detail: `it was ${secret}` });
    const text = readFileSync(exportAll().file, 'utf8');
    expect(text).toContain('[hidden]');
    expect(text).not.toContain(secret.slice(0, 8));
  });

  it.each([
    ['a changed row', "UPDATE audit SET row = replace(row, 'i3', 'i9') WHERE n = 4", 'Row 4 was changed'],
    ['a removed row', 'DELETE FROM audit WHERE n = 4', 'Row 4 is missing'],
    [
      'rows that changed places',
      'UPDATE audit SET n = 100 WHERE n = 4; UPDATE audit SET n = 4 WHERE n = 5; UPDATE audit SET n = 5 WHERE n = 100',
      'Row 4 was changed',
    ],
    ['a cut end', 'DELETE FROM audit WHERE n > 7', 'Rows 8 to 10 are missing at the end'],
    [
      'a cut end whose mark was moved with it',
      'DELETE FROM audit WHERE n > 7; UPDATE audit_end SET n = 7, hash = (SELECT hash FROM audit WHERE n = 7)',
      'Rows 8 to 10 are missing at the end',
    ],
    ['all of it gone', 'DELETE FROM audit; DELETE FROM audit_end', 'Rows 1 to 10 are missing at the end'],
  ])('finds %s and names it', (_, sql, expected) => {
    fill(10);
    expect(problem()).toBeNull();
    tamper(sql);
    expect(problem()).toContain(expected);
  });

  it('reports at the start and afterwards that an older copy replaced it', () => {
    fill(10);
    tamper('DELETE FROM audit WHERE n > 7; UPDATE audit_end SET n = 7, hash = (SELECT hash FROM audit WHERE n = 7)');
    expect(store.notices).toEqual([expect.stringContaining('does not hold what it held before')]);
    store.audit.note({ profileId: 'p1', kind: 'release', summary: '', state: 'done', detail: null });
    for (let start = 0; start < 2; start += 1) {
      store.close();
      store = open();
      expect(problem()).toContain('at the end');
    }
    for (let more = 0; more < 5; more += 1)
      store.audit.note({ profileId: 'p1', kind: 'release', summary: '', state: 'done', detail: null });
    expect(problem()).toBe('Row 10 is not the one that was written: the journal was replaced.');
  });

  it('reports at each start that the anchor beside the database is missing or damaged, and does not write it again', () => {
    fill(3);
    const anchor = join(dataDir, 'audit-end.json');
    for (const damage of [() => rmSync(anchor), () => writeFileSync(anchor, '{')]) {
      store.close();
      damage();
      for (let start = 0; start < 2; start += 1) {
        store = open();
        expect(store.notices).toEqual([expect.stringContaining('audit-end.json')]);
        expect(problem()).toContain('audit-end.json');
        store.close();
      }
      store = open();
      store.audit.sealed.resetAnchor();
      expect(problem()).toBeNull();
    }
  });

  it('the audit journal is valid after Fathom was killed, with the last row on the chain', () => {
    fill(3);
    store.audit.anchor();
    store.journal.append({ intent: intent('later'), body: {} });
    const database = new DatabaseSync(join(dataDir, 'journal.sqlite'), { readOnly: true });
    database.close();
    store.close();
    store = open();
    expect(store.notices).toEqual([]);
    expect(problem()).toBeNull();
  });

  it('keeps rows in memory while the disk is full, and writes them with later rows (fault 12)', () => {
    const database = new DatabaseSync(':memory:');
    let isFull = true;
    const audit = createAudit({
      dataDir,
      database: () => {
        if (isFull) throw new Error('full');
        return database;
      },
      user: 'ada',
      nowMs: () => 1,
      clean: text => text,
    });
    database.exec(
      'CREATE TABLE audit (n INTEGER PRIMARY KEY, row TEXT, hash TEXT, mac TEXT); CREATE TABLE audit_end (id INTEGER PRIMARY KEY, n INTEGER, hash TEXT)',
    );
    audit.note({ profileId: 'p', kind: 'release', summary: 'first', state: 'done', detail: null });
    isFull = false;
    audit.note({ profileId: 'p', kind: 'release', summary: 'second', state: 'done', detail: null });
    const listed = audit.list(10);
    expect(listed.ok && listed.value.map(({ summary }) => summary)).toEqual(['second', 'first']);
    database.close();
  });
});

/** Few rows in the database, the others in files. */
const small = () => {
  const database = new DatabaseSync(join(dataDir, 'journal.sqlite'));
  const audit = createAudit({
    dataDir,
    database: () => database,
    user: 'ada',
    nowMs: () => 1,
    clean: text => text,
    mostRows: 100,
  });
  return { database, audit };
};

describe('rotation', () => {
  const note = { profileId: 'p', kind: 'release', summary: 's', state: 'done', detail: null };

  it('moves old rows into their own files, and the chain covers all of them', () => {
    store.close();
    const { database, audit } = small();
    for (let each = 0; each < 1_600; each += 1) audit.note({ ...note, key: `${each}` });
    expect(readdirSync(join(dataDir, 'audit'))).toHaveLength(3);
    expect(verifyStore({ dataDir })).toMatchObject({ rows: 1_600, lastRow: 1_600, problem: null, provenTo: null });
    expect(verifyChainFile(readFileSync(exportAll().file, 'utf8'))).toEqual({
      rows: 1_600,
      problem: null,
    });
    database.close();
    store = open();
  });

  it('reveals a file that was removed, cut or changed', () => {
    store.close();
    const { database, audit } = small();
    for (let each = 0; each < 1_600; each += 1) audit.note({ ...note, key: `${each}` });
    const [first = '', second = ''] = readdirSync(join(dataDir, 'audit')).toSorted();
    const file = join(dataDir, 'audit', second);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"key":"600"', '"key":"6oo"'));
    expect(problem()).toBe('Row 601 was changed: its text does not fit its hash.');
    writeFileSync(file, text.split('\n').slice(0, 5).join('\n'));
    expect(problem()).toContain('missing');
    writeFileSync(file, text);
    expect(problem()).toBeNull();
    rmSync(join(dataDir, 'audit', first));
    expect(problem()).toMatch(/^Rows 1 to \d+ are missing/);
    database.close();
    store = open();
  });
});
