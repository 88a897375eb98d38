import { type PlatformPath, posix, win32 } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findOpenEntry } from './access-list.ts';
import { nodeCalls, type SystemCalls } from './system-calls.ts';

/**
 * Everything of Fathom's main process that differs by operating system. No other file of `electron/` reads
 * `process.platform`, renames, removes or ends a process by itself: `scripts/checks/rules/system-calls.mjs` checks it.
 */
export interface OperatingSystem {
  readonly platform: NodeJS.Platform;
  readonly path: PlatformPath;
  /** null where users have no numbers (Windows) */
  readonly userId: () => number | null;
  readonly isRoot: () => boolean;
  /** Where this system keeps a program's data. An empty or relative XDG_DATA_HOME is ignored, as its standard says. */
  readonly defaultDataDir: () => string;
  /**
   * Windows: why others could write to this folder, as a sentence with the command that closes it; null: only the user can.
   * Other systems answer null: owner and mode of the files say it there.
   */
  readonly whyOpenToOthers: (folder: string) => string | null;
  /** Replaces `to`. Windows refuses while a scanner or viewer has a file open: it is tried again for 150 ms. Throws what the system throws. */
  readonly renameFile: (from: string, to: string) => void;
  /** False: there was none. Tries again as `renameFile` does, and throws what the system throws. */
  readonly removeFile: (path: string) => boolean;
  /** Removes a folder with all that is in it, without blocking. Resolves with false while the system refuses; never rejects. */
  readonly removeFolder: (path: string) => Promise<boolean>;
  /** Mode 0600. Windows has no modes: there the rights of the folder guard the file. */
  readonly restrictToOwner: (path: string) => void;
  /** Whether a rename needs a flush of the folder to survive a power cut. Windows cannot open a folder and needs none. */
  readonly hasFolderFlush: boolean;
  /** Whether children get a process group of their own, so that a Ctrl+C in the terminal does not reach them. */
  readonly hasProcessGroups: boolean;
  /** Asks a child to end in order. Windows knows no such signal: there its input is closed, and one without input is ended at once. */
  readonly askToEnd: (child: EndableProcess) => void;
  /** Ends a child at once. One that has ended is no error. */
  readonly endAtOnce: (child: EndableProcess) => void;
  /** Whether there is a process of this number. One of another user counts as none. */
  readonly isRunning: (pid: number) => boolean;
  /** Ends the process of this number at once, this one too. One that has ended is no error. */
  readonly endPid: (pid: number) => void;
  /** Ends the leader of a process group with all its children. Resolves when they have ended, or after 5 s; never rejects. */
  readonly endProcessTree: (leaderPid: number) => Promise<void>;
}

/** A child of Node, or a utility process of Electron. */
export interface EndableProcess {
  readonly stdin?: { readonly end: () => unknown } | null;
  kill(signal?: NodeJS.Signals): boolean;
}

/** 150 ms together: a virus scanner is done with a small file by then. */
const retryPausesMs = [10, 20, 40, 80] as const;
/** How Windows says that another program has the file open. */
const busyCodes = ['EPERM', 'EBUSY', 'EACCES'];

const checkGroupEveryMs = 50;
/** A process in an uninterruptible system call ends later; there is nothing more to do about it. */
const mostGroupChecks = 100;

