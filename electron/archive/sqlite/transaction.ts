import type { DatabaseSync } from 'node:sqlite';

/** Runs it in one transaction: all of it is written, or nothing. Throws what it throws. */
export function inTransaction<T>(database: DatabaseSync, what: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = what();
    database.exec('COMMIT');
    return value;
  } catch (cause) {
    // a full disk rolls back by itself
    if (database.isTransaction) database.exec('ROLLBACK');
    throw cause;
  }
}
