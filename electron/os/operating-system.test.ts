import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createOperatingSystem, operatingSystem } from './operating-system.ts';
import { nodeCalls } from './system-calls.ts';
import { windowsCalls } from './testing/windows-calls.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-os ü-'));
});
afterEach(() => removeFolder(folder));

function writeTwo() {
  const [from, to] = [join(folder, 'new'), join(folder, 'old')];
  writeFileSync(from, 'new');
  writeFileSync(to, 'old');
  return { from, to };
}

describe('renameFile', () => {
  it.each(['EPERM', 'EBUSY', 'EACCES'] as const)('replaces a file that Windows locks three times with %s', busyCode => {
    const { from, to } = writeTwo();
    const calls = windowsCalls({ busyTimes: 3, busyCode });
    createOperatingSystem(calls).renameFile(from, to);
    expect(readFileSync(to, 'utf8')).toBe('new');
    expect(calls.done).toEqual(['pause 10', 'pause 20', 'pause 40']);
  });

  it('throws after 150 ms when Windows keeps the lock, and leaves both files', () => {
    const { from, to } = writeTwo();
    const calls = windowsCalls({ busyTimes: Infinity });
    expect(() => createOperatingSystem(calls).renameFile(from, to)).toThrow('EBUSY');
    expect(calls.done).toEqual(['pause 10', 'pause 20', 'pause 40', 'pause 80']);
    expect([readFileSync(from, 'utf8'), readFileSync(to, 'utf8')]).toEqual(['new', 'old']);
  });

  it('throws another error at once', () => {
    const calls = windowsCalls();
    expect(() => createOperatingSystem(calls).renameFile(join(folder, 'none'), join(folder, 'to'))).toThrow('ENOENT');
    expect(calls.done).toEqual([]);
  });

  it('does not try again on Linux and macOS, where an error is final', () => {
    const busy = windowsCalls({ busyTimes: 1 });
    const { from, to } = writeTwo();
    expect(() => createOperatingSystem({ ...busy, platform: 'darwin' }).renameFile(from, to)).toThrow('EBUSY');
    expect(busy.done).toEqual([]);
  });
});

describe('removeFile', () => {
  it('removes a file that Windows locks once, and returns whether there was one', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const system = createOperatingSystem(windowsCalls({ busyTimes: 1 }));
    expect(system.removeFile(file)).toBe(true);
    expect(existsSync(file)).toBe(false);
    expect(system.removeFile(file)).toBe(false);
  });
});

describe('removeFolder', () => {
  it('removes a folder with its contents', async () => {
    mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    await expect(operatingSystem.removeFolder(join(folder, 'a'))).resolves.toBe(true);
    expect(existsSync(join(folder, 'a'))).toBe(false);
  });

  it('resolves with false when Windows keeps the lock', async () => {
    const system = createOperatingSystem(windowsCalls({ busyTimes: Infinity }));
    await expect(system.removeFolder(folder)).resolves.toBe(false);
  });
});

