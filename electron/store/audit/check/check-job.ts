import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { AuditReport } from '#shared/domain/safety/audit.ts';
import { lastArchivedN } from '../audit-archive.ts';
import { readAnchor } from '../anchor-file.ts';
import { hasKeyedLink, journalIdOf } from '../audit-table.ts';
import { migrations } from '../../journal/migrations.ts';
import { AuditEvidence, problemOfEvidence } from '../seal/evidence.ts';
import { checkJournal } from './check-journal.ts';
import { exportJournal } from './export-journal.ts';

/** One reading of the whole audit journal, as it is handed to a worker. */
export const CheckJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verify'), dataDir: z.string(), evidence: AuditEvidence }),
  z.object({ kind: z.literal('export'), dataDir: z.string() }),
]);
export type CheckJob = z.infer<typeof CheckJob>;

const Exported = z.object({ file: z.string(), rows: z.int() });

/** What a worker answers; `failed` with the reason. */
export const CheckAnswer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('verified'), report: AuditReport }),
  z.object({ state: z.literal('exported'), exported: Exported }),
  z.object({ state: z.literal('failed'), reason: z.string() }),
]);
export type CheckAnswer = z.infer<typeof CheckAnswer>;

/** Does the job with a read-only connection of its own. Throws what the database and the disk throw. */
export function performJob(job: CheckJob): CheckAnswer {
  const { dataDir } = job;
  const database = openReadOnly(dataDir);
  if (database === null) return answerWithout(job);
  try {
    if (job.kind === 'export')
      return { state: 'exported', exported: exportJournal({ dataDir, database, nowMs: Date.now }) };
    return { state: 'verified', report: checkJournal({ dataDir, database, evidence: job.evidence }) };
  } finally {
    database.close();
  }
}

/** Whether rows of this folder's journal were written with a key. Throws as `performJob`. */
export function hasKeyedRows(dataDir: string): boolean {
  const database = openReadOnly(dataDir);
  try {
    return database !== null && journalIdOf(database) !== null && hasKeyedLink(database);
  } finally {
    database?.close();
  }
}

/** The journal's id in this folder; null: no journal is there, or an earlier version made it. Throws as `performJob`. */
export function readJournalId(dataDir: string): string | null {
  const database = openReadOnly(dataDir);
  try {
    return database === null ? null : journalIdOf(database);
  } finally {
    database?.close();
  }
}

/** Null: there is no journal with an audit in it yet. */
function openReadOnly(dataDir: string): DatabaseSync | null {
  const path = join(dataDir, 'journal.sqlite');
  if (!existsSync(path)) return null;
  const database = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  const hasAudit = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'audit'").get() !== undefined;
  if (version <= migrations.length && hasAudit) return database;
  database.close();
  if (version <= migrations.length) return null;
  throw new Error(`${path} was written by a newer version of Fathom. Check it with that version`);
}

/** Without a journal nothing is right only where none is known of. */
function answerWithout(job: CheckJob): CheckAnswer {
  const { dataDir } = job;
  if (job.kind === 'export') return { state: 'failed', reason: 'there is no journal yet' };
  const known = Math.max(readAnchor(dataDir)?.n ?? 0, lastArchivedN(dataDir));
  const facts = { lastN: 0, hasKeyedRow: false, hashAtHead: undefined };
  const problem = known > 0 ? missing(known) : problemOfEvidence(job.evidence, facts);
  const report = { rows: 0, lastRow: 0, firstAtMs: null, lastAtMs: null, problem, provenTo: null, limits: [] };
  return { state: 'verified', report };
}

function missing(known: number): string {
  return `The order journal is missing or empty, and ${known} rows of its audit are known. It was deleted, or only a part of the data folder was restored.`;
}
