import { type Decimal, isPositive, normalise, uncheckedDecimal } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { mostRungs, type Rung } from './rungs.ts';
import { t } from '#shared/words/t.ts';

export type PastedLadder =
  | { readonly ok: true; readonly rungs: readonly Rung[]; readonly side: Side | null }
  | { readonly ok: false; readonly reason: string };

type ColumnName = 'price' | 'size' | 'side';

const columnNames: Readonly<Record<string, ColumnName>> = {
  price: 'price',
  limit: 'price',
  'limit price': 'price',
  size: 'size',
  quantity: 'size',
  qty: 'size',
  amount: 'size',
  lots: 'size',
  side: 'side',
};

/**
 * Reads rows that were copied out of a spreadsheet: a header that names price and size (and side) in any order among
 * other columns, then a row an order; tabs, semicolons or commas between. All or nothing: what cannot be read for
 * certain is refused with its row, because a price that is a thousand times too small is still a price.
 */
export function readPastedLadder(text: string): PastedLadder {
  const lines = text.split(/\r\n|\r|\n/).filter(line => line.trim() !== '');
  const [header, ...rows] = lines;
  if (header === undefined || rows.length === 0) return refuse(t`Copy a header and at least one row: price, size.`);
  if (rows.length > mostRungs) return refuse(t`${rows.length} rows: a ladder has at most ${mostRungs}.`);
  const split = splitter(header);
  const columns = split(header).map(cell => columnNames[cell.toLowerCase()] ?? null);
  const fault = headerFault(columns);
  if (fault !== null) return refuse(fault);
  const cells = rows.map(split);
  const uneven = cells.findIndex(row => row.length !== columns.length);
  if (uneven >= 0)
    return refuse(
      t`Row ${uneven + 1} has not the ${columns.length} columns of the header. A comma inside a number cannot be told from one between columns: copy with tabs.`,
    );
  return readRows(cells, columns);
}

function refuse(reason: string): PastedLadder {
  return { ok: false, reason };
}

function splitter(header: string): (line: string) => readonly string[] {
  const mark = header.includes('\t') ? '\t' : header.includes(';') ? ';' : ',';
  return line =>
    line.split(mark).map(cell =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    );
}

function headerFault(columns: readonly (ColumnName | null)[]): string | null {
  for (const name of ['price', 'size'] as const) {
    if (!columns.includes(name)) return t`The first row must name the columns; none is called ${name}.`;
  }
  const named = columns.filter(column => column !== null);
  return new Set(named).size < named.length ? t`Two columns have the same meaning: keep one.` : null;
}

function readRows(cells: readonly (readonly string[])[], columns: readonly (ColumnName | null)[]): PastedLadder {
  const at = (name: ColumnName) => cells.flatMap(row => row.filter((_, column) => columns[column] === name));
  const style = styleOf([...at('price'), ...at('size')]);
  if (style === 'mixed') return refuse(t`Some numbers have a decimal comma and some a decimal point: use one.`);
  const rungs: Rung[] = [];
  for (const [row, written] of cells.entries()) {
    const read: Partial<Record<ColumnName, Decimal>> = {};
    for (const [column, text] of written.entries()) {
      const name = columns[column] ?? 'side';
      if (name === 'side') continue;
      const value = readCell(text, style);
      if (value === null) return refuse(t`Row ${row + 1}: ${cellFault(name, text, style)}`);
      read[name] = value;
    }
    // the header has both, and every row has the columns of the header
    rungs.push({ price: '0', size: '0', ...read });
  }
  if (!columns.includes('side')) return { ok: true, rungs, side: null };
  const side = sideOf(at('side'));
  return side === null
    ? refuse(t`The sides must all say buy, or all sell: a ladder has one side.`)
    : { ok: true, rungs, side };
}

function sideOf(texts: readonly string[]): Side | null {
  const words = new Set(texts.map(text => text.toLowerCase()));
  if (words.size !== 1) return null;
  return words.has('buy') ? 'buy' : words.has('sell') ? 'sell' : null;
}

type NumberStyle = 'point' | 'comma' | 'unknown';

const spaces = /[\s_'\u00a0\u202f]/g;

/** What the numbers themselves prove of their decimal sign; `1,234` alone proves nothing. */
function styleOf(texts: readonly string[]): NumberStyle | 'mixed' {
  const proofs = new Set(texts.map(text => proofOf(text.replaceAll(spaces, ''))));
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

function readCell(written: string, style: NumberStyle): Decimal | null {
  const [, whole, rest = ''] = patterns[style].exec(written.replaceAll(spaces, '')) ?? [];
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
