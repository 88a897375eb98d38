/** `npm run exchange`: the practice exchange alone. Its one line of JSON is the only thing on stdout. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nodePath } from './setup/node-24.mjs';
import { root } from './setup/stamp.mjs';
import { askToEnd } from './os/operating-system.mjs';

/**
 * Runs a program to its end and answers its exit code.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function finish(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 128)));
  });
}

/** Installs the packages in a process of its own, because npm would write on our stdout. */
async function setUpApart() {
  const script =
    "import { setUp } from './scripts/setup/setup.mjs'; await setUp({ log: line => console.error(line) });";
  const words = ['--input-type=module', '--eval', script];
  const code = await finish(spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 2, 2] }));
  if (code !== 0) throw new Error('the packages could not be installed');
}

/**
 * npm hands a SIGTERM to the shell between us, and the shell dies of it without a word: the only sign is another parent.
 * Started by hand in the background we may well outlive our parent, so this is for npm alone.
 * @param {() => void} stop
 */
function watchShell(stop) {
  if (process.env['npm_lifecycle_event'] !== 'exchange') return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell && shell !== 1) return; // 1: it had ended before the first check
    clearInterval(timer);
    stop();
  }, 200);
  timer.unref();
}

function runExchange() {
  const cli = join(root, 'practice', 'cli.ts');
  const words = ['--disable-sigusr1', cli, '--with-parent', ...process.argv.slice(2)];
  // the channel is there to close when we die, however we die
  const child = spawn(nodePath() ?? process.execPath, words, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // A Ctrl-C reaches the child by itself: it is in our process group. This is for a signal that was meant for us alone.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => askToEnd(child, signal));
  watchShell(() => askToEnd(child, 'SIGTERM'));
  return finish(child);
}

try {
  if (!existsSync(join(root, 'node_modules'))) await setUpApart();
  process.exitCode = await runExchange();
} catch (cause) {
  console.error(`The practice exchange cannot start: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
}
