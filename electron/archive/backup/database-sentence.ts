import { readDatabaseFile } from '../postgres/connection/database-file.ts';

/** Why the archive of this data folder has no file to back up or to read, and what to use instead; null: it is a file. */
export function explainDatabase(dataDir: string): string | null {
  const chosen = readDatabaseFile(dataDir);
  if (chosen.kind === 'file') return null;
  if (chosen.kind === 'damaged') return `${chosen.detail}.`;
  const { host, port, database } = chosen.connection;
  return `The archive of this folder is in PostgreSQL (${host}:${port}/${database}). Back it up and export it there, with pg_dump for example.`;
}
