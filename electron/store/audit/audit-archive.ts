import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makePrivateFolder, readPrivateFile, writePrivateFile } from '../atomic-file.ts';
import { countLinks, dropLinks, linksOf } from './audit-table.ts';
import type { ChainLink } from './chain.ts';
import { readChainFile, writeEnd, writeLink } from './chain-file.ts';

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
  const text = `${links.map(writeLink).join('')}${writeEnd(last)}`;
  writePrivateFile(join(folderOf(dataDir), `audit-${nine(first.n)}-${nine(last.n)}.txt`), text);
  dropLinks(database, last.n);
}

/** The links of all archives, oldest first. What a file lacks at its end is told by a gap, or by the row after it. */
export function* archivedLinks(dataDir: string): Generator<ChainLink> {
  const folder = folderOf(dataDir);
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).filter(name => namePattern.test(name));
  for (const name of names.toSorted()) yield* readChainFile(readPrivateFile(join(folder, name)) ?? '').links;
}
