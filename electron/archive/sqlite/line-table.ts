import type { DatabaseSync } from 'node:sqlite';
import type { CoverageLine, DeletedRows, LineKey } from '../archive-store.ts';
import { type Coverage, coverageFrom } from '../coverage/coverage.ts';
import { intervalValues, toLine } from '../records/stored-line.ts';
import { toIndexedText } from '../records/stored-text.ts';

const lineFilter = 'account_id = ? AND stream = ? AND symbol = ?';

const moveStart = `UPDATE lines SET deleted_from_ms = coalesce(deleted_from_ms, start_ms), start_ms = ? WHERE ${lineFilter}`;

/** The coverage of each stream, account and symbol. */
export function createLineTable(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT OR IGNORE INTO lines (account_id, stream, symbol, start_ms) VALUES (?, ?, ?, ?)',
  );
  const find = database.prepare(`SELECT * FROM lines WHERE ${lineFilter}`);
  const listed = database.prepare('SELECT * FROM lines WHERE account_id = ? ORDER BY stream, symbol');
  const listIntervals = database.prepare(
    `SELECT state, from_ms, to_ms FROM coverage WHERE ${lineFilter} ORDER BY from_ms`,
  );
  const touch = database.prepare(`UPDATE lines SET last_read_at_ms = ? WHERE ${lineFilter}`);
  const clear = database.prepare(`DELETE FROM coverage WHERE ${lineFilter}`);
  const add = database.prepare('INSERT INTO coverage VALUES (?, ?, ?, ?, ?, ?)');

  const withCoverage = (line: unknown): CoverageLine =>
    toLine(line, ({ accountId, stream, symbol }) => listIntervals.all(accountId, stream, toIndexedText(symbol)));
  const read = ({ accountId, stream, symbol }: LineKey): CoverageLine =>
    withCoverage(find.get(accountId, stream, toIndexedText(symbol)));
  /** Where rows of the line were deleted until; null: none was. */
  const deletedUntil = ({ accountId, stream, symbol }: LineKey): number | null => {
    const line = find.get(accountId, stream, toIndexedText(symbol));
    return line?.['deleted_from_ms'] == null ? null : Number(line['start_ms']);
  };

  /** Rows of this stream that are older were deleted. */
  const streamDeletedUntil = (accountId: number, stream: string): number =>
    // a copy of an earlier version has no such column, and no line of it is opened
    Number(
      database
        .prepare(
          'SELECT max(start_ms) AS ms FROM lines WHERE account_id = ? AND stream = ? AND deleted_from_ms NOT NULL',
        )
        .get(accountId, stream)?.['ms'] ?? -Infinity,
    );
  const list = (accountId: number): readonly CoverageLine[] => listed.all(accountId).map(withCoverage);
  const replace = ({ accountId, stream, symbol }: LineKey, coverage: Coverage): void => {
    const key = [accountId, stream, toIndexedText(symbol)] as const;
    clear.run(...key);
    for (const interval of intervalValues(coverage)) add.run(...key, ...interval);
  };

  return {
    open({ accountId, stream, symbol, startMs }: LineKey & { readonly startMs: number }): CoverageLine {
      const beginMs = Math.max(startMs, streamDeletedUntil(accountId, stream));
      insert.run(accountId, stream, toIndexedText(symbol), beginMs);
      return read({ accountId, stream, symbol });
    },
    read,
    deletedUntil,
    list,
    /** From now on the lines of these streams begin at `beforeMs`, unless they begin later already. */
    moveStarts({ accountId, streams, beforeMs }: DeletedRows): void {
      for (const line of list(accountId)) {
        const { stream, symbol, coverage } = line;
        if (!streams.includes(stream) || coverage.startMs >= beforeMs) continue;
        database.prepare(moveStart).run(beforeMs, accountId, stream, toIndexedText(symbol));
        replace(line, coverageFrom(coverage, beforeMs));
      }
    },
    /** Replaces the coverage of the line; belongs into the transaction that wrote the rows. */
    write({ accountId, stream, symbol }: LineKey, coverage: Coverage, readAtMs: number): void {
      replace({ accountId, stream, symbol }, coverage);
      touch.run(readAtMs, accountId, stream, toIndexedText(symbol));
    },
  };
}
