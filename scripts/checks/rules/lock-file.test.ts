import { expect, it } from 'vitest';
import { lockFaults, readLock } from './lock-file.mjs';

it('lock file check finds nothing in the lock file', () => {
  expect(Object.keys(readLock()).length).toBeGreaterThan(500);
  expect(lockFaults(readLock())).toEqual([]);
});

it('lock file check finds the missing entry of another system', () => {
  const packages = {
    '': { version: '0.1.0', optionalDependencies: { top: '1.0.0' } },
    'node_modules/top': { version: '1.0.0', optionalDependencies: { 'top-win32': '1.0.0', 'top-linux': '1.0.0' } },
    'node_modules/top-linux': { version: '1.0.0' },
  };
  expect(lockFaults(packages)).toEqual([
    'package-lock.json: top-win32 has no entry; node_modules/top 1.0.0 wants it on some system',
  ]);
});

it('lock file check accepts an entry beside the package, below it and above it', () => {
  const optional = { version: '1.0.0', optionalDependencies: { part: '1.0.0' } };
  const inside = 'node_modules/a/node_modules/@s/b';
  for (const place of [`${inside}/node_modules/part`, 'node_modules/a/node_modules/part', 'node_modules/part'])
    expect(lockFaults({ [inside]: optional, [place]: {} })).toEqual([]);
  expect(lockFaults({ [inside]: optional, 'node_modules/c/node_modules/part': {} })).toHaveLength(1);
});

it('lock file check rejects the address of a registry', () => {
  const packages = { 'node_modules/a': { version: '1.0.0', resolved: 'https://registry.example/a-1.0.0.tgz' } };
  expect(lockFaults(packages)).toEqual(['package-lock.json: node_modules/a 1.0.0 names the registry it came from']);
});

it('lock file check accepts a package of this project, which is linked', () => {
  expect(lockFaults({ 'node_modules/@s/a': { resolved: 'a', link: true }, a: { version: '1.0.0' } })).toEqual([]);
});
