import { compare, type Decimal, isMultipleOf, isPositive, multiply } from '#shared/decimal.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { SpotOrderRequest } from '#shared/domain/account/order.ts';
import type { SpotStopRequest } from '#shared/domain/account/stop-order.ts';
import { type Breach, breach, firstBreach } from './breach.ts';
import { t } from '#shared/words/t.ts';

const clientOidShape = /^[A-Za-z0-9_-]{1,40}$/;
const ascii = /^[\x20-\x7e]*$/;
const maxCancelAfterS = 2_592_000;

export function checkClientOid(clientOid: string): Breach | null {
  if (clientOidShape.test(clientOid)) return null;
  return breach('clientOid', t`The order mark may have letters, digits, _ and - only, at most 40.`);
}

/** docs/exchange/endpoints.md §3.2: tags and remark of HF orders, at most 20 ASCII characters. */
function checkText(field: string, text: string | undefined, limit: number): Breach | null {
  if (text === undefined || (text.length <= limit && ascii.test(text))) return null;
  return breach(field, t`At most ${limit} plain (ASCII) characters.`);
}

const fieldNames: Readonly<Record<string, string>> = { price: t`price`, size: t`size`, funds: t`funds` };

/** A field in the words of people, where it has other words than its name. */
const named = (field: string) => fieldNames[field] ?? field;

/** Price and size by the symbol's increments; `field` names it for people. A step that is null is not known. */
export function checkStep(field: string, value: Decimal | undefined, step: Decimal | null): Breach | null {
  if (value === undefined) return null;
  if (!isPositive(value)) return breach(field, t`The ${named(field)} must be above zero.`);
  return step === null || isMultipleOf(value, step)
    ? null
    : breach(field, t`The ${named(field)} must be a multiple of ${step}.`);
}

export function checkRange(
  field: string,
  value: Decimal | undefined,
  [least, most]: readonly [Decimal | null, Decimal | undefined],
): Breach | null {
  if (value === undefined) return null;
  if (least !== null && compare(value, least) < 0)
    return breach(field, t`The ${named(field)} must be at least ${least}.`);
  const isAbove = most !== undefined && compare(value, most) > 0;
  return isAbove ? breach(field, t`The ${named(field)} must be at most ${most}.`) : null;
}

interface Amounts {
  readonly type: 'limit' | 'market';
  readonly price?: Decimal | undefined;
  readonly size?: Decimal | undefined;
  readonly funds?: Decimal | undefined;
}

/** A limit order has price and size; a market order has no price, and size or funds. */
function checkShape({ type, price, size, funds }: Amounts): Breach | null {
  if (type === 'limit') {
    if (price === undefined) return breach('price', t`A limit order needs a price.`);
    if (size === undefined) return breach('size', t`A limit order needs a size.`);
    return funds === undefined ? null : breach('funds', t`A limit order is sized in the base currency, not by funds.`);
  }
  if (price !== undefined) return breach('price', t`A market order has no price.`);
  return (size === undefined) === (funds === undefined)
    ? breach('size', t`A market order needs either a size or funds.`)
    : null;
}

function checkAmounts(order: Amounts, symbol: SpotSymbol): Breach | null {
  return firstBreach([
    () => checkShape(order),
    () => checkStep('price', order.price, symbol.priceIncrement),
    () => checkStep('size', order.size, symbol.baseIncrement),
    () => checkRange('size', order.size, [symbol.baseMinSize, symbol.baseMaxSize ?? undefined]),
    () => checkStep('funds', order.funds, symbol.quoteIncrement),
    () => checkWorth(order, symbol),
  ]);
}

/** The least funds of an order; a market order by size has no known worth. */
function checkWorth({ price, size, funds }: Amounts, symbol: SpotSymbol): Breach | null {
  const worth = funds ?? (price !== undefined && size !== undefined ? multiply(price, size) : null);
  const least = symbol.minFunds ?? symbol.quoteMinSize;
  if (worth === null || least === null || compare(worth, least) >= 0) return null;
  const field = funds === undefined ? 'size' : 'funds';
  return breach(field, t`The order value must be at least ${least} ${symbol.quoteCurrency}.`);
}

function checkOpen(symbol: SpotSymbol): Breach | null {
  return symbol.isTradingEnabled ? null : breach('symbol', t`${symbol.symbol} is not open for trading.`);
}

