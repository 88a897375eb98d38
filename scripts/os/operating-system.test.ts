import { describe, expect, it } from 'vitest';
import { needsShell, programFiles, renameFile, withoutCoreDumps } from './operating-system.mjs';

/** A rename that fails this often. */
function failing(times: number, code: string) {
  const done: string[] = [];
  const rename = (from: string, to: string): void => {
    done.push(`${from} ${to}`);
    if (done.length <= times) throw new Error(`${code}: operation not permitted`);
  };
  return { done, rename };
}

describe('renameFile', () => {
  it.each(['EPERM', 'EBUSY', 'EACCES'])('renameFile replaces a file that Windows holds three times with %s', code => {
    const { done, rename } = failing(3, code);
    renameFile('a', 'b', { rename, on: 'win32' });
    expect(done).toEqual(['a b', 'a b', 'a b', 'a b']);
  });

  it.each([
    ['Windows keeps the file', Infinity, 'EPERM', 'win32', 5],
    ['the file is missing', 1, 'ENOENT', 'win32', 1],
    ['the system is Linux, where an error is final', 1, 'EPERM', 'linux', 1],
  ] as const)('renameFile throws when %s', (_, times, code, on, tries) => {
    const { done, rename } = failing(times, code);
    expect(() => renameFile('a', 'b', { rename, on })).toThrow(code);
    expect(done).toHaveLength(tries);
  });
});

describe('programs on Windows', () => {
  it('programs on Windows run without a shell, except npm, which is a script there', () => {
    expect(['npm', 'node'].map(name => needsShell(name, 'win32'))).toEqual([true, false]);
    expect(needsShell('npm', 'darwin')).toBe(false);
    const command = ['C:\\Ada Ü\\node.exe', 'main.js'];
    expect(withoutCoreDumps(command, 'win32')).toEqual(command);
    expect(withoutCoreDumps(command, 'darwin').slice(-2)).toEqual(command);
  });

  it('programs on Windows are found by their endings', () => {
    expect(programFiles('npm', 'win32')).toEqual(['npm.exe', 'npm.cmd']);
    expect(programFiles('npm', 'linux')).toEqual(['npm']);
  });
});
