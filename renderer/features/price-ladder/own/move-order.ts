import { add, type Decimal, subtract } from '#shared/decimal.ts';
import { sideField } from '#shared/domain/market/position-key.ts';
import type { AmendRequest } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { orderError, stopError } from '#lib/orders/amend-error.ts';
import type { OwnMark } from './own-marks.ts';
import type { StopWay } from '../model/press-rules.ts';
import { t } from '#shared/words/t.ts';

/** Why an own order cannot be moved at all, as a sentence; null: it can. */
export function moveError({ of }: OwnMark): string | null {
  const validationError = 'order' in of ? orderError(of.order) : stopError(of.stop);
  return validationError === null ? null : t`${validationError}.`;
}

/** Which way the market must go to set the stop off; null: it is an order that rests. */
export function stopWayOf({ of }: OwnMark): StopWay | null {
  if ('order' in of) return null;
  return of.stop.stop === 'entry' || of.stop.stop === 'up' ? 'up' : 'down';
}

/** The same order at another price, the same stop at another trigger; null: it cannot be moved. */
export function moveRequest(mark: OwnMark, price: Decimal, clientOid: string): AmendRequest | null {
  const order = 'order' in mark.of ? mark.of.order : mark.of.stop;
  const { venue, tradeType, symbol, id: orderId, side, type, isReduceOnly, size } = order;
  if (moveError(mark) !== null || size === null) return null;
  const what = { clientOid, venue, tradeType, symbol, orderId, isStop: mark.isStop };
  const plain = { ...what, side, type, isReduceOnly, ...sideField(order.positionSide), size };
  return 'order' in mark.of ? { ...plain, price } : { ...plain, ...stopAt(mark.of.stop, price) };
}

/** The price that a stop asks once it has fired moves along, as far from the trigger as it was. */
function stopAt(stop: StopOrder, stopPrice: Decimal): Pick<AmendRequest, 'stopPrice' | 'price'> {
  return stop.price === null
    ? { stopPrice }
    : { stopPrice, price: add(stop.price, subtract(stopPrice, stop.stopPrice)) };
}
