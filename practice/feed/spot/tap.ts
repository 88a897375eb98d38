import type { Ledger } from '#practice/accounts/types.ts';
import type { SpotMemory } from '#practice/history/market-history.ts';
import type { SpotEvent, SpotVenue } from '#practice/spot/types.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { FeedTime } from '../types.ts';

/** What the spot topics are cut from. */
export interface SpotSources extends FeedTime {
  readonly spot: SpotVenue;
  readonly history: SpotMemory;
  readonly ledger: Ledger;
  /** the outside world's price of a pair; null: nobody knows one */
  readonly indexPrice: (symbol: string) => Decimal | null;
  readonly tap: SpotTap;
}

export type BookEvent = Extract<SpotEvent, { kind: 'level' | 'print' }>;
export type OrderEvent = Extract<SpotEvent, { kind: 'order' }>;
export type StopEvent = Extract<SpotEvent, { kind: 'stop' }>;

/** The venue's events, sorted to those who want them. Nobody listens to the venue while nobody listens here. */
export interface SpotTap {
  /** levels and trades of one pair, in the order of their sequence numbers */
  onBook(symbol: string, listener: (event: BookEvent) => void): () => void;
  onOrder(accountId: string, listener: (event: OrderEvent) => void): () => void;
  onStop(accountId: string, listener: (event: StopEvent) => void): () => void;
}

interface Table<E> {
  readonly add: (key: string, listener: (event: E) => void) => void;
  readonly remove: (key: string, listener: (event: E) => void) => void;
  readonly tell: (key: string, event: E) => void;
}

function createTable<E>(): Table<E> {
  const listeners = new Map<string, Set<(event: E) => void>>();
  return {
    add(key, listener) {
      const known = listeners.get(key);
      if (known === undefined) listeners.set(key, new Set([listener]));
      else known.add(listener);
    },
    remove(key, listener) {
      const known = listeners.get(key);
      known?.delete(listener);
      if (known?.size === 0) listeners.delete(key);
    },
    tell(key, event) {
      for (const listener of listeners.get(key) ?? []) listener(event);
    },
  };
}

export function createSpotTap(spot: Pick<SpotVenue, 'onEvent'>): SpotTap {
  const books = createTable<BookEvent>();
  const orders = createTable<OrderEvent>();
  const stops = createTable<StopEvent>();
  let listeners = 0;
  let close: (() => void) | null = null;
  const sort = (event: SpotEvent): void => {
    if (event.kind === 'level') books.tell(event.symbol, event);
    else if (event.kind === 'print') books.tell(event.print.symbol, event);
    else if (event.kind === 'order') orders.tell(event.order.accountId, event);
    else stops.tell(event.stop.accountId, event);
  };
  const listen = <E>(table: Table<E>, key: string, listener: (event: E) => void): (() => void) => {
    if (listeners === 0) close = spot.onEvent(sort);
    listeners += 1;
    table.add(key, listener);
    return () => {
      table.remove(key, listener);
      listeners -= 1;
      if (listeners === 0) close?.();
    };
  };
  return {
    onBook: (symbol, listener) => listen(books, symbol, listener),
    onOrder: (accountId, listener) => listen(orders, accountId, listener),
    onStop: (accountId, listener) => listen(stops, accountId, listener),
  };
}

/** The account of a private topic. The sockets never start one without. */
export function ownerOf({ accountId }: { readonly accountId: string | null }): string {
  if (accountId === null) throw new TypeError('a private topic was started without an account');
  return accountId;
}
