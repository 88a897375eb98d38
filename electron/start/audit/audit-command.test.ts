import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { verifyChainFile } from '#store/audit/chain-file.ts';
import { openStore, type Store } from '#store/store.ts';
import { intent, silent } from '#store/testing/journal-fixture.ts';
import { type AuditCommand, runAuditCommand } from './audit-command.ts';

let dataDir: string;
let said: string[];
let started: number;
const run = (what: AuditCommand['what'], at = dataDir) =>
  runAuditCommand({
    what,
    dataDir: at,
    say: line => void said.push(line),
    prepareKeyring: () =>
      Promise.resolve(() => {
        started += 1;
        throw new Error('no keychain in this test');
      }),
  });
const open = (): Store => {
  const store = openStore({ dataDir, log: silent, nowMs: () => 1 });
  if (!store.ok) throw new Error(store.error.message);
  return store.value;
};
const edit = (sql: string) => {
  const database = new DatabaseSync(join(dataDir, 'journal.sqlite'));
  database.exec(sql);
  database.close();
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-audit-command-'));
  said = [];
  started = 0;
});
afterEach(() => removeFolder(dataDir));

it('audit command checks and exports the journal of a running Fathom, and reports its faults', async () => {
  const store = open();
  for (const id of ['a', 'b', 'c']) store.journal.append({ intent: intent(id), body: {} });
  expect(await run('verify')).toBe(true);
  expect(said).toEqual([
    expect.stringMatching(/^3 rows, 1970/),
    'No row is damaged or missing, as far as can be checked without a key.',
    expect.stringContaining('No key protects this journal'),
  ]);
  expect(started).toBe(0);
  expect(await run('export')).toBe(true);
  const file = /^Written to (.*)$/.exec(said.at(-1) ?? '')?.[1] ?? '';
  expect(verifyChainFile(readFileSync(file, 'utf8'))).toEqual({ rows: 3, problem: null });
  store.close();
  edit('DELETE FROM audit WHERE n = 2');
  expect(await run('verify')).toBe(false);
  expect(said).toContain('NOT WHOLE: Row 2 is missing.');
});

it('audit command reports the loss of a journal that it replaces while it accepts', async () => {
  const store = open();
  store.journal.append({ intent: intent('a'), body: {} });
  store.close();
  writeFileSync(join(dataDir, 'journal.sqlite'), '');
  expect(await run('accept')).toBe(true);
  expect(said).toContainEqual(expect.stringContaining('so earlier actions are unknown'));
});

it('audit command accepts the result of the check as a new start, while no Fathom runs', async () => {
  const store = open();
  for (const id of ['a', 'b', 'c']) store.journal.append({ intent: intent(id), body: {} });
  store.close();
  edit('DELETE FROM audit WHERE n = 2');
  expect(await run('accept')).toBe(true);
  expect(said.at(-1)).toContain('Accepted as a new beginning');
  said = [];
  expect(await run('verify')).toBe(true);
  expect(said).toContain('Rows before row 4 are not proven: the user accepted a new beginning there.');
  expect(await run('accept')).toBe(true);
  expect(said.at(-1)).toContain('nothing to accept');
});

it('audit command reports nothing to verify in a journal without rows, in an empty file and in an empty folder', async () => {
  const nothing = 'There is nothing to verify yet: no act was journalled in this data folder.';
  expect(await run('verify')).toBe(true);
  edit('');
  expect(await run('verify')).toBe(true);
  open().close();
  expect(await run('verify')).toBe(true);
  expect(said).toEqual([nothing, nothing, nothing]);
});

it('audit command reports a missing data folder, and creates none', async () => {
  const nowhere = join(dataDir, 'nowhere');
  expect(await run('verify', nowhere)).toBe(false);
  expect(said).toEqual([`There is no data folder ${nowhere}. Name it with --data-dir.`]);
  expect(existsSync(nowhere)).toBe(false);
});

it('audit command finds a journal that was deleted while its anchor stayed', async () => {
  const store = open();
  store.journal.append({ intent: intent('a'), body: {} });
  store.close();
  for (const name of ['journal.sqlite', 'journal.sqlite-wal', 'journal.sqlite-shm'])
    rmSync(join(dataDir, name), { force: true });
  expect(await run('verify')).toBe(false);
  expect(said.join(' ')).toContain('The order journal is missing or empty, and 1 rows of its audit are known');
});

it('audit command leaves the file of a newer version unchanged', async () => {
  open().close();
  edit('PRAGMA user_version = 999');
  const before = readFileSync(join(dataDir, 'journal.sqlite'));
  for (const what of ['verify', 'accept'] as const) expect(await run(what)).toBe(false);
  expect(said.join(' ')).toContain('was written by a newer version of Fathom');
  expect(readFileSync(join(dataDir, 'journal.sqlite'))).toEqual(before);
});
