/**
 * Everything of the scripts that differs by operating system: the counterpart of `electron/os/` on Node 20 with nothing
 * installed. No other script reads `process.platform`, renames, removes or ends a process by itself:
 * `scripts/checks/rules/system-calls.mjs` checks it.
 */
import { chmodSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';

/** @type {NodeJS.Platform} */
export const platform = process.platform;
export const isWindows = platform === 'win32';

/** Whether the user is root; false where users have no numbers (Windows). */
export function isRoot() {
  return process.getuid?.() === 0;
}

/** Windows refuses while a scanner or viewer has a file open: Node tries again for 1.5 s. */
const retries = { maxRetries: 5, retryDelay: 100 };

/**
 * Removes a file or a folder with all that is in it. One that is missing is no error.
 * @param {string} path
 */
export function remove(path) {
  rmSync(path, { recursive: true, force: true, ...retries });
}

const renamePausesMs = [10, 20, 40, 80];

/**
 * Replaces `to`. Windows refuses while a scanner or viewer has a file open: it is tried again for 150 ms.
 * @param {string} from
 * @param {string} to
 * @param {{ rename?: (from: string, to: string) => void, on?: NodeJS.Platform }} [system] for tests
 */
export function renameFile(from, to, { rename = renameSync, on = platform } = {}) {
  for (const pauseMs of on === 'win32' ? renamePausesMs : []) {
    try {
      return rename(from, to);
    } catch (cause) {
      if (!/\b(?:EPERM|EBUSY|EACCES)\b/.test(String(cause))) throw cause;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
  rename(from, to);
}

/**
 * Sets the mode of a file for a package of Linux.
 * @param {string} path
 * @param {number} mode
 */
export function setMode(path, mode) {
  chmodSync(path, mode);
}

/**
 * Whether only a shell runs this program: npm is a `.cmd` file on Windows.
 * @param {string} name
 * @param {NodeJS.Platform} [on]
 */
export function needsShell(name, on = platform) {
  return on === 'win32' && name === 'npm';
}

/**
 * The files that may be meant by the name of a program.
 * @param {string} name
 * @param {NodeJS.Platform} [on]
 * @returns {readonly string[]}
 */
export function programFiles(name, on = platform) {
  return on === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name];
}

/**
 * No core dump may hold a key: the limit is set by a shell, which then becomes the program.
 * @param {readonly string[]} command
 * @param {NodeJS.Platform} [on]
 */
export function withoutCoreDumps(command, on = platform) {
  return on === 'win32' ? command : ['/bin/sh', '-c', 'ulimit -c 0; exec "$0" "$@"', ...command];
}

/** Whether Linux forbids user namespaces, which a sandbox needs, to programs without a profile of AppArmor. */
export function restrictsUserNamespaces() {
  const switchFile = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
  return existsSync(switchFile) && readFileSync(switchFile, 'utf8').trim() === '1';
}

/**
 * Asks a child with a channel to end in order. On Windows any signal ends a process at once, also in the middle of a write:
 * there the channel is closed, and the child ends on that.
 * @param {Pick<import('node:child_process').ChildProcess, 'kill' | 'connected' | 'disconnect'>} child
 * @param {NodeJS.Signals} signal
 * @param {NodeJS.Platform} [on]
 */
export function askToEnd(child, signal, on = platform) {
  if (on !== 'win32') child.kill(signal);
  else if (child.connected) child.disconnect();
}

/**
 * Ends a child at once. One that has ended is no error.
 * @param {Pick<import('node:child_process').ChildProcess, 'kill'>} child
 */
export function endAtOnce(child) {
  child.kill('SIGKILL');
}
