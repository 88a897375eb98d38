import { mkdirSync } from 'node:fs';
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

/** The data folder, made if it is not there; nobody but the user may look inside. Throws when it cannot be made. */
export function openDataDir(wanted: string | null): string {
  const surroundings = { platform: process.platform, environment: process.env, home: homedir() };
  const dataDir = resolve(wanted ?? defaultDataDir(surroundings));
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return dataDir;
}
