import { normalise } from '#shared/decimal.ts';
import type { FuturesOrderRequest } from '#shared/domain/account/order.ts';
import { type Body, bodyText, wireNumber } from '../placing.ts';
import { wireMarginModes, wirePositionSide } from './account-rows.ts';

/**
 * The body of one futures order, with what another kind of order adds. docs/exchange/endpoints.md §8.3: size, visible
 * size and leverage are JSON numbers, prices, quantity and value are text.
 */
export function futuresOrderText(order: FuturesOrderRequest, more: Body = {}): string {
  return bodyText({
    clientOid: order.clientOid,
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    leverage: wireNumber(order.leverage === undefined ? undefined : normalise(order.leverage)),
    marginMode: order.marginMode === undefined ? undefined : wireMarginModes[order.marginMode],
    price: order.price,
    size: wireNumber(order.size === undefined ? undefined : normalise(order.size)),
    qty: order.quantity,
    valueQty: order.value,
    timeInForce: order.timeInForce,
    stp: order.selfTradePrevention,
    postOnly: order.isPostOnly,
    hidden: order.isHidden,
    iceberg: order.isIceberg,
    visibleSize: order.visibleSize,
    positionSide: wirePositionSide(order.positionSide),
    reduceOnly: order.isReduceOnly,
    closeOrder: order.isCloseOrder,
    forceHold: order.isForceHold,
    stop: order.stop,
    stopPrice: order.stopPrice,
    stopPriceType: order.stopPriceType,
    remark: order.remark,
    ...more,
  });
}
