import { createHash } from 'node:crypto';
import { AuditRow, type AuditVerdict } from '#shared/domain/safety/audit.ts';

/**
 * The chain of the audit journal: each row names the hash of the row before, so that whoever changes, removes or swaps
 * one breaks what comes after it. A row's hash is the SHA-256 of its JSON text, byte for byte.
 */

/** A row as it is kept: its text, which is never written anew, and its hash. */
export interface ChainLink {
  readonly n: number;
  readonly row: string;
  readonly hash: string;
}

/** Where a chain is known to end. */
export interface ChainEnd {
  readonly n: number;
  readonly hash: string;
}

export const chainStart: ChainEnd = { n: 0, hash: '0'.repeat(64) };

function hashOf(row: string): string {
  return createHash('sha256').update(row, 'utf8').digest('hex');
}

export type AuditEntry = Omit<AuditRow, 'n' | 'prev'>;

/** The next link. The order of the fields is part of the text and never changes. */
export function linkAfter(end: ChainEnd, entry: AuditEntry): ChainLink {
  const { atMs, user, profileId, kind, key, symbol, summary, state, detail, verdict, weight } = entry;
  const what = { atMs, user, profileId, kind, key, symbol, summary, state, detail, verdict, weight };
  const row = JSON.stringify({ n: end.n + 1, prev: end.hash, ...what });
  return { n: end.n + 1, row, hash: hashOf(row) };
}

export function readRow(text: string): AuditRow | null {
  try {
    const parsed = AuditRow.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export interface ChainCheck {
  readonly take: (link: ChainLink) => void;
  /** `ends`: where the chain is known to have been; each of them must lie on it */
  readonly finish: (ends: readonly ChainEnd[]) => AuditVerdict;
}

/** Checks a chain link by link; the first thing that is wrong is kept, and named by its row. */
export function createChainCheck(): ChainCheck {
  let end = chainStart;
  let rows = 0;
  let firstAtMs: number | null = null;
  let lastAtMs: number | null = null;
  let problem: string | null = null;
  const hashes = new Map<number, string>();
  return {
    take: link => {
      problem ??= problemOf(end, link);
      const row = readRow(link.row);
      rows += 1;
      firstAtMs ??= row?.atMs ?? null;
      lastAtMs = row?.atMs ?? lastAtMs;
      end = { n: link.n, hash: link.hash };
      hashes.set(link.n, link.hash);
    },
    finish: ends => {
      for (const known of ends) problem ??= problemAtEnd(end, known, hashes.get(known.n));
      return { rows, firstAtMs, lastAtMs, problem };
    },
  };
}

function problemOf(end: ChainEnd, { n, row, hash }: ChainLink): string | null {
  const parsed = readRow(row);
  if (hashOf(row) !== hash || parsed?.n !== n) return `Row ${n} was changed: its text does not fit its hash.`;
  if (n > end.n + 1) return `${rowsText(end.n + 1, n - 1)} missing.`;
  if (n <= end.n) return `Row ${n} stands after row ${end.n}: rows were put in another order.`;
  return parsed.prev === end.hash ? null : `Row ${n} does not follow row ${end.n}: one of them was replaced.`;
}

function problemAtEnd(end: ChainEnd, known: ChainEnd, hash: string | undefined): string | null {
  if (known.n === 0 || hash === known.hash) return null;
  if (known.n > end.n) return `${rowsText(end.n + 1, known.n)} missing at the end.`;
  return `Row ${known.n} is not the one that was written: the journal was replaced.`;
}

function rowsText(from: number, to: number): string {
  return from === to ? `Row ${from} is` : `Rows ${from} to ${to} are`;
}
