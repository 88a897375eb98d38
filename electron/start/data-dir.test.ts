import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
