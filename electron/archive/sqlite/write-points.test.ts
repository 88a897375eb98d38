import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { commitOf, hourMs, row, t0 } from '../testing/commits.ts';
import { createHistory } from '../history/history.ts';
import { openLocalStore, valueOf } from '../testing/local-store.ts';
import { migrations } from './migrations.ts';
import { openArchiveFile } from './open-database.ts';
import { openSqliteArchive, type SqliteArchive } from './sqlite-archive.ts';

/**
 * A killed process leaves the files as they are. So the files are copied before and after each statement that writes, and each
 * copy has to open as the archive was before the step or after it, never in between.
 */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-points-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  removeFolder(folder);
});

const practice = { profileId: 'practice', runId: 'one' };
const window = { fromMs: t0, toMs: t0 + hourMs };
const read = { window, provenFromMs: t0 + 60_000, readAtMs: t0 + 2 * hourMs, addedAtMs: [] };
const line = { accountId: 1, stream: 'account-ledger', symbol: '' } as const;
const old = { accountId: 1, record: 'ledger', streams: ['account-ledger'] } as const;
const dayMs = 24 * hourMs;
const balance = {
  owner: '',
  wallet: 'main',
  currency: 'BTC',
  total: '1',
  available: '1',
  held: '0',
  owed: null,
  unrealised: null,
};

function saveSnapshot(archive: SqliteArchive, atMs: number): void {
  archive.saveSnapshot({ accountId: 1, atMs, rows: [balance], positions: [], missing: [] });
}

/** What is written, step by step; each step is whole or has not happened. */
const steps: readonly ((archive: SqliteArchive) => void)[] = [
  archive => archive.openAccount(practice),
  archive => archive.openLine({ ...line, startMs: t0 }),
  archive => archive.commitPage(commitOf(line, [row('a'), row('b')])),
  archive => archive.commitPage(commitOf(line, [row('c')], { read })),
  // a changed row, and coverage that is replaced
  archive =>
    archive.commitPage(commitOf(line, [row('a', { rest: { memo: 'x' } }), row('a', { timeMs: t0 + 1 })], { read })),
  archive => archive.beginDeletion({ parts: [{ ...old, beforeMs: t0 + 1 }] }),
  // one row of an answer is deleted, and then the rest of all answers
  archive => archive.deleteOldRows({ ...old, beforeMs: t0 + 1, limit: 1 }),
  archive => archive.deleteOldRows({ ...old, beforeMs: t0 + 2, limit: 9 }),
  archive => archive.commitPage(commitOf(line, [row('d', { timeMs: t0 + 60_000 })])),
  archive => saveSnapshot(archive, t0),
  archive => saveSnapshot(archive, t0 + 60_000),
  archive => saveSnapshot(archive, t0 + 300 * dayMs),
  archive => archive.thinSnapshots({ accountId: 1, nowMs: t0 + 301 * dayMs, zones: ['UTC'] }),
  // the next practice exchange: all of the first one is deleted
  archive => archive.openAccount({ ...practice, runId: 'two' }),
];

/** All content of the file, as text. */
function contentOf(path: string): string {
  const database = openArchiveFile({ path });
  try {
    const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    const all = names.map(({ name }) => [name, database.prepare(`SELECT * FROM ${String(name)}`).all()]);
    return JSON.stringify([all, database.prepare('PRAGMA integrity_check').all()]);
  } finally {
    database.close();
  }
}

const files = (path: string) => ['', '-wal'].map(suffix => `${path}${suffix}`).filter(existsSync);

/** The same files give the same text. */
function stateOf(path: string): string {
  const hash = createHash('sha256');
  for (const file of files(path)) hash.update(`${file} `).update(readFileSync(file));
  return hash.digest('hex');
}

/** Copies the files at points where they are not as they were at an earlier one. */
function createCopier(path: string) {
  const states = new Set<string>();
  return {
    /** null: the files are as at an earlier point */
    copy(): string | null {
      const state = stateOf(path);
      if (states.has(state)) return null;
      states.add(state);
      return copyFiles(path, states.size);
    },
  };
}

function copyFiles(path: string, place: number): string {
  const into = join(folder, `copy-${place}`);
  mkdirSync(into);
  const copy = join(into, 'archive.sqlite');
  for (const file of files(path)) copyFileSync(file, file.replace(path, copy));
  return copy;
}

const isWrite = /^\s*(?:INSERT|UPDATE|DELETE|BEGIN IMMEDIATE|COMMIT|VACUUM)/u;

interface Watcher {
  /** called before and after each statement that writes; null: nothing is watched */
  atPoint: (() => void) | null;
  /** the statements that were met */
  readonly seen: Set<string>;
}

function watchWrites(): Watcher {
  const watcher: Watcher = { atPoint: null, seen: new Set() };
  const point = () => {
    const { atPoint } = watcher;
    watcher.atPoint = null;
    atPoint?.();
    watcher.atPoint = atPoint;
  };
  const around = <T>(text: string, what: () => T): T => {
    if (watcher.atPoint === null || !isWrite.test(text)) return what();
    watcher.seen.add(text);
    point();
    const value = what();
    point();
    return value;
  };
  // oxlint-disable-next-line typescript/unbound-method -- called with the object that it belongs to
  const [{ exec }, { run }] = [DatabaseSync.prototype, StatementSync.prototype];
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, text) {
    around(text, () => exec.call(this, text));
  });
  vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
    return around(this.sourceSQL, () => run.call(this, ...values));
  });
  return watcher;
}

/** What the statements in a text write to: `DELETE FROM rows`. */
function targetsOf(text: string): readonly string[] {
  return text.match(/\b(?:INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM) [a-z_]+/gu) ?? [];
}

