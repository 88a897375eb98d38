import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remove } from '../os/operating-system.mjs';
import { root } from '../setup/stamp.mjs';
import { faultsOfElectron, nativePartsAbsent, packPlaceholder, placeOf, runTool, targets } from './electron.mjs';
import { filesBelow } from './files-below.mjs';
import { fuseNames, untouchedWire, wrongFuses } from './fuses.mjs';

/** Runs the packaging rules on a small program and a stand-in for Electron, without a download, in some seconds. */

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
/** built from parts, so that the check does not read it as a citation */
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
    for (const target of targets) packPlaceholder({ project, out: 'build', electronVersion: '45.4.1', target });
  }, 240_000);
  afterAll(() => remove(project));

  it.each(targets)(
    'sets every fuse for %s, contains the expected files, and has its native part outside the archive',
    target => expect(faultsOfElectron({ project, out: out(), target })).toEqual([]),
  );

  it('reports missing and unexpected files in its archive, and native parts that are available elsewhere only', () => {
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

  it('has the checksum of its archive where Electron compares it', () => {
    const plist = join(out(), 'mac', 'Fathom.app', 'Contents', 'Info.plist');
    const sealed = readFileSync(plist, 'utf8');
    writeFileSync(plist, sealed.replace('ElectronAsarIntegrity', 'Nothing'));
    expect(faultsOfElectron({ project, out: out(), target: 'mac' })).toEqual([
      'the program does not know the sum of its archive',
    ]);
    writeFileSync(plist, sealed);
  });

  it('contains the build and its run-time modules, and nothing else', () => {
    const folder = join(project, 'archive');
    runTool(root, ['asar', 'extract', join(unpacked(), 'resources', 'app.asar'), folder]);
    const native = ['node_modules/native/native.node', 'node_modules/native/package.json'];
    expect(filesBelow(folder)).toEqual([...held, ...native, 'package.json'].toSorted());
  });

  it('registers no link scheme', () => {
    expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).not.toMatch(/protocols|schemes/);
  });
});

const fusesOf = (wire: Buffer) => {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-fuses-'));
  try {
    writeFileSync(join(folder, 'program'), Buffer.concat([Buffer.alloc(64), wire]));
    return wrongFuses(join(folder, 'program')).map(line => line.replace(folder, '.'));
  } finally {
    remove(folder);
  }
};

describe('fuses', () => {
  it('fuses of an unmodified program are listed, each with the required value', () => {
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

  it('fuses that are missing or new are an error', () => {
    expect(fusesOf(Buffer.from('no fuses'))).toEqual(['./program has no fuses']);
    const newer = Buffer.from(untouchedWire);
    newer[untouchedWire.length - fuseNames.length - 1] = 10;
    expect(fusesOf(newer)).toEqual(['./program has fuses of another shape (10)']);
  });
});

describe('placeOf', () => {
  it.each([
    ['linux', 'linux-arm64-unpacked'],
    ['mac', 'mac-arm64'],
    ['win', 'win-arm64-unpacked'],
  ] as const)('finds the program for %s on an ARM processor in %s', (target, folder) => {
    const builds = mkdtempSync(join(tmpdir(), 'fathom builds ü-'));
    try {
      expect(() => placeOf({ out: builds, target })).toThrow(`the builder left no program for ${target}`);
      mkdirSync(join(builds, folder));
      expect(placeOf({ out: builds, target })).toMatchObject({ folder });
    } finally {
      remove(builds);
    }
  });
});

it('a macOS program is signed again after its fuses were changed', () => {
  // only a Mac can sign, so the stand-in leaves it out
  const builder = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  expect(builder).toMatch(/^electronFuses:\n(?: {2}.*\n)*? {2}resetAdHocDarwinSignature: true$/mu);
});
