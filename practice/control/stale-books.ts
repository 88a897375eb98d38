import type { FuturesVenue } from '../futures/types.ts';
import type { BookView } from '../kernel/kernel.ts';
import type { SpotVenue } from '../spot/types.ts';
import type { VenueName } from '../wire/venue-name.ts';
import type { FaultName, LastingFault, StaleSnapshotFault } from './fault.ts';
import type { FaultRegistry } from './fault-registry.ts';

/** The two venues as REST sees them; the feeds keep the true ones. */
interface ShownVenues {
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
}

/** Asked for by the book endpoints; tickers look at less. */
const leastDepth = 20;

function cutTo(book: BookView, depth: number): BookView {
  return { ...book, bids: book.bids.slice(0, depth), asks: book.asks.slice(0, depth) };
}

function isStale(fault: LastingFault): fault is StaleSnapshotFault {
  const name: FaultName = fault.fault;
  return name === 'stale-snapshot';
}

/** Freezes the books that a fault is about when it is set, and shows those for as long as the fault strikes. */
export function createStaleBooks(registry: FaultRegistry, venues: ShownVenues) {
  const frozen = new Map<string, BookView>();
  const symbolsOf = {
    spot: () => venues.spot.pairs.map(pair => pair.symbol),
    futures: () => venues.futures.contracts.map(contract => contract.symbol),
  };
  const freeze = (venue: VenueName, symbol: string): void => {
    const book = venues[venue].book(symbol, Number.MAX_SAFE_INTEGER);
    if (book !== null) frozen.set(`${venue} ${symbol}`, book);
  };
  const show = (venue: VenueName, symbol: string, depth: number): BookView | null => {
    const stale = depth < leastDepth ? undefined : frozen.get(`${venue} ${symbol}`);
    if (stale === undefined) return venues[venue].book(symbol, depth);
    const fault = registry.strike(
      ['stale-snapshot'],
      each => (each.venue ?? venue) === venue && (each.symbol ?? symbol) === symbol,
    );
    return fault === null ? venues[venue].book(symbol, depth) : cutTo(stale, depth);
  };
  return {
    /** to be called before the fault is registered */
    prepare(fault: LastingFault): void {
      if (!isStale(fault)) return;
      for (const venue of ['spot', 'futures'] as const) {
        if (fault.venue !== undefined && fault.venue !== venue) continue;
        for (const symbol of symbolsOf[venue]()) if ((fault.symbol ?? symbol) === symbol) freeze(venue, symbol);
      }
    },
    forget: (): void => frozen.clear(),
    shown: {
      spot: { ...venues.spot, book: (symbol: string, depth: number) => show('spot', symbol, depth) },
      futures: { ...venues.futures, book: (symbol: string, depth: number) => show('futures', symbol, depth) },
    } satisfies ShownVenues,
  };
}
