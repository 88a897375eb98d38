import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectMode } from '#os/testing/file-mode.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { readPrivateFile, writePrivateFile } from './atomic-file.ts';
import { firstOversight } from '#shared/domain/account/oversight.ts';
import { buildViewSettings } from '#shared/domain/view/testing/build-view-settings.ts';
import { documentLimits, fileLimitBytes } from './documents/limits.ts';
import { openDatabase } from './journal/database.ts';
import { openStore, type Store } from './store.ts';
import { intent, journalOn, silent } from './testing/journal-fixture.ts';

let dataDir = '';

beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'fathom-store-')), 'data');
});
afterEach(() => removeFolder(join(dataDir, '..')));

function open(): Store {
  const store = openStore({ dataDir, log: silent, nowMs: () => 1000 });
  if (!store.ok) throw new Error(store.error.message);
  return store.value;
}

/** A store whose health is watched; `retry` is what happens two seconds after a failure. */
function openWatched() {
  const waiting = new Map<string, () => void>();
  const retries: (() => void)[] = [];
  const opened = openStore({
    dataDir,
    log: silent,
    nowMs: () => 1000,
    onHealth: ({ state }) => waiting.get(state)?.(),
    later: what => {
      retries.push(what);
      return () => {};
    },
  });
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  const statusIs = async (state: string): Promise<void> => {
    const reached = Promise.withResolvers<undefined>();
    waiting.set(state, () => reached.resolve(undefined));
    if (store.health.status().state !== state) await reached.promise;
  };
  return { store, statusIs, retry: () => retries.at(-1)?.() };
}

describe('settings', () => {
  it('start empty, keep changes over a restart, and leave the rest unchanged', () => {
    const first = open();
    expect(first.settings.read()).toEqual({
      activeProfileId: null,
      windowBounds: null,
      look: null,
      oversight: {},
      tables: {},
    });
    first.settings.change({ activeProfileId: 'p1' });
    first.settings.change({ windowBounds: { width: 1200, height: 800 } });
    first.close();
    const second = open();
    expect(second.settings.read()).toEqual({
      activeProfileId: 'p1',
      windowBounds: { width: 1200, height: 800 },
      look: null,
      oversight: {},
      tables: {},
    });
    second.close();
  });

  it('keep the rest when the stored view is of another version', () => {
    open().close();
    const text = '{"activeProfileId":"p1","windowBounds":null,"look":{"theme":"sepia"}}';
    writeFileSync(join(dataDir, 'settings.json'), text);
    const store = open();
    expect(store.settings.read()).toEqual({
      activeProfileId: 'p1',
      windowBounds: null,
      look: null,
      oversight: {},
      tables: {},
    });
    expect(store.notices).toEqual([]);
    store.close();
  });

  it.each(['', '{', '{"activeProfileId":5,"windowBounds":null}', '{"__proto__":{"polluted":1}}'])(
    'set an invalid file aside with a notice: %s (case 39)',
    text => {
      open().close();
      writeFileSync(join(dataDir, 'settings.json'), text);
      const store = open();
      expect(store.settings.read().activeProfileId).toBeNull();
      expect(store.notices).toHaveLength(1);
      expect(readFileSync(join(dataDir, 'settings.json.broken-1000'), 'utf8')).toBe(text);
      expect('polluted' in {}).toBe(false);
      store.close();
    },
  );

  it('never follow a symbolic link', () => {
    open().close();
    const target = join(dataDir, 'elsewhere');
    writeFileSync(target, '{}');
    symlinkSync(target, join(dataDir, 'settings.json'));
    const store = openStore({ dataDir, log: silent, nowMs: () => 1 });
    expect(store).toMatchObject({ ok: false, error: { kind: 'storage' } });
  });

  it('apply at once when they cannot be written, report it, and are written when the folder works again', async () => {
    const { store, statusIs, retry } = openWatched();
    const name = join(dataDir, 'settings.json.next');
    // a folder in the place of the file that is prepared
    mkdirSync(join(name, 'full'), { recursive: true });
    expect(store.settings.change({ activeProfileId: 'x' }).ok).toBe(true);
    expect(store.settings.read().activeProfileId).toBe('x');
    await statusIs('failing');
    // another file that is written does not hide it
    store.workspaces.saveWindows('p', []);
    retry();
    expect(store.health.status().state).toBe('failing');
    removeFolder(name);
    store.close();
    expect(readFileSync(join(dataDir, 'settings.json'), 'utf8')).toContain('"activeProfileId":"x"');
  });

  it('keep a document within its limit, and reject one beyond it without a change', () => {
    const store = open();
    const oversight = { ...firstOversight, accessLabels: { a: 'x'.repeat(documentLimits.oversight.oneBytes) } };
    expect(store.settings.change({ oversight: { p1: firstOversight } }).ok).toBe(true);
    expect(store.settings.change({ oversight: { p1: oversight } })).toMatchObject({ error: { kind: 'over-quota' } });
    const half = { ...firstOversight, accessLabels: { a: 'x'.repeat(documentLimits.oversight.oneBytes - 2000) } };
    const answers = ['p1', 'p2', 'p3'].map(
      id => store.settings.change({ oversight: { ...store.settings.read().oversight, [id]: { ...half } } }).ok,
    );
    expect(answers).toEqual([true, true, false]);
    const look = buildViewSettings({ favourites: ['x'.repeat(documentLimits.viewSettings.oneBytes)] });
    expect(store.settings.change({ look })).toMatchObject({ error: { kind: 'over-quota' } });
    const view = { columns: [], sorting: [], pills: [] };
    const tables = { fills: { view, saved: [{ name: 'x'.repeat(documentLimits.tableSetup.oneBytes), view }] } };
    expect(store.settings.change({ tables })).toMatchObject({ error: { kind: 'over-quota' } });
    expect(Object.keys(store.settings.read().oversight)).toEqual(['p1', 'p2']);
    expect(store.settings.read()).toMatchObject({ look: null, tables: {} });
    store.close();
    expect(statSync(join(dataDir, 'settings.json')).size).toBeLessThan(fileLimitBytes.settings);
  });

  it('drop the data of other profiles, and links to their keys', () => {
    const store = open();
    const oversight = { ...firstOversight, links: { '1': 'gone', '2': 'here' } };
    store.settings.change({ oversight: { gone: oversight, here: oversight } });
    store.keepProfiles(id => id === 'here');
    expect(store.settings.read().oversight).toEqual({ here: { ...oversight, links: { '2': 'here' } } });
    store.close();
  });
});

