import * as z from 'zod/mini';
import type { ArchivedRow, RowSearch } from '../archive-store.ts';
import { type SqlCondition, sqlConditions, sqlPlace } from '../records/row-conditions.ts';
import { toRow } from '../records/stored-row.ts';
import type { DatabaseClient } from './connection/database-session.ts';

/** WHERE with its values; they are numbered from 1 on. */
function whereOf(
  { accountId, record }: Pick<RowSearch, 'accountId' | 'record'>,
  parts: readonly SqlCondition[],
): { readonly text: string; readonly values: readonly (string | number)[] } {
  const values = [accountId, record, ...parts.flatMap(part => part.values)];
  let number = 0;
  const text = ['account_id = ?', 'record = ?', 'is_current', ...parts.map(part => part.text)]
    .join(' AND ')
    .replaceAll('?', () => {
      number += 1;
      return `$${number}`;
    });
  return { text, values };
}

/** Current versions that meet the conditions, newest first. */
export async function searchRows(client: DatabaseClient, search: RowSearch): Promise<readonly ArchivedRow[]> {
  const where = whereOf(search, [...sqlPlace(search.after), ...sqlConditions(search.conditions, 'ILIKE')]);
  const found = await client.query<Record<string, unknown>>(
    `SELECT * FROM rows WHERE ${where.text} ORDER BY time_ms DESC, key DESC LIMIT $${where.values.length + 1}`,
    [...where.values, search.limit],
  );
  return found.rows.map(toRow);
}

const Counted = z.object({ rows: z.number() });

/** How many current versions meet the conditions. */
export async function countSearched(
  client: DatabaseClient,
  search: Omit<RowSearch, 'limit' | 'after'>,
): Promise<number> {
  const where = whereOf(search, sqlConditions(search.conditions, 'ILIKE'));
  const found = await client.query(`SELECT count(*) AS rows FROM rows WHERE ${where.text}`, [...where.values]);
  return Counted.parse(found.rows[0]).rows;
}
