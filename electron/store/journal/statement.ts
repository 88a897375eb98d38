import type { DatabaseSync, StatementSync } from 'node:sqlite';

const known = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/**
 * A statement of this text, made once for each database: an action writes a dozen of them before its first byte. For
 * statements that are run to their end at once; one that is iterated wants one of its own.
 */
export function statementOf(database: DatabaseSync, text: string): StatementSync {
  const statements = known.get(database) ?? new Map<string, StatementSync>();
  known.set(database, statements);
  const statement = statements.get(text) ?? database.prepare(text);
  statements.set(text, statement);
  return statement;
}
