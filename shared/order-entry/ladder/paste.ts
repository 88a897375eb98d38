import { type Decimal, isPositive, normalise, uncheckedDecimal } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { MarketTerms } from '../market-terms.ts';
import { mostRungs, type Rung } from './rungs.ts';
import { t } from '#shared/words/t.ts';

export type PastedLadder =
  | {
      readonly ok: true;
      readonly rungs: readonly Rung[];
      readonly side: Side | null;
      /** rows at the end that are no orders, such as totals, as they were written */
      readonly leftOut: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** What prices and sizes are counted in; the first of each is what one would say. */
export interface PasteUnits {
  readonly price: readonly [string, ...string[]];
  readonly size: readonly [string, ...string[]];
}

type ColumnName = 'price' | 'size' | 'side';
type Columns = readonly (ColumnName | null)[];
type Row = readonly string[];

const columnNames: ReadonlyMap<string, ColumnName> = new Map(
  Object.entries<ColumnName>({
    price: 'price',
    limit: 'price',
    'limit price': 'price',
    size: 'size',
    quantity: 'size',
    qty: 'size',
    amount: 'size',
    lots: 'size',
    side: 'side',
  }),
);

export function pasteUnits({ venue, baseCurrency, quoteCurrency }: MarketTerms): PasteUnits {
  return {
    price: [quoteCurrency],
    size: venue === 'spot' ? [baseCurrency] : [t`lots`, 'lots', 'lot', 'contracts', 'contract'],
  };
}

/**
 * Reads rows that were copied out of a spreadsheet: a header that names price and size (and side) in any order among
 * other columns, then a row an order; tabs, semicolons or commas between. Without a header there must be two columns
 * of numbers, price and size in this order. All or nothing: what cannot be read for certain is refused with its row,
 * because a price that is a thousand times too small is still a price. Rows of totals at the end are no orders.
 */
export function readPastedLadder(text: string, units: PasteUnits): PastedLadder {
  const lines = text.split(/\r\n|\r|\n/).filter(line => line.trim() !== '');
  const mark = markOf(lines[0] ?? '');
  const [top, ...below] = lines.map(line => cellsOf(line, mark)).filter(row => row.some(cell => cell !== ''));
  if (top === undefined) return refuse(t`Copy a header and at least one row: price, size.`);
  const bare = mark === ',' ? null : bareColumns([top, ...below], units);
  if (bare !== null) return readTable([top, ...below], bare, units);
  const fault = headerFault(top, units);
  if (fault !== null) return refuse(fault);
  if (below.length === 0) return refuse(t`Copy a header and at least one row: price, size.`);
  const columns = top.map(cell => columnOf(cell, units));
  return readTable(below, columns, units);
}

function refuse(reason: string): PastedLadder {
  return { ok: false, reason };
}

function markOf(line: string): string {
  return line.includes('\t') ? '\t' : line.includes(';') ? ';' : ',';
}

function cellsOf(line: string, mark: string): Row {
  return line.split(mark).map(cell =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );
}

/** Where the first row names nothing and has two numbers; commas between might be inside one. */
function bareColumns(rows: readonly [Row, ...Row[]], units: PasteUnits): Columns | null {
  const [top] = rows;
  const isNumber = (cell: string) =>
    [units.price, units.size].some(unit => /^\d[\d.,]*$/.test(withoutUnit(cell, unit)));
  const numbers = top.flatMap((cell, column) => (isNumber(cell) ? [column] : []));
  if (top.some(cell => headingOf(cell).name !== null) || numbers.length !== 2) return null;
  const isSide = (column: number) => rows.some(row => sideOf([row[column] ?? '']) !== null);
  return top.map((_, column) => {
    if (column === numbers[0]) return 'price';
    return column === numbers[1] ? 'size' : isSide(column) ? 'side' : null;
  });
}

/** `Size`, `Size (BTC)`, `Size in BTC`: what the column is, and in what. */
function headingOf(cell: string): { readonly name: ColumnName | null; readonly unit: string } {
  const whole = columnNames.get(cell.toLowerCase());
  if (whole !== undefined) return { name: whole, unit: '' };
  const [, title = '', ...unit] =
    /^(.+?)(?:\s*[([](.*)[)\]]|\s?[,/]\s*(\S+)|\s(?:in\s)?(\S+))$/i.exec(cell.slice(0, 60)) ?? [];
  return { name: columnNames.get(title.toLowerCase()) ?? null, unit: unit.join('') };
}

/** A size in money beside the size in coins is another column. */
function columnOf(cell: string, units: PasteUnits): ColumnName | null {
  const { name, unit } = headingOf(cell);
  if (name === null || name === 'side') return name;
  return unit === '' || spellings(units[name]).includes(unit.toLowerCase()) ? name : null;
}

function headerFault(header: Row, units: PasteUnits): string | null {
  const columns = header.map(cell => columnOf(cell, units));
  for (const name of ['price', 'size'] as const) {
    if (columns.includes(name)) continue;
    const other = header.find(cell => headingOf(cell).name === name);
    return other === undefined
      ? t`The first row must name the columns; none is called ${name}.`
      : t`The column ${JSON.stringify(other.slice(0, 24))} is not in ${units[name][0]}.`;
  }
  const named = columns.filter(column => column !== null);
  return new Set(named).size < named.length ? t`Two columns have the same meaning: keep one.` : null;
}

function readTable(all: readonly Row[], columns: Columns, units: PasteUnits): PastedLadder {
  const count = orderCount(all, columns.indexOf('price'));
  const rows = all.slice(0, count);
  if (rows.length > mostRungs) return refuse(t`${rows.length} rows: a scaled order has at most ${mostRungs}.`);
  const uneven = rows.findIndex(row => row.length !== columns.length);
  if (uneven >= 0)
    return refuse(
      t`Row ${uneven + 1} does not have the ${columns.length} columns of the first row. Copy with tabs: a comma may be part of a number.`,
    );
  const pasted = readRows(rows, columns, units);
  const leftOut = all.slice(count).map(row => row.filter(cell => cell !== '').join(' '));
  return pasted.ok ? { ...pasted, leftOut } : pasted;
}

/** How many rows come before those of totals at the end; all, when none has a price. */
function orderCount(rows: readonly Row[], priceColumn: number): number {
  const isOrder = (row: Row) => !/^(?:(?:sub|grand )?totals?|sum|summe|gesamt)?:?$/i.test(row[priceColumn] ?? '0');
  const count = rows.findLastIndex(isOrder) + 1;
  return count === 0 ? rows.length : count;
}

function readRows(cells: readonly Row[], columns: Columns, units: PasteUnits): PastedLadder {
  const at = (name: ColumnName) => cells.flatMap(row => row.filter((_, column) => columns[column] === name));
  const figures = (['price', 'size'] as const).flatMap(name => at(name).map(cell => withoutUnit(cell, units[name])));
  const style = styleOf(figures);
  if (style === 'mixed') return refuse(t`Some numbers have a decimal comma and some a decimal point: use one.`);
  const rungs: Rung[] = [];
  for (const [row, written] of cells.entries()) {
    const read: Partial<Record<ColumnName, Decimal>> = {};
    for (const [column, text] of written.entries()) {
      const name = columns[column] ?? 'side';
      if (name === 'side') continue;
      const value = readFigure(withoutUnit(text, units[name]), style);
      if (value === null) return refuse(t`Row ${row + 1}: ${cellFault(name, text, style)}`);
      read[name] = value;
    }
    // the header has both, and every row has the columns of the header
    rungs.push({ price: '0', size: '0', ...read });
  }
  if (!columns.includes('side')) return { ok: true, rungs, side: null, leftOut: [] };
  const side = sideOf(at('side'));
  return side === null
    ? refuse(t`The sides must be all buy or all sell: a scaled order has one side.`)
    : { ok: true, rungs, side, leftOut: [] };
}

function sideOf(texts: readonly string[]): Side | null {
  const words = new Set(texts.map(text => text.toLowerCase()));
  if (words.size !== 1) return null;
  return words.has('buy') ? 'buy' : words.has('sell') ? 'sell' : null;
}

type NumberStyle = 'point' | 'comma' | 'unknown';

const spaces = /[\s_'\u00a0\u202f]/g;

/** Signs of currencies, each for all that is counted as it: a dollar for USDT too. */
const signs = [
  ['$', 'usd'],
  ['€', 'eur'],
  ['£', 'gbp'],
  ['₿', 'btc'],
] as const;

function spellings(units: readonly string[]): readonly string[] {
  const lower = units.map(unit => unit.toLowerCase());
  const codes = signs.filter(([, code]) => lower.some(unit => unit.startsWith(code)));
  return [...lower, ...codes.flat()];
}

/** The bare figure of a cell: without spaces, and without the currency before or after it. Any other one stays. */
function withoutUnit(written: string, units: readonly string[]): string {
  const text = written.replaceAll(spaces, '').toLowerCase();
  for (const unit of spellings(units)) {
    // a currency of digits alone cannot be separated from the figure
    if (/^\d+$/.test(unit)) continue;
    if (text.startsWith(unit)) return text.slice(unit.length);
    if (text.endsWith(unit)) return text.slice(0, -unit.length);
  }
  return text;
}

/** What the numbers themselves prove of their decimal sign; `1,234` alone proves nothing. */
function styleOf(texts: readonly string[]): NumberStyle | 'mixed' {
  const proofs = new Set(texts.map(proofOf));
  proofs.delete('unknown');
  if (proofs.size > 1) return 'mixed';
  const [style = 'unknown'] = proofs;
  return style;
}

function proofOf(text: string): NumberStyle {
  const commas = text.split(',').length - 1;
  const points = text.split('.').length - 1;
  if (commas > 0 && points > 0) return text.lastIndexOf(',') > text.lastIndexOf('.') ? 'comma' : 'point';
  if (commas > 1) return 'point';
  if (points > 1) return 'comma';
  if (commas + points === 0 || /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return 'unknown';
  return commas === 1 ? 'comma' : 'point';
}

const patterns = {
  point: /^(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?$/,
  comma: /^(\d+|\d{1,3}(?:\.\d{3})+)(,\d+)?$/,
  // nothing is proved: a point is the decimal sign here as everywhere, a comma might be either
  unknown: /^(\d+)(\.\d+)?$/,
} as const;

function readFigure(figure: string, style: NumberStyle): Decimal | null {
  const [, whole, rest = ''] = patterns[style].exec(figure) ?? [];
  if (whole === undefined) return null;
  // the pattern has left digits and at most one point
  const value = uncheckedDecimal(`${whole.replaceAll(/[.,]/g, '')}${rest.replace(',', '.')}`);
  return isPositive(value) ? normalise(value) : null;
}

const cellNames = { price: t`price`, size: t`size` } as const;

function cellFault(field: 'price' | 'size', written: string, style: NumberStyle): string {
  const shown = JSON.stringify(written.slice(0, 24));
  return style === 'unknown' && written.includes(',')
    ? t`${shown} may be thousands or a decimal comma. Write the ${cellNames[field]} without separators.`
    : t`${shown} is no ${cellNames[field]} above zero.`;
}
