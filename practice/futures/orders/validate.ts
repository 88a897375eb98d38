import { compare, isMultipleOf, multiply } from '#shared/decimal.ts';
import { accept, type Outcome, type Rejection, refuse } from '#practice/kernel/kernel.ts';
import { ownerOf } from '../position/holder.ts';
import { holderFor, holdersIn } from '../state/settings.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';
import type { FuturesPlacement } from '../order-types.ts';

/** docs/exchange/limits.md §5: open and waiting orders per contract of one account. */
const mostActiveOrders = 100;
const mostStops = 50;
const clientOidPattern = /^[0-9A-Za-z_-]{1,40}$/;
const longestRemark = 100;
/** An iceberg shows at least this part of its size. */
const icebergParts = '20';

export interface FuturesRequest {
  readonly accountId: string;
  readonly placement: FuturesPlacement;
}

type Check = (venue: FuturesVenueState, market: FuturesMarket, request: FuturesRequest) => Rejection | null;

const checkOpen: Check = (_venue, market) =>
  market.mark > 0n ? null : refuse('symbol-closed', `${market.terms.contract.symbol} has no price yet.`, 'symbol');

const checkClientOid: Check = (venue, _market, { accountId, placement: { clientOid } }) => {
  if (clientOid === undefined) return null;
  if (!clientOidPattern.test(clientOid)) {
    return refuse('parameter', 'clientOid: 1 to 40 letters, digits, underlines or hyphens.', 'clientOid');
  }
  if (venue.accounts.get(accountId)?.orderByClientOid.has(clientOid) !== true) return null;
  return refuse('client-oid-repeated', 'The clientOid is repeated.', 'clientOid');
};

const checkCounts: Check = (venue, market, { accountId, placement }) => {
  if (venue.isExempt(accountId)) return null;
  if (placement.stop !== undefined) {
    let waiting = 0;
    for (const stop of market.stops.values()) if (ownerOf(stop.accountId) === accountId) waiting += 1;
    return waiting < mostStops ? null : refuse('too-many-stops', `At most ${mostStops} stop orders per contract.`);
  }
  const holders = holdersIn(venue, accountId);
  const active = holders.reduce((count, holder) => count + (market.restingOf.get(holder)?.orders.size ?? 0), 0);
  if (active < mostActiveOrders) return null;
  return refuse('too-many-orders', `At most ${mostActiveOrders} active orders per contract.`);
};

const checkFlags: Check = (_venue, _market, { placement }) => {
  const { isPostOnly, isHidden, isIceberg, remark } = placement;
  // the type leaves DC out, the wire does not
  const prevention: string | undefined = placement.selfTradePrevention;
  if (prevention === 'DC') return refuse('parameter', 'stp DC is not supported for futures.', 'stp');
  if (isPostOnly === true && placement.timeInForce !== 'IOC' && (isHidden === true || isIceberg === true)) {
    return refuse('parameter', 'A post-only order cannot be hidden or an iceberg.', 'postOnly');
  }
  if (remark !== undefined && remark.length > longestRemark) {
    return refuse('parameter', `The remark must not be longer than ${longestRemark} characters.`, 'remark');
  }
  return null;
};

const checkIceberg: Check = (_venue, market, { placement }) => {
  if (placement.isIceberg !== true || placement.type === 'market') return null;
  const { size, visibleSize } = placement;
  if (visibleSize === undefined || size === undefined) {
    return refuse('parameter', 'An iceberg order needs a size and a visibleSize.', 'visibleSize');
  }
  if (compare(visibleSize, '0') <= 0 || !isMultipleOf(visibleSize, market.terms.contract.lotSize)) {
    return refuse('size-increment', 'The visibleSize must be a positive number of lots.', 'visibleSize');
  }
  if (compare(multiply(visibleSize, icebergParts), size) >= 0 && compare(visibleSize, size) <= 0) return null;
  return refuse('parameter', 'The visibleSize must be between 1/20 of the size and the size.', 'visibleSize');
};

const checkStop: Check = (_venue, market, { placement }) => {
  const { stop, stopPrice, stopPriceType } = placement;
  if (stop === undefined) return null;
  if (stopPrice === undefined) return refuse('parameter', 'A stop order needs a stopPrice.', 'stopPrice');
  if (stopPriceType === undefined) return refuse('parameter', 'A stop order needs a stopPriceType.', 'stopPriceType');
  if (compare(stopPrice, '0') <= 0) return refuse('parameter', 'The stopPrice must be positive.', 'stopPrice');
  if (!isMultipleOf(stopPrice, market.terms.contract.tickSize)) {
    return refuse(
      'price-increment',
      `The stopPrice must be a multiple of ${market.terms.contract.tickSize}.`,
      'stopPrice',
    );
  }
  return null;
};

const checks: readonly Check[] = [checkOpen, checkClientOid, checkCounts, checkFlags, checkIceberg, checkStop];

/** What is wrong with a placement whatever the market does; answers the market it belongs to. */
export function checkPlacement(venue: FuturesVenueState, request: FuturesRequest): Outcome<FuturesMarket> {
  const { symbol } = request.placement;
  const market = venue.markets.get(symbol);
  if (market === undefined) return refuse('symbol-unknown', `Unknown contract: ${symbol}.`, 'symbol');
  for (const check of checks) {
    const rejection = check(venue, market, request);
    if (rejection !== null) return rejection;
  }
  return accept(market);
}

/** Whether an order closes the position that it names: in hedge mode it can never open the other one. */
function isClosing({ positionSide, side }: FuturesPlacement): boolean {
  return (positionSide === 'LONG' && side === 'sell') || (positionSide === 'SHORT' && side === 'buy');
}

/** Whose position an order is for, and the order as the market takes it: what closes in hedge mode only reduces. */
export function inPositionMode(venue: FuturesVenueState, request: FuturesRequest): Outcome<FuturesRequest> {
  const { accountId, placement } = request;
  const holder = holderFor(venue, accountId, placement);
  if (!holder.ok) return holder;
  const reducing = isClosing(placement) && placement.isCloseOrder !== true ? { isReduceOnly: true } : {};
  return accept({ accountId: holder.value, placement: { ...placement, ...reducing } });
}
