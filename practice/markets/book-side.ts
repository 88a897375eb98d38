import type { Random, Side } from '../kernel/kernel.ts';
import { integer } from '../kernel/random.ts';
import { levelValue, quotaOf, zoneEndsOf } from './depth-profile.ts';
import { createLadder, type Ladder } from './ladder.ts';
import type { MarketShape } from './listing/market-shape.ts';
import type { MarketPort } from './market-port.ts';

/** Where the market is fair, as the makers see it. */
export interface FairValue {
  /** in ticks, not rounded */
  readonly ticks: number;
  /** value of one lot in USDT */
  readonly lotValue: number;
}

export interface MakerParts {
  readonly port: MarketPort;
  readonly shape: MarketShape;
  readonly accountId: string;
  readonly random: Random;
}

/** The makers' quotes on one side of the book. Prices are whole ticks. */
export interface BookSide {
  best(): number | null;
  /** takes out everything better than the new best price */
  cull(touch: number): void;
  /** puts something at the best price, and adds up to `most` orders to each zone that has thinned out */
  mend(touch: number, work: { readonly fair: FairValue; readonly most: number }): void;
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

interface Bench extends MakerParts {
  readonly ladder: Ladder;
  readonly zoneEnds: readonly number[];
  readonly quota: number;
}

function rest({ port, accountId, ladder }: Bench, ticks: number, lots: number): void {
  if (ticks < 1) return;
  const id = port.rest(accountId, { side: ladder.side, ticks, lots });
  if (id !== null) ladder.add({ id, ticks });
}

function drop({ port, accountId, ladder }: Bench, orderId: string): void {
  ladder.remove(orderId);
  port.cancel(accountId, orderId);
}

function priceAt({ ladder }: Bench, touch: number, distance: number): number {
  return ladder.side === 'buy' ? touch - distance : touch + distance;
}

/** Places a new order whose size suits its distance from the touch. */
function quote(bench: Bench, fair: FairValue, place: { readonly touch: number; readonly distance: number }): void {
  const { port, random } = bench;
  const ticks = priceAt(bench, place.touch, place.distance);
  const lots = levelValue(bench.shape, { distance: place.distance, ticks }, random) / fair.lotValue;
  const digits = Math.floor(Math.log10(Math.max(1, lots)));
  const grain = random.next() < roundSizes ? 10 ** Math.max(0, digits - 1) : 1;
  rest(bench, ticks, Math.min(port.mostLots, Math.max(port.leastLots, Math.round(lots / grain) * grain)));
}

/** A free price in the zone, looked for outwards from a random place; null when the zone is full. */
function freeDistance(bench: Bench, touch: number, zone: number): number | null {
  const from = bench.zoneEnds[zone - 1] ?? 0;
  const width = (bench.zoneEnds[zone] ?? 0) - from;
  const start = integer(bench.random, 0, width - 1);
  for (let tried = 0; tried < width; tried += 1) {
    const distance = from + ((start + tried) % width);
    if (!bench.ladder.isOccupied(priceAt(bench, touch, distance))) return distance;
  }
  return null;
}

/** Takes orders out of zones that overflow, and the far ones that no zone wants any more. */
function thin(bench: Bench, counts: readonly number[]): void {
  const { ladder, quota, shape, random } = bench;
  let first = 0;
  for (const count of counts) {
    const victim = count > quota * surplus ? ladder.at(first + integer(random, 1, count - 1)) : null;
    if (victim !== null) drop(bench, victim.id);
    first += count;
  }
  const farthest = ladder.at(ladder.count() - 1);
  if (farthest !== null && ladder.count() > shape.levels * surplus) drop(bench, farthest.id);
}

function mend(bench: Bench, touch: number, { fair, most }: { readonly fair: FairValue; readonly most: number }): void {
  const { ladder, zoneEnds, quota } = bench;
  if (ladder.best()?.ticks !== touch) quote(bench, fair, { touch, distance: 0 });
  const counts = ladder.countZones(touch, zoneEnds);
  for (const [zone, count] of counts.entries()) {
    const wanted = count < quota * shortfall ? Math.min(most, quota - count) : 0;
    for (let added = 0; added < wanted; added += 1) {
      const distance = freeDistance(bench, touch, zone);
      if (distance !== null) quote(bench, fair, { touch, distance });
    }
  }
  thin(bench, counts);
}

function churn(bench: Bench, fair: FairValue): void {
  const { ladder, random } = bench;
  const touch = ladder.best()?.ticks;
  const old = ladder.at(Math.floor(random.next() ** 2 * ladder.count()));
  if (old === null || touch === undefined) return;
  drop(bench, old.id);
  quote(bench, fair, { touch, distance: Math.abs(old.ticks - touch) });
}

export function createBookSide(side: Side, parts: MakerParts): BookSide {
  const ladder = createLadder(side);
  const bench: Bench = { ...parts, ladder, zoneEnds: zoneEndsOf(parts.shape), quota: quotaOf(parts.shape) };
  return {
    best: () => ladder.best()?.ticks ?? null,
    cull(touch) {
      for (const stale of ladder.beyond(touch)) drop(bench, stale.id);
    },
    mend: (touch, work) => mend(bench, touch, work),
    churn: fair => churn(bench, fair),
    rest: (ticks, lots) => rest(bench, ticks, lots),
    withdraw() {
      for (let best = ladder.best(); best !== null; best = ladder.best()) drop(bench, best.id);
    },
    forget: orderId => ladder.remove(orderId) !== null,
  };
}
