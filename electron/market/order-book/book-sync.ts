import type { BookSnapshot } from '#shared/domain/market/book.ts';
import type { BookSource } from '#shared/domain/live.ts';
import type { BookIncrement } from '#client/feed/messages/books.ts';
import { type ApplyLoss, type ProvedBook, proveSnapshot } from './proved-book.ts';

/**
 * Why a book is not correct, or not yet. `too-old`: the snapshot ends before the buffered increments begin. `beyond`:
 * the market has left the known prices. `missed`: the exchange's book has changed without a message.
 */
export type Loss = ApplyLoss | 'too-old' | 'beyond' | 'missed';

/** A snapshot as it was asked for. `limit`: rows a side at which the exchange cuts it; null: never. */
export interface Snapshot {
  readonly source: BookSource;
  readonly book: BookSnapshot;
  readonly limit: number | null;
}

/**
 * One book on its way from increments and a snapshot to being right (docs/exchange/feeds.md §9). Increments are
 * gathered until a snapshot joins them; after that each is applied as it comes. Once it is lost it stays so: make a new
 * one.
 */
export interface BookSync {
  /** null when all is well, which while gathering it always is */
  readonly take: (increment: BookIncrement) => Loss | null;
  /** Joins a snapshot and what was gathered. When that fails the gathered increments stay for the next snapshot. */
  readonly load: (snapshot: BookSnapshot, limit: number | null) => Loss | null;
  readonly proved: () => ProvedBook | null;
}

/** Increments kept while there is no snapshot: at ten thousand a second two seconds of them. The oldest go first. */
const mostGathered = 20_000;

/** Whether the best price of a side is no longer known for sure, so that nothing is. */
function isBeyond({ book, floorUnits, ceilingUnits }: ProvedBook): boolean {
  if (floorUnits === Number.NEGATIVE_INFINITY && ceilingUnits === Number.POSITIVE_INFINITY) return false;
  return (book.best('buy') ?? Number.NaN) < floorUnits || (book.best('sell') ?? Number.NaN) > ceilingUnits;
}

function apply({ book }: ProvedBook, increment: BookIncrement): Loss | null {
  const outcome = book.apply(increment);
  return outcome === 'applied' || outcome === 'stale' ? null : outcome;
}

function replay(proved: ProvedBook, increments: readonly BookIncrement[]): Loss | null {
  for (const increment of increments) {
    const loss = apply(proved, increment);
    if (loss !== null) return loss;
  }
  return isBeyond(proved) ? 'beyond' : null;
}

export function createBookSync(): BookSync {
  let gathered: BookIncrement[] = [];
  let proved: ProvedBook | null = null;
  return {
    take(increment) {
      if (proved !== null) return apply(proved, increment) ?? (isBeyond(proved) ? 'beyond' : null);
      gathered.push(increment);
      if (gathered.length >= 2 * mostGathered) gathered = gathered.slice(-mostGathered);
      return null;
    },
    load(snapshot, limit) {
      const sequence = Number(snapshot.sequence);
      // what was overtaken on the wire finds its place again
      const increments = gathered.toSorted((a, b) => a.sequenceStart - b.sequenceStart);
      const first = increments.find(({ sequenceEnd }) => sequenceEnd > sequence);
      if (first !== undefined && first.sequenceStart > sequence + 1) return 'too-old';
      const loaded = proveSnapshot(snapshot, limit);
      if (typeof loaded === 'string') return loaded;
      const loss = replay(loaded, increments);
      if (loss !== null) return loss;
      proved = loaded;
      gathered = [];
      return null;
    },
    proved: () => proved,
  };
}

/** The book of one market through all its losses: the one in use, and a deeper one that is to take its place. */
export interface LocalBook {
  readonly take: (increment: BookIncrement) => Loss | null;
  /** null when the snapshot made the book right; a book that was right all along gives way to it */
  readonly join: (snapshot: Snapshot) => Loss | null;
  /** Restarts the buffer. `first` was not applied and may be its first entry. */
  readonly restart: (first?: BookIncrement) => void;
  /**
   * Starts to collect messages for a deeper snapshot beside the book. False: it would add nothing, or it is under way.
   */
  readonly deepen: () => boolean;
  readonly stopDeepening: () => void;
  /** the exchange may count from one again */
  readonly forgetSequence: () => void;
  readonly proved: () => ProvedBook | null;
  readonly source: () => BookSource;
}

export function createLocalBook(): LocalBook {
  let sync = createBookSync();
  let spare: BookSync | null = null;
  let source: BookSource = 'full';
  /** how far the book was right: a snapshot that ends before it comes from the past */
  let heardSequence = 0;
  return {
    take(increment) {
      const isRight = sync.proved() !== null;
      const loss = sync.take(increment);
      if (loss !== null) return loss;
      spare?.take(increment);
      if (isRight && increment.sequenceEnd > heardSequence) heardSequence = increment.sequenceEnd;
      return null;
    },
    join(snapshot) {
      const joining = spare ?? sync;
      const loss = joining.load(snapshot.book, snapshot.limit);
      if (loss !== null) return loss;
      const sequence = joining.proved()?.book.sequence() ?? 0;
      if (sequence < heardSequence) {
        // an answer from the past, and no later message shows it: the following messages must be collected again
        if (joining === sync) sync = createBookSync();
        return 'too-old';
      }
      heardSequence = sequence;
      sync = joining;
      spare = null;
      source = snapshot.source;
      return null;
    },
    restart(first) {
      sync = createBookSync();
      spare = null;
      if (first !== undefined) sync.take(first);
    },
    deepen() {
      if (source !== 'top-100' || spare !== null || sync.proved() === null) return false;
      spare = createBookSync();
      return true;
    },
    stopDeepening() {
      spare = null;
    },
    forgetSequence() {
      heardSequence = 0;
    },
    proved: () => sync.proved(),
    source: () => source,
  };
}
