import { uncheckedDecimal } from './decimal.ts';
import type { BookLevel } from './domain/market/book.ts';

/**
 * The rows of a book as text, whole or as edits of the rows before. One edit names a rank, counted from the best row
 * after the edits before it: `3=1.5` a new size, `3-` the row is gone, `3+100.1|1.5` a new row at that rank. Prices and
 * sizes are plain decimals, so none of the signs occurs in them.
 */

export function packRows(rows: readonly BookLevel[]): string {
  return rows.map(packRow).join(';');
}

function packRow([price, size]: BookLevel): string {
  return `${price}|${size}`;
}

/** An empty text is an empty side. */
export function unpackRows(packed: string): readonly BookLevel[] {
  return packed === '' ? [] : packed.split(';').map(unpackRow);
}

function unpackRow(packed: string): BookLevel {
  const bar = packed.indexOf('|');
  return [uncheckedDecimal(packed.slice(0, bar)), uncheckedDecimal(packed.slice(bar + 1))];
}

/** The edits that make `after` of `before`; an empty text when there is nothing to do. Prices of a side are unique. */
export function editRows(before: readonly BookLevel[], after: readonly BookLevel[]): string {
  const ranks = new Map(after.map(([price], rank) => [price, rank]));
  const edits: string[] = [];
  let rank = 0;
  const insertUpTo = (end: number) => {
    for (const row of after.slice(rank, end)) {
      edits.push(`${rank}+${packRow(row)}`);
      rank += 1;
    }
  };
  for (const [price, size] of before) {
    const place = ranks.get(price) ?? -1;
    if (place < rank) {
      edits.push(`${rank}-`);
      continue;
    }
    insertUpTo(place);
    const newSize = after[place]?.[1] ?? size;
    if (newSize !== size) edits.push(`${rank}=${newSize}`);
    rank += 1;
  }
  insertUpTo(after.length);
  return edits.join(';');
}

const editPattern = /^(\d+)([-+=])(.*)$/;

/** The rows after the edits, or null when they do not fit. Rows that were not edited stay the same objects. */
export function applyEdits(before: readonly BookLevel[], edits: string): readonly BookLevel[] | null {
  if (edits === '') return before;
  const rows = [...before];
  for (const edit of edits.split(';')) if (!applyEdit(rows, edit)) return null;
  return rows;
}

function applyEdit(rows: BookLevel[], edit: string): boolean {
  const [, digits, sign, text] = editPattern.exec(edit) ?? [];
  const rank = Number(digits);
  const row = rows[rank];
  if (sign === '+' && text !== undefined && rank <= rows.length) rows.splice(rank, 0, unpackRow(text));
  else if (sign === '-' && row !== undefined) rows.splice(rank, 1);
  else if (sign === '=' && row !== undefined && text !== undefined) rows[rank] = [row[0], uncheckedDecimal(text)];
  else return false;
  return true;
}
