import type { Decimal } from '#shared/decimal.ts';
import type { Side, Venue } from '#shared/domain/scalars.ts';
import { type Created, newestFirst } from '#shared/rules/newest-first.ts';
import { formatDecimal } from '#lib/format.ts';
import { visibleText } from '#shared/visible-text.ts';
import { formatMoment, hasMilliseconds } from '#lib/time.ts';
import { compareAmounts, compareTexts } from '#lib/sorting.ts';
import { type InstrumentsBySymbol, tickDecimals } from '#lib/tick.ts';
import { SideChip } from '../value/chip.tsx';
import { Moment } from '../value/moment.tsx';
import { NumberCell, type NumberCellProps } from '../value/number-cell.tsx';
import type { Column } from './column.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { catalogue, t } from '#shared/words/t.ts';

/** The properties of a column besides its cells: a factory may get all of them each time. */
type ColumnHead<Row> = Omit<Column<Row>, 'render' | 'compare' | 'number' | 'word' | 'align' | 'value'>;

interface TextColumnOptions<Row> extends ColumnHead<Row> {
  /** the rows are sorted by it */
  readonly read: (row: Row) => string;
  /** what is drawn, where it is not the text itself */
  readonly render?: Column<Row>['render'];
}

/** A word of the exchange, shown without what hides or turns, and sorted by it. */
export function textColumn<Row>({ read, render, ...head }: TextColumnOptions<Row>): Column<Row> {
  return {
    ...head,
    render: render ?? (row => visibleText(read(row))),
    value: { kind: 'text', read: row => visibleText(read(row)) },
    compare: (a, b) => compareTexts(read(a), read(b)),
    word: read,
  };
}

interface DecimalColumnOptions<Row> extends ColumnHead<Row> {
  /** the rows are sorted by it; what is not known is sorted below everything that is */
  readonly read: (row: Row) => Decimal | null;
  /** unit, digits, and why it may be unknown */
  readonly format?: (row: Row) => Omit<NumberCellProps, 'value'>;
  /** its unit, when not given by its format */
  readonly unit?: (row: Row) => string | undefined;
  /** false: its sum is meaningless */
  readonly isSummed?: boolean;
  /** what is drawn, where it is more than the number */
  readonly render?: Column<Row>['render'];
}

/** A number at the end of its cell, and sorted by it. */
export function decimalColumn<Row>(options: DecimalColumnOptions<Row>): Column<Row> {
  const { read, format, render, unit, isSummed, ...head } = options;
  return {
    ...head,
    align: 'end',
    // a custom cell has the width of its column, unless its digits are given
    figure:
      render !== undefined && format === undefined
        ? undefined
        : row => figureText(read(row), format?.(row) ?? {}, render !== undefined),
    // the whole cell is hidden or shown, whatever it draws
    render: render ?? (row => <NumberCell own="none" value={read(row)} {...format?.(row)} />),
    value: {
      kind: 'decimal',
      read,
      unit: unit ?? (format && (row => format(row).unit)),
      decimals: format && (row => format(row).maximumDecimals),
      isSummed,
    },
    compare: (a, b) => compareAmounts(read(a), read(b)),
    // rounding may make two figures alike, and never turns two round
    number: row => Number(read(row) ?? -Infinity),
  };
}

/** What is drawn of a number, for measuring. `isSigned`: the cell may write a plus. */
function figureText(value: Decimal | null, format: Omit<NumberCellProps, 'value'>, isSigned: boolean): string {
  if (value === null) return '';
  const { unit, unknownReason: _, ...digits } = format;
  return `${formatDecimal(value, { ...digits, isSigned })}${unit === undefined ? '' : ` ${unit}`}`;
}

interface PriceColumnOptions<Row> extends Omit<DecimalColumnOptions<Row>, 'format' | 'width'> {
  readonly width?: number;
  readonly instruments: InstrumentsBySymbol;
  readonly unknownReason?: string;
}

/** A price, padded to the tick of its symbol where that is known. */
export function priceColumn<Row extends { readonly symbol: string }>({
  instruments,
  unknownReason,
  ...options
}: PriceColumnOptions<Row>): Column<Row> {
  const format = (row: Row) => ({ minimumDecimals: tickDecimals(instruments, row.symbol), unknownReason });
  return decimalColumn({ width: 96, format, isSummed: false, own: 'figure', ...options });
}

interface Sized {
  readonly symbol: string;
  readonly venue: Venue;
  readonly size: Decimal | null;
  /** what an order may say in the place of its size */
  readonly funds: Decimal | null;
  /** it closes the whole position */
  readonly isCloseOrder?: boolean | undefined;
}

/** What a size counts, for sums and files: ten of one contract and ten of another are not twenty. */
export const sizeUnit = ({ venue, symbol }: Pick<Sized, 'venue' | 'symbol'>) =>
  venue === 'futures' ? t`lots ${symbol}` : symbol.split('-')[0];

/** A size in its unit. */
export function sizeColumn<Row extends Sized>(
  options: Partial<Pick<Column<Row>, 'hint' | 'priority'>> = {},
): Column<Row> {
  return decimalColumn<Row>({
    key: 'size',
    title: t`Size`,
    hint: orderHints.size,
    width: 96,
    ...options,
    read: row => row.size,
    unit: sizeUnit,
    format: row => ({
      unit: row.venue === 'futures' ? t`lots` : undefined,
      unknownReason:
        row.isCloseOrder === true ? t`It closes the whole position.` : t`Given by funds: ${row.funds ?? t`not said`}`,
    }),
  });
}

/** When it was made, newest or oldest first; an unknown time counts as the oldest. */
export function momentColumn<Row extends Created>(head: Pick<Column<Row>, 'key' | 'title' | 'hint'>): Column<Row> {
  return {
    ...head,
    width: 92,
    // only milliseconds do not fit
    figure: ({ createdAtMs }) =>
      hasMilliseconds() && createdAtMs !== null ? formatMoment(createdAtMs, Date.now()) : '',
    isFigureLoose: true,
    render: row => <Moment epochMs={row.createdAtMs} />,
    value: { kind: 'time', readMs: row => row.createdAtMs },
    compare: (a, b) => newestFirst(b, a),
    number: row => row.createdAtMs ?? -Infinity,
  };
}

export function symbolColumn<Row extends { readonly symbol: string }>(): Column<Row> {
  const symbolOf = (row: Row) => row.symbol;
  return textColumn({
    key: 'symbol',
    title: t`Symbol`,
    hint: orderHints.symbol,
    width: 84,
    figure: symbolOf,
    read: symbolOf,
  });
}

/** A side is one short word in English. */
const sideWidth = catalogue === null ? 44 : 66;

export function sideColumn<Row extends { readonly side: Side }>(): Column<Row> {
  const render = ({ side }: Row) => <SideChip side={side} />;
  return textColumn({
    key: 'side',
    title: t`Side`,
    hint: orderHints.side,
    width: sideWidth,
    read: row => row.side,
    render,
  });
}

/** The remark of the user or of a program; hidden early in narrow windows. */
export function remarkColumn<Row extends { readonly remark: string | null }>(): Column<Row> {
  const render = ({ remark }: Row) => (remark === null ? '' : visibleText(remark));
  const value = { kind: 'text', read: ({ remark }: Row) => (remark === null ? null : visibleText(remark)) } as const;
  return {
    key: 'remark',
    title: t`Remark`,
    hint: t`Remark that you or a program entered`,
    width: 96,
    priority: 5,
    render,
    value,
  };
}
