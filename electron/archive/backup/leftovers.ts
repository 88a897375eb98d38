import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { operatingSystem } from '#os/operating-system.ts';
import { archiveFile } from '../archive-file.ts';

/** The names of `temporaryFiles`, with the number of the process. An earlier version wrote them without it. */
const copyName = /\.backup-copy(?:-(?<pid>\d+))?(?:-wal|-shm|-journal)?$/u;
const partialName = /\.age(?:\.(?<pid>\d+))?\.partial$/u;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Whether a process that has ended, or that had the number of this one, left the file. */
function isLeft(name: string, pattern: RegExp): boolean {
  const found = pattern.exec(name);
  if (found === null) return false;
  const pid = Number(found.groups?.['pid'] ?? 0);
  return pid === 0 || pid === process.pid || !operatingSystem.isRunning(pid);
}

/**
 * Removes what killed backups left beside the archive and in the folder of the backups: a plain copy of the archive must
 * not stay. Call it before this process begins a backup. The files of a backup that another process writes stay. Never throws.
 */
export function removeLeftovers(dataDir: string, backupFolder: string): void {
  const copies = namesIn(dataDir).filter(name => name.startsWith(archiveFile) && isLeft(name, copyName));
  const partials = namesIn(backupFolder).filter(name => isLeft(name, partialName));
  const files = [...copies.map(name => join(dataDir, name)), ...partials.map(name => join(backupFolder, name))];
  for (const file of files) {
    try {
      operatingSystem.removeFile(file);
    } catch {
      // the system refuses it: the next start tries again
    }
  }
}
