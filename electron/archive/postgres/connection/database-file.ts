import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { operatingSystem } from '#os/operating-system.ts';
import { DatabaseConnection } from './database-connection.ts';

/** The file in the data folder that names the database of the archive. It holds no password. */

const fileName = 'archive-database.json';
const DatabaseFile = z.strictObject({ version: z.literal(1), connection: DatabaseConnection });

/** What the data folder says. `damaged`: a file is there and cannot be used, so the archive is in neither place. */
export type ChosenDatabase =
  | { readonly kind: 'file' }
  | { readonly kind: 'database'; readonly connection: DatabaseConnection }
  | { readonly kind: 'damaged'; readonly detail: string };

export function readDatabaseFile(dataDir: string): ChosenDatabase {
  try {
    const text = readFileSync(join(dataDir, fileName), 'utf8');
    return { kind: 'database', connection: DatabaseFile.parse(JSON.parse(text)).connection };
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return { kind: 'file' };
    return { kind: 'damaged', detail: `${fileName} cannot be read; write it again with archive -- connect` };
  }
}

/** Throws what the file system throws. */
export function writeDatabaseFile(dataDir: string, connection: DatabaseConnection): void {
  const path = join(dataDir, fileName);
  const partial = `${path}.partial`;
  operatingSystem.removeFile(partial);
  writeFileSync(partial, `${JSON.stringify({ version: 1, connection }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  operatingSystem.renameFile(partial, path);
}

/** A file that is not there is no error. Throws what the file system throws. */
export function removeDatabaseFile(dataDir: string): void {
  operatingSystem.removeFile(join(dataDir, fileName));
}
