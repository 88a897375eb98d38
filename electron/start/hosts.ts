import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { forkKeyring, type StartKeyringProcess, withoutForeignCode } from '#credentials/keyring/process.ts';
import type { StartPractice } from './practice-host.ts';
import { createChromiumShell } from '#shell/chromium/chromium-shell.ts';
import { findBrowser, isProgram } from '#shell/chromium/find-browser.ts';
import { splitLines } from '#shell/page/lines.ts';
import { readPageFiles } from '#shell/page/page-files.ts';
import { electronOrigin } from '#shell/page/page-origin.ts';
import type { Shell } from '#shell/shell.ts';
import type { BoundsMemory } from '#shell/window-bounds.ts';

/** The program that runs us, plain Node or Electron, and what each does in its own way: the window and child processes. */
export interface Host {
  /** Throws a sentence for the user when there can be no window. */
  createShell(needs: ShellOptions): Shell;
  readonly startPractice: StartPractice;
  readonly startKeyring: StartKeyringProcess;
}

interface ShellOptions {
  readonly dataDir: string;
  readonly bounds: BoundsMemory;
}

/** The built files that are not modules of ours: children run them, the window loads them. */
export interface BuiltFiles {
  readonly pageDir: string;
  readonly trustedDir: string;
  readonly preload: string;
  readonly trustedPreload: string;
  readonly practiceCli: string;
  readonly keyringChild: string;
}

export interface HostOptions {
  readonly files: BuiltFiles;
  /** only under `npm run dev` */
  readonly devOrigin: string | null;
  readonly say: (line: string) => void;
  /** end-to-end tests take the window's page here; nothing else does */
  readonly onPage?: (page: Page) => void;
  readonly onTrustedPage?: (page: Page) => void;
}

/** Where the build puts them, below `dist`. */
export function builtFiles(distDir: string): BuiltFiles {
  const inEngine = (name: string) => join(distDir, 'electron', name);
  return {
    pageDir: join(distDir, 'renderer'),
    trustedDir: join(distDir, 'trusted'),
    preload: inEngine('preload.cjs'),
    trustedPreload: inEngine('trusted-preload.cjs'),
    practiceCli: inEngine('practice-cli.js'),
    keyringChild: inEngine('keyring-child.js'),
  };
}

function pageOf({ files, devOrigin }: HostOptions) {
  // the dev server serves the page itself
  return devOrigin === null
    ? readPageFiles(files.pageDir)
    : { answer: () => ({ status: 404, headers: {}, body: Buffer.alloc(0) }) as const };
}

function spawnPractice(modulePath: string): StartPractice {
  return words => {
    const own = [
      '--disable-warning=ExperimentalWarning',
      '--disable-sigusr1',
      modulePath,
      '--quiet',
      '--with-parent',
      ...words,
    ];
    const child = spawn(process.execPath, own, {
      // it ends when this pipe does, so it never outlives us, however we end
      stdio: ['pipe', 'pipe', 'ignore'],
      // its own process group: a Ctrl-C in the terminal reaches it through us and in order
      detached: process.platform !== 'win32',
    });
    return {
      onLine: listener => child.stdout.on('data', splitLines(listener)),
      onEnd: listener => {
        child.on('error', cause => listener(cause.message));
        child.on('exit', (code, signal) => listener(`ended with ${signal ?? `code ${code}`}`));
      },
      end: () => void child.kill('SIGTERM'),
      kill: () => void child.kill('SIGKILL'),
    };
  };
}

/** Plain Node: the window is the system's browser. */
export function createNodeHost(options: HostOptions): Host {
  const { files, devOrigin, say, onPage, onTrustedPage } = options;
  return {
    createShell: ({ dataDir }) => {
      const executablePath = findBrowser({ platform: process.platform, environment: process.env, isProgram });
      if (executablePath === null)
        throw new Error('There is no Chromium, Chrome or Edge here; npm start tells how to get one.');
      return createChromiumShell({
        executablePath,
        profileDir: join(dataDir, 'chromium'),
        pageFiles: pageOf(options),
        trustedPageFiles: readPageFiles(files.trustedDir),
        isRoot: process.getuid?.() === 0,
        devOrigin,
        say,
        ...(onPage === undefined ? {} : { onPage }),
        ...(onTrustedPage === undefined ? {} : { onTrustedPage }),
      });
    },
    startPractice: spawnPractice(files.practiceCli),
    startKeyring: forkKeyring(files.keyringChild),
  };
}

/**
 * Electron: the window is its own. Null when this process has to end at once, because another Fathom runs on this data
 * folder and came to the front. Must be awaited before Electron is ready.
 */
export async function createElectronHost(options: HostOptions, dataDir: string): Promise<Host | null> {
  const { files, devOrigin, say } = options;
  const { createElectronShell, prepareElectron } = await import('#shell/electron/electron-shell.ts');
  const { startLineProcess, startMessageProcess } = await import('#shell/electron/electron-children.ts');
  if (!prepareElectron(dataDir, devOrigin ?? electronOrigin)) return null;
  return {
    createShell: ({ bounds }) =>
      createElectronShell({
        preloadFile: files.preload,
        pageFiles: pageOf(options),
        trustedPreloadFile: files.trustedPreload,
        trustedPageFiles: readPageFiles(files.trustedDir),
        bounds,
        devOrigin,
        say,
      }),
    startPractice: words => startLineProcess(files.practiceCli, ['--quiet', ...words]),
    startKeyring: () => startMessageProcess(files.keyringChild, withoutForeignCode(process.env)),
  };
}
