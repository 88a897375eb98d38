import type { DatabaseSync } from 'node:sqlite';
import type { ArchiveVerification } from '../archive-store.ts';
import { coverageFaults } from '../records/stored-line.ts';
import { createLineTable } from './line-table.ts';
import { checkPages } from './page-table.ts';

function checkStructure(database: DatabaseSync): readonly string[] {
  const check = database.prepare('PRAGMA integrity_check(10)').all();
  const problems = check.map(row => String(row['integrity_check'])).filter(text => text !== 'ok');
  const orphans = database.prepare('PRAGMA foreign_key_check').all();
  return [
    ...problems.map(text => `The database file is damaged: ${text}.`),
    ...orphans.map(row => `Table ${String(row['table'])} has a row without its ${String(row['parent'])}.`),
  ];
}

/** Each row has exactly one current version, which is its newest. */
function checkVersions(database: DatabaseSync): readonly string[] {
  const wrong = database
    .prepare(
      `SELECT record, key FROM rows GROUP BY account_id, record, key
       HAVING sum(is_current) <> 1 OR max(version) <> count(*) OR max(CASE is_current WHEN 1 THEN version END) <> count(*)`,
    )
    .all();
  return wrong.map(row => `Row ${String(row['key'])} of ${String(row['record'])} lacks a version.`);
}

function checkCoverage(database: DatabaseSync): readonly string[] {
  const lines = createLineTable(database);
  const accounts = database.prepare('SELECT account_id FROM accounts').all();
  return accounts.flatMap(({ account_id }) => coverageFaults(lines.list(Number(account_id))));
}

/**
 * Recounts, hashes again and checks the structure, all of it as it was at one moment, because another process may write
 * meanwhile. Throws what the database throws.
 */
export function verifyArchive(database: DatabaseSync): ArchiveVerification {
  database.exec('BEGIN');
  try {
    return checkAll(database);
  } finally {
    database.exec('ROLLBACK');
  }
}

function checkAll(database: DatabaseSync): ArchiveVerification {
  const structure = checkStructure(database);
  const { pages, faults } = checkPages(database);
  const rows = Number(database.prepare('SELECT count(*) AS rows FROM rows').get()?.['rows'] ?? 0);
  return { pages, rows, faults: [...structure, ...faults, ...checkVersions(database), ...checkCoverage(database)] };
}
