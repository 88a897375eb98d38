import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRedactor } from '#log/redact.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { openKillLog } from './kill-log.ts';

let folder: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-kill-log-'));
  lines = [];
});
afterEach(() => removeFolder(folder));

function open(file: string, problem: string | null = null) {
  return openKillLog({ file, problem, redactor: createRedactor(), say: line => void lines.push(line) });
}

it('kill log writes to the file and prints nothing', () => {
  const file = join(folder, 'logs', 'fathom.log');
  const log = open(file);
  log.warn('kill-switch.fired', { profileId: 'p' });
  log.close();
  expect(readFileSync(file, 'utf8')).toContain('kill-switch.fired');
  expect(lines).toEqual([]);
});

it('kill log prints its lines and writes no file when the log folder must not be used', () => {
  const file = join(folder, 'fathom.log');
  writeFileSync(file, 'untouched');
  const log = open(file, 'logs is a symbolic link. Remove it.');
  log.warn('kill-switch.fired', { profileId: 'p' });
  log.close();
  expect(readFileSync(file, 'utf8')).toBe('untouched');
  expect(lines).toEqual([
    'The log is not written: logs is a symbolic link. Remove it. It is printed here.',
    expect.stringContaining('kill-switch.fired'),
  ]);
});

it('kill log prints its lines from the time when the file cannot be written', () => {
  const file = join(folder, 'logs', 'fathom.log');
  const log = open(file);
  log.warn('first');
  removeFolder(join(folder, 'logs'));
  mkdirSync(file, { recursive: true }); // a folder is in its place
  log.warn('second');
  log.warn('third');
  log.close();
  expect(lines).toEqual([
    expect.stringContaining('The log cannot be written'),
    expect.stringContaining('second'),
    expect.stringContaining('third'),
  ]);
});

it('kill log prints its lines when the log folder is a file', () => {
  writeFileSync(join(folder, 'logs'), '');
  open(join(folder, 'logs', 'fathom.log')).warn('first');
  expect(lines.join(' ')).toMatch(/cannot be written.*first/);
});
