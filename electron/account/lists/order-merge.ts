import { isFilledFurther } from '#shared/domain/fills/filled-size.ts';
import { add, compare, type Decimal, multiply } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { sideField } from '#shared/domain/market/position-key.ts';
import type { OrderChange } from '#client/feed/messages/orders.ts';

/** An order after a frame. `isWhole` is false while something that the frame changed is known to REST only. */
export interface Folded {
  readonly order: Order;
  readonly isWhole: boolean;
}

function filledFundsOf(known: Order, change: OrderChange, filledSize: Decimal | null): Decimal | null {
  if (filledSize === known.filledSize) return known.filledFunds;
  if (filledSize === null || known.filledSize === null) return null;
  if (compare(filledSize, known.filledSize) === 0) return known.filledFunds;
  const { match } = change;
  // a contract's value hangs on its multiplier: REST knows it
  if (match === null || change.venue !== 'spot') return null;
  if (compare(add(known.filledSize, match.size), filledSize) !== 0) return null;
  return known.filledFunds === null ? null : add(known.filledFunds, multiply(match.price, match.size));
}

/** Figures that an alteration sets, unless a later frame has already been seen. */
function alteredOf(known: Order, change: OrderChange): Pick<Order, 'price' | 'size'> {
  const isLate = known.updatedAtMs !== null && change.timeMs < known.updatedAtMs;
  if (change.event !== 'update' || isLate) return { price: known.price, size: known.size };
  return { price: change.price ?? known.price, size: change.size ?? known.size };
}

/** What a frame does to an order: never back from done, never less filled, whatever order the frames come in. */
export function foldChange(known: Order, change: OrderChange): Folded {
  const filledSize = isFilledFurther(change.filledSize, known.filledSize) ? change.filledSize : known.filledSize;
  const filledFunds = filledFundsOf(known, change, filledSize);
  const order: Order = {
    ...known,
    ...alteredOf(known, change),
    filledSize,
    filledFunds: filledFunds ?? known.filledFunds,
    isActive: known.isActive && change.status !== 'done',
    isCancelled: known.isCancelled || change.event === 'cancelled',
    updatedAtMs: Math.max(timeOf(known), change.timeMs),
  };
  const isFillUntold = change.event === 'match' && change.filledSize === null;
  // where REST does not say what the fills are worth, another request returns nothing more
  const areFundsUntold = filledFunds === null && known.filledFunds !== null;
  return { order, isWhole: !areFundsUntold && !isFillUntold };
}

function timeOf({ updatedAtMs }: Order): number {
  return updatedAtMs ?? 0;
}

/**
 * What REST says, joined with what is known: an answer may be older than the frames that came while it was under way.
 */
export function mergeRead(known: Order | null, read: Order): Order {
  if (known === null) return read;
  const isOlder = timeOf(read) < timeOf(known);
  const { price, size } = isOlder ? known : read;
  const { filledSize, filledFunds } = isFilledFurther(known.filledSize, read.filledSize) ? known : read;
  return {
    ...read,
    price,
    size,
    filledSize,
    filledFunds,
    isActive: read.isActive && known.isActive,
    isCancelled: read.isCancelled || known.isCancelled,
    updatedAtMs: Math.max(timeOf(read), timeOf(known)) || null,
  };
}

/** Whether REST is older than the feed; without stated fills this is unknown. */
export function isBehind(read: Order, known: Order): boolean {
  const isFillBehind = read.filledSize !== null && isFilledFurther(known.filledSize, read.filledSize);
  return isFillBehind || (read.isActive && !known.isActive);
}

/**
 * An order from a frame alone, for when REST does not answer: its price, sizes and state are right; fields that frames
 * omit are unknown, and the account is the plain one.
 */
export function orderFrom(change: OrderChange): Order {
  return {
    venue: change.venue,
    id: change.orderId,
    clientOid: change.clientOid,
    symbol: change.symbol,
    tradeType: change.venue,
    type: change.type ?? 'unknown',
    side: change.side,
    price: change.price,
    size: change.size,
    funds: change.funds,
    filledSize: '0',
    filledFunds: '0',
    fee: null,
    feeCurrency: null,
    timeInForce: null,
    selfTradePrevention: null,
    cancelAfterS: null,
    isPostOnly: false,
    isHidden: false,
    isIceberg: false,
    visibleSize: null,
    leverage: null,
    isReduceOnly: false,
    ...sideField(change.positionSide),
    stopPrice: null,
    remark: null,
    isActive: true,
    isCancelled: false,
    createdAtMs: change.createdAtMs,
    updatedAtMs: null,
  };
}
