import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { operatingSystem } from '#os/operating-system.ts';
import type { WindowId } from '#shared/domain/view/panel-window.ts';
import { type StartBackupThread, startBackupThread } from '#archive/backup/backup-job.ts';
import { type StartArchiveThread, startArchiveThread } from '#archive/worker/worker-store.ts';
import { type StartCheckWorker, startCheckWorker } from '#store/audit/check/check-jobs.ts';
import { forkKeyring, type StartKeyringProcess, withoutForeignCode } from '#credentials/keyring/process.ts';
import { createEarlyPractice, spawnPractice } from './children/practice-child.ts';
import type { StartPractice } from './practice-host.ts';
import { createEarlyChromium } from '#shell/chromium/launch/early-chromium.ts';
import { createChromiumShell } from '#shell/chromium/chromium-shell.ts';
import { findBrowser, isProgram } from '#shell/chromium/find-browser.ts';
import { deskContentPolicy, readPageFiles } from '#shell/page/page-files.ts';
import { electronOrigin } from '#shell/page/page-origin.ts';
import type { OpenOptions, Shell } from '#shell/shell.ts';
import type { BoundsMemory } from '#shell/window-bounds.ts';

/** The program that runs us, plain Node or Electron, and what each does in its own way: the window and child processes. */
export interface Host {
  /**
   * Starts the slowest parts, in parallel to the loading of the engine: the practice exchange, and the browser of the
   * window. Resolves when their processes run, or cannot: a failure is reported on request. Never rejects.
   */
  begin(early: EarlyStart): Promise<void>;
  /** Ends what `begin` started, also after a caller took it: the program did not start. Never rejects. */
  abandon(): Promise<void>;
  /** Throws a sentence for the user when there can be no window. */
  createShell(needs: ShellOptions): Shell;
  readonly startPractice: StartPractice;
  readonly startKeyring: StartKeyringProcess;
  /** the thread that reads the whole audit journal */
  readonly startCheckWorker: StartCheckWorker;
  /** the thread that writes the archive */
  readonly startArchiveThread: StartArchiveThread;
  /** the thread that writes a backup of the archive */
  readonly startBackupThread: StartBackupThread;
  /** the thread that reads the archive and computes the portfolio */
  readonly startPortfolioThread: StartArchiveThread;
}

/** What the program will ask for. */
export interface EarlyStart extends OpenOptions {
  readonly dataDir: string;
  readonly practiceWords: readonly string[];
}

interface ShellOptions {
  readonly dataDir: string;
  readonly bounds: BoundsMemory;
  /** of the page, as `en`; asked whenever the page is loaded */
  readonly language: () => string;
}

/** The built files that are not modules of ours: children run them, the window loads them. */
export interface BuiltFiles {
  readonly pageDir: string;
  readonly trustedDir: string;
  readonly preload: string;
  readonly trustedPreload: string;
  readonly practiceCli: string;
  readonly keyringChild: string;
  readonly watchdogWorker: string;
  readonly auditWorker: string;
  readonly archiveWorker: string;
  readonly backupWorker: string;
  readonly portfolioWorker: string;
}

export interface HostOptions {
  readonly files: BuiltFiles;
  /** only under `npm run dev` */
  readonly devOrigin: string | null;
  readonly say: (line: string) => void;
  /** end-to-end tests take the windows' pages here; nothing else does */
  readonly onPage?: (page: Page, window: WindowId) => void;
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
    watchdogWorker: inEngine('watchdog-worker.js'),
    auditWorker: inEngine('audit-worker.js'),
    archiveWorker: inEngine('archive-worker.js'),
    backupWorker: inEngine('backup-worker.js'),
    portfolioWorker: inEngine('portfolio-worker.js'),
  };
}

function pageOf({ files, devOrigin }: HostOptions, language: () => string) {
  // the dev server serves the page itself
  return devOrigin === null
    ? readPageFiles(files.pageDir, { language, policy: deskContentPolicy })
    : { answer: () => ({ status: 404, headers: {}, body: Buffer.alloc(0) }) as const };
}

function findExecutable(): string | null {
  return findBrowser({ platform: operatingSystem.platform, environment: process.env, isProgram });
}

/** Plain Node: the window is the system's browser. */
export function createNodeHost(options: HostOptions): Host {
  const { files, devOrigin, say, onPage, onTrustedPage } = options;
  const isRoot = operatingSystem.isRoot();
  const practice = createEarlyPractice(spawnPractice(files.practiceCli));
  const chromium = createEarlyChromium();
  return {
    begin: async ({ dataDir, practiceWords, size, isHeadless }) => {
      practice.begin(practiceWords);
      const executablePath = findExecutable();
      if (executablePath === null) return;
      await chromium.begin({ executablePath, profileDir: profileIn(dataDir), isRoot, devOrigin, size, isHeadless });
    },
    abandon: async () => {
      practice.abandon();
      await chromium.abandon();
    },
    createShell: ({ dataDir, language }) => {
      const executablePath = findExecutable();
      if (executablePath === null)
        throw new Error(
          'There is no Chromium, Chrome or Edge here. Install Google Chrome, or name a browser with CHROMIUM_PATH.',
        );
      return createChromiumShell({
        executablePath,
        profileDir: profileIn(dataDir),
        launch: chromium.launch,
        pageFiles: pageOf(options, language),
        trustedPageFiles: readPageFiles(files.trustedDir),
        isRoot,
        devOrigin,
        say,
        ...(onPage === undefined ? {} : { onPage }),
        ...(onTrustedPage === undefined ? {} : { onTrustedPage }),
      });
    },
    startPractice: practice.start,
    startKeyring: forkKeyring(files.keyringChild),
    startCheckWorker: startCheckWorker(files.auditWorker),
    startArchiveThread: startArchiveThread(files.archiveWorker),
    startBackupThread: startBackupThread(files.backupWorker),
    startPortfolioThread: startArchiveThread(files.portfolioWorker),
  };
}

function profileIn(dataDir: string): string {
  return join(dataDir, 'chromium');
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
    // its processes can only begin when it is ready itself
    begin: async () => {},
    abandon: async () => {},
    createShell: ({ bounds, language }) =>
      createElectronShell({
        preloadFile: files.preload,
        pageFiles: pageOf(options, language),
        trustedPreloadFile: files.trustedPreload,
        trustedPageFiles: readPageFiles(files.trustedDir),
        bounds,
        devOrigin,
        say,
      }),
    startPractice: words => startLineProcess(files.practiceCli, ['--quiet', ...words]),
    startKeyring: () => startMessageProcess(files.keyringChild, withoutForeignCode(process.env)),
    startCheckWorker: startCheckWorker(files.auditWorker),
    startArchiveThread: startArchiveThread(files.archiveWorker),
    startBackupThread: startBackupThread(files.backupWorker),
    startPortfolioThread: startArchiveThread(files.portfolioWorker),
  };
}

/** How a command that opens no window starts the process of the keychain. Not to be awaited while main.ts is loaded. */
export async function keyringOfCommand(files: BuiltFiles, dataDir: string): Promise<StartKeyringProcess> {
  if (!('electron' in process.versions)) return forkKeyring(files.keyringChild);
  const { readyForProcesses, startMessageProcess } = await import('#shell/electron/electron-children.ts');
  await readyForProcesses(dataDir);
  return () => startMessageProcess(files.keyringChild, withoutForeignCode(process.env));
}
