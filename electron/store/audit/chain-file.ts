import type { AuditVerdict } from '#shared/domain/safety/audit.ts';
import { type ChainEnd, type ChainLink, createChainCheck, readRow } from './chain.ts';

/**
 * A chain as a text file: a line for each row, `HASH JSON`, and a last line that tells how far it goes, so that a file
 * that was cut off is found out too. Anybody can check it: the SHA-256 of what follows the first space is the hash.
 */

const endWord = 'end';

export function writeLink({ hash, row }: ChainLink): string {
  return `${hash} ${row}\n`;
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

function readLine(line: string, index: number): ChainLink {
  const space = line.indexOf(' ');
  const [hash, row] = space === -1 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)];
  return { n: readRow(row)?.n ?? index + 1, row, hash };
}

/** Checks an export by itself, without the journal that it came from. */
export function verifyChainFile(text: string): AuditVerdict {
  const { links, end } = readChainFile(text);
  const check = createChainCheck();
  for (const link of links) check.take(link);
  const verdict = check.finish(end === null ? [] : [end]);
  if (verdict.problem !== null || end !== null) {
    const isLonger = end !== null && verdict.problem === null && links.length !== end.n;
    return isLonger
      ? { ...verdict, problem: `The file goes on after row ${end.n}, where it says that it ends.` }
      : verdict;
  }
  return { ...verdict, problem: 'The last line is missing or was changed: the file may have been cut off.' };
}
