import { type Decimal, subtract } from '#shared/decimal.ts';
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

/**
 * What a reversal leaves on the other side, a position that is open there included. The liquidation price follows from the expected price of the second step, or from its worst price
 * where the book has none; the order cost from its worst price, which is what the exchange holds. Null: the second step
 * cannot be computed.
 */
export function reverseOutlook(
  order: ExitOrder | null,
  { position, opposite = null, terms, levels, contract }: ExitContext,
  expectedPrice: Decimal | null,
): ReverseOutlook | null {
  if (order === null || order.size === undefined || order.price === undefined) return null;
  const { side, size: lots, price: worstPrice, leverage } = order;
  const { takerFeeRate, maintainMargin: maintenanceRate } = contract;
  const outlookAt = (price: Decimal) => {
    if (leverage === undefined || takerFeeRate === null || maintenanceRate === null) return null;
    const opening = { side, lots, price, leverage, takerFeeRate, isReduceOnly: false };
    return previewPosition({ position: opposite, order: opening, terms, levels, maintenanceRate });
  };
  return {
    quantityAfter: subtract(opposite?.quantity ?? '0', position.quantity),
    liquidationAfter: outlookAt(expectedPrice ?? worstPrice)?.liquidationAfter ?? null,
    orderCost: outlookAt(worstPrice)?.marginNeeded ?? null,
  };
}
