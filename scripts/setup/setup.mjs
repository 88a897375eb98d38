/** Set-up, once per lockfile: on Node 20.19 with nothing installed, so builtins only. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureNode, nodePath } from './node-24.mjs';
import { hashLockfile, isBuildFresh, readSetUpStamp, root, writeSetUpStamp } from './stamp.mjs';
import { needsShell, platform } from '../os/operating-system.mjs';

/** @typedef {(line: string) => void} Say prints a sentence for the user */

/** What the lock file says and nothing else, on every system; no package may run anything of its own. */
const installCommand = ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Runs a program to its end and returns whether it succeeded. Its output is passed to `hear`, or shown without it.
 * @param {readonly string[]} command
 * @param {((piece: string) => void) | null} [hear]
 * @returns {Promise<boolean>}
 */
function run([file = '', ...words], hear = null) {
  const output = hear === null ? 'inherit' : 'pipe';
  return new Promise((resolve, reject) => {
    const shell = needsShell(file);
    const child = spawn(file, words, { cwd: root, stdio: ['ignore', output, output], shell });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', piece => hear?.(String(piece)));
    child.on('error', reject);
    child.on('close', code => resolve(code === 0));
  });
}

/**
 * Windows removes no file that a running program has loaded, and npm says so with these codes.
 * @param {string} heard
 * @param {NodeJS.Platform} on
 */
function isHeldOpen(heard, on) {
  return on === 'win32' && /\b(?:EPERM|EBUSY)\b/.test(heard);
}

/**
 * The packages of the lockfile, in its versions. What npm says is of interest only when it fails, and then all of it.
 * @param {Say} log
 * @param {readonly string[]} [command]
 * @param {NodeJS.Platform} [on]
 */
export async function installPackages(log, command = installCommand, on = platform) {
  let heard = '';
  if (await run(command, piece => void (heard += piece))) return;
  log(heard.trim());
  if (isHeldOpen(heard, on))
    throw new Error('a program holds the packages open: close Fathom and what else uses this folder, then try again');
  throw new Error('the packages could not be installed; npm’s own words are above');
}

/**
 * Installs the packages of the lockfile when others or none are there, and sees to a Node of the right age.
 * @param {{ log: Say }} options
 */
export async function setUp({ log }) {
  const lockfile = hashLockfile();
  if (readSetUpStamp()['lockfile'] !== lockfile) {
    log('Installing packages (a minute or two the first time)');
    await installPackages(log);
    writeSetUpStamp({ lockfile });
  }
  ensureNode();
}

/**
 * Builds dist/ when it does not match the sources.
 * @param {{ log: Say }} options
 */
export async function buildStale({ log }) {
  if (isBuildFresh()) return;
  log('Building Fathom');
  if (!(await run([nodePath() ?? process.execPath, join('scripts', 'build.mjs')])))
    throw new Error('the build failed; see above');
}
