import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { hasTime } from '../coverage/intervals.ts';
import { keysOf, windowOf } from '../testing/written-windows.ts';
import { openSqliteArchive } from './sqlite-archive.ts';

const program = fileURLToPath(new URL('../testing/writing-program.ts', import.meta.url));

/** Runs the program and kills it right after it printed so many lines, in the middle of its next page. */
async function writeUntilKilled(path: string, lines: number): Promise<void> {
  const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let seen = 0;
  createInterface({ input: child.stdout }).on('line', () => {
    seen += 1;
    if (seen === lines) child.kill('SIGKILL');
  });
  await ended;
}

function check(path: string): number {
  const archive = openSqliteArchive({ path });
  try {
    expect(archive.verify({}).faults).toEqual([]);
    const [line] = archive.lines({ accountId: 1 });
    const keys = new Set(archive.rows({ accountId: 1, record: 'ledger', limit: 100_000 }).map(({ key }) => key));
    let covered = 0;
    const sealed = line?.coverage.sealed ?? [];
    while (sealed.some(part => hasTime(part, windowOf(covered).fromMs))) {
      expect(keysOf(covered).filter(key => !keys.has(key))).toEqual([]);
      covered += 1;
    }
    return covered;
  } finally {
    archive.close();
  }
}

it('SQLite archive keeps complete pages, and claims no window with a missing row, after a kill at any time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-killed-'));
  const path = join(folder, 'archive.sqlite');
  let covered = 0;
  try {
    for (const lines of fc.sample(fc.integer({ min: 1, max: 40 }), 8)) {
      // oxlint-disable-next-line no-await-in-loop -- each run continues where the one before was killed
      await writeUntilKilled(path, lines);
      const next = check(path);
      expect(next).toBeGreaterThanOrEqual(covered);
      covered = next;
    }
    expect(covered).toBeGreaterThan(0);
  } finally {
    removeFolder(folder);
  }
});
