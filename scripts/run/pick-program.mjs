import {
  ensureSystemBrowser,
  fetchElectron,
  findElectron,
  findSystemBrowser,
  mayElectronUseSandbox,
} from './browsers.mjs';
import { isRoot, platform } from '../os/operating-system.mjs';

/** Which program draws the window. */

/** @typedef {(line: string) => void} Say prints a sentence for the user */
/** @typedef {{ kind: 'electron', file: string, switches: readonly string[] } | { kind: 'chromium' }} Program */

/** @param {readonly string[]} words */
function wantedShell(words) {
  const at = words.findIndex(word => word === '--shell' || word.startsWith('--shell='));
  const word = words[at];
  if (word === undefined) return null;
  return word.includes('=') ? word.slice('--shell='.length) : (words[at + 1] ?? null);
}

function hasDisplay() {
  if (platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY']);
}

/** @param {Say} log */
function electronSwitches(log) {
  const hasNoSandbox = platform === 'linux' && isRoot();
  if (hasNoSandbox) log('Running as root: Electron’s sandbox does not work as root, so it starts without.');
  return [...(hasNoSandbox ? ['--no-sandbox'] : []), ...(hasDisplay() ? [] : ['--ozone-platform=headless'])];
}

/**
 * Electron once it is here, else null.
 * @param {Say} log
 * @returns {Program | null}
 */
function electron(log) {
  const file = findElectron();
  return file === null ? null : { kind: 'electron', file, switches: electronSwitches(log) };
}

/**
 * @param {Say} log
 * @returns {Program}
 */
function browserOrThrow(log) {
  const advice = ensureSystemBrowser(log);
  if (advice !== null) throw new Error(`there is no Chromium, Chrome or Edge to draw the window with. ${advice}`);
  return { kind: 'chromium' };
}

/**
 * @param {Say} log
 * @returns {Program}
 */
function electronOrThrow(log) {
  const program = fetchElectron({ log, again: true }) ? electron(log) : null;
  if (program !== null) return program;
  throw new Error('Electron is not here and cannot be downloaded. Try: npm start -- --shell chromium');
}

/**
 * Electron when its program is there or can be had, else the system's browser; the user's word comes first. With no
 * window on a screen it is the browser, whose headless mode is a supported one, and Electron only where there is none.
 * Throws a sentence when there is neither.
 * @param {{ words: readonly string[], log: Say }} options
 * @returns {Program}
 */
export function pickProgram({ words, log }) {
  const wanted = wantedShell(words);
  if (words.includes('--help') || words.includes('-h')) return { kind: 'chromium' }; // no window, no need of a browser
  if (wanted === 'electron') return electronOrThrow(log);
  if (wanted === 'chromium') return browserOrThrow(log);
  const isWindowed = hasDisplay() && !words.includes('--headless');
  const mayBeElectron = isWindowed || findSystemBrowser() === null;
  const program = mayBeElectron && fetchElectron({ log }) && mayElectronUseSandbox() ? electron(log) : null;
  return program ?? browserOrThrow(log);
}
