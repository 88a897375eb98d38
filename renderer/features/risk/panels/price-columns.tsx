import { scaleOf } from '#shared/decimal.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn } from '#ui/table/column-factories.tsx';
import type { RiskRow } from '../model/risk-rows.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
import { t } from '#shared/words/t.ts';

/** Digits of both prices, so that the two can be compared. */
function priceDigits({ position }: RiskRow) {
  const decimals = Math.max(scaleOf(position?.markPrice ?? '0'), scaleOf(position?.liquidationPrice ?? '0'));
  return { minimumDecimals: decimals, maximumDecimals: decimals };
}

/** The prices that the distance of a position is measured between. */
export const priceColumns: readonly Column<RiskRow>[] = [
  decimalColumn({
    key: 'mark',
    own: 'none',
    title: t`Mark`,
    hint: positionHints.mark,
    width: 74,
    priority: 3,
    isSummed: false,
    read: ({ position }) => position?.markPrice ?? null,
    format: row => ({ ...priceDigits(row), unknownReason: t`Only a contract has a mark price.` }),
  }),
  decimalColumn({
    key: 'liquidation',
    own: 'figure',
    title: t`Liq. price`,
    hint: positionHints.liquidation,
    width: 74,
    priority: 2,
    isEssential: true,
    isSummed: false,
    read: ({ position }) => position?.liquidationPrice ?? null,
    format: row => ({
      ...priceDigits(row),
      unknownReason: t`No single price liquidates it, or the exchange states none.`,
    }),
  }),
];