describe('defaultDataDir', () => {
  it.each([
    ['linux', '/home/ada', {}, '/home/ada/.local/share/fathom'],
    ['linux', '/home/ada', { XDG_DATA_HOME: '/data' }, '/data/fathom'],
    ['linux', '/home/ada', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/fathom'],
    ['darwin', '/Users/ada', { XDG_DATA_HOME: '/data' }, '/Users/ada/Library/Application Support/Fathom'],
    ['win32', 'C:\\Users\\Ada Ü', { LOCALAPPDATA: 'D:\\local' }, 'D:\\local\\Fathom'],
    ['win32', 'C:\\Users\\Ada Ü', { LOCALAPPDATA: '' }, 'C:\\Users\\Ada Ü\\AppData\\Local\\Fathom'],
  ] as const)('follows the convention of %s for the home %s with %j', (platform, home, environment, expected) => {
    const calls = { ...nodeCalls, platform, environment, home: () => home };
    expect(createOperatingSystem(calls).defaultDataDir()).toBe(expected);
  });
});

describe('isRoot', () => {
  it('isRoot is false when users have no numbers', () => {
    expect(createOperatingSystem(windowsCalls()).isRoot()).toBe(false);
    expect(createOperatingSystem({ ...nodeCalls, userId: () => 0 }).isRoot()).toBe(true);
  });
});

/** The answer about a folder, and the programs that were run for it. */
function why(path: string, icacls?: string, environment: Record<string, string> = {}) {
  const calls = windowsCalls({ environment, ...(icacls === undefined ? {} : { prints: { icacls } }) });
  return { why: createOperatingSystem(calls).whyOpenToOthers(path), done: calls.done };
}

describe('whyOpenToOthers', () => {
  it('trusts a folder in the user profile without running a program', () => {
    expect(why('C:\\Users\\Ada\\AppData\\Local\\Fathom')).toEqual({ why: null, done: [] });
  });

  it.each(['D:\\Fathom', 'C:\\Users\\Adam\\Fathom', 'C:\\Users\\Ada', '\\\\server\\share\\Fathom'])(
    'reads the access rights of %s, outside the user profile',
    path => {
      expect(why(path).done).toEqual([`icacls ${path}`]);
    },
  );

  it('accepts a folder that only the user and the system can write to', () => {
    const text =
      'D:\\Fathom DESK\\Ada:(OI)(CI)(F)\r\n          NT AUTHORITY\\SYSTEM:(I)(F)\r\n          BUILTIN\\Users:(RX)\r\n\r\nSuccessfully processed 1 files; Failed processing 0 files\r\n';
    expect(why('D:\\Fathom', text).why).toBeNull();
  });

  it('accepts an account whose right to write is denied', () => {
    const text = 'D:\\Fathom BUILTIN\\Users:(DENY)(W)\r\n          DESK\\Ada:(OI)(CI)(F)\r\n';
    expect(why('D:\\Fathom', text).why).toBeNull();
  });

  it('names the account that may write, and the command that removes the right', () => {
    const text = 'D:\\Fathom BUILTIN\\Administrators:(I)(F)\r\n          NT AUTHORITY\\Authenticated Users:(I)(M)\r\n';
    expect(why('D:\\Fathom', text).why).toBe(
      'NT AUTHORITY\\Authenticated Users may write to D:\\Fathom. Close it with: icacls "D:\\Fathom" /inheritance:r /grant:r "%USERNAME%:(OI)(CI)F"',
    );
  });

  it.each([
    ['icacls cannot be run', undefined, {}],
    ['the user has no name', 'D:\\Fathom \\:(F)\r\n', { USERNAME: '' }],
  ])('rejects the folder when %s', (_, text, environment) => {
    expect(why('D:\\Fathom', text, environment).why).toContain('Choose a folder in your user profile with --data-dir.');
  });

  it('rejects a folder when the listing has no entry', () => {
    expect(why('D:\\Fathom', 'Zugriff verweigert\r\n').why).toContain('unknown accounts may write');
  });

  it('runs no program on other systems', () => {
    const calls = { ...windowsCalls(), platform: 'darwin' as const };
    expect(createOperatingSystem(calls).whyOpenToOthers('/srv/fathom')).toBeNull();
    expect(calls.done).toEqual([]);
  });
});

function child() {
  const ended: string[] = [];
  return {
    ended,
    stdin: { end: () => ended.push('input closed') },
    kill: (signal?: NodeJS.Signals) => ended.push(String(signal)) > 0,
  };
}

describe('ending a process', () => {
  it('closes the input of a child on Windows, where a signal could interrupt a write', () => {
    const [onWindows, onLinux] = [child(), child()];
    createOperatingSystem(windowsCalls()).askToEnd(onWindows);
    createOperatingSystem({ ...nodeCalls, platform: 'linux' }).askToEnd(onLinux);
    expect([onWindows.ended, onLinux.ended]).toEqual([['input closed'], ['SIGTERM']]);
  });

  it('ends a process with its children by taskkill on Windows', async () => {
    const calls = windowsCalls();
    await createOperatingSystem(calls).endProcessTree(42);
    expect(calls.done).toEqual(['taskkill /pid 42 /T /F']);
  });

  it('does nothing to a process that has ended', async () => {
    operatingSystem.endPid(2 ** 30);
    await operatingSystem.endProcessTree(2 ** 30);
  });

  it.skipIf(process.platform === 'win32')('ends a group with its leader', async () => {
    const leader = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    const ended = once(leader, 'exit');
    if (leader.pid === undefined) throw new Error('no process');
    await operatingSystem.endProcessTree(leader.pid);
    expect(await ended).toEqual([null, 'SIGKILL']);
  });
});

describe('restrictToOwner', () => {
  it('changes no mode on Windows, which would only set the read-only flag', () => {
    const calls = windowsCalls();
    createOperatingSystem(calls).restrictToOwner('file');
    expect(calls.done).toEqual([]);
  });
});
