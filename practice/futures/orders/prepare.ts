import { compare, isMultipleOf, scaleOf, toUnits } from '#shared/decimal.ts';
import { accept, type Outcome, refuse, type Side } from '#practice/kernel/kernel.ts';
import { divideCeil, greater, lesser, magnitudeOf } from '#practice/kernel/integers.ts';
import {
  type LevelTerms,
  levelOf,
  rateOne,
  rateScale,
  rateUnits,
  type Terms,
  worthOf,
  writePrice,
} from '../contract/terms.ts';
import { closingLimitOf, equityAt, maintenanceOf } from '../position/figures.ts';
import { openingLimitOf } from '../position/order-margin.ts';
import { applyLeg, type MarginMode } from '../position/state.ts';
import { bestPrice, closableLots, oppositeOf, positionOf, restingWorth } from '../state/market.ts';
import { settingsOf } from '../state/settings.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';
import type { FuturesPlacement } from '../types.ts';
import { checkPlacement, type FuturesRequest } from './validate.ts';

/** An order that may enter the market. Price units, lots and rates as in terms.ts. */
export interface PreparedFuturesOrder {
  readonly market: FuturesMarket;
  readonly accountId: string;
  readonly placement: FuturesPlacement;
  readonly side: Side;
  /** size asked for */
  readonly lots: bigint;
  /** what enters the market: a reduce-only order is cut to the position */
  readonly activeLots: bigint;
  readonly limit: bigint | null;
  readonly leverage: bigint;
  readonly mode: MarginMode;
  readonly cushion: bigint;
  readonly isReducing: boolean;
  /** the system's, in a liquidation */
  readonly isLiquidation?: true;
  /** the worst price it may trade at */
  readonly bound: bigint;
  /** the price at which it costs most margin, as long as it takes */
  readonly marginPrice: bigint;
}

/** How far from the mark an order may trade: 5 % (docs/exchange/matching.md §5). */
const collar = rateOne / 20n;

interface Sized {
  readonly side: Side;
  readonly lots: bigint;
  readonly activeLots: bigint;
  readonly isReducing: boolean;
}

/** The lowest price that a sell, the highest that a buy may have now: the contract's sellLimit and buyLimit. */
function collarOf({ terms, mark }: FuturesMarket, side: Side): bigint {
  if (side === 'buy')
    return lesser((mark * (rateOne + collar)) / rateOne / terms.tick, terms.maxPrice / terms.tick) * terms.tick;
  return divideCeil(mark * (rateOne - collar), rateOne * terms.tick) * terms.tick;
}

function checkSize(market: FuturesMarket, accountId: string, placement: FuturesPlacement): Outcome<Sized> {
  const { terms } = market;
  const { quantity } = positionOf(market, accountId);
  if (placement.isCloseOrder === true) {
    if (quantity === 0n) return refuse('no-position', 'No open positions to close.');
    const lots = magnitudeOf(quantity);
    return accept({ side: quantity > 0n ? 'sell' : 'buy', lots, activeLots: lots, isReducing: true });
  }
  if (placement.size === undefined) return refuse('parameter', 'The order needs a size.', 'size');
  if (compare(placement.size, terms.contract.lotSize) < 0) {
    return refuse('size-too-small', `The size must be at least ${terms.contract.lotSize}.`, 'size');
  }
  if (!isMultipleOf(placement.size, terms.contract.lotSize)) {
    return refuse('size-increment', `The size must be a multiple of ${terms.contract.lotSize}.`, 'size');
  }
  const lots = toUnits(placement.size, 0);
  if (lots > terms.maxOrderLots) {
    return refuse('size-too-large', `The size must be at most ${terms.contract.maxOrderQty}.`, 'size');
  }
  const { side } = placement;
  if (placement.isReduceOnly !== true) return accept({ side, lots, activeLots: lots, isReducing: false });
  const closable = closableLots(market, accountId, side);
  if (closable === 0n) return refuse('no-position', 'No open positions to close.');
  return accept({ side, lots, activeLots: lesser(lots, closable), isReducing: true });
}

function checkPrice({ terms }: FuturesMarket, placement: FuturesPlacement): Outcome<bigint | null> {
  if (placement.type === 'market') return accept(null);
  if (placement.price === undefined) return refuse('parameter', 'A limit order needs a price.', 'price');
  if (compare(placement.price, '0') <= 0) return refuse('parameter', 'The price must be positive.', 'price');
  if (!isMultipleOf(placement.price, terms.contract.tickSize)) {
    return refuse('price-increment', `The price must be a multiple of ${terms.contract.tickSize}.`, 'price');
  }
  if (compare(placement.price, terms.contract.maxPrice) > 0) {
    return refuse('price-too-high', `The price must be at most ${terms.contract.maxPrice}.`, 'price');
  }
  return accept(toUnits(placement.price, terms.priceScale));
}

