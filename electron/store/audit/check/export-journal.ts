import { closeSync, constants, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { operatingSystem } from '#os/operating-system.ts';
import { makePrivateFolder } from '../../atomic-file.ts';
import { type ChainEnd, chainStart } from '../chain.ts';
import { writeEnd, writeLink } from '../chain-file.ts';
import { allLinks, inSnapshot } from './check-journal.ts';

export interface JournalToExport {
  readonly dataDir: string;
  readonly database: DatabaseSync;
  readonly nowMs: () => number;
}

export interface ExportedJournal {
  readonly file: string;
  readonly rows: number;
}

const rowsPerWrite = 500;

/** Writes the whole audit journal into a file of its own in the data folder. Throws what the database and the disk throw. */
export function exportJournal({ dataDir, database, nowMs }: JournalToExport): ExportedJournal {
  const folder = join(dataDir, 'exports');
  makePrivateFolder(folder);
  const stamp = new Date(nowMs()).toISOString().replaceAll(/[:.]/g, '-');
  const file = join(folder, `audit-${stamp}.txt`);
  const part = `${file}.part`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const opened = openSync(part, flags, 0o600);
  let rows: number;
  try {
    rows = inSnapshot(database, () => writeAll({ dataDir, database }, text => writeWhole(opened, text)));
    fsyncSync(opened);
  } catch (cause) {
    operatingSystem.removeFile(part);
    throw cause;
  } finally {
    closeSync(opened);
  }
  operatingSystem.renameFile(part, file);
  return { file, rows };
}

function writeAll(
  { dataDir, database }: Pick<JournalToExport, 'dataDir' | 'database'>,
  write: (text: string) => void,
): number {
  let end: ChainEnd = chainStart;
  let rows = 0;
  let lines: string[] = [];
  for (const link of allLinks(dataDir, database)) {
    lines.push(writeLink(link));
    end = link;
    rows += 1;
    if (lines.length < rowsPerWrite) continue;
    write(lines.join(''));
    lines = [];
  }
  write(`${lines.join('')}${writeEnd(end)}`);
  return rows;
}

function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}
