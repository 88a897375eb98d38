import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseRecord } from '../setup/json.mjs';
import { installDebianPackages, isDebianRoot } from '../setup/debian.mjs';
import { nodePath } from '../setup/node-24.mjs';
import { readSetUpStamp, root, writeSetUpStamp } from '../setup/stamp.mjs';

/** What can draw the window on this machine: Electron's program, or a browser of the system. */

/** @typedef {(line: string) => void} Say where a sentence for the user goes */

const electronFolder = join(root, 'node_modules', 'electron');
const electronPatienceMs = 20_000;
/** When the user has asked for Electron by name, a slow line may take its time. */
const askedElectronPatienceMs = 300_000;
/** @type {Readonly<Record<string, string>>} */
const browserAdvice = {
  darwin: 'brew install --cask chromium',
  win32: 'winget install Google.Chrome',
  linux: 'sudo apt-get install -y chromium',
};
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
  if (process.platform === 'darwin') {
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
  if (process.platform !== 'linux') return macAndWindowsBrowsers().find(isProgram) ?? null;
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
  if (process.platform !== 'linux' || process.getuid?.() === 0) return true;
  const switchFile = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
  const isRestricted = existsSync(switchFile) && readFileSync(switchFile, 'utf8').trim() === '1';
  if (!isRestricted) return true;
  try {
    const helper = statSync(join(electronFolder, 'dist', 'chrome-sandbox'));
    return helper.uid === 0 && (helper.mode & 0o4000) !== 0;
  } catch {
    return false;
  }
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
  log(
    `Downloading Electron ${String(version)} (at most ${(again ? askedElectronPatienceMs : electronPatienceMs) / 1000} s)`,
  );
  const outcome = spawnSync(nodePath() ?? process.execPath, [join(electronFolder, 'install.js')], {
    cwd: root,
    stdio: 'ignore',
    timeout: again ? askedElectronPatienceMs : electronPatienceMs,
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
 * Makes sure that there is a browser; null when there is, else what to do about it as a sentence.
 * @param {Say} log
 */
export function ensureSystemBrowser(log) {
  if (findSystemBrowser() !== null) return null;
  const advice = browserAdvice[process.platform];
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return `CHROMIUM_PATH names no program: ${chosen}.`;
  if (!isDebianRoot()) return advice === undefined ? 'Install Chromium, Chrome or Edge.' : `Run: ${advice}`;
  const reason = installDebianPackages(['chromium'], log);
  return findSystemBrowser() === null ? `${reason ?? 'It was installed but is not found.'} Run: ${advice}` : null;
}
