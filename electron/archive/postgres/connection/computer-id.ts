import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { operatingSystem } from '#os/operating-system.ts';

/**
 * The random id of a data folder. Practice runs in a shared database have it in their name: each computer deletes its own
 * earlier runs only.
 */

export const ComputerId = z.uuid();

const fileName = 'archive-computer-id';

function readFile(path: string): string | null {
  try {
    return ComputerId.parse(readFileSync(path, 'utf8').trim());
  } catch {
    // missing or damaged
    return null;
  }
}

/** The id of this data folder; a missing or damaged one is replaced by a new one. Throws what the file system throws. */
export function readComputerId(dataDir: string): string {
  const path = join(dataDir, fileName);
  const known = readFile(path);
  if (known !== null) return known;
  const created = randomUUID();
  const partial = `${path}.partial`;
  operatingSystem.removeFile(partial);
  writeFileSync(partial, `${created}\n`, { mode: 0o600, flag: 'wx' });
  operatingSystem.renameFile(partial, path);
  return created;
}
