import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { from as copyFrom } from 'pg-copy-streams';
import type { DatabaseClient } from './connection/database-session.ts';

/** A value of a column; null: none. */
export type CopyValue = string | number | null;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escape(value: CopyValue): string {
  return value === null ? '\\N' : String(value).replaceAll(/[\\\n\r\t]/g, found => escapes[found] ?? found);
}

/** A line of the text format of COPY. */
function copyLine(values: readonly CopyValue[]): string {
  return `${values.map(escape).join('\t')}\n`;
}

/** What is appended, and to which columns. `table` and `columns` are names of the schema, never input. */
interface CopiedRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CopyValue[])[];
}

/** Appends the rows with COPY: one statement for all of them. Throws what the server or the driver throws. */
export async function copyRows(client: DatabaseClient, { table, columns, rows }: CopiedRows): Promise<void> {
  if (rows.length === 0) return;
  const text = Buffer.from(rows.map(copyLine).join(''), 'utf8');
  const target = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
  await pipeline(Readable.from([text]), target);
}
