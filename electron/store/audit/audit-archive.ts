import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { operatingSystem } from '#os/operating-system.ts';
import { makePrivateFolder, readPrivateFile, writePrivateFile } from '../atomic-file.ts';
import { fileLimitBytes } from '../documents/limits.ts';
import { countLinks, dropLinks, hashAt, linksOf } from './audit-table.ts';
import type { ChainLink } from './chain.ts';
import { hashOnLine, readChainFile, writeArchivedLink, writeEnd } from './chain-file.ts';

/** Older parts of the chain, each a file of its own in `audit/`, so that the database stays small. */

const namePattern = /^audit-(\d{9})-(\d{9})\.txt$/;
const nine = (n: number) => String(n).padStart(9, '0');
const folderOf = (dataDir: string) => join(dataDir, 'audit');

export interface RotationOptions {
  readonly dataDir: string;
  /** so many rows may stand in the database */
  readonly most: number;
  /** so many stay there */
  readonly keep: number;
}

/** Moves all but the newest rows into a file: written and flushed first, taken out of the database after that. */
export function rotateAudit(database: DatabaseSync, { dataDir, most, keep }: RotationOptions): void {
  const count = countLinks(database);
  if (count <= most) return;
  const links: ChainLink[] = [];
  for (const link of linksOf(database)) {
    if (links.length >= count - keep) break;
    links.push(link);
  }
  const [first, last] = [links[0], links.at(-1)];
  if (first === undefined || last === undefined) return;
  makePrivateFolder(folderOf(dataDir));
  const text = `${links.map(writeArchivedLink).join('')}${writeEnd(last)}`;
  writePrivateFile(join(folderOf(dataDir), `audit-${nine(first.n)}-${nine(last.n)}.txt`), text);
  dropLinks(database, last.n);
}

interface ArchiveFile {
  readonly path: string;
  readonly firstN: number;
  readonly lastN: number;
}

/** oldest first */
function archiveFiles(dataDir: string): readonly ArchiveFile[] {
  const folder = folderOf(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .flatMap(name => {
      const found = namePattern.exec(name);
      return found === null ? [] : [{ path: join(folder, name), firstN: Number(found[1]), lastN: Number(found[2]) }];
    });
}

function readArchive(path: string): string {
  return readPrivateFile(path, fileLimitBytes.auditArchive) ?? '';
}

/** The links of all archives, oldest first. What a file lacks at its end shows by a gap, or by the row after it. */
export function* archivedLinks(dataDir: string): Generator<ChainLink> {
  for (const { path } of archiveFiles(dataDir)) yield* readChainFile(readArchive(path)).links;
}

/** Null: no archive holds that row. */
export function archivedHash(dataDir: string, n: number): string | null {
  const file = archiveFiles(dataDir).find(({ firstN, lastN }) => firstN <= n && n <= lastN);
  return file === undefined ? null : hashOnLine(readArchive(file.path), n - file.firstN);
}

/** The newest archived row by the names of the files; 0: there is none. */
export function lastArchivedN(dataDir: string): number {
  return archiveFiles(dataDir).reduce((last, { lastN }) => Math.max(last, lastN), 0);
}

/**
 * Renames the folder of the archives when the rows of the database do not follow them: the database is a new one. Throws
 * what the file system throws.
 */
export function setAsideForeignArchives(dataDir: string, database: DatabaseSync, nowMs: number): void {
  const lastN = lastArchivedN(dataDir);
  if (lastN === 0) return;
  const [first] = linksOf(database);
  // a row that is in both was archived just before Fathom ended
  const isSame = hashAt(database, lastN) === archivedHash(dataDir, lastN);
  if (first === undefined || (first.n <= lastN && !isSame))
    operatingSystem.renameFile(folderOf(dataDir), `${folderOf(dataDir)}.aside-${nowMs}`);
}
