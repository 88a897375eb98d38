import type { ComparedMarket } from '#shared/order-entry/comparison/compare-markets.ts';

export function keyOfRow({ terms }: ComparedMarket): string {
  return `${terms.venue}-${terms.symbol}`;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The row that an arrow key leads to; at the ends it stays. Null: it is no such key. */
export function moveRow(key: string, rows: readonly ComparedMarket[], chosen: ComparedMarket): ComparedMarket | null {
  const step = steps[key];
  if (step === undefined) return null;
  return rows[Math.min(Math.max(rows.indexOf(chosen) + step, 0), rows.length - 1)] ?? chosen;
}
