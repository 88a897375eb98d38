import {
  add,
  compare,
  type Decimal,
  isDecimal,
  isMultipleOf,
  isPositive,
  multiply,
  subtract,
} from '#shared/decimal.ts';
import { type Rejection, refuse } from '#practice/kernel/kernel.ts';
import { priceText } from '../state/scale.ts';
import type { SpotMarket } from '../state/state.ts';
import type { SpotPlacement } from '../types.ts';

/** Thirty days: the longest life of a GTT order (docs/exchange/endpoints.md §3.2). */
const longestLifeS = 2_592_000;
/** An iceberg shows at least a twentieth of itself (docs/exchange/matching.md §1). */
const largestHiddenFactor = '20';

/** What is checked: a placement against the rules of its pair. `reference` is the price it will meet, if known. */
interface Subject {
  readonly market: SpotMarket;
  readonly placement: SpotPlacement;
  readonly reference: Decimal | null;
  /** a stop order trades later: today's price says nothing about its limit */
  readonly isCollared: boolean;
}

type Check = (subject: Subject) => Rejection | null;

function isAmount(text: Decimal | undefined): text is Decimal {
  return text !== undefined && isDecimal(text) && isPositive(text);
}

const checkTradeType: Check = ({ market: { pair }, placement: { tradeType = 'TRADE' } }) =>
  tradeType === 'TRADE' || pair.isMarginEnabled
    ? null
    : refuse('parameter', `${pair.symbol} is not traded on margin`, 'tradeType');

const checkPrice: Check = ({ market, placement }) => {
  if (placement.type === 'market') return null;
  if (!isAmount(placement.price)) return refuse('parameter', 'price must be a positive number', 'price');
  if (isMultipleOf(placement.price, market.pair.priceIncrement)) return null;
  return refuse('price-increment', `price must be a multiple of ${market.pair.priceIncrement}`, 'price');
};

const checkCollar: Check = ({ market, placement, isCollared }) => {
  if (!isCollared || placement.price === undefined || placement.type === 'market' || market.lastTicks === null) {
    return null;
  }
  const last = priceText(market.scale, market.lastTicks);
  const distance = multiply(last, market.pair.priceLimitRate);
  const [lowest, highest] = [subtract(last, distance), add(last, distance)];
  if (compare(placement.price, highest) > 0) {
    return refuse('price-too-high', `price must not be above ${highest}`, 'price');
  }
  if (compare(placement.price, lowest) < 0)
    return refuse('price-too-low', `price must not be below ${lowest}`, 'price');
  return null;
};

const checkSize: Check = ({ market: { pair }, placement: { type, size, funds } }) => {
  if (type === 'market' && size === undefined && funds !== undefined) return null;
  if (type === 'market' && funds !== undefined) return refuse('parameter', 'give either size or funds', 'funds');
  if (!isAmount(size)) return refuse('parameter', 'size must be a positive number', 'size');
  if (!isMultipleOf(size, pair.baseIncrement)) {
    return refuse('size-increment', `size must be a multiple of ${pair.baseIncrement}`, 'size');
  }
  if (compare(size, pair.baseMinSize) < 0) {
    return refuse('size-too-small', `size must be at least ${pair.baseMinSize}`, 'size');
  }
  if (compare(size, pair.baseMaxSize) > 0) {
    return refuse('size-too-large', `size must be at most ${pair.baseMaxSize}`, 'size');
  }
  return null;
};

const checkFunds: Check = ({ market: { pair }, placement: { type, funds } }) => {
  if (type === 'limit' || funds === undefined) return null;
  if (!isAmount(funds)) return refuse('parameter', 'funds must be a positive number', 'funds');
  if (!isMultipleOf(funds, pair.quoteIncrement)) {
    return refuse('size-increment', `funds must be a multiple of ${pair.quoteIncrement}`, 'funds');
  }
  if (compare(funds, pair.quoteMinSize) < 0) {
    return refuse('funds-too-small', `funds must be at least ${pair.quoteMinSize}`, 'funds');
  }
  if (compare(funds, pair.quoteMaxSize) > 0) {
    return refuse('size-too-large', `funds must be at most ${pair.quoteMaxSize}`, 'funds');
  }
  return null;
};

const checkMinimumFunds: Check = ({ market: { pair }, placement, reference }) => {
  const price = placement.type === 'limit' ? placement.price : reference;
  const byPrice = price === undefined || price === null ? null : multiply(price, placement.size ?? '0');
  const worth = placement.type === 'market' && placement.funds !== undefined ? placement.funds : byPrice;
  if (worth === null || compare(worth, pair.minFunds) >= 0) return null;
  return refuse(
    'funds-too-small',
    `The order funds should be at least ${pair.minFunds} ${pair.quoteCurrency}.`,
    placement.funds === undefined ? 'size' : 'funds',
  );
};

const checkTiming: Check = ({ placement: { type, timeInForce, cancelAfterS } }) => {
  if (type === 'market' || cancelAfterS === -1) return null;
  if (timeInForce !== 'GTT') {
    return cancelAfterS === undefined || cancelAfterS === 0
      ? null
      : refuse('parameter', 'cancelAfter needs timeInForce GTT', 'cancelAfter');
  }
  const isTime = Number.isInteger(cancelAfterS) && cancelAfterS !== undefined && cancelAfterS > 0;
  return isTime && cancelAfterS <= longestLifeS
    ? null
    : refuse('parameter', `GTT needs cancelAfter from 1 to ${longestLifeS} seconds`, 'cancelAfter');
};

const checkVisibility: Check = ({ market: { pair }, placement }) => {
  const { type, size, visibleSize } = placement;
  if (placement.isIceberg !== true || type === 'market' || size === undefined) return null;
  if (placement.isHidden === true) return refuse('parameter', 'an order is either hidden or an iceberg', 'hidden');
  if (!isAmount(visibleSize)) return refuse('parameter', 'visibleSize must be a positive number', 'visibleSize');
  if (!isMultipleOf(visibleSize, pair.baseIncrement)) {
    return refuse('size-increment', `visibleSize must be a multiple of ${pair.baseIncrement}`, 'visibleSize');
  }
  if (compare(multiply(visibleSize, largestHiddenFactor), size) >= 0) return null;
  return refuse('parameter', 'visibleSize must be at least 1/20 of size', 'visibleSize');
};

const checks: readonly Check[] = [
  checkTradeType,
  checkPrice,
  checkSize,
  checkFunds,
  checkMinimumFunds,
  checkCollar,
  checkTiming,
  checkVisibility,
];

/** The first rule that the placement breaks (docs/exchange/matching.md §1), or null. */
export function checkPlacement(subject: Subject): Rejection | null {
  for (const check of checks) {
    const rejection = check(subject);
    if (rejection !== null) return rejection;
  }
  return null;
}

/** A stop price lies on a tick. */
export function checkStopPrice(market: SpotMarket, stopPrice: Decimal): Rejection | null {
  if (!isAmount(stopPrice)) return refuse('parameter', 'stopPrice must be a positive number', 'stopPrice');
  if (isMultipleOf(stopPrice, market.pair.priceIncrement)) return null;
  return refuse('price-increment', `stopPrice must be a multiple of ${market.pair.priceIncrement}`, 'stopPrice');
}
