import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { removeLeftovers } from './leftovers.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-leftovers-'));
});
afterEach(() => removeFolder(dataDir));

/** The number of a process that has ended. */
const ended = spawnSync(process.execPath, ['--version']).pid;

it('start removes the files of killed backups, and keeps those of a running one', () => {
  const folder = join(dataDir, 'backups');
  mkdirSync(folder);
  const kept = [
    'archive.sqlite',
    'archive.sqlite-wal',
    `archive.sqlite.backup-copy-${process.ppid}`,
    'archive.sqlite.version-1',
  ];
  const left = ['', `-${ended}`, `-${process.pid}`, `-${ended}-wal`, `-${ended}-journal`];
  const copies = left.map(end => `archive.sqlite.backup-copy${end}`);
  const keptBackups = ['a.age', `b.age.${process.ppid}.partial`, 'note.partial'];
  for (const name of [...kept, ...copies]) writeFileSync(join(dataDir, name), '');
  for (const name of [...keptBackups, 'c.age.partial', `d.age.${ended}.partial`]) writeFileSync(join(folder, name), '');
  removeLeftovers(dataDir, folder);
  expect(readdirSync(dataDir).toSorted()).toEqual([...kept, 'backups'].toSorted());
  expect(readdirSync(folder).toSorted()).toEqual(keptBackups.toSorted());
});

it('start removes nothing where there is no folder', () => {
  expect(() => removeLeftovers(join(dataDir, 'none'), join(dataDir, 'none', 'backups'))).not.toThrow();
});
