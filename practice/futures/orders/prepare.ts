import { compare, isMultipleOf, scaleOf, toUnits } from '#shared/decimal.ts';
import { accept, type Outcome, refuse, type Side } from '#practice/kernel/kernel.ts';
import { greater, magnitudeOf } from '#practice/kernel/integers.ts';
import { type LevelTerms, levelOf, rateOne, rateScale, rateUnits, type Terms, worthOf } from '../contract/terms.ts';
import { equityAt, maintenanceOf } from '../position/figures.ts';
import { applyLeg, type MarginMode } from '../position/state.ts';
import { closableLots, positionOf, restingValue } from '../state/market.ts';
import { settingsOf } from '../state/settings.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';
import type { FuturesPlacement } from '../order-types.ts';
import { checkBounds } from './bounds.ts';
import { checkSize, type Sized } from './sizing.ts';
import { checkPlacement, type FuturesRequest, inPositionMode } from './validate.ts';

/** An order that may enter the market. Price units, lots and rates as in terms.ts. */
export interface PreparedFuturesOrder extends Sized {
  readonly market: FuturesMarket;
  readonly accountId: string;
  readonly placement: FuturesPlacement;
  readonly limit: bigint | null;
  readonly leverage: bigint;
  readonly mode: MarginMode;
  readonly cushion: bigint;
  /** the system's, in a liquidation */
  readonly isLiquidation?: true;
  /** the worst price it may trade at */
  readonly bound: bigint;
  /** the price at which it costs most margin, as long as it takes */
  readonly marginPrice: bigint;
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
  const worth = worthOf(market.terms, lots, price) + restingValue(market, accountId, side);
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

/** An order has to name the margin mode that its account has chosen for the contract; ISOLATED is the default. */
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
  const checked = checkPlacement(venue, request);
  if (!checked.ok) return checked;
  const market = checked.value;
  const held = inPositionMode(venue, request);
  if (!held.ok) return held;
  const { accountId, placement } = held.value;
  const sized = checkSize(market, accountId, placement);
  if (!sized.ok) return sized;
  const limit = checkPrice(market, placement);
  if (!limit.ok) return limit;
  const mode = checkMode(venue, market, request);
  if (!mode.ok) return mode;
  const leverage = leverageFor(venue, market, { ...held.value, mode: mode.value, isReducing: sized.value.isReducing });
  if (!leverage.ok) return leverage;
  const order = { market, accountId, ...sized.value, leverage: leverage.value, mode: mode.value };
  const price = limit.value ?? market.mark;
  const risk = sized.value.isReducing ? accept(0n) : checkRisk(venue, { ...order, price });
  if (!risk.ok) return risk;
  const bounds = checkBounds(market, { ...order, limit: limit.value, cushion: risk.value });
  if (!bounds.ok) return bounds;
  return accept({ ...order, placement, limit: limit.value, cushion: risk.value, ...bounds.value });
}

/** The checks of a stop order before it triggers: the rest is checked then, against the market of that moment. */
export function prepareStop(venue: FuturesVenueState, request: FuturesRequest): Outcome<PreparedFuturesOrder> {
  const checked = checkPlacement(venue, request);
  if (!checked.ok) return checked;
  const market = checked.value;
  const held = inPositionMode(venue, request);
  if (!held.ok) return held;
  const { accountId, placement } = held.value;
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
  const leverage = leverageFor(venue, market, { ...held.value, mode: mode.value, isReducing });
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
