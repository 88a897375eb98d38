import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { AuditRow } from '#shared/domain/safety/audit.ts';

/**
 * The chain of the audit journal. Each row names the hash of the row before, so a change breaks all that follows. A
 * row's hash is the SHA-256 of its JSON text, byte for byte. The MAC is the HMAC-SHA-256 of that hash with the key of
 * the journal: the hash depends on all rows before, so one MAC protects the whole chain up to its row.
 */

/** A row as it is kept: its text, which never changes, and its hash. */
export interface ChainLink {
  readonly n: number;
  readonly row: string;
  /** 64 hexadecimal digits */
  readonly hash: string;
  /** 64 hexadecimal digits; null: the key was not available when the row was written */
  readonly mac: string | null;
}

/** Where a chain is known to end. */
export interface ChainEnd {
  readonly n: number;
  readonly hash: string;
}

export const chainStart: ChainEnd = { n: 0, hash: '0'.repeat(64) };

/** The kind of a row that begins the chain again: what was wrong before it is known and accepted by the user. */
export const acceptedKind = 'audit-accepted';

function hashOf(row: string): string {
  return createHash('sha256').update(row, 'utf8').digest('hex');
}

function macOf(key: KeyObject, hash: string): string {
  return createHmac('sha256', key).update(`fathom audit ${hash}`).digest('hex');
}

function fitsMac(key: KeyObject, { hash, mac }: ChainLink): boolean {
  const expected = Buffer.from(macOf(key, hash));
  const found = Buffer.from(mac ?? '');
  return expected.length === found.length && timingSafeEqual(expected, found);
}

export type AuditEntry = Omit<AuditRow, 'n' | 'prev'>;

/** The next link, with a MAC where there is a key. The order of the fields is part of the text and never changes. */
export function linkAfter(end: ChainEnd, entry: AuditEntry, key: KeyObject | null = null): ChainLink {
  const { atMs, user, profileId, kind, key: actionKey, symbol, summary, state, detail, verdict, weight } = entry;
  const what = { atMs, user, profileId, kind, key: actionKey, symbol, summary, state, detail, verdict, weight };
  const row = JSON.stringify({ n: end.n + 1, prev: end.hash, ...what });
  const hash = hashOf(row);
  return { n: end.n + 1, row, hash, mac: key === null ? null : macOf(key, hash) };
}

export function readRow(text: string): AuditRow | null {
  try {
    const parsed = AuditRow.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** What a check of a chain found. */
export interface ChainReport {
  readonly rows: number;
  readonly firstAtMs: number | null;
  readonly lastAtMs: number | null;
  /** the first thing that is wrong, as a sentence; null: nothing is */
  readonly problem: string | null;
  /** the row where the chain ends; 0: there is none */
  readonly lastN: number;
  /** the newest row with a MAC; 0: there is none */
  readonly lastKeyedN: number;
  /** how many rows without a MAC lie before the newest one with a MAC */
  readonly unkeyedBefore: number;
  /** the newest row at which the user accepted what was wrong before; null: there is none */
  readonly acceptedN: number | null;
  /** the hashes of the rows that were asked for, as far as they are there */
  readonly hashes: ReadonlyMap<number, string>;
}

export interface ChainCheck {
  readonly take: (link: ChainLink) => void;
  readonly report: () => ChainReport;
}

interface ChainCheckOptions {
  /** null: the MACs cannot be checked */
  readonly key: KeyObject | null;
  /** the rows whose hashes the report holds */
  readonly wanted: readonly number[];
}

/** Checks a chain link by link. The report keeps the first problem after the newest accepted beginning. */
export function createChainCheck({ key, wanted }: ChainCheckOptions): ChainCheck {
  const hashes = new Map<number, string>();
  const isWanted = new Set(wanted);
  let end = chainStart;
  let highestN = 0;
  let problem: string | null = null;
  let [rows, unkeyed, unkeyedBefore, lastKeyedN] = [0, 0, 0, 0];
  let span: Span = { firstAtMs: null, lastAtMs: null };
  let acceptedN: number | null = null;
  return {
    take: link => {
      const row = readRow(link.row);
      const found = problemOfLink(link, row, key);
      const isBeginning = found === null && isAcceptance(link, row, key) && link.n > highestN;
      if (isBeginning) acceptedN = link.n;
      problem = isBeginning ? null : (problem ?? found ?? problemOfPlace(end, link, row));
      rows += 1;
      if (link.mac === null) unkeyed += 1;
      else [lastKeyedN, unkeyedBefore] = [link.n, unkeyed];
      span = widened(span, row);
      end = { n: link.n, hash: link.hash };
      highestN = Math.max(highestN, link.n);
      if (isWanted.has(link.n)) hashes.set(link.n, link.hash);
    },
    report: () => ({ rows, ...span, problem, lastN: highestN, lastKeyedN, unkeyedBefore, acceptedN, hashes }),
  };
}

type Span = Pick<ChainReport, 'firstAtMs' | 'lastAtMs'>;

function widened(span: Span, row: AuditRow | null): Span {
  return row === null ? span : { firstAtMs: span.firstAtMs ?? row.atMs, lastAtMs: row.atMs };
}

/** Such a row can be written without the key, so with a key the row must carry a MAC. */
function isAcceptance({ mac }: ChainLink, row: AuditRow | null, key: KeyObject | null): boolean {
  return row?.kind === acceptedKind && (key === null || mac !== null);
}

function problemOfLink(link: ChainLink, row: AuditRow | null, key: KeyObject | null): string | null {
  const { n } = link;
  if (hashOf(link.row) !== link.hash || row?.n !== n) return `Row ${n} was changed: its text does not fit its hash.`;
  if (key === null || link.mac === null || fitsMac(key, link)) return null;
  return `Row ${n} was not written with the key of this journal: it was changed, or a row before it was, and the hashes were computed again.`;
}

function problemOfPlace(end: ChainEnd, { n }: ChainLink, row: AuditRow | null): string | null {
  if (n > end.n + 1) return `${rowsText(end.n + 1, n - 1)} missing.`;
  if (n <= end.n) return `Row ${n} comes after row ${end.n}: the rows were reordered.`;
  return row?.prev === end.hash ? null : `Row ${n} does not follow row ${end.n}: one of them was replaced.`;
}

/** Whether the chain of this report holds an end that was noted elsewhere. Null: it does. */
export function problemAtEnd({ lastN, hashes }: ChainReport, known: ChainEnd): string | null {
  if (known.n === 0 || hashes.get(known.n) === known.hash) return null;
  if (known.n > lastN) return `${rowsText(lastN + 1, known.n)} missing at the end.`;
  return `Row ${known.n} is not the one that was written: the journal was replaced.`;
}

function rowsText(from: number, to: number): string {
  return from === to ? `Row ${from} is` : `Rows ${from} to ${to} are`;
}
