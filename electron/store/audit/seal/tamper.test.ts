import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { openDatabase } from '../../journal/database.ts';
import { createFakeAuditKeychain, type FakeAuditKeychain } from '../../testing/fake-audit-keychain.ts';
import { silent } from '../../testing/journal-fixture.ts';
import { verifyStore } from '../../testing/verify-store.ts';
import { createAudit } from '../audit.ts';
import { rotateAudit } from '../audit-archive.ts';
import { linksOf } from '../audit-table.ts';
import { type AuditEntry, type ChainLink, chainStart, linkAfter, readRow } from '../chain.ts';
import { readChainFile } from '../chain-file.ts';
import { SealHead } from './evidence.ts';
import { readEvidence } from './read-evidence.ts';
import { createAuditSeal } from './seal.ts';

/** Random sessions, kills and changes of the data folder by a person without the keychain. */

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) removeFolder(folder);
});
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-tamper-'));
  folders.push(folder);
  return folder;
};

/** A session of Fathom on this folder; `kill` ends it at once. */
function openSession(dataDir: string, keychain: FakeAuditKeychain) {
  const path = join(dataDir, 'journal.sqlite');
  const opened = openDatabase({ path, nowMs: () => 1, notice: () => {} });
  if (opened.state !== 'open') throw new Error(opened.state);
  const { database } = opened;
  database.exec('PRAGMA synchronous = OFF');
  const notices: string[] = [];
  const audit = createAudit({ dataDir, database: () => database, user: 'ada', nowMs: () => 1, clean: text => text });
  audit.anchor();
  const seal = createAuditSeal({
    audit,
    keychain,
    hasAccount: () => true,
    nowMs: () => 1,
    later: () => () => {},
    log: silent,
    notice: message => void notices.push(message),
    hide: () => {},
  });
  return {
    seal,
    notices,
    write: (rows: number) => {
      for (let each = 0; each < rows; each += 1)
        audit.note({ profileId: 'p', kind: 'release', summary: `row ${each}`, state: 'done', detail: null });
    },
    archive: () => rotateAudit(database, { dataDir, most: 4, keep: 2 }),
    kill: () => database.close(),
  };
}

function edit<T>(dataDir: string, change: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(dataDir, 'journal.sqlite'));
  try {
    return change(database);
  } finally {
    database.close();
  }
}

function archiveOf(dataDir: string): string | null {
  const folder = join(dataDir, 'audit');
  const [name] = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  return name === undefined ? null : join(folder, name);
}

/** All rows by their number, as texts. */
function rowsOf(dataDir: string): ReadonlyMap<number, string> {
  const file = archiveOf(dataDir);
  const archived = file === null ? [] : readChainFile(readFileSync(file, 'utf8')).links;
  return new Map([...archived, ...edit(dataDir, database => [...linksOf(database)])].map(({ n, row }) => [n, row]));
}

function writeRows(dataDir: string, links: readonly ChainLink[]): void {
  edit(dataDir, database => {
    database.exec('DELETE FROM audit; DELETE FROM audit_end');
    const insert = database.prepare('INSERT OR REPLACE INTO audit (n, row, hash, mac) VALUES (?, ?, ?, ?)');
    for (const { n, row, hash, mac } of links) insert.run(n, row, hash, mac);
    const last = links.at(-1);
    if (last !== undefined) database.prepare('INSERT INTO audit_end VALUES (1, ?, ?)').run(last.n, last.hash);
  });
  const { n, hash } = links.at(-1) ?? chainStart;
  writeFileSync(join(dataDir, 'audit-end.json'), JSON.stringify({ n, hash }));
}

const forgedOf = (row: AuditEntry): AuditEntry => ({ ...row, summary: 'forged' });

