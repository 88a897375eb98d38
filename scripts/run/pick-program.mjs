import {
  ensureSystemBrowser,
  fetchElectron,
  findElectron,
  findSystemBrowser,
  mayElectronUseSandbox,
} from './browsers.mjs';

/** Which program draws the window. */

function wantedShell(words) {
  const at = words.findIndex(word => word === '--shell' || word.startsWith('--shell='));
  if (at < 0) return null;
  return words[at].includes('=') ? words[at].slice('--shell='.length) : (words[at + 1] ?? null);
}

function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);
}

function electronSwitches(words, log) {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (isRoot) log('Running as root: Electron’s sandbox does not work as root, so it starts without.');
  return [...(isRoot ? ['--no-sandbox'] : []), ...(hasDisplay() ? [] : ['--ozone-platform=headless'])];
}

function electron(words, log) {
  return { kind: 'electron', file: findElectron(), switches: electronSwitches(words, log) };
}

function browserOrThrow(log) {
  const advice = ensureSystemBrowser(log);
  if (advice !== null) throw new Error(`there is no Chromium, Chrome or Edge to draw the window with. ${advice}`);
  return { kind: 'chromium' };
}

function electronOrThrow(words, log) {
  if (fetchElectron({ log, again: true })) return electron(words, log);
  throw new Error('Electron is not here and cannot be downloaded. Try: npm start -- --shell chromium');
}

/**
 * Electron when its program is there or can be had, else the system's browser; the user's word goes first. With no
 * window on a screen it is the browser, whose headless mode is a supported one, and Electron only where there is none.
 * Throws a sentence when there is neither.
 */
export function pickProgram({ words, log }) {
  const wanted = wantedShell(words);
  if (words.includes('--help') || words.includes('-h')) return { kind: 'chromium' }; // no window, no need of a browser
  if (wanted === 'electron') return electronOrThrow(words, log);
  if (wanted === 'chromium') return browserOrThrow(log);
  const isWindowed = hasDisplay() && !words.includes('--headless');
  const mayBeElectron = isWindowed || findSystemBrowser() === null;
  if (mayBeElectron && fetchElectron({ log }) && mayElectronUseSandbox()) return electron(words, log);
  return browserOrThrow(log);
}
