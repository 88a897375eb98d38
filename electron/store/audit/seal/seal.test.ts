import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { openStore, type Store } from '../../store.ts';
import { createFakeAuditKeychain, type FakeAuditKeychain, keychainLocked } from '../../testing/fake-audit-keychain.ts';
import { intent, silent } from '../../testing/journal-fixture.ts';
import { verifyStore } from '../../testing/verify-store.ts';
import { type AuditSeal, createAuditSeal } from './seal.ts';

let dataDir: string;
let keychain: FakeAuditKeychain;
let store: Store;
let seal: AuditSeal;
let notices: string[];
let hasAccount: boolean;
let nowMs: number;
/** what waits for its time */
let timers: { what: () => void; atMs: number }[];

const open = () => {
  const opened = openStore({ dataDir, log: silent, nowMs: () => nowMs });
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
  notices = [...store.notices];
  timers = [];
  seal = createAuditSeal({
    audit: store.audit,
    keychain,
    hasAccount: () => hasAccount,
    nowMs: () => nowMs,
    later: (what, ms) => {
      const timer = { what, atMs: nowMs + ms };
      timers.push(timer);
      return () => void (timers = timers.filter(each => each !== timer));
    },
    log: silent,
    notice: message => void notices.push(message),
    hide: () => {},
  });
};
/** Ends without the last anchor, as a kill does; the file beside the database is written by `store.close`. */
const restart = () => {
  store.close();
  open();
};
const tamper = (sql: string) => {
  store.close();
  const database = new DatabaseSync(join(dataDir, 'journal.sqlite'));
  database.exec(sql);
  database.close();
  open();
};
const fill = (count: number, mark = 'i') => {
  for (let each = 0; each < count; each += 1) store.journal.append({ intent: intent(`${mark}${each}`), body: {} });
};
const verify = async () => verifyStore({ dataDir }, await seal.evidence());
const turn = async () => {
  for (let round = 0; round < 50; round += 1) await Promise.resolve();
};
const pass = async (ms: number) => {
  nowMs += ms;
  const due = timers.filter(({ atMs }) => atMs <= nowMs);
  timers = timers.filter(({ atMs }) => atMs > nowMs);
  for (const { what } of due) what();
  await turn();
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-seal-'));
  keychain = createFakeAuditKeychain();
  hasAccount = true;
  nowMs = 1_000_000;
  open();
});
afterEach(() => {
  store.close();
  removeFolder(dataDir);
});

describe('the audit key', () => {
  it('the audit key is not requested before the user has an account in the keychain, and the check then proves less', async () => {
    hasAccount = false;
    await seal.begin();
    fill(3);
    expect(await verify()).toMatchObject({
      problem: null,
      provenTo: null,
      limits: [expect.stringContaining('No key')],
    });
    expect(keychain.touched).toBe(0);
  });

  it('the audit key is created once for each data folder', async () => {
    await seal.begin();
    fill(3);
    await seal.anchor();
    const keys = [...keychain.keys];
    expect(keys).toEqual([[expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]]);
    expect(await verify()).toMatchObject({ rows: 3, problem: null, provenTo: 3, limits: [] });
    restart();
    await seal.begin();
    expect([...keychain.keys]).toEqual(keys);
    expect(notices).toEqual([]);
  });

  it('protects the rows of an earlier version from its own row on, and the check reports both parts', async () => {
    fill(4);
    await seal.begin();
    fill(2, 'later');
    await seal.anchor();
    const rows = store.audit.list(10);
    expect(rows.ok && rows.value.map(({ kind }) => kind).toReversed()[4]).toBe('audit-key');
    expect(await verify()).toMatchObject({
      problem: null,
      provenTo: 7,
      limits: [expect.stringMatching(/^4 rows before row 7 were written without the key/)],
    });
  });

  it('never makes a row wait for a keychain that hangs', async () => {
    keychain.gate = new Promise(() => {});
    const begun = seal.begin();
    fill(2);
    expect(verifyStore({ dataDir }).rows).toBe(2);
    const ended = await Promise.race([begun.then(() => 'ended'), turn().then(() => 'waits')]);
    expect(ended).toBe('waits');
  });

  it('the audit key is requested again when the keychain was locked, and rows until then are protected later', async () => {
    await seal.begin();
    fill(1);
    await seal.anchor();
    restart();
    keychain.failure = keychainLocked;
    await seal.begin();
    fill(2, 'locked');
    expect(await verify()).toMatchObject({
      problem: null,
      provenTo: null,
      limits: [expect.stringContaining('locked')],
    });
    keychain.failure = null;
    expect((await verify()).limits).toEqual([
      expect.stringContaining('Rows 2 to 3 are not noted in the keychain yet'),
      expect.stringContaining('Rows 2 to 3 were written without the key'),
    ]);
    await seal.begin();
    await seal.anchor();
    expect(await verify()).toMatchObject({ problem: null, provenTo: 4 });
    expect(notices).toEqual([]);
  });
});

