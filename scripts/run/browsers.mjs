import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseRecord } from '../setup/json.mjs';
import { installDebianPackages, isDebianRoot } from '../setup/debian.mjs';
import { nodePath } from '../setup/node-24.mjs';
import { readSetUpStamp, root, writeSetUpStamp } from '../setup/stamp.mjs';
import { isRoot, platform, restrictsUserNamespaces } from '../os/operating-system.mjs';

/** What can draw the window on this machine: Electron's program, or a browser of the system. */

/** @typedef {(line: string) => void} Say prints a sentence for the user */

const electronFolder = join(root, 'node_modules', 'electron');
const electronPatienceMs = 20_000;
/** Where Electron is asked for by name, packed, or the usual window (macOS), a slow line may take its time. */
const askedElectronPatienceMs = 300_000;
/**
 * The command that installs a browser. On macOS it is Chrome: the Chromium of Homebrew is not signed by a known developer,
 * so that macOS refuses to start it.
 * @type {Readonly<Record<string, string>>}
 */
const installCommands = {
  darwin: 'brew install --cask google-chrome',
  win32: 'winget install Google.Chrome',
  linux: 'sudo apt-get install -y chromium',
};

/**
 * What to do where there is no browser, as a sentence.
 * @param {NodeJS.Platform} on
 */
export function browserAdvice(on) {
  const command = installCommands[on];
  return command === undefined ? 'Install Chromium, Chrome or Edge.' : `Run: ${command}`;
}
const linuxBrowsers = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function macAndWindowsBrowsers() {
  const folderNames = ['LOCALAPPDATA', 'ProgramFiles', 'ProgramFiles(x86)'];
  if (platform === 'darwin') {
    const names = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
    const folders = ['/Applications', ...(process.env['HOME'] ? [join(process.env['HOME'], 'Applications')] : [])];
    return names.flatMap(name => folders.map(folder => join(folder, `${name}.app/Contents/MacOS/${name}`)));
  }
  const programs = [
    'Chromium/Application/chrome.exe',
    'Google/Chrome/Application/chrome.exe',
    'Microsoft/Edge/Application/msedge.exe',
  ];
  const folders = folderNames.flatMap(name => process.env[name] || []);
  return programs.flatMap(program => folders.map(folder => join(folder, program)));
}

/** The system's Chromium, Chrome or Edge, or null. electron/shell/chromium/find-browser.ts looks in the same places. */
export function findSystemBrowser() {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return isProgram(chosen) ? chosen : null;
  if (platform !== 'linux') return macAndWindowsBrowsers().find(isProgram) ?? null;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/bin', '/snap/bin'];
  return linuxBrowsers.flatMap(name => folders.map(folder => join(folder, name))).find(isProgram) ?? null;
}

/** Electron's program, or null when it was never downloaded. */
export function findElectron() {
  try {
    const file = join(electronFolder, 'dist', readFileSync(join(electronFolder, 'path.txt'), 'utf8'));
    return existsSync(file) ? file : null;
  } catch {
    return null; // electron's own installer writes path.txt last
  }
}

/** Ubuntu forbids the sandbox to programs it has no profile for; Electron from the registry is such a one. */
export function mayElectronUseSandbox() {
  if (platform !== 'linux' || isRoot() || !restrictsUserNamespaces()) return true;
  try {
    const helper = statSync(join(electronFolder, 'dist', 'chrome-sandbox'));
    return helper.uid === 0 && (helper.mode & 0o4000) !== 0;
  } catch {
    return false;
  }
}

/**
 * How long a download of Electron may take. On macOS a link that another program opens may land in the Chrome that shows
 * Fathom, so Electron is waited for there.
 * @param {boolean} isAsked by name
 * @param {NodeJS.Platform} on
 */
export function electronLimitMs(isAsked, on) {
  return isAsked || on === 'darwin' ? askedElectronPatienceMs : electronPatienceMs;
}

/**
 * One attempt to download Electron's program, remembered for this version. True when it is there afterwards.
 * @param {{ log: Say, again?: boolean }} options
 */
export function fetchElectron({ log, again = false }) {
  if (findElectron() !== null) return true;
  const { version } = parseRecord(readFileSync(join(electronFolder, 'package.json'), 'utf8'));
  const stamp = readSetUpStamp();
  if (stamp['electronRefused'] === version && !again) return false;
  const limitMs = electronLimitMs(again, platform);
  log(`Downloading Electron ${String(version)} (at most ${limitMs / 1000} s)`);
  const outcome = spawnSync(nodePath() ?? process.execPath, [join(electronFolder, 'install.js')], {
    cwd: root,
    stdio: 'ignore',
    timeout: limitMs,
    killSignal: 'SIGKILL',
  });
  if (outcome.status === 0 && findElectron() !== null) return true;
  log(
    again
      ? 'Electron cannot be downloaded.'
      : 'Electron cannot be downloaded here. Fathom remembers that and uses the system’s browser.',
  );
  writeSetUpStamp({ ...stamp, electronRefused: version });
  return false;
}

/**
 * Whether a missing Electron is a failure, as in CI.
 * @param {NodeJS.ProcessEnv} [environment]
 */
export function isElectronRequired(environment = process.env) {
  return environment['FATHOM_REQUIRE_ELECTRON'] === '1';
}

/**
 * Downloads Electron on request. Returns whether it is there; throws a sentence when it is required and is not.
 * @param {Say} log
 * @param {{ environment?: NodeJS.ProcessEnv, fetch?: typeof fetchElectron }} [options]
 */
export function fetchRequestedElectron(log, { environment = process.env, fetch = fetchElectron } = {}) {
  const isHere = fetch({ log, again: true });
  if (!isHere && isElectronRequired(environment))
    throw new Error('FATHOM_REQUIRE_ELECTRON is set, and Electron is not here and cannot be downloaded');
  return isHere;
}

/**
 * Makes sure that there is a browser; null when there is, else what to do about it as a sentence.
 * @param {Say} log
 */
export function ensureSystemBrowser(log) {
  if (findSystemBrowser() !== null) return null;
  const advice = browserAdvice(platform);
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return `CHROMIUM_PATH names no program: ${chosen}.`;
  if (!isDebianRoot()) return advice;
  const reason = installDebianPackages(['chromium'], log);
  return findSystemBrowser() === null ? `${reason ?? 'It was installed but is not found.'} ${advice}` : null;
}
