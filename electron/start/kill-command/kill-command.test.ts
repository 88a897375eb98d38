import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import { mountSmallDisk, whyNoSmallDisk } from '#log/testing/small-disk.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { lockDataDir } from '../instance-lock.ts';
import { askMain } from './ask-main.ts';
import { type KillCommandOptions, runKillCommand } from './kill-command.ts';

let dataDir: string;
let lines: string[];
let steps: string[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-kill-'));
  lines = [];
  steps = [];
});
afterEach(() => removeFolder(dataDir));

function kill(change: Partial<KillCommandOptions> = {}) {
  return runKillCommand({
    dataDir,
    say: line => void lines.push(line),
    lock: () => lockDataDir(dataDir),
    askMain: async () => 'silent',
    freeze: () => {
      steps.push('frozen');
      return succeed({
        fire: async () => {
          steps.push('fired');
          return 'clear';
        },
      });
    },
    ...change,
  });
}

function throwReadOnly(): never {
  throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
}

describe('--kill on a disk that cannot be written', () => {
  it('freezes and cancels without a lock, and says so (fault 12)', async () => {
    expect(await kill({ lock: throwReadOnly })).toBe('clear');
    expect(steps).toEqual(['frozen', 'fired']);
    expect(lines[0]).toContain('(EROFS: read-only file system).');
    expect(lines[1]).toContain('Cancelling without it.');
  });

  it('freezes and cancels beside a main process that does not answer (fault 12)', async () => {
    const missing = join(dataDir, 'missing'); // no request can be written there
    const say = (line: string) => void lines.push(line);
    const outcome = await kill({
      dataDir: missing,
      lock: () => ({ kind: 'taken', pid: 1 }),
      askMain: () => askMain({ dataDir: missing, say, wait: async () => {} }),
    });
    expect([outcome, steps]).toEqual(['in-part', ['frozen', 'fired']]);
    expect(lines[0]).toContain('cannot be asked: the request cannot be written (ENOENT)');
    expect(lines).toContainEqual(expect.stringContaining('it does not know of the freeze. End it.'));
  });

  const why = whyNoSmallDisk();
  it.skipIf(why !== null)('freezes and cancels on a real full disk without a reserve (fault 12)', async () => {
    const disk = mountSmallDisk('1m');
    try {
      disk.fill();
      expect(await kill({ dataDir: disk.folder, lock: () => lockDataDir(disk.folder) })).toBe('clear');
      expect(steps).toEqual(['frozen', 'fired']);
    } finally {
      disk.unmount();
    }
  });
});