/** The statements of this folder that write, without the schema. */
function targetsInSources(): ReadonlySet<string> {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const names = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  return new Set(names.flatMap(name => targetsOf(readFileSync(join(here, name), 'utf8'))));
}

it('archive file is as before or after each step when the process is killed at any statement that writes', () => {
  const path = join(folder, 'archive.sqlite');
  const archive = openSqliteArchive({ path });
  const watcher = watchWrites();
  const copier = createCopier(path);
  let points = 0;
  const contents = [contentOf(copyFiles(path, 1000))];
  const killed: { readonly step: number; readonly copy: string }[] = [];
  for (const [step, write] of steps.entries()) {
    watcher.atPoint = () => {
      points += 1;
      const copy = copier.copy();
      if (copy !== null) killed.push({ step, copy });
    };
    write(archive);
    watcher.atPoint = null;
    contents.push(contentOf(copyFiles(path, 1001 + step)));
  }
  archive.close();
  expect(new Set(contents).size).toBe(contents.length);
  expect(new Set([...watcher.seen].flatMap(targetsOf))).toEqual(targetsInSources());
  for (const { step, copy } of killed) {
    const content = contentOf(copy);
    const place = [contents[step], contents[step + 1]].indexOf(content);
    expect({ step, copy, isWhole: place >= 0 }).toEqual({ step, copy, isWhole: true });
  }
  expect(points).toBeGreaterThan(2 * steps.length);
  expect(killed.length).toBeGreaterThanOrEqual(steps.length);
});

it('archive file keeps its rows when the process is killed at any point of a migration', () => {
  const path = join(folder, 'archive.sqlite');
  const before = openArchiveFile({ path, migrations: migrations.slice(0, 1) });
  before.exec("INSERT INTO accounts (profile_id, run_id) VALUES ('p', '')");
  before.close();
  const watcher = watchWrites();
  const killed: string[] = [];
  const copier = createCopier(path);
  watcher.atPoint = () => killed.push(...[copier.copy()].filter(copy => copy !== null));
  openArchiveFile({ path }).close();
  watcher.atPoint = null;
  const content = contentOf(path);
  expect(content).toContain('"profile_id":"p"');
  expect(killed.length).toBeGreaterThan(1);
  for (const copy of killed) expect(contentOf(copy)).toBe(content);
});

const fills = { record: 'spot-fills', stream: 'recent-spot-fills' } as const;
const beforeMs = t0 + 10;
const cuts = [
  { record: 'ledger', beforeMs },
  { record: 'spot-fills', beforeMs },
] as const;

/** Two accounts with rows of two records, of which those of the first 10 ms are to be deleted. */
async function recordTwoAccounts(path: string): Promise<void> {
  const store = openLocalStore(path);
  const rows = Array.from({ length: 14 }, (_, place) => row(`r${place}`, { timeMs: t0 + place }));
  for (const profileId of ['p', 'q']) {
    // oxlint-disable-next-line no-await-in-loop -- one write after the other
    const accountId = await valueOf(store.openAccount({ profileId, runId: null }));
    for (const { record, stream } of [{ record: 'ledger', stream: 'account-ledger' } as const, fills]) {
      const key = { accountId, stream, symbol: '' };
      // oxlint-disable-next-line no-await-in-loop -- the same
      await valueOf(store.openLine({ ...key, startMs: t0 }));
      // oxlint-disable-next-line no-await-in-loop -- the same
      await valueOf(store.commitPage(commitOf(key, rows, { record, read })));
    }
  }
  await store.close();
}

/** Finishes what a deletion has left in the file. */
async function finishDeletion(path: string): Promise<void> {
  const store = openLocalStore(path);
  await createHistory({ store, onDeleted: () => {}, rowsOfStep: 3 }).finish();
  await store.close();
}

/** Rows that are older than the coverage of their line may begin. */
function claimsDeleted(path: string): boolean {
  const archive = openSqliteArchive({ path });
  const claims = [1, 2].flatMap(accountId =>
    archive.lines({ accountId }).map(({ stream, coverage }) => {
      const record = stream === fills.stream ? fills.record : 'ledger';
      const found = archive.rows({ accountId, record, limit: 99 }).filter(({ timeMs }) => timeMs >= coverage.startMs);
      return found.length !== (coverage.startMs === t0 ? 14 : 4);
    }),
  );
  archive.close();
  return claims.includes(true);
}

it('deletion is complete after the next start, or has deleted nothing, when the process is killed at any statement', async () => {
  const path = join(folder, 'archive.sqlite');
  await recordTwoAccounts(path);
  const before = contentOf(copyFiles(path, 1000));
  const watcher = watchWrites();
  const copier = createCopier(path);
  const killed: string[] = [];
  const store = openLocalStore(path);
  watcher.atPoint = () => killed.push(...[copier.copy()].filter(copy => copy !== null));
  await createHistory({ store, onDeleted: () => {}, rowsOfStep: 3 }).remove(null, cuts);
  watcher.atPoint = null;
  await store.close();
  const after = contentOf(path);
  const found = new Map([before, after].map(content => [content, 0]));
  for (const copy of killed) {
    expect({ copy, claimsDeleted: claimsDeleted(copy) }).toEqual({ copy, claimsDeleted: false });
    // oxlint-disable-next-line no-await-in-loop -- one copy after the other
    await finishDeletion(copy);
    const content = contentOf(copy);
    expect({ copy, isWhole: found.has(content) }).toEqual({ copy, isWhole: true });
    found.set(content, (found.get(content) ?? 0) + 1);
  }
  // nothing is deleted by the first transaction, and each of the others can be the last one
  expect(found.get(before)).toBeGreaterThan(0);
  expect(found.get(after)).toBeGreaterThan(10);
});
