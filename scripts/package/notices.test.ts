import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLock } from '../checks/rules/lock-file.mjs';
import { remove } from '../os/operating-system.mjs';
import { bundledPackages, noticesText } from './notices.mjs';

let project: string;

function writePackage(folder: string, name: string, files: Readonly<Record<string, string>>): void {
  const manifest = { name, version: '1.2.3', license: 'MIT' };
  for (const [file, content] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
    const path = join(project, 'node_modules', folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'fathom-notices-'));
  writePackage('a', 'a', { 'LICENSE.txt': 'text of a', 'licenses.js': 'code', 'lib/LICENSE': 'not of the package' });
  writePackage('@scope/b', '@scope/b', { LICENCE: 'text of b', NOTICE: 'notice of b' });
  writePackage('a/node_modules/c', 'c', { copying: 'text of c' });
  writePackage('rolldown', 'rolldown', { LICENSE: 'text of rolldown' });
  writePackage('silent', 'silent', { 'index.js': 'code' });
  writePackage('fancy-canvas', 'fancy-canvas', { 'index.js': 'code' });
});
afterAll(() => remove(project));

/** One output file with these modules; a path is below node_modules. */
const chunkOf = (...paths: readonly string[]) => ({
  type: 'chunk' as const,
  moduleIds: paths.map(path => (path.startsWith('\0') ? path : join(project, 'node_modules', path))),
});

const bundled = (...paths: readonly string[]) => bundledPackages([chunkOf(...paths)], project);

describe('bundledPackages', () => {
  it('finds the package of each module once, with all its licence files, sorted by name', () => {
    const output = [chunkOf('a/lib/x.js', 'a/y.js?inline'), { type: 'asset' as const }, chunkOf('@scope/b/index.mjs')];
    expect(bundledPackages(output, project)).toEqual([
      { name: '@scope/b', version: '1.2.3', licence: 'MIT', texts: ['text of b', 'notice of b'] },
      { name: 'a', version: '1.2.3', licence: 'MIT', texts: ['text of a'] },
    ]);
  });

  it('takes the inner package when one lies in the folder of another', () => {
    expect(bundled('a/node_modules/c/index.js').map(({ name }) => name)).toEqual(['c']);
  });

  it('counts code that the bundler adds or wraps, and no module of Fathom', () => {
    const wrapped = `\0${join(project, 'node_modules', 'a', 'x.js')}?commonjs-module`;
    expect(bundled('\0rolldown/runtime.js', wrapped).map(({ name }) => name)).toEqual(['a', 'rolldown']);
    expect(bundledPackages([{ type: 'chunk', moduleIds: [join(project, 'renderer/main.ts')] }], project)).toEqual([]);
  });

  it('takes a missing text from scripts/package/licences', () => {
    expect(bundled('fancy-canvas/index.js')[0]?.texts).toEqual([expect.stringContaining('TradingView')]);
  });

  it('rejects a package without a licence text and names where the text belongs', () => {
    expect(() => bundled('silent/index.js')).toThrow('scripts/package/licences/silent.txt');
  });
});

it('noticesText has name, version, licence and every text of each package', () => {
  const text = noticesText(bundled('a/x.js', '@scope/b/x.js'));
  for (const part of ['a@1.2.3 (MIT)', 'text of a', '@scope/b@1.2.3 (MIT)', 'text of b', 'notice of b'])
    expect(text).toContain(part);
});

it('scripts/package/licences has texts of installed packages only', () => {
  const lock = readLock();
  const files = readdirSync(join(import.meta.dirname, 'licences'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(lock[`node_modules/${file.replace('.txt', '')}`]).toBeDefined();
});
