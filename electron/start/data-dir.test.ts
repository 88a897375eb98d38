import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultDataDir, openDataDir } from './data-dir.ts';

const home = '/home/ada';

it.each([
  ['linux', {}, '/home/ada/.local/share/fathom'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/fathom'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/fathom'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/home/ada/Library/Application Support/Fathom'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/Fathom'],
  ['win32', { LOCALAPPDATA: '' }, '/home/ada/AppData/Local/Fathom'],
  ['win32', {}, '/home/ada/AppData/Local/Fathom'],
] as const)('knows the convention of %s with %j', (platform, environment, folder) => {
  expect(defaultDataDir({ platform, environment, home })).toBe(folder);
});

it('makes a folder that only its owner may enter', () => {
  const above = mkdtempSync(join(tmpdir(), 'fathom-data-'));
  try {
    const folder = openDataDir(join(above, 'a', 'b'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  } finally {
    rmSync(above, { recursive: true });
  }
});

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  let above: string;
  let folder: string;
  beforeEach(() => {
    above = mkdtempSync(join(tmpdir(), 'fathom-data-'));
    folder = join(above, 'data');
    mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, 'profiles.json'), '{}', { mode: 0o600 });
    writeFileSync(join(folder, 'logs', 'fathom.log'), '', { mode: 0o600 });
  });
  afterEach(() => rmSync(above, { recursive: true }));

  it('that is ours alone is taken as it is', () => {
    expect(openDataDir(folder)).toBe(folder);
  });

  it.each([0o770, 0o775, 0o707, 0o777, 0o1777])('that others may write to (%o) is refused', mode => {
    chmodSync(folder, mode);
    expect(() => openDataDir(folder)).toThrow(
      `The data folder ${folder} is not safe to use: others may write to ${folder}. Close it with: chmod go-w '${folder}'`,
    );
  });

  it.each(['profiles.json', 'logs', 'logs/fathom.log'])('is refused when others may write to its %s', name => {
    chmodSync(join(folder, name), 0o666);
    if (name === 'logs') chmodSync(join(folder, name), 0o777);
    chmodSync(folder, 0o755);
    expect(() => openDataDir(folder)).toThrow(`others may write to ${join(folder, name)}`);
    chmodSync(folder, 0o700); // now nobody gets there
    expect(openDataDir(folder)).toBe(folder);
  });

  it('that is a symbolic link itself is refused', () => {
    const link = join(above, 'link');
    symlinkSync(folder, link);
    expect(() => openDataDir(link)).toThrow('it is a symbolic link');
    expect(() => openDataDir(`${link}/`)).toThrow('it is a symbolic link');
  });

  it.each(['settings.json', 'fathom.db', 'chromium', 'logs/other.log'])(
    'with a symbolic link %s inside is refused',
    name => {
      symlinkSync('/etc/hostname', join(folder, name));
      expect(() => openDataDir(folder)).toThrow(`${join(folder, name)} is a symbolic link`);
    },
  );

  it('may hold links that a browser keeps in its own profile', () => {
    mkdirSync(join(folder, 'chromium'));
    symlinkSync('host-1', join(folder, 'chromium', 'SingletonLock'));
    expect(openDataDir(folder)).toBe(folder);
  });

  it('whose log folder is a link is refused, not followed', () => {
    rmSync(join(folder, 'logs'), { recursive: true });
    symlinkSync('/etc', join(folder, 'logs'));
    expect(() => openDataDir(folder)).toThrow(`${join(folder, 'logs')} is a symbolic link`);
  });

  it.skipIf(process.getuid?.() !== 0).each(['.', 'profiles.json'])('of another user is refused: %s', name => {
    chownSync(join(folder, name), 12_345, 12_345);
    expect(() => openDataDir(folder)).toThrow('belongs to another user');
  });
});
