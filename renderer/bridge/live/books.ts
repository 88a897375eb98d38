import type { Decimal } from '#shared/decimal.ts';
import type { BookMessage, LiveBook } from '#shared/domain/live.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { createViewReader } from '#shared/view-messages.ts';
import { listen } from '../stream.ts';
import { watchAgain } from '../watch.ts';

/** Which view of which book. */
export interface BookKey {
  readonly profileId: string;
  readonly venue: Venue;
  readonly symbol: string;
  readonly step: Decimal | null;
}

/** Who listens to one book, and its newest view. */
interface Listening {
  readonly listeners: Set<() => void>;
  latest: LiveBook | undefined;
}

// it outlives the listeners: main does not know who listens, only what the window watches
const reader = createViewReader();
const listenings = new Map<string, Listening>();
let undo: (() => void) | undefined;

function nameOf({ profileId, venue, symbol, step }: BookKey): string {
  return `${profileId} ${venue} ${symbol} ${step}`;
}

function onMessage(message: BookMessage): void {
  const book = reader.read(message);
  if (book === null) {
    // something between this view and the last was not heard: main sends whole views to a window that asks
    watchAgain();
    return;
  }
  const listening = listenings.get(nameOf(book));
  if (listening === undefined) return;
  listening.latest = book;
  for (const listener of listening.listeners) listener();
}

/** Hears every pushed view of one book. No React state: who draws it decides when. */
export function subscribeBook(key: BookKey, listener: () => void): () => void {
  const name = nameOf(key);
  const listening = listenings.get(name) ?? { listeners: new Set(), latest: undefined };
  listenings.set(name, listening);
  listening.listeners.add(listener);
  undo ??= listen('book.changed', onMessage);
  return () => {
    listening.listeners.delete(listener);
    if (listening.listeners.size > 0) return;
    // what came before a pause is not the latest any more
    listenings.delete(name);
    if (listenings.size > 0) return;
    undo?.();
    undo = undefined;
  };
}

/** The newest pushed view while that book has a listener. */
export function latestBook(key: BookKey): LiveBook | undefined {
  return listenings.get(nameOf(key))?.latest;
}
