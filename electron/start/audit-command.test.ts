import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { verifyChainFile } from '#store/audit/chain-file.ts';
import { openStore } from '#store/store.ts';
import { intent, silent } from '#store/testing/journal-fixture.ts';
import { runAuditCommand } from './audit-command.ts';

let dataDir: string;
let said: string[];
const run = (what: 'verify' | 'export') => runAuditCommand({ what, dataDir, say: line => void said.push(line) });

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-audit-command-'));
  said = [];
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('checks and exports the journal of a Fathom that runs, and says what is wrong with it', () => {
  const store = openStore({ dataDir, log: silent, nowMs: () => 1 });
  if (!store.ok) throw new Error(store.error.message);
  for (const id of ['a', 'b', 'c']) store.value.journal.append({ intent: intent(id), body: {} });
  expect(run('verify')).toBe(true);
  expect(said).toEqual([expect.stringMatching(/^3 rows, 1970/), expect.stringContaining('The chain is whole')]);
  expect(run('export')).toBe(true);
  const file = /^Written to (.*)$/.exec(said.at(-1) ?? '')?.[1] ?? '';
  expect(verifyChainFile(readFileSync(file, 'utf8'))).toMatchObject({ rows: 3, problem: null });
  store.value.close();
  const database = new DatabaseSync(join(dataDir, 'journal.sqlite'));
  database.exec('DELETE FROM audit WHERE n = 2');
  database.close();
  expect(run('verify')).toBe(false);
  expect(said.at(-1)).toBe('Row 2 is missing.');
});

it('says when there is no journal', () => {
  expect(run('verify')).toBe(false);
  expect(said.at(-1)).toContain('There is no journal');
});
