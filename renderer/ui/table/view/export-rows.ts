import Papa from 'papaparse';
import { compare, type Decimal, absolute, round } from '#shared/decimal.ts';
import { byteOrderMark, csvFormula } from '#shared/export/csv.ts';
import type { Column } from '../column.ts';

/**
 * A table as a file: what is shown, in its order. Keys are English and the same in every language, times are ISO 8601 in UTC,
 * amounts keep ten decimals and, below one, ten significant digits.
 */

const keptDecimals = 10;

type Cells = readonly (readonly [key: string, text: string])[];

/** `heldShare` → `held_share` */
function keyOf(columnKey: string): string {
  return columnKey
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1_$2')
    .replaceAll(/[^a-zA-Z0-9]+/gu, '_')
    .replaceAll(/^_+|_+$/gu, '')
    .toLowerCase();
}

/** The exchange states no amount more exactly; quotients made of them have digits without end. */
function amountText(value: Decimal): string {
  if (compare(absolute(value), '1') >= 0) return round(value, keptDecimals, 'half-even');
  const zeros = /^-?0\.(0*)/u.exec(value)?.[1]?.length ?? 0;
  return round(value, keptDecimals + zeros, 'half-even');
}

function cellsOf<Row>({ key: columnKey, value }: Column<Row>, row: Row): Cells {
  const key = keyOf(columnKey);
  if (value === undefined) return [];
  if (value.kind === 'text') return [[key, value.read(row) ?? '']];
  if (value.kind === 'time') {
    const atMs = value.readMs(row);
    return [[`${key}_utc`, atMs === null ? '' : new Date(atMs).toISOString()]];
  }
  const amount = value.read(row);
  const figure: Cells = [[key, amount === null ? '' : amountText(amount)]];
  return value.unit === undefined ? figure : [...figure, [`${key}_unit`, value.unit(row) ?? '']];
}

function recordsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  return rows.map(row => Object.fromEntries(columns.flatMap(column => cellsOf(column, row))));
}

/** Null: the data has no time of its own, and that of the file is used. */
function momentText(asOfMs: number | null): string {
  return new Date(asOfMs ?? Date.now()).toISOString();
}

/** Keys in a row, then the rows, each with the moment of the data. A cell that a spreadsheet would run begins with an apostrophe. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[], asOfMs: number | null): string {
  const as_of_utc = momentText(asOfMs);
  const records = recordsOf(columns, rows).map(record => Object.assign(record, { as_of_utc }));
  return byteOrderMark + Papa.unparse(records, { escapeFormulae: csvFormula, newline: '\r\n' });
}

/**
 * The moment of the data, the currency of all amounts (null: rows state their own) and the rows; figures are texts, because a
 * number would lose digits.
 */
export function toJson<Row>(columns: readonly Column<Row>[], rows: readonly Row[], asOfMs: number | null): string {
  const units = new Set(rows.flatMap(row => columns.flatMap(column => unitsOf(column, row))));
  const [unit] = units;
  const currency = units.size === 1 && unit !== undefined ? unit : null;
  const file = { as_of_utc: momentText(asOfMs), currency, rows: recordsOf(columns, rows) };
  return `${JSON.stringify(file, null, 1)}\n`;
}

function unitsOf<Row>({ value }: Column<Row>, row: Row): readonly string[] {
  const unit = value?.kind === 'decimal' ? value.unit?.(row) : undefined;
  return unit === undefined || unit === '' ? [] : [unit];
}