/** The leverage asked for; an order that only reduces needs none and gets 1. */
function checkLeverage(terms: Terms, placement: FuturesPlacement, isReducing: boolean): Outcome<bigint> {
  const { leverage } = placement;
  if (leverage === undefined) {
    return isReducing ? accept(rateOne) : refuse('parameter', 'The order needs a leverage.', 'leverage');
  }
  if (scaleOf(leverage) > rateScale || compare(leverage, '1') < 0) {
    return refuse('leverage', 'The leverage must be at least 1.', 'leverage');
  }
  const units = rateUnits(leverage);
  if (units > terms.maxLeverage) {
    return refuse('leverage', `The leverage must be at most ${terms.contract.maxLeverage}.`, 'leverage');
  }
  return accept(units);
}

interface Opening {
  readonly market: FuturesMarket;
  readonly accountId: string;
  readonly side: Side;
  readonly lots: bigint;
  readonly leverage: bigint;
  readonly price: bigint;
  readonly mode: MarginMode;
}

/** Value of the position that there would be if all open orders of the side traded. */
function projectedWorth({ market, accountId, side, lots, price }: Opening): bigint {
  const worth = worthOf(market.terms, lots, price) + restingWorth(market, accountId, side);
  const { cost } = positionOf(market, accountId);
  const isOpposite = closableLots(market, accountId, side) > 0n;
  return greater(isOpposite ? worth - magnitudeOf(cost) : worth + magnitudeOf(cost), 0n);
}

/** The risk level that the account has chosen for its isolated positions. */
function chosenLevel(venue: FuturesVenueState, { market, accountId, mode }: Opening): LevelTerms | undefined {
  const { riskLevel } = settingsOf(venue, market, accountId);
  return mode === 'ISOLATED' && riskLevel !== null ? market.terms.levels[riskLevel - 1] : undefined;
}

/** Risk limit levels, and whether the grown position could stand. Answers the cushion of the order. */
function checkRisk(venue: FuturesVenueState, opening: Opening): Outcome<bigint> {
  const { market, accountId, side, lots, leverage, price, mode } = opening;
  const { terms } = market;
  const worth = projectedWorth(opening);
  const level = chosenLevel(venue, opening) ?? levelOf(terms, worth);
  if (worth > level.maxValue && !venue.isExempt(accountId)) {
    return refuse('risk-limit', `The position would exceed the risk limit of ${level.source.maxRiskLimit}.`, 'size');
  }
  if (leverage > level.maxLeverage) {
    const most = level.source.maxLeverage;
    return refuse('leverage', `The leverage must be at most ${most} for a position of this value.`, 'leverage');
  }
  const current = positionOf(market, accountId);
  if (mode === 'ISOLATED' && current.quantity !== 0n && closableLots(market, accountId, side) === 0n) {
    const signed = side === 'buy' ? lots : -lots;
    const cost = (worthOf(terms, lots, price) * current.cost) / magnitudeOf(current.cost);
    const { state } = applyLeg(terms, current, { lots: signed, cost, leverage, timeMs: 0 });
    if (equityAt(terms, state, market.mark) <= maintenanceOf(terms, state)) {
      return refuse('risk-limit', 'The position would be liquidated at once: use a lower leverage or a smaller size.');
    }
  }
  return accept((rateOne * rateOne) / leverage - level.maintain);
}

function stricter(side: Side, a: bigint, b: bigint | null): bigint {
  if (b === null) return a;
  return side === 'buy' ? lesser(a, b) : greater(a, b);
}

interface Priced extends Sized {
  readonly accountId: string;
  readonly limit: bigint | null;
  readonly cushion: bigint;
}

/** The worst price: the collar, or where the order would open into liquidation or close into bankruptcy. */
function boundOf(market: FuturesMarket, { side, accountId, cushion, isReducing, lots }: Priced): bigint {
  const { terms, mark } = market;
  const closable = closableLots(market, accountId, side);
  let bound = collarOf(market, side);
  if (!isReducing && lots > closable) bound = stricter(side, bound, openingLimitOf(terms, { side, cushion }, mark));
  if (closable > 0n) bound = stricter(side, bound, closingLimitOf(terms, positionOf(market, accountId)));
  return bound;
}

/** The worst price at which `lots` of the account's position may be closed now. */
export function closingBoundOf(
  market: FuturesMarket,
  closing: { readonly accountId: string; readonly side: Side; readonly lots: bigint },
): bigint {
  return boundOf(market, { ...closing, activeLots: closing.lots, isReducing: true, limit: null, cushion: 0n });
}