/** The rows of the database from `at` on with their hashes computed again; each keeps its MAC, or has none. */
function rebuilt(links: readonly ChainLink[], at: number, keepsMac: boolean): readonly ChainLink[] {
  const before = links.slice(0, at);
  const [first] = links;
  let end = before.at(-1) ?? { n: (first?.n ?? 1) - 1, hash: readRow(first?.row ?? '')?.prev ?? chainStart.hash };
  const after = links.slice(at).map((link, index) => {
    const row = readRow(link.row);
    if (row === null) throw new Error('no row');
    const entry: AuditEntry = index === 0 ? forgedOf(row) : row;
    const { n, hash, row: text } = linkAfter(end, entry);
    end = { n, hash };
    return { n, row: text, hash, mac: keepsMac ? link.mac : null };
  });
  return [...before, ...after];
}

interface Folder {
  readonly dataDir: string;
  /** a copy of an earlier time */
  readonly copy: string;
  readonly at: number;
}

const links = (dataDir: string) => edit(dataDir, database => [...linksOf(database)]);

const attacks: Readonly<Record<string, (folder: Folder) => void>> = {
  'delete the last rows with their anchor': ({ dataDir, at }) => writeRows(dataDir, links(dataDir).slice(0, at)),
  'delete all rows': ({ dataDir }) => writeRows(dataDir, []),
  'delete all files': ({ dataDir }) => {
    for (const name of readdirSync(dataDir)) removeFolder(join(dataDir, name));
  },
  'change a field': ({ dataDir, at }) =>
    writeRows(
      dataDir,
      links(dataDir).map((link, index) =>
        index === at ? { n: link.n, row: link.row.replace('row', 'how'), hash: link.hash, mac: link.mac } : link,
      ),
    ),
  'change a field and compute the hashes again': ({ dataDir, at }) =>
    writeRows(dataDir, rebuilt(links(dataDir), at, true)),
  'compute the hashes again and drop the MACs': ({ dataDir, at }) =>
    writeRows(dataDir, rebuilt(links(dataDir), at, false)),
  'swap two rows': ({ dataDir, at }) => {
    const all = links(dataDir);
    const [one, two] = [all[at], all[at + 1]];
    if (one !== undefined && two !== undefined)
      writeRows(dataDir, all.with(at, { ...two, n: one.n }).with(at + 1, { ...one, n: two.n }));
  },
  'append a forged row': ({ dataDir }) => {
    const all = links(dataDir);
    const last = all.at(-1);
    const row = last === undefined ? null : readRow(last.row);
    if (last !== undefined && row !== null)
      writeRows(dataDir, [...all, linkAfter(last, { ...row, summary: 'forged', kind: 'audit-accepted' })]);
  },
  'remove the anchor': ({ dataDir }) => rmSync(join(dataDir, 'audit-end.json'), { force: true }),
  'remove an archive': ({ dataDir }) => {
    const file = archiveOf(dataDir);
    if (file !== null) rmSync(file);
  },
  'change an archive': ({ dataDir }) => {
    const file = archiveOf(dataDir);
    if (file !== null) writeFileSync(file, readFileSync(file, 'utf8').replace('"row 0"', '"how 0"'));
  },
  'name another journal': ({ dataDir }) =>
    edit(dataDir, database => database.exec(`UPDATE audit_journal SET journal_id = 'x'; UPDATE audit SET mac = NULL`)),
  'put an old copy in its place': ({ dataDir, copy }) => {
    removeFolder(dataDir);
    cpSync(copy, dataDir, { recursive: true });
  },
};

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), rows: fc.integer({ min: 1, max: 6 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('anchor', 'kill', 'archive', 'copy'), rows: fc.constant(0) }),
  },
);

