import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { ComputerId, readComputerId } from './computer-id.ts';

let dataDir: string;
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'fathom-computer-'))));
afterEach(() => removeFolder(dataDir));

it('keeps the id of a data folder in a file that only its owner reads', () => {
  const first = readComputerId(dataDir);
  expect(ComputerId.parse(first)).toBe(first);
  expect(readComputerId(dataDir)).toBe(first);
  expect(readdirSync(dataDir)).toEqual(['archive-computer-id']);
  expect(statSync(join(dataDir, 'archive-computer-id')).mode & 0o777).toBe(0o600);
});

it('replaces a damaged id', () => {
  writeFileSync(join(dataDir, 'archive-computer-id'), 'practice');
  const replaced = readComputerId(dataDir);
  expect(ComputerId.parse(replaced)).toBe(replaced);
  expect(readComputerId(dataDir)).toBe(replaced);
});
