import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../setup/stamp.mjs';
import { faultsOfElectron, nativePartsAbsent, packStandIn, runTool, targets } from './electron.mjs';
import { filesBelow } from './files-below.mjs';
import { fuseNames, untouchedWire, wrongFuses } from './fuses.mjs';

/** The packaging rules, run for real on a small program and a file that only looks like Electron: no download, some seconds. */

let project: string;

function write(name: string, content: string | Buffer): void {
  const file = join(project, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const held = [
  'dist/electron/main.js',
  'dist/electron/preload.cjs',
  'dist/electron/trusted-preload.cjs',
  'dist/renderer/index.html',
  'dist/trusted/index.html',
];
/** pieced together, so that nobody takes it for a citation */
const readme = ['README', 'md'].join('.');
const leftOut = [
  '.env',
  'dist/.env',
  'dist/.fathom-stamp.json',
  'dist/compile-cache/v24/1.bin',
  'dist/electron/harness.js',
  'dist/renderer/index.js.map',
  'electron/main.ts',
  `node_modules/native/${readme}`,
  'node_modules/native/index.d.ts',
  'node_modules/native/index.test.js',
  'node_modules/native/test/all.js',
  'node_modules/bufferutil/index.js',
];

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
  const packages = {
    '': { dependencies: manifest.dependencies },
    'node_modules/native': { optionalDependencies: { 'native-darwin-x64': '1.0.0' } },
    'node_modules/native-darwin-x64': { os: ['darwin'] },
  };
  write('package-lock.json', JSON.stringify({ name: 'fathom', version: '1.0.0', lockfileVersion: 3, packages }));
  write('node_modules/native/package.json', JSON.stringify({ name: 'native', version: '1.0.0', main: 'native.node' }));
  write('node_modules/native/native.node', 'native');
  for (const name of held) write(name, name);
  for (const name of leftOut) write(name, 'must not be packed');
  for (const name of ['electron-builder.yml', 'scripts/package/icon.png']) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    copyFileSync(join(root, name), join(project, name));
  }
}

const out = () => join(project, 'build');
const unpacked = () => join(project, 'build', 'linux-unpacked');

describe.skipIf(process.platform === 'win32')('the packed Electron shell', () => {
  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'fathom-pack-'));
    makeProgram();
    for (const target of targets) packStandIn({ project, out: 'build', electronVersion: '45.4.1', target });
  }, 240_000);
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it.each(targets)(
    'for %s has every fuse where we want it, holds what it should, and its native part is outside the archive',
    target => expect(faultsOfElectron({ project, out: out(), target })).toEqual([]),
  );

  it('says what is missing in its archive, what is too much, and which native parts can only be had elsewhere', () => {
    write('dist/electron/later.js', 'built after it was packed');
    renameSync(join(project, 'dist/trusted/index.html'), join(project, 'page.html'));
    expect(faultsOfElectron({ project, out: out(), target: 'linux' })).toEqual([
      'dist/trusted/index.html: should not be inside',
      'dist/electron/later.js: is missing',
    ]);
    renameSync(join(project, 'page.html'), join(project, 'dist/trusted/index.html'));
    rmSync(join(project, 'dist/electron/later.js'));
    expect(nativePartsAbsent(project, 'mac')).toEqual(['node_modules/native-darwin-x64']);
    expect(nativePartsAbsent(project, 'win')).toEqual([]);
  });

  it('knows the sum of its archive where Electron compares it', () => {
    const plist = join(out(), 'mac', 'Fathom.app', 'Contents', 'Info.plist');
    const sealed = readFileSync(plist, 'utf8');
    writeFileSync(plist, sealed.replace('ElectronAsarIntegrity', 'Nothing'));
    expect(faultsOfElectron({ project, out: out(), target: 'mac' })).toEqual([
      'the program does not know the sum of its archive',
    ]);
    writeFileSync(plist, sealed);
  });

  it('holds the build and what it runs on, and nothing else', () => {
    const folder = join(project, 'archive');
    runTool(root, ['asar', 'extract', join(unpacked(), 'resources', 'app.asar'), folder]);
    const native = ['node_modules/native/native.node', 'node_modules/native/package.json'];
    expect(filesBelow(folder)).toEqual([...held, ...native, 'package.json'].toSorted());
  });

  it('claims no link scheme', () => {
    expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).not.toMatch(/protocols|schemes/);
  });
});

const fusesOf = (wire: Buffer) => {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-fuses-'));
  try {
    writeFileSync(join(folder, 'program'), Buffer.concat([Buffer.alloc(64), wire]));
    return wrongFuses(join(folder, 'program')).map(line => line.replace(folder, '.'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

describe('fuses', () => {
  it('of a program as its makers ship it are named, each with what it should be', () => {
    expect(fusesOf(untouchedWire)).toEqual([
      'fuse runAsNode should be off',
      'fuse enableCookieEncryption should be on',
      'fuse enableNodeOptionsEnvironmentVariable should be off',
      'fuse enableNodeCliInspectArguments should be off',
      'fuse enableEmbeddedAsarIntegrityValidation should be on',
      'fuse onlyLoadAppFromAsar should be on',
      'fuse grantFileProtocolExtraPrivileges should be off',
    ]);
  });

  it('that are not there, or of which one is new, are a fault', () => {
    expect(fusesOf(Buffer.from('no fuses'))).toEqual(['./program has no fuses']);
    const newer = Buffer.from(untouchedWire);
    newer[untouchedWire.length - fuseNames.length - 1] = 10;
    expect(fusesOf(newer)).toEqual(['./program has fuses of another shape (10)']);
  });
});