async function play(steps: readonly { readonly kind: string; readonly rows: number }[]) {
  const dataDir = newFolder();
  const copy = newFolder();
  const keychain = createFakeAuditKeychain();
  let session = openSession(dataDir, keychain);
  const reopen = async () => {
    session.kill();
    session = openSession(dataDir, keychain);
    await session.seal.begin();
    expect(session.notices).toEqual([]);
  };
  const takeCopy = async () => {
    removeFolder(copy);
    session.kill();
    cpSync(dataDir, copy, { recursive: true });
    session = openSession(dataDir, keychain);
    await session.seal.begin();
  };
  await session.seal.begin();
  session.write(2);
  await session.seal.anchor();
  await takeCopy();
  for (const { kind, rows } of steps) {
    if (kind === 'write') session.write(rows);
    else if (kind === 'anchor') await session.seal.anchor();
    else if (kind === 'archive') session.archive();
    else if (kind === 'copy') await takeCopy();
    else await reopen();
  }
  session.kill();
  return { dataDir, copy, keychain };
}

async function check(dataDir: string, keychain: FakeAuditKeychain) {
  const path = join(dataDir, 'journal.sqlite');
  const id = existsSync(path)
    ? edit(dataDir, database => String(database.prepare('SELECT journal_id FROM audit_journal').get()?.['journal_id']))
    : null;
  return verifyStore({ dataDir }, await readEvidence(keychain, { journalId: id, dataDir }));
}

function headOf({ heads }: FakeAuditKeychain): SealHead {
  return SealHead.parse(JSON.parse([...heads.values()][0] ?? ''));
}

it('a random session with kills is never reported as damaged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
      const { dataDir, keychain } = await play(steps);
      const report = await check(dataDir, keychain);
      expect(report.problem).toBeNull();
      expect(report.provenTo).toBe(headOf(keychain).n);
      if (report.lastRow > headOf(keychain).n) expect(report.limits.join(' ')).toContain('not noted');
    }),
    { numRuns: 20, seed: 20_261_127 },
  );
});

it.each(Object.keys(attacks))(
  'a check never reports a row as proven after a change without the keychain: %s',
  async name => {
    const attack = attacks[name];
    if (attack === undefined) throw new Error(name);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.nat(5), async (steps, place) => {
        const { dataDir, copy, keychain } = await play(steps);
        const before = rowsOf(dataDir);
        const head = headOf(keychain);
        const at = place % Math.max(1, links(dataDir).length);
        attack({ dataDir, copy, at });
        const report = await check(dataDir, keychain);
        const after = existsSync(join(dataDir, 'journal.sqlite')) ? rowsOf(dataDir) : new Map<number, string>();
        const noted = Array.from({ length: head.n }, (_, index) => index + 1);
        const isNotedChanged = noted.some(n => after.get(n) !== before.get(n));
        if (isNotedChanged) expect(report.problem).not.toBeNull();
        if (report.problem !== null) return;
        expect(report.provenTo).toBe(head.n);
        const forged = [...after.keys()].filter(n => n > head.n && after.get(n) !== before.get(n));
        if (forged.length > 0) expect(report.limits.join(' ')).toContain('written without the key');
      }),
      { numRuns: 8, seed: 20_261_127 },
    );
  },
  120_000,
);

it('a kill at any request to the keychain leaves a journal that matches it at the next start', async () => {
  for (let at = 0; at < 14; at += 1) {
    const dataDir = newFolder();
    const keychain = createFakeAuditKeychain();
    const session = openSession(dataDir, keychain);
    session.write(1);
    keychain.hangsAt = at;
    void session.seal.begin();
    await settle();
    session.write(2);
    void session.seal.anchor();
    await settle();
    session.write(1);
    session.kill();
    keychain.hangsAt = null;
    const next = openSession(dataDir, keychain);
    await next.seal.begin();
    expect([at, next.notices]).toEqual([at, []]);
    await next.seal.anchor();
    next.kill();
    const report = await check(dataDir, keychain);
    expect([at, report.problem, report.provenTo]).toEqual([at, null, report.lastRow]);
  }
});

async function settle(): Promise<void> {
  for (let round = 0; round < 100; round += 1) await Promise.resolve();
}
