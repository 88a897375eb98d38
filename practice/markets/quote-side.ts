import type { Random, Side } from '../kernel/kernel.ts';
import { integer } from '../kernel/random.ts';
import { levelValue, quotaOf, zoneEndsOf } from './depth-profile.ts';
import { createQuoteList, type QuoteList } from './quote-list.ts';
import type { MarketShape } from './listing/market-shape.ts';
import type { MarketPort } from './market-port.ts';

/** Where the market is fair, as the makers see it. */
export interface FairValue {
  /** in ticks, not rounded */
  readonly ticks: number;
  /** value of one lot in USDT */
  readonly lotValue: number;
}

export interface QuoteSideOptions {
  readonly port: MarketPort;
  readonly shape: MarketShape;
  readonly accountId: string;
  readonly random: Random;
}

/** The makers' quotes on one side of the book. Prices are whole ticks. */
export interface QuoteSide {
  best(): number | null;
  /** takes out everything better than the new best price */
  cull(touch: number): void;
  /** puts something at the best price, and adds up to `most` orders to each zone that has thinned out */
  refill(touch: number, work: { readonly fair: FairValue; readonly most: number }): void;
  /** replaces one order by another of the same price; most often near the touch */
  churn(fair: FairValue): void;
  rest(ticks: number, lots: number): void;
  withdraw(): void;
  /** an order is done; true when it was one of these */
  forget(orderId: string): boolean;
}

/** A zone may run over its quota by this before orders are taken out, and under it before they are added. */
const surplus = 1.35;
const shortfall = 0.9;
/** So many sizes are round, as a person types them. */
const roundSizes = 0.4;

interface SideState extends QuoteSideOptions {
  readonly quotes: QuoteList;
  readonly zoneEnds: readonly number[];
  readonly quota: number;
}

function rest({ port, accountId, quotes }: SideState, ticks: number, lots: number): void {
  if (ticks < 1) return;
  const id = port.rest(accountId, { side: quotes.side, ticks, lots });
  if (id !== null) quotes.add({ id, ticks });
}

function drop({ port, accountId, quotes }: SideState, orderId: string): void {
  quotes.remove(orderId);
  port.cancel(accountId, orderId);
}

function priceAt({ quotes }: SideState, touch: number, distance: number): number {
  return quotes.side === 'buy' ? touch - distance : touch + distance;
}

/** Places a new order whose size suits its distance from the touch. */
function quote(state: SideState, fair: FairValue, place: { readonly touch: number; readonly distance: number }): void {
  const { port, random } = state;
  const ticks = priceAt(state, place.touch, place.distance);
  const lots = levelValue(state.shape, { distance: place.distance, ticks }, random) / fair.lotValue;
  const digits = Math.floor(Math.log10(Math.max(1, lots)));
  const grain = random.next() < roundSizes ? 10 ** Math.max(0, digits - 1) : 1;
  rest(state, ticks, Math.min(port.mostLots, Math.max(port.leastLots, Math.round(lots / grain) * grain)));
}

/** A free price in the zone, looked for outwards from a random place; null when the zone is full. */
function freeDistance(state: SideState, touch: number, zone: number): number | null {
  const from = state.zoneEnds[zone - 1] ?? 0;
  const width = (state.zoneEnds[zone] ?? 0) - from;
  const start = integer(state.random, 0, width - 1);
  for (let tried = 0; tried < width; tried += 1) {
    const distance = from + ((start + tried) % width);
    if (!state.quotes.isOccupied(priceAt(state, touch, distance))) return distance;
  }
  return null;
}

/** Takes orders out of zones that overflow, and the far ones that no zone wants any more. */
function thin(state: SideState, counts: readonly number[]): void {
  const { quotes, quota, shape, random } = state;
  let first = 0;
  for (const count of counts) {
    const victim = count > quota * surplus ? quotes.at(first + integer(random, 1, count - 1)) : null;
    if (victim !== null) drop(state, victim.id);
    first += count;
  }
  const farthest = quotes.at(quotes.count() - 1);
  if (farthest !== null && quotes.count() > shape.levels * surplus) drop(state, farthest.id);
}

function refill(
  state: SideState,
  touch: number,
  { fair, most }: { readonly fair: FairValue; readonly most: number },
): void {
  const { quotes, zoneEnds, quota } = state;
  if (quotes.best()?.ticks !== touch) quote(state, fair, { touch, distance: 0 });
  const counts = quotes.countZones(touch, zoneEnds);
  for (const [zone, count] of counts.entries()) {
    const wanted = count < quota * shortfall ? Math.min(most, quota - count) : 0;
    for (let added = 0; added < wanted; added += 1) {
      const distance = freeDistance(state, touch, zone);
      if (distance !== null) quote(state, fair, { touch, distance });
    }
  }
  thin(state, counts);
}

function churn(state: SideState, fair: FairValue): void {
  const { quotes, random } = state;
  const touch = quotes.best()?.ticks;
  const old = quotes.at(Math.floor(random.next() ** 2 * quotes.count()));
  if (old === null || touch === undefined) return;
  drop(state, old.id);
  quote(state, fair, { touch, distance: Math.abs(old.ticks - touch) });
}

export function createQuoteSide(side: Side, options: QuoteSideOptions): QuoteSide {
  const quotes = createQuoteList(side);
  const state: SideState = { ...options, quotes, zoneEnds: zoneEndsOf(options.shape), quota: quotaOf(options.shape) };
  return {
    best: () => quotes.best()?.ticks ?? null,
    cull(touch) {
      for (const stale of quotes.beyond(touch)) drop(state, stale.id);
    },
    refill: (touch, work) => refill(state, touch, work),
    churn: fair => churn(state, fair),
    rest: (ticks, lots) => rest(state, ticks, lots),
    withdraw() {
      for (let best = quotes.best(); best !== null; best = quotes.best()) drop(state, best.id);
    },
    forget: orderId => quotes.remove(orderId) !== null,
  };
}
