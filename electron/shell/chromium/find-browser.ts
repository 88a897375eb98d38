import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface BrowserSearch {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isProgram: (file: string) => boolean;
}

const linuxNames = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const macPrograms = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const windowsPrograms = [
  'Chromium\\Application\\chrome.exe',
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

function at(folders: readonly (string | undefined)[], names: readonly string[]): string[] {
  return folders.filter(isSet).flatMap(folder => names.map(name => join(folder, name)));
}

function candidates({ platform, environment }: BrowserSearch): string[] {
  if (platform === 'darwin') {
    const home = environment['HOME'];
    return at(['/Applications', isSet(home) ? join(home, 'Applications') : undefined], macPrograms);
  }
  if (platform === 'win32') {
    const folders = ['LOCALAPPDATA', 'ProgramFiles', 'ProgramFiles(x86)'].map(name => environment[name]);
    return at(folders, windowsPrograms);
  }
  const path = (environment['PATH'] ?? '').split(delimiter);
  // the better browser first, wherever it lies
  return linuxNames.flatMap(name => at([...path, '/usr/bin', '/snap/bin'], [name]));
}

/** Path of the Chromium, Chrome or Edge to draw the window with, CHROMIUM_PATH before all others; null when there is none. */
export function findBrowser(search: BrowserSearch): string | null {
  const chosen = search.environment['CHROMIUM_PATH'];
  if (isSet(chosen)) return search.isProgram(chosen) ? chosen : null;
  return candidates(search).find(file => search.isProgram(file)) ?? null;
}

/** Whether a file is there and may be run. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false; // not there and not ours to run are the same to a search
  }
}
