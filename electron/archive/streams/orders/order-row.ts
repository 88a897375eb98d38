import type { Order } from '#shared/domain/account/order.ts';
import type { FoundRow } from '../../archive-store.ts';
import { noColumns } from '../../records/columns.ts';
import { toRest } from '../stream.ts';

function statusOf({ isActive, isCancelled }: Order): 'active' | 'cancelled' | 'done' {
  if (isActive) return 'active';
  return isCancelled ? 'cancelled' : 'done';
}

/** Whether the exchange may still change the order. */
export function isOpenOrder({ columns }: FoundRow): boolean {
  return columns.status === 'active';
}

/** An order is listed by the time of its creation, which never changes; null: the exchange does not state it. */
export function toOrderRow(order: Order): FoundRow | null {
  const { id, symbol, tradeType, type, side, price, size, funds, fee, feeCurrency, createdAtMs } = order;
  if (createdAtMs === null) return null;
  return {
    key: id,
    timeMs: createdAtMs,
    columns: {
      ...noColumns,
      orderId: id,
      symbol,
      side,
      price,
      size,
      fee,
      feeCurrency,
      amount: funds,
      wallet: tradeType,
      kind: type,
      status: statusOf(order),
    },
    rest: toRest({
      clientOid: order.clientOid,
      filledSize: order.filledSize,
      filledFunds: order.filledFunds,
      timeInForce: order.timeInForce,
      selfTradePrevention: order.selfTradePrevention,
      cancelAfterS: order.cancelAfterS,
      isPostOnly: order.isPostOnly,
      isHidden: order.isHidden,
      isIceberg: order.isIceberg,
      visibleSize: order.visibleSize,
      leverage: order.leverage,
      isReduceOnly: order.isReduceOnly,
      positionSide: order.positionSide ?? null,
      stopPrice: order.stopPrice,
      remark: order.remark,
      updatedAtMs: order.updatedAtMs,
    }),
  };
}
