import Papa from 'papaparse';
import { formatUtc } from '#lib/time.ts';
import { formatZoned } from '#lib/moments/zoned-time.ts';
import type { Column } from '../column.ts';
import { t } from '#shared/words/t.ts';

/** A table as a file: what is shown, in its order, exact to the last digit. */

/** A spreadsheet would run it. A number is none, whatever its sign. */
const formula = /^(?![+-]?\d+(?:\.\d+)?$)[=+\-@\t\r\n]/;

type Cells = readonly (readonly [title: string, text: string])[];

function cellsOf<Row>({ key, title, value }: Column<Row>, row: Row): Cells {
  const name = title === '' ? key : title;
  if (value === undefined) return [];
  if (value.kind === 'text') return [[name, value.read(row) ?? '']];
  if (value.kind === 'time') {
    const atMs = value.readMs(row);
    const isKnown = atMs !== null;
    return [
      [t`${name} UTC`, isKnown ? formatUtc(atMs) : ''],
      [t`${name} local`, isKnown ? formatZoned(atMs) : ''],
    ];
  }
  const figure: Cells = [[name, value.read(row) ?? '']];
  return value.unit === undefined ? figure : [...figure, [t`${name} unit`, value.unit(row) ?? '']];
}

/** Titles in a row, then the rows. A cell that a spreadsheet would run begins with an apostrophe. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const records = rows.map(row => Object.fromEntries(columns.flatMap(column => cellsOf(column, row))));
  return Papa.unparse(records, { escapeFormulae: formula, newline: '\r\n' });
}

/** A list of objects; figures are texts, because a number would lose digits. */
export function toJson<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const records = rows.map(row => Object.fromEntries(columns.flatMap(column => cellsOf(column, row))));
  return `${JSON.stringify(records, null, 1)}\n`;
}
