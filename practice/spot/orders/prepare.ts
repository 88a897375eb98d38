import { accept, type Outcome, type Rejection, refuse, type Side } from '#practice/kernel/kernel.ts';
import { moneyText, priceText, ticksOf } from '../state/scale.ts';
import { accountOf, type SpotAccount, type SpotMarket, type SpotVenueState } from '../state/state.ts';
import type { SpotOrder, SpotOrderCost, SpotOrderSource, SpotPlacement } from '../types.ts';
import { collarOf, needOf, payingCurrency, type Sizing, sizingOf } from './sizing.ts';
import { checkPlacement } from './validate.ts';

/** Order limits of docs/exchange/limits.md §5. */
const activePerPair = 200;
const activePerAccount = 2_000;

export interface PlaceRequest {
  readonly accountId: string;
  readonly placement: SpotPlacement;
  /** the stop order that asks, if it is one: its clientOid is taken already, by itself */
  readonly origin: SpotOrder['origin'];
  readonly source: SpotOrderSource;
}

export interface PreparedOrder extends PlaceRequest {
  readonly market: SpotMarket;
  readonly sizing: Sizing;
}

export function unknownSymbol(symbol: string): Rejection {
  return refuse('symbol-unknown', `symbol not exists: ${symbol}`, 'symbol');
}

/** The clientOid is unique per account, over orders and stop orders (docs/exchange/matching.md §1). */
export function checkClientOid(account: SpotAccount, clientOid: string | undefined): Rejection | null {
  if (clientOid === undefined) return null;
  if (!account.orderByClientOid.has(clientOid) && !account.stopByClientOid.has(clientOid)) return null;
  return refuse('client-oid-repeated', `clientOid is used already: ${clientOid}`, 'clientOid');
}

function checkAccount(venue: SpotVenueState, request: PlaceRequest): Rejection | null {
  const { accountId, placement, origin, source } = request;
  const account = accountOf(venue, accountId);
  const repeated = origin === null ? checkClientOid(account, placement.clientOid) : null;
  if (repeated !== null || account.isExempt || source !== 'USER') return repeated;
  if ((account.activeBySymbol.get(placement.symbol) ?? 0) >= activePerPair) {
    return refuse('too-many-orders', `at most ${activePerPair} active orders per pair`);
  }
  if (account.active.size < activePerAccount) return null;
  return refuse('too-many-orders', `at most ${activePerAccount} active orders per account`);
}

function isImmediate({ type, timeInForce }: SpotPlacement): boolean {
  return type === 'market' || timeInForce === 'IOC' || timeInForce === 'FOK';
}

/** Post-only means nothing to an order that never rests (docs/exchange/endpoints.md §3.2). */
export function isPostOnly(placement: SpotPlacement): boolean {
  return placement.isPostOnly === true && !isImmediate(placement);
}

/** Any price at all, for an order without a collar. */
function furthest(side: Side): bigint {
  return side === 'buy' ? 10n ** 60n : 1n;
}

interface Meeting {
  readonly market: SpotMarket;
  readonly placement: SpotPlacement;
  /** null: a market order */
  readonly ticks: bigint | null;
  readonly worstTicks: bigint | null;
}

function checkMeeting({ market, placement, ticks, worstTicks }: Meeting): Rejection | null {
  const { side } = placement;
  if (ticks !== null) {
    return isPostOnly(placement) && market.book.wouldTake(side, ticks)
      ? refuse('post-only-would-take', 'a post-only order must not trade at once')
      : null;
  }
  if (market.book.wouldTake(side, worstTicks ?? furthest(side))) return null;
  return refuse('no-counterparty', 'there is nobody to trade with within the price limit');
}

/** The simulated traders write whole ticks and lots near the last price themselves, and place nearly all orders. */
function checkRules(
  venue: SpotVenueState,
  market: SpotMarket,
  { accountId, placement }: PlaceRequest,
): Rejection | null {
  if (venue.isExempt(accountId)) return null;
  const reference = market.lastTicks === null ? null : priceText(market.scale, market.lastTicks);
  return checkPlacement({ market, placement, reference, isCollared: true });
}

/** The order's own numbers and its account, before money is looked at. */
function checkOrder(venue: SpotVenueState, request: PlaceRequest): Outcome<SpotMarket> {
  const { placement } = request;
  const market = venue.markets.get(placement.symbol);
  if (market === undefined) return unknownSymbol(placement.symbol);
  const rejection = checkRules(venue, market, request) ?? checkAccount(venue, request);
  return rejection ?? accept(market);
}

/** Everything that can be refused, before anything moves. */
export function prepareOrder(venue: SpotVenueState, request: PlaceRequest): Outcome<PreparedOrder> {
  const checked = checkOrder(venue, request);
  if (!checked.ok) return checked;
  const market = checked.value;
  const { accountId, placement } = request;
  const sizing = sizingOf(venue, { accountId, market, placement });
  if (!sizing.ok) return sizing;
  return checkMeeting({ market, placement, ...sizing.value }) ?? accept({ ...request, market, sizing: sizing.value });
}

/** Everything that can be refused but the balance, and the balance that the order needs. */
export function costOfOrder(venue: SpotVenueState, request: PlaceRequest): Outcome<SpotOrderCost> {
  const checked = checkOrder(venue, request);
  if (!checked.ok) return checked;
  const market = checked.value;
  const { accountId, placement } = request;
  const { side, type, price } = placement;
  const ticks = type === 'limit' ? ticksOf(market.scale, price ?? '0') : null;
  const rejection = checkMeeting({
    market,
    placement,
    ticks,
    worstTicks: ticks === null ? collarOf(market, side) : null,
  });
  if (rejection !== null) return rejection;
  const amount = moneyText(market.scale, side, needOf({ accountId, market, placement }));
  return accept({ currency: payingCurrency(market, side), amount });
}
