import type { AuditReport } from '#shared/domain/safety/audit.ts';
import { type ChainEnd, type ChainLink, createChainCheck, problemAtEnd, readRow } from './chain.ts';

/**
 * A chain as a text file: a line for each row, `HASH JSON`, and a last line that says how far it goes, so that a file
 * that was cut off is recognized. The check needs no key: the SHA-256 of what follows the first space is the hash.
 * Files in the archive keep the MAC too, as `HASH:MAC JSON`.
 */

const endWord = 'end';

export function writeLink({ hash, row }: Pick<ChainLink, 'hash' | 'row'>): string {
  return `${hash} ${row}\n`;
}

export function writeArchivedLink({ hash, row, mac }: ChainLink): string {
  return writeLink({ hash: mac === null ? hash : `${hash}:${mac}`, row });
}

export function writeEnd({ n, hash }: ChainEnd): string {
  return `${endWord} ${n} ${hash}\n`;
}

const endPattern = /^end (\d{1,15}) ([0-9a-f]{64})$/;

export interface ChainFile {
  readonly links: readonly ChainLink[];
  /** null: the file has no last line of ours */
  readonly end: ChainEnd | null;
}

/** The links of a file; lines that are none become links whose hash cannot fit. */
export function readChainFile(text: string): ChainFile {
  const lines = text.split('\n');
  // what follows the last line end must be nothing
  const rest = lines.pop();
  const found = endPattern.exec(lines.at(-1) ?? '');
  const end = found === null || rest !== '' ? null : { n: Number(found[1]), hash: found[2] ?? '' };
  const body = end === null ? lines : lines.slice(0, -1);
  return { links: body.map(readLine), end };
}

const macMark = ':';

function readLine(line: string, index: number): ChainLink {
  const space = line.indexOf(' ');
  const [head, row] = space === -1 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)];
  const mark = head.indexOf(macMark);
  const [hash, mac] = mark === -1 ? [head, null] : [head.slice(0, mark), head.slice(mark + 1)];
  return { n: readRow(row)?.n ?? index + 1, row, hash, mac };
}

/** The hash of the row on this line of a file, counted from 0; null when there is no such line. */
export function hashOnLine(text: string, index: number): string | null {
  const line = text.split('\n', index + 1)[index];
  return line === undefined ? null : readLine(line, index).hash;
}

/** Checks an export by itself, without the journal that it came from. It finds accidental damage. */
export function verifyChainFile(text: string): Pick<AuditReport, 'rows' | 'problem'> {
  const { links, end } = readChainFile(text);
  const check = createChainCheck({ key: null, wanted: end === null ? [] : [end.n] });
  for (const link of links) check.take(link);
  const report = check.report();
  const { rows } = report;
  const problem = report.problem ?? (end === null ? null : problemAtEnd(report, end));
  if (problem !== null) return { rows, problem };
  if (end === null)
    return { rows, problem: 'The last line is missing or was changed: the file may have been cut off.' };
  if (report.lastN !== end.n)
    return { rows, problem: `The file goes on after row ${end.n}, where it says that it ends.` };
  return { rows, problem: null };
}