function checkTime({ timeInForce, cancelAfterS }: SpotOrderRequest): Breach | null {
  if (cancelAfterS === undefined) {
    return timeInForce === 'GTT'
      ? breach('cancelAfterS', t`Good-till-time needs the seconds after which to cancel.`)
      : null;
  }
  if (timeInForce !== 'GTT') return breach('cancelAfterS', t`Cancelling after a time needs good-till-time (GTT).`);
  return cancelAfterS >= 1 && cancelAfterS <= maxCancelAfterS
    ? null
    : breach('cancelAfterS', t`Between 1 and ${maxCancelAfterS} seconds.`);
}

/**
 * The exchange would silently ignore post-only with IOC and FOK (docs/exchange/endpoints.md §3.2); the desk meant it.
 */
function checkFlags(order: SpotOrderRequest, symbol: SpotSymbol): Breach | null {
  if (
    order.isPostOnly === true &&
    (order.type === 'market' || order.timeInForce === 'IOC' || order.timeInForce === 'FOK')
  ) {
    return breach('isPostOnly', t`Post-only cannot be combined with a market, IOC or FOK order: it would be ignored.`);
  }
  if (order.isIceberg !== true) {
    return order.visibleSize === undefined
      ? null
      : breach('visibleSize', t`Only an iceberg order has a display quantity.`);
  }
  if (order.visibleSize === undefined) return breach('visibleSize', t`An iceberg order needs a display quantity.`);
  return firstBreach([
    () => checkStep('visibleSize', order.visibleSize, symbol.baseIncrement),
    () => (order.type === 'limit' ? null : breach('isIceberg', t`Only a limit order can be an iceberg.`)),
    () => checkRange('visibleSize', order.visibleSize, [symbol.baseIncrement, order.size]),
  ]);
}

/** docs/exchange/endpoints.md §3.2 and the symbol's increments and minimums (docs/exchange/records.md §6.3). */
export function checkSpotOrder(order: SpotOrderRequest, symbol: SpotSymbol): Breach | null {
  return firstBreach([
    () => checkClientOid(order.clientOid),
    () => checkOpen(symbol),
    () => checkAmounts(order, symbol),
    () => checkTime(order),
    () => checkFlags(order, symbol),
    () => checkText('tags', order.tags, 20),
    () => checkText('remark', order.remark, 20),
  ]);
}

const batchLimits = { async: 5, sync: 20 } as const;

/**
 * docs/exchange/endpoints.md §3.3: at most 5 (20 when synchronous) limit orders of one symbol. Row fields read
 * `orders.2.price`.
 */
export function checkBatch(
  orders: readonly SpotOrderRequest[],
  mode: 'async' | 'sync',
  symbol: SpotSymbol,
): Breach | null {
  const limit = batchLimits[mode];
  if (orders.length > limit) return breach('orders', t`At most ${limit} orders in one batch.`);
  if (orders.some(order => order.symbol !== symbol.symbol)) return breach('orders', t`A batch is of one trading pair.`);
  if (new Set(orders.map(order => order.clientOid)).size < orders.length) {
    return breach('orders', t`Each order of a batch needs its own client id.`);
  }
  for (const [index, order] of orders.entries()) {
    const found =
      order.type === 'limit' ? checkSpotOrder(order, symbol) : breach('type', t`A batch takes limit orders only.`);
    if (found !== null) return breach(`orders.${index}.${found.field}`, t`Order ${index + 1}: ${found.message}`);
  }
  return null;
}

/** docs/exchange/endpoints.md §4, on margin §5.4; the remark of a stop order may be longer, and FOK and the rest are as on an order. */
export function checkStop(order: SpotStopRequest, symbol: SpotSymbol): Breach | null {
  return firstBreach([
    () => checkClientOid(order.clientOid),
    () => checkOpen(symbol),
    () =>
      order.tradeType === undefined || symbol.isMarginEnabled
        ? null
        : breach('symbol', t`${symbol.symbol} cannot be traded on margin.`),
    () => checkStep('stopPrice', order.stopPrice, symbol.priceIncrement),
    () => checkAmounts(order, symbol),
    () => (order.timeInForce === 'GTT' ? breach('timeInForce', t`A stop order cannot be good-till-time here.`) : null),
    () => checkText('remark', order.remark, 100),
  ]);
}
