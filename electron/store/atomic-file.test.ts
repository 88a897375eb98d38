import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOperatingSystem } from '#os/operating-system.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { windowsCalls } from '#os/testing/windows-calls.ts';
import {
  type FlushFiles,
  readFailure,
  readPrivateFile,
  readPrivateFileStart,
  writePrivateFile,
} from './atomic-file.ts';

let folder = '';
const path = () => join(folder, 'settings.json');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-atomic-'));
});
afterEach(() => removeFolder(folder));

/** Real files, and the order in which they are touched. `failing` names a step that throws. */
function noting(failing: string | null = null) {
  const steps: string[] = [];
  const names = new Map<number, string>();
  const step = (name: string) => {
    steps.push(name);
    if (name === failing) throw Object.assign(new Error(name), { code: 'ENOSPC' });
  };
  const nameOf = (file: number) => names.get(file) ?? '?';
  const files: FlushFiles = {
    open: (opened, flags, mode) => {
      const name = opened === folder ? 'folder' : basename(opened).replace(/\.\d+\.tmp$/, ' beside');
      step(`open ${name}`);
      const file = openSync(opened, flags, mode);
      names.set(file, name);
      return file;
    },
    write: (file, bytes, from) => {
      step(`write ${nameOf(file)}`);
      return writeSync(file, bytes, from, 3); // in pieces, as a busy disk does
    },
    flush: file => {
      step(`flush ${nameOf(file)}`);
      fsyncSync(file);
    },
    close: file => {
      step(`close ${nameOf(file)}`);
      closeSync(file);
    },
    rename: (from, to) => {
      step('rename');
      renameSync(from, to);
    },
  };
  return { files, steps };
}

it.skipIf(process.platform === 'win32')(
  'atomic file is flushed before it gets the final name, and its folder afterwards',
  () => {
    const { files, steps } = noting();
    writePrivateFile(path(), 'abcdef', files);
    expect(steps).toEqual([
      'open settings.json beside',
      'write settings.json beside',
      'write settings.json beside',
      'flush settings.json beside',
      'close settings.json beside',
      'rename',
      'open folder',
      'flush folder',
      'close folder',
    ]);
    expect(readFileSync(path(), 'utf8')).toBe('abcdef');
  },
);

it.each([2, Infinity])(
  'atomic file is complete, old or new, while Windows rejects its rename %d times [46]',
  busyTimes => {
    writeFileSync(path(), 'old');
    const { files } = noting();
    const rename = createOperatingSystem(windowsCalls({ busyTimes, busyCode: 'EPERM' })).renameFile;
    const write = () => writePrivateFile(path(), 'new', { ...files, rename });
    if (busyTimes === Infinity) expect(write).toThrow('EPERM');
    else write();
    expect(readFileSync(path(), 'utf8')).toBe(busyTimes === Infinity ? 'old' : 'new');
    expect(readdirSync(folder)).toEqual(['settings.json']);
  },
);

it.each(['open settings.json beside', 'write settings.json beside', 'flush settings.json beside', 'rename'])(
  'atomic file keeps the old text without leftovers when the disk is full at: %s (fault 12)',
  failing => {
    writeFileSync(path(), 'old');
    expect(() => writePrivateFile(path(), 'new', noting(failing).files)).toThrow(failing);
    expect(readFileSync(path(), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['settings.json']);
  },
);

function failureOf(read: () => unknown): string {
  try {
    read();
    return 'none';
  } catch (cause) {
    return readFailure(cause, { title: 'the settings', path: path() });
  }
}

describe('a file read with a limit', () => {
  it('a file read with a limit is rejected with a sentence beyond the limit, and read up to it', () => {
    writeFileSync(path(), 'x'.repeat(2048));
    expect(readPrivateFile(path(), 2048)).toHaveLength(2048);
    expect(() => readPrivateFile(path(), 2047)).toThrow(`${path()} is larger than 1 KiB`);
    expect(failureOf(() => readPrivateFile(path(), 2047))).toBe(
      `Fathom could not read the settings: ${path()} is too large. Move it away, then start Fathom again.`,
    );
  });

  // no writer: an open that waits for one never returns
  it.skipIf(process.platform === 'win32')(
    'a file read with a limit is rejected with a sentence when it is a named pipe',
    () => {
      execFileSync('mkfifo', [path()]);
      const sentence = `Fathom could not read the settings: ${path()} is not a regular file. Move it away, then start Fathom again.`;
      expect(failureOf(() => readPrivateFile(path(), 1024))).toBe(sentence);
      expect(failureOf(() => readPrivateFileStart(path(), 16))).toBe(sentence);
    },
  );
});
