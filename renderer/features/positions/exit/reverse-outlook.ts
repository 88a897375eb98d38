import { type Decimal, negate } from '#shared/decimal.ts';
import { previewPosition } from '#shared/order-entry/position-outlook.ts';
import type { ExitContext, ExitOrder } from './exit-form.ts';

/** The position after both steps of a reversal. */
export interface ReverseOutlook {
  /** signed lots */
  readonly quantityAfter: Decimal;
  /** null: a cross position, whose liquidation price depends on the whole wallet */
  readonly liquidationAfter: Decimal | null;
  /** margin and fee that the second step needs, in the settlement currency; null: a cross position */
  readonly orderCost: Decimal | null;
}

/** What a reversal leaves if both steps fill at their worst prices. Null: the second step cannot be computed. */
export function reverseOutlook(
  order: ExitOrder | null,
  { position, terms, levels, contract }: ExitContext,
): ReverseOutlook | null {
  if (order === null || order.size === undefined || order.price === undefined) return null;
  const { side, size: lots, price, leverage } = order;
  const cost = { takerFeeRate: contract.takerFeeRate, isReduceOnly: false } as const;
  const outlook =
    leverage === undefined
      ? null
      : previewPosition({
          position: null,
          order: { side, lots, price, leverage, ...cost },
          terms,
          levels,
          maintenanceRate: contract.maintainMargin,
        });
  return {
    quantityAfter: negate(position.quantity),
    liquidationAfter: outlook?.liquidationAfter ?? null,
    orderCost: outlook?.marginNeeded ?? null,
  };
}