export function createOperatingSystem(calls: SystemCalls): OperatingSystem {
  const isWindows = calls.platform === 'win32';
  const path = isWindows ? win32 : posix;
  const retry = isWindows
    ? (action: () => void) => retryWhileBusy(action, calls.pause)
    : (action: () => void) => action();
  return {
    platform: calls.platform,
    path,
    userId: calls.userId,
    isRoot: () => calls.userId() === 0,
    defaultDataDir: () => findDataDir(calls, path),
    whyOpenToOthers: folder => (isWindows ? explainOpenFolder(folder, calls) : null),
    renameFile: (from, to) => retry(() => calls.rename(from, to)),
    removeFile: file => removeFile(() => retry(() => calls.remove(file))),
    removeFolder: folder =>
      calls.removeFolder(folder).then(
        () => true,
        () => false,
      ),
    restrictToOwner: file => {
      if (!isWindows) calls.chmod(file, 0o600);
    },
    hasFolderFlush: !isWindows,
    hasProcessGroups: !isWindows,
    askToEnd: child => {
      if (isWindows && child.stdin) child.stdin.end();
      else child.kill('SIGTERM');
    },
    endAtOnce: child => void child.kill('SIGKILL'),
    isRunning: pid => isReached(calls, pid, 0),
    endPid: pid => void isReached(calls, pid, 'SIGKILL'),
    endProcessTree: pid => (isWindows ? endTreeOnWindows(pid, calls) : endGroup(pid, calls)),
  };
}

function retryWhileBusy(action: () => void, pause: SystemCalls['pause']): void {
  for (const pauseMs of retryPausesMs) {
    try {
      return action();
    } catch (cause) {
      if (!hasCode(cause, busyCodes)) throw cause;
      pause(pauseMs);
    }
  }
  action();
}

function removeFile(remove: () => void): boolean {
  try {
    remove();
    return true;
  } catch (cause) {
    if (!hasCode(cause, ['ENOENT'])) throw cause;
    return false;
  }
}

function hasCode(cause: unknown, codes: readonly string[]): boolean {
  return cause instanceof Error && 'code' in cause && codes.some(code => code === cause.code);
}

function findDataDir({ platform, environment, home }: SystemCalls, path: PlatformPath): string {
  if (platform === 'win32') {
    const local = environment['LOCALAPPDATA'];
    return path.join(local === undefined || local === '' ? path.join(home(), 'AppData', 'Local') : local, 'Fathom');
  }
  if (platform === 'darwin') return path.join(home(), 'Library', 'Application Support', 'Fathom');
  const xdg = environment['XDG_DATA_HOME'];
  return path.join(xdg?.startsWith('/') === true ? xdg : path.join(home(), '.local', 'share'), 'fathom');
}

/** A folder in the user's own profile is closed to others by Windows; any other is as open as its drive. */
function explainOpenFolder(folder: string, calls: SystemCalls): string | null {
  const fromHome = win32.relative(calls.home(), folder);
  const isInProfile = fromHome !== '' && !fromHome.startsWith('..') && !win32.isAbsolute(fromHome);
  if (isInProfile) return null;
  const listing = calls.run('icacls', [folder]);
  const { USERDOMAIN: domain = '', USERNAME: name = '' } = calls.environment;
  const closing = `Close it with: icacls "${folder}" /inheritance:r /grant:r "%USERNAME%:(OI)(CI)F"`;
  if (listing === null || name === '')
    return `Windows does not say who may write to ${folder}. Choose a folder in your user profile with --data-dir.`;
  const open = findOpenEntry(listing, { folder, user: `${domain}\\${name}` });
  return open === null ? null : `${open} may write to ${folder}. ${closing}`;
}

/** False: there is no such process or group. */
function isReached(calls: SystemCalls, pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    calls.signal(pid, signal);
    return true;
  } catch {
    return false;
  }
}

async function endTreeOnWindows(pid: number, calls: SystemCalls): Promise<void> {
  calls.run('taskkill', ['/pid', String(pid), '/T', '/F']);
}

/** The group of a leader has the leader's number. */
async function endGroup(leaderPid: number, calls: SystemCalls): Promise<void> {
  if (!isReached(calls, -leaderPid, 'SIGKILL')) return;
  for (let checks = 0; checks < mostGroupChecks && isReached(calls, -leaderPid, 0); checks += 1)
    await setTimeout(checkGroupEveryMs);
}

/** The system that Fathom runs on. */
export const operatingSystem = createOperatingSystem(nodeCalls);
