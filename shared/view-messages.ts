import { createBoundedMap } from './bounded-map.ts';
import type { BookMessage, LiveBook, Touch } from './domain/live.ts';
import { applyEdits, editRows, packRows, unpackRows } from './row-edits.ts';

/** Turns the views of one book into messages: the first one whole, then what is different. */
export interface ViewWriter {
  /** null when the page would look no different: the number alone is worth no frame, the moment one in five seconds */
  readonly write: (book: LiveBook) => BookMessage | null;
  /** the next one is whole again, whatever was written before: a new page may be listening */
  readonly startOver: () => void;
}

export function createViewWriter(): ViewWriter {
  let last: LiveBook | null = null;
  let serial = 0;
  return {
    startOver() {
      last = null;
    },
    write(book) {
      const { state, detail, source, ...rest } = book;
      const before = last;
      if (before === null || before.state !== state || before.detail !== detail || before.source !== source) {
        last = book;
        serial += 1;
        return { kind: 'whole', ...book, serial, bids: packRows(book.bids), asks: packRows(book.asks) };
      }
      const bids = editRows(before.bids, book.bids);
      const asks = editRows(before.asks, book.asks);
      const isSame = bids === '' && asks === '' && isSameTouch(before.touch, book.touch);
      if (isSame && !isNewer(before.asOfMs, book.asOfMs)) return null;
      last = book;
      serial += 1;
      return { kind: 'edits', ...rest, serial, bids, asks };
    },
  };
}

/** A correct book without a change is newer than its last change. Ages are published in steps of this. */
const freshEveryMs = 5_000;

function isNewer(beforeMs: number | null, nowMs: number | null): boolean {
  return nowMs !== null && nowMs - (beforeMs ?? 0) >= freshEveryMs;
}

function isSameTouch(a: Touch | undefined, b: Touch | undefined): boolean {
  return a?.bid === b?.bid && a?.ask === b?.ask;
}

/** Turns messages of any number of books back into views. */
export interface ViewReader {
  /** null when the message does not follow the one before: then the book must be requested again */
  readonly read: (message: BookMessage) => LiveBook | null;
}

function readWhole(message: Extract<BookMessage, { kind: 'whole' }>): LiveBook {
  const { profileId, venue, symbol, step, state, detail, source, sequence, asOfMs, touch } = message;
  const rows = { bids: unpackRows(message.bids), asks: unpackRows(message.asks) };
  return { profileId, venue, symbol, step, state, detail, source, sequence, asOfMs, touch, ...rows };
}

/** More books than a window shows, so that those of long ago are let go. */
const mostBooks = 64;

export function createViewReader(): ViewReader {
  const latest = createBoundedMap<string, { readonly serial: number; readonly book: LiveBook }>(mostBooks);
  const readEdits = (name: string, message: Extract<BookMessage, { kind: 'edits' }>): LiveBook | null => {
    const before = latest.get(name);
    if (before?.serial !== message.serial - 1) return null;
    const bids = applyEdits(before.book.bids, message.bids);
    const asks = applyEdits(before.book.asks, message.asks);
    const { sequence, asOfMs, touch } = message;
    return bids === null || asks === null ? null : { ...before.book, sequence, asOfMs, touch, bids, asks };
  };
  return {
    read(message) {
      const name = `${message.profileId} ${message.venue} ${message.symbol} ${message.step}`;
      const book = message.kind === 'whole' ? readWhole(message) : readEdits(name, message);
      if (book === null) latest.delete(name);
      else latest.set(name, { serial: message.serial, book });
      return book;
    },
  };
}