/** What is bought is dearest at the highest price, unless the contract is inverse; what is sold the other way round. */
function marginPriceOf(market: FuturesMarket, side: Side, worst: bigint): bigint {
  const best = bestPrice(market, oppositeOf(side));
  const meets = best > 0n && (side === 'buy' ? best <= worst : best >= worst);
  const isDearestAtBest = market.terms.contract.isInverse === (side === 'buy');
  return meets && isDearestAtBest ? best : greater(worst, market.terms.tick);
}

function checkBounds(
  market: FuturesMarket,
  priced: Priced,
): Outcome<{ readonly bound: bigint; readonly marginPrice: bigint }> {
  const { side, limit } = priced;
  const bound = boundOf(market, priced);
  if (limit !== null && side === 'buy' && limit > bound) {
    return refuse('price-too-high', `The buy price must not be above ${writePrice(market.terms, bound)} now.`, 'price');
  }
  if (limit !== null && side === 'sell' && limit < bound) {
    return refuse('price-too-low', `The sell price must not be below ${writePrice(market.terms, bound)} now.`, 'price');
  }
  return accept({ bound, marginPrice: marginPriceOf(market, side, limit ?? bound) });
}

/** An order has to name the margin mode that its account has chosen for the contract; ISOLATED goes without saying. */
function checkMode(venue: FuturesVenueState, market: FuturesMarket, request: FuturesRequest): Outcome<MarginMode> {
  const asked = request.placement.marginMode ?? 'ISOLATED';
  if (request.accountId === venue.insuranceAccountId) return accept('CROSS');
  const { mode } = settingsOf(venue, market, request.accountId);
  if (asked === mode) return accept(asked);
  const words = "The order's margin mode does not match the selected one. Please switch and try again.";
  return refuse('position-mode', words, 'marginMode');
}

/** A cross order has the leverage that its account has chosen for the contract, whatever it names. */
function leverageFor(
  venue: FuturesVenueState,
  market: FuturesMarket,
  {
    accountId,
    placement,
    mode,
    isReducing,
  }: FuturesRequest & { readonly mode: MarginMode; readonly isReducing: boolean },
): Outcome<bigint> {
  if (mode === 'ISOLATED') return checkLeverage(market.terms, placement, isReducing);
  return accept(settingsOf(venue, market, accountId).crossLeverage);
}

/** Everything that docs/exchange/matching.md §2 asks of an order before it may enter the market; moves nothing. */
export function prepareOrder(venue: FuturesVenueState, request: FuturesRequest): Outcome<PreparedFuturesOrder> {
  const { accountId, placement } = request;
  const checked = checkPlacement(venue, request);
  if (!checked.ok) return checked;
  const market = checked.value;
  const sized = checkSize(market, accountId, placement);
  if (!sized.ok) return sized;
  const limit = checkPrice(market, placement);
  if (!limit.ok) return limit;
  const mode = checkMode(venue, market, request);
  if (!mode.ok) return mode;
  const leverage = leverageFor(venue, market, { ...request, mode: mode.value, isReducing: sized.value.isReducing });
  if (!leverage.ok) return leverage;
  const order = { market, accountId, ...sized.value, leverage: leverage.value, mode: mode.value };
  const price = limit.value ?? market.mark;
  const risk = sized.value.isReducing ? accept(0n) : checkRisk(venue, { ...order, price });
  if (!risk.ok) return risk;
  const bounds = checkBounds(market, { ...order, limit: limit.value, cushion: risk.value });
  if (!bounds.ok) return bounds;
  return accept({ ...order, placement, limit: limit.value, cushion: risk.value, ...bounds.value });
}

/** What can be said of a stop order before it triggers: the rest is checked then, against the market of that moment. */
export function prepareStop(venue: FuturesVenueState, request: FuturesRequest): Outcome<PreparedFuturesOrder> {
  const { accountId, placement } = request;
  const checked = checkPlacement(venue, request);
  if (!checked.ok) return checked;
  const market = checked.value;
  const isClosing = placement.isCloseOrder === true;
  const sized: Outcome<Sized> = isClosing
    ? accept({ side: placement.side, lots: 0n, activeLots: 0n, isReducing: true })
    : checkSize(market, accountId, { ...placement, isReduceOnly: false });
  if (!sized.ok) return sized;
  const limit = checkPrice(market, placement);
  if (!limit.ok) return limit;
  const isReducing = isClosing || placement.isReduceOnly === true;
  const mode = checkMode(venue, market, request);
  if (!mode.ok) return mode;
  const leverage = leverageFor(venue, market, { ...request, mode: mode.value, isReducing });
  if (!leverage.ok) return leverage;
  return accept({
    market,
    accountId,
    placement,
    ...sized.value,
    isReducing,
    limit: limit.value,
    leverage: leverage.value,
    mode: mode.value,
    cushion: 0n,
    bound: 0n,
    marginPrice: limit.value ?? market.mark,
  });
}
