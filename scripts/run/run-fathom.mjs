import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { nodePath } from '../setup/node-24.mjs';
import { pickProgram } from './pick-program.mjs';
import { root } from '../setup/stamp.mjs';
import { isWindows, withoutCoreDumps } from '../os/operating-system.mjs';

/** Fathom's own process, for `npm start` and `npm run dev`. */

/** `SIGUSR1` must not open a debugger on the process that holds the keys. */
export const nodeSwitches = ['--disable-warning=ExperimentalWarning', '--disable-sigusr1'];

/** The websocket library loads native code when it finds any; what a dev dependency brought has no place beside the keys. */
export const withoutNative = { WS_NO_BUFFER_UTIL: '1', WS_NO_UTF_8_VALIDATE: '1' };

const fixedEnvironment = {
  ...withoutNative,
  // what V8 has compiled is kept beside the code that it was compiled from, and nowhere where others may write
  NODE_COMPILE_CACHE: join(root, 'dist', 'compile-cache'),
};

/**
 * Read by Node before any line of ours runs: code of others, a debugger, what TLS agreed on in a file, an authority that
 * may pose as the exchange. Electron's fuses close the same; for plain Node they end here.
 */
export const openBridges = new Set([
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_V8_COVERAGE',
]);

/**
 * The environment of the process with the keys.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(environment) {
  const kept = Object.entries(environment).filter(([name]) => !openBridges.has(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...fixedEnvironment };
}

/** What `npm run dev` starts Fathom with: it then hears over its channel where the page is. electron/start/hardening/dev-page.ts */
const devWord = '--dev-page';

/** @typedef {(line: string) => void} Say prints a sentence for the user */

/**
 * @param {readonly string[]} words
 * @param {Say} log
 * @returns {string[]}
 */
function commandFor(words, log) {
  const program = pickProgram({ words, log });
  if (program.kind === 'electron') return [program.file, ...program.switches, root, ...words];
  return [nodePath() ?? process.execPath, ...nodeSwitches, join(root, 'dist', 'electron', 'main.js'), ...words];
}

/**
 * Starts Fathom with the arguments of the command line. It ends when its channel to us closes. Throws a sentence when
 * no program can draw its window.
 * @param {{ words: readonly string[], log: Say, devUrl?: string | null }} options
 */
export function startFathom({ words, log, devUrl = null }) {
  const ownWords = devUrl === null ? words : [devWord, ...words];
  const [file = '', ...rest] = withoutCoreDumps(commandFor(ownWords, log));
  const child = spawn(file, rest, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environmentOf(process.env),
  });
  if (devUrl !== null) child.send({ devUrl });
  return child;
}

const parentCheckMs = 250;

/**
 * Calls `end` with the signal that requests the end. npm passes a signal to the shell between us and does not wait
 * longer: when that shell has ended, no signal can arrive any more, so that counts as well.
 * @param {(signal: NodeJS.Signals) => void} end
 */
export function onEnd(end) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => end(signal));
  if (process.env['npm_lifecycle_event'] === undefined || isWindows) return;
  const parent = process.ppid;
  setInterval(() => {
    // 1: it had ended before the first check
    if (process.ppid !== parent || process.ppid === 1) end('SIGTERM');
  }, parentCheckMs).unref();
}

/**
 * Resolves with the exit code for the end of a child.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 128)));
  });
}
