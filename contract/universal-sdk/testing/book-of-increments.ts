/** One change of a book: the size at a price from this sequence on. */
export interface BookChange {
  readonly side: 'bids' | 'asks';
  readonly price: number;
  readonly size: number;
  readonly sequence: number;
}

export interface NumberedBook {
  readonly sequence: number;
  readonly bids: readonly (readonly [price: number, size: number])[];
  readonly asks: readonly (readonly [price: number, size: number])[];
}

/** The book of a snapshot with the changes up to a number, as docs/exchange/feeds.md says that a client keeps it. */
export function follow(snapshot: NumberedBook, changes: readonly BookChange[], sequence: number): NumberedBook {
  const levels = { bids: new Map(snapshot.bids), asks: new Map(snapshot.asks) };
  for (const change of changes) {
    if (change.sequence <= snapshot.sequence || change.sequence > sequence || change.price === 0) continue;
    if (change.size === 0) levels[change.side].delete(change.price);
    else levels[change.side].set(change.price, change.size);
  }
  const [bids, asks] = [[...levels.bids], [...levels.asks]];
  return { sequence, bids: bids.toSorted(([a], [b]) => b - a), asks: asks.toSorted(([a], [b]) => a - b) };
}
