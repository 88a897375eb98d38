import type { Side } from '../kernel/kernel.ts';

/** A maker's resting order. */
interface Quote {
  readonly id: string;
  readonly ticks: number;
}

/** The resting orders of one side, best price first. Prices are whole ticks. */
export interface QuoteList {
  readonly side: Side;
  count(): number;
  at(index: number): Quote | null;
  best(): Quote | null;
  add(quote: Quote): void;
  remove(id: string): Quote | null;
  isOccupied(ticks: number): boolean;
  /** how many lie in each zone; a zone ends before its distance (in ticks, from `touch` away from the market) */
  countZones(touch: number, zoneEnds: readonly number[]): number[];
  /** those that lie on the wrong side of `touch`, best first */
  beyond(touch: number): readonly Quote[];
}

export function createQuoteList(side: Side): QuoteList {
  const direction = side === 'buy' ? -1 : 1;
  const quotes: Quote[] = [];
  const ticksById = new Map<string, number>();
  const distance = (from: number, ticks: number): number => (ticks - from) * direction;

  /** the first place whose quote is not better than `ticks` */
  const placeOf = (ticks: number): number => {
    let low = 0;
    let high = quotes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (distance(ticks, quotes[middle]?.ticks ?? ticks) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    side,
    count: () => quotes.length,
    at: index => quotes[index] ?? null,
    best: () => quotes[0] ?? null,
    add(quote) {
      quotes.splice(placeOf(quote.ticks), 0, quote);
      ticksById.set(quote.id, quote.ticks);
    },
    remove(id) {
      const ticks = ticksById.get(id);
      if (ticks === undefined) return null;
      ticksById.delete(id);
      let index = placeOf(ticks);
      while (quotes[index]?.id !== id) index += 1;
      return quotes.splice(index, 1)[0] ?? null;
    },
    isOccupied: ticks => quotes[placeOf(ticks)]?.ticks === ticks,
    countZones(touch, zoneEnds) {
      const counts = zoneEnds.map(() => 0);
      let zone = 0;
      for (const quote of quotes) {
        const away = distance(touch, quote.ticks);
        while (zone < zoneEnds.length && away >= (zoneEnds[zone] ?? 0)) zone += 1;
        if (zone === zoneEnds.length) break;
        counts[zone] = (counts[zone] ?? 0) + 1;
      }
      return counts;
    },
    beyond: touch => quotes.slice(0, placeOf(touch)),
  };
}
