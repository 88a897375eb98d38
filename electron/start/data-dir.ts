import { lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { join, resolve } from 'node:path';
import { type OperatingSystem, operatingSystem } from '#os/operating-system.ts';

/** Where the data folder is, or would be. */
export function placeOfDataDir(wanted: string | null): string {
  return resolve(wanted ?? operatingSystem.defaultDataDir());
}

type Rights = Pick<OperatingSystem, 'userId' | 'whyOpenToOthers'>;

/**
 * The data folder, created if missing; readable by the user only. Throws a sentence when it cannot be created or when
 * another user could have written its content: the addresses that keys are sent to are read from there.
 */
export function openDataDir(wanted: string | null, rights: Rights = operatingSystem): string {
  const dataDir = placeOfDataDir(wanted);
  const listPaths = () => [...listOf(dataDir), ...recordFolders.flatMap(name => listOf(join(dataDir, name)))];
  openChecked(dataDir, rights, listPaths);
  return dataDir;
}

/** The data folder of `--kill`, with what is wrong with the records in it. */
export interface KillDataDir {
  readonly dataDir: string;
  /** why the log must not be written there, as a sentence; null: it may */
  readonly logProblem: string | null;
  /** the same for the order journal, whose older rows are in the folder `audit` */
  readonly journalProblem: string | null;
}

/** As `openDataDir`, for `--kill`: logs and audit do not decide where keys are sent, so nothing about them stops it. */
export function openDataDirForKill(wanted: string | null, rights: Rights = operatingSystem): KillDataDir {
  const dataDir = placeOfDataDir(wanted);
  const recordPaths = new Set(recordFolders.map(name => join(dataDir, name)));
  const isReachable = openChecked(dataDir, rights, () => listOf(dataDir).filter(path => !recordPaths.has(path)));
  const problemIn = (name: (typeof recordFolders)[number]): string | null => {
    const folder = join(dataDir, name);
    return attemptCheck(() => findProblem([folder, ...listOf(folder)], { uid: rights.userId(), isReachable }));
  };
  return { dataDir, logProblem: problemIn('logs'), journalProblem: problemIn('audit') };
}

/** Folders of browsers keep their own links in order; these, which hold records, are looked into. */
const recordFolders = ['logs', 'audit'] as const;

/** Makes the folder where it is missing and checks it with these paths in it. Answers whether others can get to it. */
function openChecked(dataDir: string, rights: Rights, listPaths: () => readonly string[]): boolean {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = lstatSync(dataDir);
  const isReachable = (folder.mode & 0o011) !== 0;
  const uid = rights.userId();
  const problem = folder.isSymbolicLink()
    ? 'it is a symbolic link. Name the folder that it leads to.'
    : (findProblem([dataDir], { uid, isReachable: true }) ??
      findProblem(listPaths(), { uid, isReachable }) ??
      rights.whyOpenToOthers(dataDir));
  if (problem !== null) throw new Error(`The data folder ${dataDir} is not safe to use: ${problem}`);
  return isReachable;
}

/** What the file system throws is a problem as well. */
function attemptCheck(check: () => string | null): string | null {
  try {
    return check();
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** A sentence that says what is wrong and what helps. Null: all of it is ours alone. */
function findProblem(paths: readonly string[], ours: Ours): string | null {
  for (const path of paths) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue; // another Fathom runs here and has just removed it
    const problem = problemOf(path, found, ours);
    if (problem !== null) return problem;
  }
  return null;
}

/** Full paths; none of what is no folder. */
function listOf(folder: string): string[] {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true ? readdirSync(folder).map(name => join(folder, name)) : [];
}

interface Ours {
  /** null: files have no owner and mode of this kind; the rights of the folder are checked instead */
  readonly uid: number | null;
  /** whether others can get to it at all */
  readonly isReachable: boolean;
}

function problemOf(path: string, found: Stats, { uid, isReachable }: Ours): string | null {
  if (found.isSymbolicLink()) return `${path} is a symbolic link, which Fathom never makes. Remove it.`;
  if (uid === null) return null;
  if (found.uid !== uid) return `${path} belongs to another user. Choose another folder with --data-dir.`;
  const isOpen = isReachable && (found.mode & 0o022) !== 0;
  return isOpen ? `others may write to ${path}. Close it with: chmod go-w '${path}'` : null;
}
