import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The packaging rules, run for real on a small program and a file that only looks like Electron: no download, two seconds. */

const root = join(import.meta.dirname, '..', '..');
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** On the wire, in this order; `1` is on. The ninth came after the builder's own list. */
const fuseNames = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
  'wasmTrapHandlers',
];
const asShipped = '101100011';

let project: string;

function write(name: string, content: string | Buffer): void {
  const file = join(project, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function makeFakeElectron(): void {
  const wire = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, fuseNames.length]), Buffer.from(asShipped)]);
  write('fake/electron', Buffer.concat([Buffer.alloc(4096), wire, Buffer.alloc(4096)]));
  write('fake/version', '45.4.1');
  write('fake/LICENSE', 'MIT');
  mkdirSync(join(project, 'fake', 'resources'));
}

function makeProgram(): void {
  const manifest = {
    name: 'fathom',
    productName: 'Fathom',
    version: '1.0.0',
    description: 'A program to pack',
    author: 'A desk <desk@example.com>',
    homepage: 'https://example.com',
    main: 'dist/electron/main.js',
    dependencies: { native: '1.0.0' },
  };
  write('package.json', JSON.stringify(manifest));
  write('package-lock.json', JSON.stringify({ name: 'fathom', version: '1.0.0', lockfileVersion: 3, packages: {} }));
  write('node_modules/native/package.json', JSON.stringify({ name: 'native', version: '1.0.0', main: 'native.node' }));
  write('node_modules/native/native.node', 'native');
  for (const name of [
    'electron/main.js',
    'electron/preload.cjs',
    'electron/trusted-preload.cjs',
    'renderer/index.html',
    'trusted/index.html',
  ])
    write(`dist/${name}`, name);
  for (const name of [
    'dist/renderer/index.js.map',
    'dist/electron/harness.js',
    'dist/.env',
    '.env',
    'electron/main.ts',
    'dist/.fathom-stamp.json',
  ])
    write(name, 'must not be packed');
  copyFileSync(join(root, 'electron-builder.yml'), join(project, 'electron-builder.yml'));
}

function runTool(words: readonly string[]): string {
  const [name = '', ...rest] = words;
  const bin = join(root, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const { status, stdout, stderr } = spawnSync(join(bin, name), rest, { cwd: project, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${name} failed: ${stdout}${stderr}`);
  return stdout;
}

const unpacked = () => join(project, 'build', 'linux-unpacked');

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'fathom-pack-'));
  makeFakeElectron();
  makeProgram();
  const own = ['--config', 'electron-builder.yml', '-c.electronDist=fake', '-c.electronVersion=45.4.1'];
  runTool(['electron-builder', '--linux', 'dir', '--x64', ...own]);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('the packed program', () => {
  it('has every fuse where we want it', () => {
    const program = readFileSync(join(unpacked(), 'fathom'));
    const at = program.indexOf(sentinel) + sentinel.length;
    expect([program[at], program[at + 1]]).toEqual([1, fuseNames.length]);
    const values = program.subarray(at + 2, at + 2 + fuseNames.length).toString('latin1');
    const fuses = Object.fromEntries(fuseNames.map((name, index) => [name, values[index] === '1']));
    expect(fuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
      wasmTrapHandlers: true,
    });
  });

  it('holds the build and what it runs on, and nothing else', () => {
    const listed = runTool(['asar', 'list', join(unpacked(), 'resources', 'app.asar')]).split('\n');
    const files = listed.filter(name => /\.[a-z]+$/.test(name) || name.includes('.env')).toSorted();
    expect(files).toEqual([
      '/dist/electron/main.js',
      '/dist/electron/preload.cjs',
      '/dist/electron/trusted-preload.cjs',
      '/dist/renderer/index.html',
      '/dist/trusted/index.html',
      '/node_modules/native/native.node',
      '/node_modules/native/package.json',
      '/package.json',
    ]);
  });

  it('keeps native parts outside the archive, where the system can load them', () => {
    const native = join(unpacked(), 'resources', 'app.asar.unpacked', 'node_modules', 'native');
    expect(readdirSync(native)).toContain('native.node');
  });

  it('claims no link scheme', () => {
    expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).not.toMatch(/protocols|schemes/);
  });
});
