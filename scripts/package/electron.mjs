import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../setup/stamp.mjs';
import { toolCommand } from '../setup/tool-command.mjs';
import { differences, expectedFiles, neededFolders } from './expected.mjs';
import { filesBelow } from './files-below.mjs';
import { wrongFuses } from './fuses.mjs';
import { faultsOf } from './stage.mjs';
import { macIcon, makePlaceholder } from './stand-in.mjs';
import { remove } from '../os/operating-system.mjs';

/**
 * The Electron shell's package, by electron-builder and its electron-builder.yml.
 *
 * @typedef {import('./stand-in.mjs').Target} Target
 */

/**
 * Runs a tool of node_modules in a folder. Throws its words when it fails.
 * @param {string} folder
 * @param {import('../setup/tool-command.mjs').ToolCommand} command
 */
export function runTool(folder, command) {
  const [node, ...words] = toolCommand(command);
  const { status, stdout, stderr } = spawnSync(node, words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command[0]} failed: ${stdout}${stderr}`);
  return stdout;
}

/** What a package of this shell lies in, unpacked: the folder of the builder, and where in it things are. */
const places = {
  linux: { folders: ['linux-unpacked', 'linux-arm64-unpacked'], program: 'fathom', resources: 'resources' },
  win: { folders: ['win-unpacked', 'win-arm64-unpacked'], program: 'Fathom.exe', resources: 'resources' },
  mac: {
    folders: ['mac', 'mac-arm64'],
    program: 'Fathom.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
    resources: 'Fathom.app/Contents/Resources',
  },
};

/**
 * Where the unpacked program of a system lies in `out`. The builder names the folder after the processor. Throws when there
 * is none.
 * @param {{ out: string, target: Target }} options
 */
export function placeOf({ out, target }) {
  const { folders, ...place } = places[target];
  const folder = folders.find(name => existsSync(join(out, name)));
  if (folder === undefined) throw new Error(`the builder left no program for ${target} in ${out}`);
  return { ...place, folder };
}

/** What the Chromium shell alone uses. */
const ofOtherShell = ['node_modules/playwright-core'];

/** Every system that electron-builder.yml names. @type {readonly Target[]} */
export const targets = ['linux', 'mac', 'win'];

/**
 * Packs a project with a stand-in for Electron: the unpacked program for a system, in `out`. No download: what makes an
 * icon for a Mac or edits a program of Windows is one, and is done without.
 * @param {{ project: string, out: string, electronVersion: string, target: Target }} options
 */
export function packPlaceholder({ project, out, electronVersion, target }) {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-stand-in-'));
  try {
    const electron = join(folder, 'electron');
    makePlaceholder(electron, target, electronVersion);
    writeFileSync(join(folder, 'icon.icns'), macIcon(join(project, 'scripts', 'package', 'icon.png')));
    const own = [
      '--config',
      'electron-builder.yml',
      `-c.electronDist=${electron}`,
      `-c.electronVersion=${electronVersion}`,
      `-c.mac.icon=${join(folder, 'icon.icns')}`,
      '-c.win.signAndEditExecutable=false',
      // a program of macOS signs
      '-c.electronFuses.resetAdHocDarwinSignature=false',
    ];
    runTool(project, ['electron-builder', `--${target}`, 'dir', '--x64', `-c.directories.output=${out}`, ...own]);
  } finally {
    remove(folder);
  }
}

/**
 * What is wrong with an unpacked program, one line each: its fuses, its archive's seal, and what lies in that archive,
 * file by file against what should.
 * @param {{ project: string, out: string, target: Target }} options
 */
export function faultsOfElectron({ project, out, target }) {
  const { folder: unpacked, program, resources } = placeOf({ out, target });
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
    remove(folder);
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
 * Whether the checksum of the archive is where Electron compares it: on Linux it does not check.
 * @param {{ out: string, target: Target }} options
 */
function isSealed({ out, target }) {
  const { folder, program } = placeOf({ out, target });
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
