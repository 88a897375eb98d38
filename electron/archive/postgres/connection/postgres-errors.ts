import { DatabaseError } from 'pg';
import { ArchiveError, type ArchiveFault } from '../../archive-store.ts';

/** SQLSTATE codes with a meaning of their own. */
const faults: ReadonlyMap<string, ArchiveFault> = new Map([
  ['53100', 'disk-full'],
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
]);

/** Whether the server answered: then the connection is usable after a rollback. */
export function isServerAnswer(cause: unknown): cause is DatabaseError {
  // 57P..: the server ends the connection
  return cause instanceof DatabaseError && cause.severity === 'ERROR' && cause.code?.startsWith('57P') === false;
}

/** What the driver or the server said, as an `ArchiveError`. */
export function databaseErrorOf(cause: unknown): ArchiveError {
  if (cause instanceof ArchiveError) return cause;
  if (cause instanceof AggregateError) return databaseErrorOf(cause.errors[0] ?? new Error(cause.message));
  if (!(cause instanceof Error)) return new ArchiveError('database-failed', String(cause));
  const code = cause instanceof DatabaseError ? cause.code : undefined;
  return new ArchiveError(faults.get(code ?? '') ?? 'database-failed', cause.message, { cause });
}
