import { add, type Decimal, isPositive, subtract, toDecimal } from '#shared/decimal.ts';

interface RowText {
  readonly price: string;
  readonly size: string;
}

export interface RungMove {
  readonly row: number;
  readonly to: Decimal;
  /** all rungs go as far as that one */
  readonly isAll: boolean;
}

/** The rows of a ladder after one was dragged; null: there is no such rung, or one would leave the prices above zero. */
export function moveRungs<R extends RowText>(rows: readonly R[], { row, to, isAll }: RungMove): readonly R[] | null {
  const from = toDecimal(rows[row]?.price.trim() ?? '');
  if (from === null || !isPositive(to)) return null;
  const by = subtract(to, from);
  const moved = rows.map((each, index) => {
    if (!isAll) return index === row ? { ...each, price: to } : each;
    const price = toDecimal(each.price.trim());
    // what is no price yet stays as it was typed
    return price === null ? each : { ...each, price: add(price, by) };
  });
  return moved.every(({ price }) => isPositive(toDecimal(price.trim()) ?? '1')) ? moved : null;
}