describe('private files', () => {
  // an open that waits for a writer never returns
  it.skipIf(process.platform === 'win32')('do not block the start when named pipes are in their place', () => {
    open().close();
    const names = readdirSync(dataDir, { withFileTypes: true }).filter(entry => entry.isFile());
    for (const name of [...names.map(entry => entry.name), 'profiles.json', 'audit-end.json']) {
      rmSync(join(dataDir, name), { force: true });
      execFileSync('mkfifo', [join(dataDir, name)]);
      const opened = openStore({ dataDir, log: silent, nowMs: () => 1 });
      if (opened.ok) opened.value.close();
      rmSync(join(dataDir, name), { force: true });
    }
    expect(names.length).toBeGreaterThan(0);
  });

  it('private files are readable by their owner only, and leave no temporary file', () => {
    const store = open();
    store.settings.change({ activeProfileId: 'p1' });
    store.journal.append({ intent: intent('a'), body: {} });
    for (const name of readdirSync(dataDir))
      expect([name, statSync(join(dataDir, name)).mode & 0o777]).toEqual([name, 0o600]);
    expectMode(dataDir, 0o700);
    expect(readdirSync(dataDir).filter(name => name.endsWith('.tmp'))).toEqual([]);
    store.close();
  });

  it('keep their old text when the new one cannot replace it', () => {
    open().close();
    const path = join(dataDir, 'settings.json');
    writePrivateFile(path, 'old');
    rmSync(path);
    // a folder in the file's place makes the rename fail after the write
    openStore({ dataDir: path, log: silent, nowMs: () => 1 });
    expect(() => writePrivateFile(path, 'new')).toThrow();
    expect(readdirSync(dataDir).filter(name => name.endsWith('.tmp'))).toEqual([]);
    expect(() => readPrivateFile(path, 1024)).toThrow();
  });
});

