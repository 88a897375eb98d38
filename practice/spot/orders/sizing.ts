import { compare, type Decimal, powerOfTen, round, toUnits } from '#shared/decimal.ts';
import { accept, type Outcome, refuse, type Side } from '#practice/kernel/kernel.ts';
import { baseOf, lotsOf, moneyText, quoteOf, restingNeed, type Scale, ticksOf, withFee } from '../state/scale.ts';
import type { SpotMarket, SpotVenueState } from '../state/state.ts';
import { walletOf } from '../state/wallet.ts';
import type { SpotPlacement } from '../types.ts';

/** What an order may take and what is held for it. */
export interface Sizing {
  /** null: a market order */
  readonly ticks: bigint | null;
  /** null: a market buy by funds */
  readonly lots: bigint | null;
  /** ticks × lots that it may reach; null: the size alone limits */
  readonly budget: bigint | null;
  /** the collar of a market order, ticks */
  readonly worstTicks: bigint | null;
  /** units of the currency that it pays with */
  readonly hold: bigint;
}

export interface UnsizedOrder {
  readonly accountId: string;
  readonly market: SpotMarket;
  readonly placement: SpotPlacement;
}

function takerNeed(scale: Scale, side: Side, units: bigint): bigint {
  return withFee(scale, side, { units, rate: scale.rates.taker });
}

export function payingCurrency({ pair }: SpotMarket, side: Side): string {
  return side === 'buy' ? pair.quoteCurrency : pair.baseCurrency;
}

/** What the account can pay with, cut to the pair's money units. */
function availableUnits(venue: SpotVenueState, { accountId, market, placement }: UnsizedOrder): bigint {
  const { side } = placement;
  const available = venue.ledger.available(accountId, walletOf(placement), payingCurrency(market, side));
  const digits = side === 'buy' ? market.scale.quoteScale : market.scale.baseScale;
  return toUnits(round(available, digits, 'down'), digits);
}

/** How far a market order may go from the last trade: the pair's price limit rate; null before any price is known. */
export function collarOf({ pair, lastTicks }: SpotMarket, side: Side): bigint | null {
  if (lastTicks === null) return null;
  const digits = 18;
  const whole = powerOfTen(digits);
  const rate = toUnits(round(pair.priceLimitRate, digits, 'down'), digits);
  const distance = (lastTicks * rate) / whole;
  const worst = side === 'buy' ? lastTicks + distance : lastTicks - distance;
  return worst < 1n ? 1n : worst;
}

/** What the visible book within the collar asks for: Σ lots and Σ ticks × lots until one of the limits is reached. */
function visibleCost(market: SpotMarket, side: Side, limit: { lots: bigint | null; product: bigint | null }) {
  const worst = collarOf(market, side);
  let [lots, product] = [0n, 0n];
  for (const [ticks, size] of market.book.levels(side === 'buy' ? 'sell' : 'buy', Number.MAX_SAFE_INTEGER)) {
    if (worst !== null && (side === 'buy' ? ticks > worst : ticks < worst)) break;
    const wanted = limit.lots === null ? ((limit.product ?? 0n) - product) / ticks : limit.lots - lots;
    const taken = wanted < size ? wanted : size;
    lots += taken;
    product += taken * ticks;
    if (taken < size) break;
  }
  return { lots, product };
}

function smaller(a: bigint, b: bigint | null): bigint {
  return b !== null && b < a ? b : a;
}

function fundsProduct({ scale }: SpotMarket, funds: Decimal): bigint {
  return toUnits(funds, scale.fundsScale) / scale.productUnits;
}

const poor = refuse('balance', 'Balance insufficient!');

function sizeLimit({ market, placement }: UnsizedOrder): Sizing {
  const { scale } = market;
  const ticks = ticksOf(scale, placement.price ?? '0');
  const lots = lotsOf(scale, placement.size ?? '0');
  return { ticks, lots, budget: null, worstTicks: null, hold: restingNeed(scale, placement.side, { ticks, lots }) };
}

/** The funds are what is to be traded; the fee comes on top. */
function sizeBuyByFunds({ market }: UnsizedOrder, funds: Decimal): Sizing {
  const { scale } = market;
  const hold = takerNeed(scale, 'buy', toUnits(funds, scale.fundsScale) * scale.wholeRate);
  return { ticks: null, lots: null, budget: fundsProduct(market, funds), worstTicks: collarOf(market, 'buy'), hold };
}

