import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { expectMode } from './testing/file-mode.ts';
import { lockFile } from './lock-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom lock ü-'));
  file = join(folder, 'instance.lock');
});
afterEach(() => removeFolder(folder));

function hold() {
  const held = lockFile(file);
  if (held === null) throw new Error('another holds it');
  return held;
}

it('a lock file is held by one process until it is released', () => {
  const held = hold();
  expect(lockFile(file)).toBeNull();
  expect(lockFile(file)).toBeNull(); // asking did not drop it
  held.release();
  held.release();
  hold().release();
});

it('a lock file is tried for 100 ms before another holder is reported', () => {
  const held = hold();
  const begunAtMs = performance.now();
  expect(lockFile(file)).toBeNull();
  // the shortest time only: a busy machine takes longer
  expect(performance.now() - begunAtMs).toBeGreaterThan(90);
  held.release();
});

it('a lock file is empty and readable by its owner only', () => {
  const held = hold();
  expect(readdirSync(folder)).toEqual(['instance.lock']);
  expect(statSync(file).size).toBe(0);
  expectMode(file, 0o600);
  held.release();
});

it('a lock file is released by the system when its process is killed', async () => {
  const script = `
    const { lockFile } = await import(${JSON.stringify(join(import.meta.dirname, 'lock-file.ts'))});
    globalThis.held = lockFile(process.argv[1]);
    console.log(globalThis.held === null ? 'taken' : 'held');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const [line] = await once(child.stdout, 'data');
    expect(String(line).trim()).toBe('held');
    expect(lockFile(file)).toBeNull();
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
  hold().release();
});

it('a lock file fails when a folder, a symbolic link or another file is in its place', () => {
  mkdirSync(file);
  expect(() => lockFile(file)).toThrow('is not a regular file. Move it away');
  removeFolder(file);
  writeFileSync(join(folder, 'other'), '');
  symlinkSync(join(folder, 'other'), file);
  expect(() => lockFile(file)).toThrow('is not a regular file. Move it away');
  rmSync(file);
  writeFileSync(file, 'x'.repeat(10_000));
  expect(() => lockFile(file)).toThrow('file is not a database');
});

it('a lock file fails when the folder is missing', () => {
  expect(() => lockFile(join(folder, 'missing', 'lock'))).toThrow('ENOENT');
});
