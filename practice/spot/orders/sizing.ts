import { compare, type Decimal, powerOfTen, round, toUnits } from '#shared/decimal.ts';
import { type Outcome, accept, refuse, type Side } from '#practice/kernel/kernel.ts';
import { baseOf, lotsOf, moneyText, quoteOf, type Scale, ticksOf, withFee } from '../state/scale.ts';
import type { PairState, VenueState } from '../state/state.ts';
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

interface Buyer {
  readonly accountId: string;
  readonly state: PairState;
  readonly placement: SpotPlacement;
}

/** What a resting order needs for `lots` at `ticks`, the dearer fee included: the hold of an active limit order. */
export function restingNeed(scale: Scale, side: Side, { ticks, lots }: { ticks: bigint; lots: bigint }): bigint {
  const units = side === 'buy' ? quoteOf(scale, ticks * lots) : baseOf(scale, lots);
  return withFee(scale, side, { units, rate: scale.worstRate });
}

function takerNeed(scale: Scale, side: Side, units: bigint): bigint {
  return withFee(scale, side, { units, rate: scale.rates.taker });
}

function payingCurrency({ pair }: PairState, side: Side): string {
  return side === 'buy' ? pair.quoteCurrency : pair.baseCurrency;
}

/** What the account can pay with, cut to the pair's money units. */
function availableUnits(venue: VenueState, { accountId, state, placement: { side } }: Buyer): bigint {
  const { available } = venue.options.ledger.balance(accountId, 'trade', payingCurrency(state, side));
  const digits = side === 'buy' ? state.scale.quoteScale : state.scale.baseScale;
  return toUnits(round(available, digits, 'down'), digits);
}

/** How far a market order may go from the last trade: the pair's price limit rate; null before any price is known. */
function collarOf({ pair, lastTicks }: PairState, side: Side): bigint | null {
  if (lastTicks === null) return null;
  const digits = 18;
  const whole = powerOfTen(digits);
  const rate = toUnits(round(pair.priceLimitRate, digits, 'down'), digits);
  const distance = (lastTicks * rate) / whole;
  const worst = side === 'buy' ? lastTicks + distance : lastTicks - distance;
  return worst < 1n ? 1n : worst;
}

/** What the visible book within the collar asks for: Σ lots and Σ ticks × lots until one of the limits is reached. */
function visibleCost(state: PairState, side: Side, limit: { lots: bigint | null; product: bigint | null }) {
  const worst = collarOf(state, side);
  let [lots, product] = [0n, 0n];
  for (const [ticks, size] of state.book.levels(side === 'buy' ? 'sell' : 'buy', Number.MAX_SAFE_INTEGER)) {
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

function fundsProduct({ scale }: PairState, funds: Decimal): bigint {
  return toUnits(funds, scale.fundsScale) / scale.productUnits;
}

const poor = refuse('balance', 'Balance insufficient!');

function sizeLimit({ state, placement }: Buyer): Sizing {
  const { scale } = state;
  const ticks = ticksOf(scale, placement.price ?? '0');
  const lots = lotsOf(scale, placement.size ?? '0');
  return { ticks, lots, budget: null, worstTicks: null, hold: restingNeed(scale, placement.side, { ticks, lots }) };
}

/** The funds are what is to be traded; the fee comes on top. */
function sizeBuyByFunds({ state }: Buyer, funds: Decimal): Sizing {
  const { scale } = state;
  const hold = takerNeed(scale, 'buy', toUnits(funds, scale.fundsScale) * scale.wholeRate);
  return { ticks: null, lots: null, budget: fundsProduct(state, funds), worstTicks: collarOf(state, 'buy'), hold };
}

/**
 * A market buy by size has no price to hold money at. It must be able to pay what the visible book asks; what it may
 * spend at most is then the money there is, up to the collar price, and that is held while it trades.
 */
function sizeBuyBySize(venue: VenueState, buyer: Buyer, lots: bigint): Outcome<Sizing> {
  const { state } = buyer;
  const { scale } = state;
  const available = availableUnits(venue, buyer);
  const need = takerNeed(scale, 'buy', quoteOf(scale, visibleCost(state, 'buy', { lots, product: null }).product));
  const worstTicks = collarOf(state, 'buy');
  const ceiling = worstTicks === null ? null : takerNeed(scale, 'buy', quoteOf(scale, worstTicks * lots));
  const budget = smaller(available, ceiling) / takerNeed(scale, 'buy', quoteOf(scale, 1n));
  if (available < need || budget === 0n) return poor;
  return accept({ ticks: null, lots, budget, worstTicks, hold: takerNeed(scale, 'buy', quoteOf(scale, budget)) });
}

function sizeSellBySize({ state }: Buyer, lots: bigint): Sizing {
  const hold = takerNeed(state.scale, 'sell', baseOf(state.scale, lots));
  return { ticks: null, lots, budget: null, worstTicks: collarOf(state, 'sell'), hold };
}

/** A market sell by funds sells until it has made them; likewise it may sell at most what there is. */
function sizeSellByFunds(venue: VenueState, buyer: Buyer, funds: Decimal): Outcome<Sizing> {
  const { state } = buyer;
  const { scale } = state;
  const budget = fundsProduct(state, funds);
  const unit = takerNeed(scale, 'sell', baseOf(scale, 1n));
  const owned = availableUnits(venue, buyer) / unit;
  const needed = visibleCost(state, 'sell', { lots: null, product: budget }).lots;
  const worstTicks = collarOf(state, 'sell');
  const lots = smaller(owned, worstTicks === null ? null : budget / worstTicks + 1n);
  if (owned < needed || lots === 0n) return poor;
  return accept({ ticks: null, lots, budget, worstTicks, hold: lots * unit });
}

function sized(venue: VenueState, buyer: Buyer): Outcome<Sizing> {
  const { side, type, size, funds } = buyer.placement;
  if (type === 'limit') return accept(sizeLimit(buyer));
  if (size !== undefined) {
    const lots = lotsOf(buyer.state.scale, size);
    return side === 'buy' ? sizeBuyBySize(venue, buyer, lots) : accept(sizeSellBySize(buyer, lots));
  }
  const money = funds ?? '0';
  if (fundsProduct(buyer.state, money) === 0n) return refuse('funds-too-small', 'funds buy less than one lot', 'funds');
  return side === 'buy' ? accept(sizeBuyByFunds(buyer, money)) : sizeSellByFunds(venue, buyer, money);
}

/** How much the order may take and what it holds; refused with `balance` when the account cannot pay that. */
export function sizingOf(venue: VenueState, buyer: Buyer): Outcome<Sizing> {
  const sizing = sized(venue, buyer);
  if (!sizing.ok) return sizing;
  const { state, placement } = buyer;
  const { available } = venue.options.ledger.balance(buyer.accountId, 'trade', payingCurrency(state, placement.side));
  const hold = moneyText(state.scale, placement.side, sizing.value.hold);
  return compare(available, hold) < 0 ? poor : sizing;
}