describe('the journal', () => {
  it('has each action on disk when append returns, and its steps in sequence', () => {
    const store = open();
    expect(store.journal.append({ intent: intent('a'), body: { price: '1' } }).ok).toBe(true);
    store.journal.advance(intent('a', { state: 'sent', updatedAtMs: 2 }));
    const other = new DatabaseSync(join(dataDir, 'journal.sqlite'), { readOnly: true });
    expect(other.prepare('SELECT state FROM intents').all()).toEqual([{ state: 'sent' }]);
    expect(other.prepare('SELECT state FROM intent_steps ORDER BY rowid').all()).toEqual([
      { state: 'new' },
      { state: 'sent' },
    ]);
    other.close();
    store.close();
  });

  it('lists newest first, of one profile, up to the limit, and open ones oldest first', () => {
    const store = open();
    store.journal.append({ intent: intent('a', { createdAtMs: 1, state: 'sent' }), body: { n: 1 } });
    store.journal.append({ intent: intent('b', { createdAtMs: 2, state: 'acknowledged' }), body: { n: 2 } });
    store.journal.append({ intent: intent('c', { createdAtMs: 3, state: 'unknown' }), body: { n: 3 } });
    store.journal.append({ intent: intent('d', { profileId: 'p2', createdAtMs: 4 }), body: { n: 4 } });
    const listed = store.journal.list('p1', 2);
    expect(listed.ok && listed.value.map(entry => entry.id)).toEqual(['c', 'b']);
    const openOnes = store.journal.open('p1');
    expect(openOnes.ok && openOnes.value.map(entry => [entry.intent.id, entry.body])).toEqual([
      ['a', { n: 1 }],
      ['c', { n: 3 }],
    ]);
    store.close();
  });

  it('rejects a repeated intent id and stays usable', () => {
    const store = open();
    store.journal.append({ intent: intent('a'), body: {} });
    expect(store.journal.append({ intent: intent('a'), body: {} })).toMatchObject({
      ok: false,
      error: { kind: 'storage' },
    });
    expect(store.journal.append({ intent: intent('b'), body: {} }).ok).toBe(true);
    store.close();
  });

  it('answers with an error when the disk is full or read-only (case 12)', () => {
    open().close();
    const path = join(dataDir, 'journal.sqlite');
    const full = new DatabaseSync(path);
    const pages = Number(full.prepare('PRAGMA page_count').get()?.['page_count']);
    full.exec(`PRAGMA max_page_count = ${pages}`);
    const { journal } = journalOn(full);
    expect(journal.append({ intent: intent('a'), body: { filler: 'x'.repeat(100_000) } })).toMatchObject({
      ok: false,
      error: { kind: 'storage', isOutcomeUnknown: false },
    });
    full.close();
    const readOnly = new DatabaseSync(path, { readOnly: true });
    const { journal: refused } = journalOn(readOnly);
    expect(refused.append({ intent: intent('a'), body: {} }).ok).toBe(false);
    expect(refused.advance(intent('a')).ok).toBe(false);
    readOnly.close();
    expect(refused.list('p1', 5)).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(refused.open('p1').ok).toBe(false);
    // a late answer after the store was closed is an error too, not a crash
    expect(refused.advance(intent('a')).ok).toBe(false);
  });

  it('drops a torn last record and keeps the rest (case 11)', () => {
    const store = open();
    store.journal.append({ intent: intent('a'), body: {} });
    store.journal.append({ intent: intent('b'), body: {} });
    const path = join(dataDir, 'journal.sqlite');
    const copy = join(dataDir, 'copy.sqlite');
    for (const suffix of ['', '-wal']) writeFileSync(copy + suffix, readFileSync(path + suffix));
    store.close();
    // behind the last record the log is zeros
    const written = readFileSync(`${copy}-wal`).findLastIndex(byte => byte !== 0);
    truncateSync(`${copy}-wal`, written - 100);
    const opened = openDatabase({ path: copy, nowMs: () => 1, notice: () => {} });
    if (opened.state !== 'open') throw new Error(opened.state);
    const listed = journalOn(opened.database).journal.list('p1', 10);
    expect(listed.ok && listed.value.map(entry => entry.id)).toEqual(['a']);
    opened.database.close();
  });

  it('sets a damaged file aside, with its companion files, and starts a new one (case 39)', () => {
    open().close();
    const path = join(dataDir, 'journal.sqlite');
    writeFileSync(path, 'this is no database, it is a poem');
    writeFileSync(`${path}-shm`, 'stray');
    const store = open();
    expect(store.notices).toHaveLength(1);
    expect(existsSync(`${path}.broken-1000`)).toBe(true);
    expect(existsSync(`${path}-shm.broken-1000`)).toBe(true);
    expect(store.journal.append({ intent: intent('a'), body: {} }).ok).toBe(true);
    store.close();
  });

  it('sets a file with a damaged page aside', () => {
    const first = open();
    for (let n = 0; n < 200; n += 1) first.journal.append({ intent: intent(`i${n}`), body: { n } });
    first.close();
    const path = join(dataDir, 'journal.sqlite');
    const bytes = readFileSync(path);
    bytes.fill(0xff, 4096, 12_288);
    writeFileSync(path, bytes);
    const store = open();
    expect(store.notices).toHaveLength(1);
    store.close();
  });

  it('rejects a file of a newer version and leaves it unchanged (case 39)', () => {
    open().close();
    const path = join(dataDir, 'journal.sqlite');
    const newer = new DatabaseSync(path);
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    const store = openStore({ dataDir, log: silent, nowMs: () => 1 });
    expect(store).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(store.ok ? '' : store.error.message).toContain('newer version');
    expect(existsSync(path)).toBe(true);
  });

  it('reports that the data folder or the journal cannot be created', () => {
    open().close();
    const file = join(dataDir, 'plain');
    writeFileSync(file, '');
    expect(openStore({ dataDir: join(file, 'x'), log: silent, nowMs: () => 1 })).toMatchObject({
      ok: false,
      error: { kind: 'storage' },
    });
    expect(openDatabase({ path: join(file, 'x.sqlite'), nowMs: () => 1, notice: () => {} })).toMatchObject({
      state: 'failing',
      cause: { code: 'ENOTDIR' },
    });
    chmodSync(file, 0o600);
  });
});
