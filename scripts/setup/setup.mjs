/** Set-up, once per lockfile: on Node 20.19 with nothing installed, so builtins only. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureNode, nodePath } from './node-24.mjs';
import { hashLockfile, isBuildFresh, readSetUpStamp, root, writeSetUpStamp } from './stamp.mjs';

export { nodePath } from './node-24.mjs';

/** Runs a program to its end and answers whether it went well; its words are shown unless `isQuiet`. */
function run(command, isQuiet = false) {
  const [file, ...words] = command;
  const output = isQuiet ? 'ignore' : 'inherit';
  // npm is a .cmd file on Windows, and those need a shell
  const options = {
    cwd: root,
    stdio: ['ignore', output, output],
    shell: process.platform === 'win32' && file === 'npm',
  };
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, options);
    child.on('error', reject);
    child.on('exit', code => resolve(code === 0));
  });
}

const npmOptions = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * The packages of the lockfile, in its versions. `npm ci` refuses a lockfile that misses optional packages of other
 * systems, which is what a registry without them produces; `npm install --no-save` takes the same versions from it.
 */
async function installPackages() {
  if (await run(['npm', 'ci', ...npmOptions], true)) return;
  if (await run(['npm', 'install', '--no-save', ...npmOptions])) return;
  throw new Error('the packages could not be installed; npm’s own words are above');
}

/** Installs the packages of the lockfile when others or none are there, and sees to a Node of the right age. */
export async function setUp({ log }) {
  const lockfile = hashLockfile();
  if (readSetUpStamp().lockfile !== lockfile) {
    log('Installing packages (a minute or two the first time)');
    await installPackages();
    writeSetUpStamp({ lockfile });
  }
  ensureNode(log);
}

/** Builds dist/ when it does not match the sources. */
export async function buildStale({ log }) {
  if (isBuildFresh()) return;
  log('Building Fathom');
  if (!(await run([nodePath(), join('scripts', 'build.mjs')]))) throw new Error('the build failed; see above');
}
