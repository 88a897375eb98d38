import { add, type Decimal, isPositive, subtract } from '#shared/decimal.ts';
import type { AmendRequest } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { placeFutures, placeMargin, placeSpot, type PolicyAct } from '#shared/policy/policy-act.ts';
import { checkFuturesOrder } from '#shared/rules/futures.ts';
import { checkSpotOrder } from '#shared/rules/spot.ts';
import { orderObjection, stopObjection } from '#lib/change-objection.ts';
import type { LadderRules } from '../model/ladder-order.ts';
import type { OwnMark } from './own-marks.ts';
import type { StopWay } from '../model/press-rules.ts';
import { t } from '#shared/words/t.ts';

/** Why an own order cannot be moved at all, as a sentence; null: it can. */
export function moveObjection({ of }: OwnMark): string | null {
  const objection = 'order' in of ? orderObjection(of.order) : stopObjection(of.stop);
  return objection === null ? null : t`${objection}.`;
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
  if (moveObjection(mark) !== null || size === null) return null;
  const plain = { clientOid, venue, tradeType, symbol, orderId, isStop: mark.isStop, side, type, isReduceOnly, size };
  return 'order' in mark.of ? { ...plain, price } : { ...plain, ...stopAt(mark.of.stop, price) };
}

/** The price that a stop asks once it has fired goes along, as far from the trigger as it was. */
function stopAt(stop: StopOrder, stopPrice: Decimal): Pick<AmendRequest, 'stopPrice' | 'price'> {
  return stop.price === null
    ? { stopPrice }
    : { stopPrice, price: add(stop.price, subtract(stopPrice, stop.stopPrice)) };
}

/** Why the market's rules refuse the order at its new place, as a sentence; null: they do not, or they are not known. */
export function breachOfMove({ isStop, symbol, side, size, price }: AmendRequest, rules: LadderRules): string | null {
  if (price !== undefined && !isPositive(price)) return t`The price that the stop asks would not be above zero.`;
  if (isStop || price === undefined) return null;
  const plain = { clientOid: 'x', symbol, side, type: 'limit', size, price } as const;
  if (rules.contract !== null)
    return checkFuturesOrder({ ...plain, isReduceOnly: true }, rules.contract)?.message ?? null;
  return rules.pair === null ? null : (checkSpotOrder(plain, rules.pair)?.message ?? null);
}

/** What it becomes for the policy; null: not known here, as of a stop, and main says it then. */
export function policyActOfMove(amend: AmendRequest, { pair, contract }: LadderRules): PolicyAct | null {
  const { isStop, tradeType, symbol, side, size, price, isReduceOnly } = amend;
  if (isStop || price === undefined) return null;
  const plain = { clientOid: 'x', symbol, side, type: 'limit', size, price } as const;
  if (contract !== null) return placeFutures({ ...plain, isReduceOnly }, contract, null);
  if (pair === null) return null;
  return tradeType === 'cross' || tradeType === 'isolated'
    ? placeMargin({ ...plain, tradeType }, pair)
    : placeSpot([plain], pair);
}
