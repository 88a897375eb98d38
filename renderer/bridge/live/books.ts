import type { Decimal } from '#shared/decimal.ts';
import type { BookMessage, LiveBook } from '#shared/domain/live.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { createPictureReader } from '#shared/picture-messages.ts';
import { listen } from '../stream.ts';
import { watchAgain } from '../watch.ts';

/** Which picture of which book. */
export interface BookKey {
  readonly profileId: string;
  readonly venue: Venue;
  readonly symbol: string;
  readonly step: Decimal | null;
}

interface Seat {
  readonly listeners: Set<() => void>;
  latest: LiveBook | undefined;
}

// it outlives the seats: main does not know who listens, only what the window watches
const reader = createPictureReader();
const seats = new Map<string, Seat>();
let undo: (() => void) | undefined;

function nameOf({ profileId, venue, symbol, step }: BookKey): string {
  return `${profileId} ${venue} ${symbol} ${step}`;
}

function onMessage(message: BookMessage): void {
  const book = reader.read(message);
  if (book === null) {
    // something between this picture and the last was not heard: main sends whole pictures to a window that asks
    watchAgain();
    return;
  }
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
  undo ??= listen('book.changed', onMessage);
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
