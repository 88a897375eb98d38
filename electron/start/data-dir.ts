import { lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Where this operating system wants a program's data. An empty or relative XDG_DATA_HOME is ignored, as its standard says. */
export function defaultDataDir({ platform, environment, home }: Surroundings): string {
  if (platform === 'win32') {
    const local = environment['LOCALAPPDATA'];
    return join(local === undefined || local === '' ? join(home, 'AppData', 'Local') : local, 'Fathom');
  }
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Fathom');
  const xdg = environment['XDG_DATA_HOME'];
  return join(xdg?.startsWith('/') === true ? xdg : join(home, '.local', 'share'), 'fathom');
}

/** Where the data folder is, or would be. */
export function placeOfDataDir(wanted: string | null): string {
  return resolve(wanted ?? defaultDataDir({ platform: process.platform, environment: process.env, home: homedir() }));
}

/**
 * The data folder, made if it is not there; nobody but the user may look inside. Throws a sentence when it cannot be made
 * or when somebody else could have written what is in it: the addresses that keys are sent to are read from there.
 */
export function openDataDir(wanted: string | null): string {
  const dataDir = placeOfDataDir(wanted);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const uid = process.getuid?.();
  // Windows has no owner and mode of this kind; a user's own folder there is closed to others by its rights
  const problem = uid === undefined ? null : findProblem(dataDir, uid);
  if (problem !== null) throw new Error(`The data folder ${dataDir} is not safe to use: ${problem}`);
  return dataDir;
}

/** Folders of browsers keep their own links in order; ours are looked into. */
const ownFolders = ['logs', 'audit'];

/** A sentence that says what is wrong and what helps. Null: all of it is ours alone. */
function findProblem(dataDir: string, uid: number): string | null {
  const folder = lstatSync(dataDir);
  if (folder.isSymbolicLink()) return 'it is a symbolic link. Name the folder that it leads to.';
  const isReachable = (folder.mode & 0o011) !== 0;
  const files = [...listOf(dataDir), ...ownFolders.flatMap(name => listOf(join(dataDir, name)))];
  for (const path of [dataDir, ...files]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue; // another Fathom runs here and has just removed it
    const problem = problemOf(path, found, { uid, isReachable: isReachable || path === dataDir });
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
  readonly uid: number;
  /** whether others can get to it at all */
  readonly isReachable: boolean;
}

function problemOf(path: string, found: Stats, { uid, isReachable }: Ours): string | null {
  if (found.isSymbolicLink()) return `${path} is a symbolic link, which Fathom never makes. Remove it.`;
  if (found.uid !== uid) return `${path} belongs to another user. Choose another folder with --data-dir.`;
  const isOpen = isReachable && (found.mode & 0o022) !== 0;
  return isOpen ? `others may write to ${path}. Close it with: chmod go-w '${path}'` : null;
}
