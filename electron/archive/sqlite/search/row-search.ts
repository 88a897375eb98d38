import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ArchivedRow, RowSearch } from '../../archive-store.ts';
import { type SqlCondition, sqlConditions, sqlPlace } from '../../records/row-conditions.ts';
import { toRow } from '../../records/stored-row.ts';

function where(parts: readonly SqlCondition[]): string {
  return ['account_id = ?', 'record = ?', 'is_current = 1', ...parts.map(({ text }) => text)].join(' AND ');
}

/** Rows that meet conditions, by the index of time: never by OFFSET. */
export function createRowSearch(database: DatabaseSync) {
  // one statement for each set of conditions
  const statements = new Map<string, StatementSync>();
  const prepare = (text: string): StatementSync => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  return {
    list: ({ accountId, record, limit, after, conditions }: RowSearch): readonly ArchivedRow[] => {
      const parts = [...sqlPlace(after), ...sqlConditions(conditions, 'LIKE')];
      const statement = prepare(`SELECT * FROM rows WHERE ${where(parts)} ORDER BY time_ms DESC, key DESC LIMIT ?`);
      const values = parts.flatMap(part => part.values);
      return statement.all(accountId, record, ...values, limit).map(toRow);
    },
    count: ({ accountId, record, conditions }: Omit<RowSearch, 'limit' | 'after'>): number => {
      const parts = sqlConditions(conditions, 'LIKE');
      const counted = prepare(`SELECT count(*) AS rows FROM rows WHERE ${where(parts)}`);
      return Number(counted.get(accountId, record, ...parts.flatMap(part => part.values))?.['rows'] ?? 0);
    },
  };
}