/**
 * A market buy by size has no price to hold money at. It must be able to pay what the visible book asks; what it may
 * spend at most is then the money there is, up to the collar price, and that is held while it trades.
 */
function sizeBuyBySize(venue: SpotVenueState, order: UnsizedOrder, lots: bigint): Outcome<Sizing> {
  const { market } = order;
  const { scale } = market;
  const available = availableUnits(venue, order);
  const need = takerNeed(scale, 'buy', quoteOf(scale, visibleCost(market, 'buy', { lots, product: null }).product));
  const worstTicks = collarOf(market, 'buy');
  const ceiling = worstTicks === null ? null : takerNeed(scale, 'buy', quoteOf(scale, worstTicks * lots));
  const budget = smaller(available, ceiling) / takerNeed(scale, 'buy', quoteOf(scale, 1n));
  if (available < need || budget === 0n) return poor;
  return accept({ ticks: null, lots, budget, worstTicks, hold: takerNeed(scale, 'buy', quoteOf(scale, budget)) });
}

function sizeSellBySize({ market }: UnsizedOrder, lots: bigint): Sizing {
  const hold = takerNeed(market.scale, 'sell', baseOf(market.scale, lots));
  return { ticks: null, lots, budget: null, worstTicks: collarOf(market, 'sell'), hold };
}

/** A market sell by funds sells until it has made them; likewise it may sell at most what there is. */
function sizeSellByFunds(venue: SpotVenueState, order: UnsizedOrder, funds: Decimal): Outcome<Sizing> {
  const { market } = order;
  const { scale } = market;
  const budget = fundsProduct(market, funds);
  const unit = takerNeed(scale, 'sell', baseOf(scale, 1n));
  const owned = availableUnits(venue, order) / unit;
  const needed = visibleCost(market, 'sell', { lots: null, product: budget }).lots;
  const worstTicks = collarOf(market, 'sell');
  const lots = smaller(owned, worstTicks === null ? null : budget / worstTicks + 1n);
  if (owned < needed || lots === 0n) return poor;
  return accept({ ticks: null, lots, budget, worstTicks, hold: lots * unit });
}

function sized(venue: SpotVenueState, order: UnsizedOrder): Outcome<Sizing> {
  const { side, type, size, funds } = order.placement;
  if (type === 'limit') return accept(sizeLimit(order));
  if (size !== undefined) {
    const lots = lotsOf(order.market.scale, size);
    return side === 'buy' ? sizeBuyBySize(venue, order, lots) : accept(sizeSellBySize(order, lots));
  }
  const money = funds ?? '0';
  if (fundsProduct(order.market, money) === 0n)
    return refuse('funds-too-small', 'funds buy less than one lot', 'funds');
  return side === 'buy' ? accept(sizeBuyByFunds(order, money)) : sizeSellByFunds(venue, order, money);
}

/** How much the order may take and what it holds; refused with `balance` when the account cannot pay that. */
export function sizingOf(venue: SpotVenueState, order: UnsizedOrder): Outcome<Sizing> {
  const sizing = sized(venue, order);
  if (!sizing.ok) return sizing;
  const { market, placement } = order;
  const currency = payingCurrency(market, placement.side);
  const available = venue.ledger.available(order.accountId, walletOf(placement), currency);
  const hold = moneyText(market.scale, placement.side, sizing.value.hold);
  return compare(available, hold) < 0 ? poor : sizing;
}

/** What the account must have to place the order, units of the currency that it pays with. */
export function needOf(order: UnsizedOrder): bigint {
  const { market, placement } = order;
  const { side, type, size, funds } = placement;
  const { scale } = market;
  if (type === 'limit') return sizeLimit(order).hold;
  if (size !== undefined) {
    const lots = lotsOf(scale, size);
    if (side === 'sell') return sizeSellBySize(order, lots).hold;
    return takerNeed(scale, 'buy', quoteOf(scale, visibleCost(market, 'buy', { lots, product: null }).product));
  }
  if (side === 'buy') return sizeBuyByFunds(order, funds ?? '0').hold;
  const { lots } = visibleCost(market, 'sell', { lots: null, product: fundsProduct(market, funds ?? '0') });
  return takerNeed(scale, 'sell', baseOf(scale, lots));
}