describe('the audit head in the keychain', () => {
  it('the audit head in the keychain is written after a quiet time and after many rows, but not with each row', async () => {
    await seal.begin();
    const before = keychain.headWrites;
    fill(20);
    expect(keychain.headWrites).toBe(before);
    await pass(3_000);
    expect(keychain.headWrites).toBe(before + 1);
    expect((await verify()).provenTo).toBe(20);
    for (let each = 0; each < 40; each += 1) {
      fill(1, `steady${each}-`);
      await pass(2_000);
    }
    expect(keychain.headWrites).toBe(before + 2);
  });

  it('the audit head in the keychain is not written again at once after a failure of the keychain', async () => {
    await seal.begin();
    keychain.failure = keychainLocked;
    fill(1);
    await pass(3_000);
    const { touched } = keychain;
    fill(1, 'next');
    await pass(9 * 60_000);
    expect(keychain.touched).toBe(touched);
    keychain.failure = null;
    await pass(60_000);
    expect((await verify()).provenTo).toBe(2);
  });

  it.each([0, 1, 5])(
    'the audit head in the keychain is %i rows behind after a kill, which is reported and is no fault',
    async lost => {
      await seal.begin();
      fill(3);
      await seal.anchor();
      fill(lost, 'lost');
      restart();
      const report = await verify();
      expect(report).toMatchObject({ problem: null, provenTo: 3, lastRow: 3 + lost });
      expect(report.limits.join(' ').includes('are not noted in the keychain yet')).toBe(lost > 0);
      await seal.begin();
      expect(notices).toEqual([]);
      await pass(3_000);
      expect(await verify()).toMatchObject({ problem: null, provenTo: 3 + lost, limits: [] });
    },
  );
});

const deleteTail = `DELETE FROM audit WHERE n > 6; UPDATE audit_end SET n = 6, hash = (SELECT hash FROM audit WHERE n = 6)`;

describe('a change of the data folder', () => {
  beforeEach(async () => {
    await seal.begin();
    fill(10);
    await seal.anchor();
  });

  it('a change of the data folder is found after rows and their anchor were deleted, at the start and by each check, until it is accepted', async () => {
    rmSync(join(dataDir, 'audit-end.json'));
    tamper(deleteTail);
    await seal.begin();
    expect(notices.join(' ')).toContain('The keychain noted 10 rows');
    fill(8, 'after');
    await seal.anchor();
    expect((await verify()).problem).toContain('Row 10 is not the one that the keychain noted');
    restart();
    await seal.begin();
    const { problem } = await verify();
    expect(problem).not.toBeNull();
    expect(await seal.accept(problem ?? '')).toMatchObject({ ok: true });
    expect(await verify()).toMatchObject({
      problem: null,
      provenTo: 15,
      limits: [expect.stringContaining('Rows before row 15 are not proven')],
    });
    restart();
    await seal.begin();
    expect(notices).toEqual([]);
    const [row] = (r => (r.ok ? r.value : []))(store.audit.list(1));
    expect(row).toMatchObject({ kind: 'audit-accepted', detail: problem });
  });

  it('a change of the data folder is found after everything was deleted, by the folder that the head names', async () => {
    store.close();
    for (const name of ['journal.sqlite', 'journal.sqlite-wal', 'journal.sqlite-shm', 'audit-end.json'])
      rmSync(join(dataDir, name), { force: true });
    open();
    fill(2, 'new');
    await seal.begin();
    expect(notices.join(' ')).toContain('another audit journal of this data folder, with 10 rows');
    expect((await verify()).problem).toContain('another audit journal');
    expect(await seal.accept('known')).toMatchObject({ ok: true });
    expect(await verify()).toMatchObject({ problem: null, provenTo: 3 });
    expect(keychain.heads.size).toBe(1);
    expect(keychain.keys.size).toBe(1);
  });

  it('a change of the data folder is found after an old copy replaced it', async () => {
    const copy = `${dataDir}-copy`;
    cpSync(dataDir, copy, { recursive: true });
    fill(1, 'more');
    await seal.anchor();
    store.close();
    removeFolder(dataDir);
    cpSync(copy, dataDir, { recursive: true });
    removeFolder(copy);
    open();
    await seal.begin();
    expect(notices.join(' ')).toContain('The keychain noted 11 rows');
  });

  it('a change of the data folder is found after the key or the head was removed from the keychain', async () => {
    restart();
    const [head] = keychain.heads;
    keychain.heads.clear();
    await seal.begin();
    expect(notices.join(' ')).toContain('no longer holds how far this audit journal goes');
    if (head !== undefined) keychain.heads.set(...head);
    keychain.keys.clear();
    restart();
    await seal.begin();
    expect(notices.join(' ')).toContain('no longer holds the key');
    expect(keychain.keys.size).toBe(0);
    keychain.heads.clear();
    restart();
    await seal.begin();
    expect(notices.join(' ')).toContain('this keychain does not hold');
  });

  it('a change of the data folder is found after another journal id was written into the database', async () => {
    tamper(`UPDATE audit_journal SET journal_id = 'other'; UPDATE audit SET mac = NULL`);
    await seal.begin();
    expect(notices.join(' ')).toContain('another audit journal of this data folder');
  });

  it('a change of the data folder is found when it is a copy of another folder', async () => {
    const other = mkdtempSync(join(tmpdir(), 'fathom-seal-other-'));
    const own = dataDir;
    store.close();
    dataDir = other;
    open();
    await seal.begin();
    fill(1);
    await seal.anchor();
    expect(await verify()).toMatchObject({ problem: null, provenTo: 1 });
    expect(keychain.heads.size).toBe(2);
    store.close();
    removeFolder(other);
    dataDir = own;
    open();
  });
});

it('audit seal accepts a new start without a keychain too, as a row without a MAC', async () => {
  hasAccount = false;
  fill(5);
  tamper('DELETE FROM audit WHERE n = 3');
  expect((await verify()).problem).toBe('Row 3 is missing.');
  expect(await seal.accept('Row 3 is missing.')).toMatchObject({ ok: true });
  expect(await verify()).toMatchObject({ problem: null, provenTo: null });
  expect(keychain.touched).toBe(0);
});

it('audit seal accepts nothing while the keychain is locked', async () => {
  keychain.failure = keychainLocked;
  fill(5);
  expect(await seal.accept('x')).toMatchObject({ ok: false, error: { kind: 'no-keychain' } });
  expect(verifyStore({ dataDir }).rows).toBe(5);
});
