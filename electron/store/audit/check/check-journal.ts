import { createSecretKey } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { AuditReport } from '#shared/domain/safety/audit.ts';
import { readAnchor } from '../anchor-file.ts';
import { archivedLinks } from '../audit-archive.ts';
import { endOf, hashAt, linksOf } from '../audit-table.ts';
import { type ChainEnd, type ChainLink, type ChainReport, createChainCheck, problemAtEnd } from '../chain.ts';
import { type AuditEvidence, headOf, problemOfEvidence } from '../seal/evidence.ts';

export interface JournalToCheck {
  readonly dataDir: string;
  readonly database: DatabaseSync;
  /** read before this is called: rows that are written meanwhile come after it */
  readonly evidence: AuditEvidence;
}

/** Reads the whole audit journal, beside a Fathom that may be writing it. Throws what the database and the disk throw. */
export function checkJournal({ dataDir, database, evidence }: JournalToCheck): AuditReport {
  // before the snapshot, which then holds at least what the anchor names
  const anchor = readAnchor(dataDir);
  return inSnapshot(database, () => {
    const end = endOf(database);
    const head = headOf(evidence);
    const ends = [end, anchor, head].filter(each => each !== null);
    const key = evidence.state === 'read' ? evidence.key : null;
    const check = createChainCheck({
      key: key === null ? null : createSecretKey(key, 'hex'),
      wanted: ends.map(({ n }) => n),
    });
    let overlap: string | null = null;
    for (const link of allLinks(dataDir, database, problem => (overlap ??= problem))) check.take(link);
    return buildReport({ report: check.report(), evidence, anchor, end, overlap });
  });
}

/** All rows of both places as they are at one moment, although Fathom moves rows from one to the other. */
export function inSnapshot<T>(database: DatabaseSync, what: () => T): T {
  database.exec('BEGIN');
  try {
    // a snapshot begins with the first row that is read
    hashAt(database, 0);
    return what();
  } finally {
    database.exec('ROLLBACK');
  }
}

/** Archives first. A row that is in both, because Fathom ended between the two writes, is taken once. */
export function* allLinks(
  dataDir: string,
  database: DatabaseSync,
  onProblem: (problem: string) => void = () => {},
): Generator<ChainLink> {
  let last: ChainLink | null = null;
  for (const link of archivedLinks(dataDir)) {
    yield link;
    last = link;
  }
  const isOther = last !== null && (hashAt(database, last.n) ?? last.hash) !== last.hash;
  for (const link of linksOf(database)) {
    const isArchived = last !== null && link.n <= last.n;
    if (isArchived && isOther)
      onProblem(`Row ${link.n} is in the database and in the archive, and not the same: one of them was replaced.`);
    if (!isArchived) yield link;
  }
}

interface Found {
  readonly report: ChainReport;
  readonly evidence: AuditEvidence;
  readonly anchor: ChainEnd | null;
  readonly end: ChainEnd;
  readonly overlap: string | null;
}

function buildReport(found: Found): AuditReport {
  const { report, evidence } = found;
  const { rows, firstAtMs, lastAtMs } = report;
  const problem = problemOf(found);
  const provenTo = problem === null && evidence.state === 'read' && evidence.key !== null ? provenRow(found) : null;
  return { rows, lastRow: report.lastN, firstAtMs, lastAtMs, problem, provenTo, limits: limitsOf(found, provenTo) };
}

function provenRow({ evidence }: Found): number | null {
  return headOf(evidence)?.n ?? null;
}

function problemOf({ report, evidence, anchor, end, overlap }: Found): string | null {
  const head = headOf(evidence);
  const facts = {
    lastN: report.lastN,
    hasKeyedRow: report.lastKeyedN > 0,
    hashAtHead: head === null ? undefined : report.hashes.get(head.n),
  };
  return (
    report.problem ??
    overlap ??
    problemAtEnd(report, end) ??
    problemOfEvidence(evidence, facts) ??
    (anchor === null ? (report.rows === 0 ? null : anchorMissing) : problemAtEnd(report, anchor))
  );
}

const anchorMissing =
  'The file audit-end.json, which notes how far the audit journal goes, is missing or cannot be read, so rows may be missing at the end.';

/** What the check does not prove, a sentence each. */
function limitsOf({ report, evidence }: Found, provenTo: number | null): string[] {
  const { lastN, lastKeyedN, unkeyedBefore, acceptedN } = report;
  const limits: string[] = [];
  const isProven = provenTo !== null;
  if (report.rows > 0 && !isProven && evidence.state !== 'unavailable') limits.push(unprotected);
  if (evidence.state === 'unavailable') limits.push(unavailable(evidence.reason));
  if (isProven && lastN > provenTo)
    limits.push(
      `Rows ${provenTo + 1} to ${lastN} are not noted in the keychain yet: rows that came after them may be missing.`,
    );
  if (isProven && lastN > Math.max(lastKeyedN, provenTo))
    limits.push(
      `Rows ${Math.max(lastKeyedN, provenTo) + 1} to ${lastN} were written without the key and are not protected yet.`,
    );
  if (isProven && unkeyedBefore > 0)
    limits.push(
      `${unkeyedBefore} rows before row ${lastKeyedN} were written without the key, by an earlier version or before the keychain was read. Later rows protect them since.`,
    );
  if (acceptedN !== null)
    limits.push(`Rows before row ${acceptedN} are not proven: the user accepted a new beginning there.`);
  return limits;
}

const unprotected =
  'No key protects this journal: no account is in the keychain, or the keychain could not be used yet. The check finds accidental damage, but not a change by somebody who computes the hashes again or deletes rows.';

function unavailable(reason: string): string {
  return `The keychain cannot be read now, so the check finds accidental damage only. ${reason}`;
}
