import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../setup/stamp.mjs';
import { untouchedWire, wrongFuses } from './fuses.mjs';
import { faultsOf } from './stage.mjs';

/** The Electron shell's package, by electron-builder and its electron-builder.yml. */

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

/**
 * A folder that the builder takes for Electron. It runs nothing: it is there to prove what a package would hold.
 * @param {string} folder
 * @param {string} electronVersion
 */
function makeStandIn(folder, electronVersion) {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.alloc(4096), untouchedWire, Buffer.alloc(4096)]));
  writeFileSync(join(folder, 'version'), electronVersion);
  writeFileSync(join(folder, 'LICENSE'), 'MIT');
}

/**
 * Packs a project with a stand-in for Electron: the unpacked program for Linux, in `out`.
 * @param {{ project: string, out: string, electronVersion: string }} options
 */
export function packStandIn({ project, out, electronVersion }) {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-stand-in-'));
  try {
    makeStandIn(folder, electronVersion);
    const own = [
      '--config',
      'electron-builder.yml',
      `-c.electronDist=${folder}`,
      `-c.electronVersion=${electronVersion}`,
    ];
    runTool(project, ['electron-builder', '--linux', 'dir', '--x64', `-c.directories.output=${out}`, ...own]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What is wrong with an unpacked program for Linux, one line each: its fuses, and what lies in its archive.
 * @param {string} unpacked
 */
export function faultsOfElectron(unpacked) {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-asar-'));
  try {
    runTool(root, ['asar', 'extract', join(unpacked, 'resources', 'app.asar'), folder]);
    const outside = readdirSync(join(unpacked, 'resources', 'app.asar.unpacked'), { recursive: true });
    const isNativeOutside = outside.some(name => String(name).endsWith('.node'));
    return [
      ...wrongFuses(join(unpacked, 'fathom')),
      ...faultsOf(folder),
      ...(isNativeOutside ? [] : ['the native part of the keychain is not outside the archive']),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
