import type { RowConditions } from '../archive-store.ts';
import { toIndexedText, toStoredText } from './stored-text.ts';

/** How every database finds rows by conditions. */

/** A part of WHERE, with `?` in the place of each value. */
export interface SqlCondition {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

const searchedTexts = ['key', 'symbol', 'currency', 'kind', 'status', 'order_id', 'trade_id', 'rest'];

/** `%` and `_` of the user are letters, no wildcards. */
function likePattern(text: string): string {
  return `%${toStoredText(text).replaceAll(/[\\%_]/g, letter => `\\${letter}`)}%`;
}

function equal(column: string, value: string | null): readonly SqlCondition[] {
  return value === null ? [] : [{ text: `${column} = ?`, values: [toStoredText(value)] }];
}

function oneOf(column: string, values: readonly string[] | null): readonly SqlCondition[] {
  if (values === null) return [];
  if (values.length === 0) return [{ text: '1 = 0', values: [] }];
  return [{ text: `${column} IN (${values.map(() => '?').join(', ')})`, values: values.map(toStoredText) }];
}

/** The conditions as SQL. `like`: compares without upper and lower case. */
export function sqlConditions(
  { fromMs, toMs, market, kinds, text, ...columns }: RowConditions,
  like: 'LIKE' | 'ILIKE',
): readonly SqlCondition[] {
  const searched = `concat_ws(' ', ${searchedTexts.join(', ')}) ${like} ? ESCAPE '\\'`;
  return [
    ...(fromMs === null ? [] : [{ text: 'time_ms >= ?', values: [fromMs] }]),
    ...(toMs === null ? [] : [{ text: 'time_ms < ?', values: [toMs] }]),
    ...equal('wallet', columns.wallet),
    ...equal('side', columns.side),
    ...equal('status', columns.status),
    ...equal('order_id', columns.orderId),
    ...(market === null
      ? []
      : [{ text: '(symbol = ? OR currency = ?)', values: [toIndexedText(market), toIndexedText(market)] }]),
    ...oneOf('kind', kinds),
    ...(text === null ? [] : [{ text: searched, values: [likePattern(text)] }]),
  ];
}

/** The place behind which rows are found. */
export function sqlPlace(
  after: { readonly timeMs: number; readonly key: string } | undefined,
): readonly SqlCondition[] {
  return after === undefined
    ? []
    : [{ text: '(time_ms, key) < (?, ?)', values: [after.timeMs, toIndexedText(after.key)] }];
}
