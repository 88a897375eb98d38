import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectMode, hasModes } from '#os/testing/file-mode.ts';
import { createOperatingSystem } from '#os/operating-system.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { windowsCalls } from '#os/testing/windows-calls.ts';
import { openDataDir, openDataDirForKill } from './data-dir.ts';

it('data folder is created for its owner only', () => {
  const above = mkdtempSync(join(tmpdir(), 'fathom-data-'));
  try {
    const folder = openDataDir(join(above, 'a', 'b'));
    expectMode(folder, 0o700);
  } finally {
    removeFolder(above);
  }
});

describe.skipIf(!hasModes)('a data folder', () => {
  let above: string;
  let folder: string;
  beforeEach(() => {
    above = mkdtempSync(join(tmpdir(), 'fathom-data-'));
    folder = join(above, 'data');
    mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, 'profiles.json'), '{}', { mode: 0o600 });
    writeFileSync(join(folder, 'logs', 'fathom.log'), '', { mode: 0o600 });
  });
  afterEach(() => removeFolder(above));

  it('a data folder is used as it is when it is accessible to its owner only', () => {
    expect(openDataDir(folder)).toBe(folder);
  });

  it.each([0o770, 0o775, 0o707, 0o777, 0o1777])('a data folder is rejected when others may write to it (%o)', mode => {
    chmodSync(folder, mode);
    expect(() => openDataDir(folder)).toThrow(
      `The data folder ${folder} is not safe to use: others may write to ${folder}. Close it with: chmod go-w '${folder}'`,
    );
  });

  it.each(['profiles.json', 'logs', 'logs/fathom.log'])(
    'a data folder is rejected when others may write to its %s',
    name => {
      chmodSync(join(folder, name), 0o666);
      if (name === 'logs') chmodSync(join(folder, name), 0o777);
      chmodSync(folder, 0o755);
      expect(() => openDataDir(folder)).toThrow(`others may write to ${join(folder, name)}`);
      chmodSync(folder, 0o700); // now it is unreachable
      expect(openDataDir(folder)).toBe(folder);
    },
  );

  it('a data folder is rejected when it is a symbolic link itself', () => {
    const link = join(above, 'link');
    symlinkSync(folder, link);
    expect(() => openDataDir(link)).toThrow('it is a symbolic link');
    expect(() => openDataDir(`${link}/`)).toThrow('it is a symbolic link');
  });

  it.each(['settings.json', 'fathom.db', 'chromium', 'logs/other.log'])(
    'a data folder is rejected with a symbolic link %s inside',
    name => {
      symlinkSync('/etc/hostname', join(folder, name));
      expect(() => openDataDir(folder)).toThrow(`${join(folder, name)} is a symbolic link`);
    },
  );

  it('may contain links that a browser keeps in its own profile', () => {
    mkdirSync(join(folder, 'chromium'));
    symlinkSync('host-1', join(folder, 'chromium', 'SingletonLock'));
    expect(openDataDir(folder)).toBe(folder);
  });

  it('a data folder is rejected when its log folder is a link, which is not followed', () => {
    removeFolder(join(folder, 'logs'));
    symlinkSync('/etc', join(folder, 'logs'));
    expect(() => openDataDir(folder)).toThrow(`${join(folder, 'logs')} is a symbolic link`);
  });

  it.each([
    ['logs', 'logProblem', 'journalProblem'],
    ['audit', 'journalProblem', 'logProblem'],
  ] as const)(
    'a data folder is used by --kill when %s is or holds a link, and the record is not written there',
    (name, bad, good) => {
      removeFolder(join(folder, 'logs'));
      symlinkSync('/etc', join(folder, name));
      const whole = openDataDirForKill(folder);
      expect([whole.dataDir, whole[bad], whole[good]]).toEqual([
        folder,
        expect.stringContaining(`${join(folder, name)} is a symbolic link`),
        null,
      ]);
      rmSync(join(folder, name));
      mkdirSync(join(folder, name));
      symlinkSync('/etc/hostname', join(folder, name, 'fathom.log'));
      expect(openDataDirForKill(folder)[bad]).toContain('fathom.log is a symbolic link');
    },
  );

  it('a data folder is rejected by --kill when a file that decides where keys are sent is unsafe', () => {
    rmSync(join(folder, 'profiles.json'));
    symlinkSync('/etc/hostname', join(folder, 'profiles.json'));
    expect(() => openDataDirForKill(folder)).toThrow(`${join(folder, 'profiles.json')} is a symbolic link`);
    rmSync(join(folder, 'profiles.json'));
    expect(openDataDirForKill(folder)).toEqual({ dataDir: folder, logProblem: null, journalProblem: null });
    chmodSync(folder, 0o777);
    expect(() => openDataDirForKill(folder)).toThrow('others may write to');
  });

  it.skipIf(process.getuid?.() !== 0).each(['.', 'profiles.json'])(
    'a data folder is rejected when it belongs to another user: %s',
    name => {
      chownSync(join(folder, name), 12_345, 12_345);
      expect(() => openDataDir(folder)).toThrow('belongs to another user');
    },
  );
});

describe('a data folder on Windows', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fathom-data-'));
  });
  afterEach(() => removeFolder(folder));
  const openOnWindows = (icacls: string) =>
    openDataDir(folder, createOperatingSystem(windowsCalls({ prints: { icacls } })));

  it('a data folder on Windows is rejected when another account may write to it', () => {
    expect(() => openOnWindows(`${folder} Everyone:(OI)(CI)(F)\r\n`)).toThrow(
      `The data folder ${folder} is not safe to use: Everyone may write to ${folder}. Close it with: icacls`,
    );
  });

  it('a data folder on Windows is used when only the user may write to it, whatever mode its files have', () => {
    writeFileSync(join(folder, 'settings.json'), '{}', { mode: 0o666 });
    chmodSync(folder, 0o777);
    expect(openOnWindows(`${folder} DESK\\Ada:(OI)(CI)(F)\r\n`)).toBe(folder);
  });

  it('a data folder on Windows is rejected with a symbolic link inside', () => {
    symlinkSync(tmpdir(), join(folder, 'logs'));
    expect(() => openOnWindows(`${folder} DESK\\Ada:(F)\r\n`)).toThrow('is a symbolic link');
  });
});
