import type { LiveBook } from '../../../shared/domain/live.ts';
import type { Venue } from '../../../shared/domain/scalars.ts';
import { listen } from '../stream.ts';

/** Which picture of which book. */
export interface BookKey {
  readonly profileId: string;
  readonly venue: Venue;
  readonly symbol: string;
  readonly step: string | null;
}

interface Seat {
  readonly listeners: Set<() => void>;
  latest: LiveBook | undefined;
}

const seats = new Map<string, Seat>();
let undo: (() => void) | undefined;

function nameOf({ profileId, venue, symbol, step }: BookKey): string {
  return `${profileId} ${venue} ${symbol} ${step}`;
}

function onBook(book: LiveBook): void {
  const seat = seats.get(nameOf(book));
  if (seat === undefined) return;
  seat.latest = book;
  for (const listener of seat.listeners) listener();
}

/** Hears every pushed picture of one book. No React state: who draws it decides when. */
export function subscribeBook(key: BookKey, listener: () => void): () => void {
  const name = nameOf(key);
  const seat = seats.get(name) ?? { listeners: new Set(), latest: undefined };
  seats.set(name, seat);
  seat.listeners.add(listener);
  undo ??= listen('book.changed', onBook);
  return () => {
    seat.listeners.delete(listener);
    if (seat.listeners.size > 0) return;
    // what came before a pause is not the latest any more
    seats.delete(name);
    if (seats.size > 0) return;
    undo?.();
    undo = undefined;
  };
}

/** The newest pushed picture while somebody listens to that book. */
export function latestBook(key: BookKey): LiveBook | undefined {
  return seats.get(nameOf(key))?.latest;
}
