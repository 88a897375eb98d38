import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../setup/stamp.mjs';
import { differences, expectedFiles, neededFolders } from './expected.mjs';
import { filesBelow } from './files-below.mjs';
import { wrongFuses } from './fuses.mjs';
import { faultsOf } from './stage.mjs';
import { macIcon, makeStandIn } from './stand-in.mjs';

/**
 * The Electron shell's package, by electron-builder and its electron-builder.yml.
 *
 * @typedef {import('./stand-in.mjs').Target} Target
 */

const bin = join(root, 'node_modules', '.bin');

/**
 * Runs a tool of node_modules in a folder. Throws its words when it fails.
 * @param {string} folder
 * @param {readonly [string, ...string[]]} command
 */
export function runTool(folder, [name, ...words]) {
  const { status, stdout, stderr } = spawnSync(join(bin, name), words, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${name} failed: ${stdout}${stderr}`);
  return stdout;
}

/** What a package of this shell lies in, unpacked: the folder of the builder, and where in it things are. */
const places = {
  linux: { folder: 'linux-unpacked', program: 'fathom', resources: 'resources' },
  win: { folder: 'win-unpacked', program: 'Fathom.exe', resources: 'resources' },
  mac: {
    folder: 'mac',
    program: 'Fathom.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
    resources: 'Fathom.app/Contents/Resources',
  },
};

/** What the Chromium shell alone uses. */
const ofOtherShell = ['node_modules/playwright-core'];

/** Every system that electron-builder.yml names. @type {readonly Target[]} */
export const targets = ['linux', 'mac', 'win'];

/**
 * Packs a project with a stand-in for Electron: the unpacked program for a system, in `out`. No download: what makes an
 * icon for a Mac or edits a program of Windows is one, and is done without.
 * @param {{ project: string, out: string, electronVersion: string, target: Target }} options
 */
export function packStandIn({ project, out, electronVersion, target }) {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-stand-in-'));
  try {
    const electron = join(folder, 'electron');
    makeStandIn(electron, target, electronVersion);
    writeFileSync(join(folder, 'icon.icns'), macIcon(join(project, 'scripts', 'package', 'icon.png')));
    const own = [
      '--config',
      'electron-builder.yml',
      `-c.electronDist=${electron}`,
      `-c.electronVersion=${electronVersion}`,
      `-c.mac.icon=${join(folder, 'icon.icns')}`,
      '-c.win.signAndEditExecutable=false',
    ];
    runTool(project, ['electron-builder', `--${target}`, 'dir', '--x64', `-c.directories.output=${out}`, ...own]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What is wrong with an unpacked program, one line each: its fuses, its archive's seal, and what lies in that archive,
 * file by file against what should.
 * @param {{ project: string, out: string, target: Target }} options
 */
export function faultsOfElectron({ project, out, target }) {
  const { folder: unpacked, program, resources } = places[target];
  const inside = join(out, unpacked, resources);
  const folder = mkdtempSync(join(tmpdir(), 'fathom-asar-'));
  try {
    runTool(root, ['asar', 'extract', join(inside, 'app.asar'), folder]);
    const expected = expectedFiles(project, { target, without: ofOtherShell });
    return [
      ...wrongFuses(join(out, unpacked, program)),
      ...differences(filesBelow(folder), expected),
      ...faultsOf(folder),
      ...faultsOutside(join(inside, 'app.asar.unpacked'), expected),
      ...(isSealed({ out, target }) ? [] : ['the program does not know the sum of its archive']),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The native parts lie outside the archive, because a system loads them as files; nothing else does but what belongs to them.
 * @param {string} folder
 * @param {readonly string[]} expected
 */
function faultsOutside(folder, expected) {
  const natives = expected.filter(name => name.endsWith('.node'));
  const found = existsSync(folder) ? filesBelow(folder) : [];
  return [
    ...natives.filter(name => !found.includes(name)).map(name => `${name}: is not outside the archive`),
    ...found
      .filter(name => !natives.some(native => name.startsWith(`${dirname(native)}/`)))
      .map(name => `${name}: should not be outside the archive`),
  ];
}

/**
 * Whether the sum of the archive stands where Electron compares it: on Linux it does not look.
 * @param {{ out: string, target: Target }} options
 */
function isSealed({ out, target }) {
  const { folder, program } = places[target];
  if (target === 'linux') return true;
  const [file, mark] =
    target === 'mac'
      ? [join(out, folder, 'Fathom.app', 'Contents', 'Info.plist'), 'ElectronAsarIntegrity']
      : [join(out, folder, program), '"alg":"SHA256"'];
  return readFileSync(file, 'latin1').includes(mark);
}

/** @param {string} name */
const isNative = name => /-(?:darwin|linux|win32)-/.test(name);

/**
 * What a package for a system, made on this one, cannot hold: npm installs native parts for its own system alone.
 * @param {string} project
 * @param {Target} target
 */
export function nativePartsAbsent(project, target) {
  const { here, absent } = neededFolders(project, { target, without: ofOtherShell });
  return here.some(isNative) ? [] : absent.filter(isNative);
}
