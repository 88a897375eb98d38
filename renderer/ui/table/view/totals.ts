import { compare, type Decimal, divide, sum } from '#shared/decimal.ts';
import type { Column } from '../column.ts';

/** The sum and the average of one column over some rows, of one unit. */
export interface Total {
  readonly title: string;
  readonly unit: string | undefined;
  readonly sum: Decimal;
  readonly average: Decimal;
  readonly least: Decimal;
  readonly most: Decimal;
  /** how many decimals its cells show at the most; undefined: all */
  readonly decimals: number | undefined;
  /** rows with a value */
  readonly count: number;
  /** rows that do not */
  readonly unknown: number;
}

const averageScale = 12;

/** The sums of some rows, per unit: adding BTC to USDT is meaningless. */
export function totalsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly Total[] {
  return columns.flatMap(column => {
    const { value } = column;
    if (value?.kind !== 'decimal' || value.isSummed === false) return [];
    const byUnit = Map.groupBy(rows, row => value.unit?.(row));
    return [...byUnit].flatMap(([unit, some]) =>
      totalOf({ title: column.title, unit, figures: some.map(value.read), decimals: decimalsOf(value.decimals, some) }),
    );
  });
}

/** The most of any of the rows. */
function decimalsOf<Row>(decimals: ((row: Row) => number | undefined) | undefined, rows: readonly Row[]) {
  if (decimals === undefined) return undefined;
  return rows.reduce<number | undefined>((most, row) => {
    const each = decimals(row);
    return most === undefined || each === undefined ? undefined : Math.max(most, each);
  }, 0);
}

interface Figures extends Pick<Total, 'decimals'> {
  readonly title: string;
  readonly unit: string | undefined;
  readonly figures: readonly (Decimal | null)[];
}

function totalOf({ title, unit, figures, decimals }: Figures): readonly Total[] {
  const known = figures.filter(each => each !== null).toSorted(compare);
  const [least] = known;
  const most = known.at(-1);
  if (least === undefined || most === undefined) return [];
  const whole = sum(known);
  const count: Decimal = `${known.length}`;
  const average = divide(whole, count, { scale: averageScale, rounding: 'half-even' });
  return [
    {
      title,
      unit,
      decimals,
      sum: whole,
      average,
      least,
      most,
      count: known.length,
      unknown: figures.length - known.length,
    },
  ];
}
