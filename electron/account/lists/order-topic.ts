import type { Venue } from '#shared/domain/scalars.ts';
import type { OrderChange } from '#client/feed/messages.ts';
import type { Feed } from '#client/feed/feed.ts';

export interface OrderListener {
  readonly message: (change: OrderChange) => void;
  /** changes may have been missed */
  readonly reset: () => void;
}

/**
 * Spot orders have a topic of two versions. The first stands in for as long as the exchange does not give the second,
 * which the feed goes on asking for. facts.md §5.4.
 */
function followSpot(feed: Feed, listener: OrderListener): () => void {
  let undoFirst: (() => void) | null = null;
  const leaveFirst = (): void => {
    undoFirst?.();
    undoFirst = null;
  };
  const standIn = (): void => {
    const topic = { venue: 'spot', kind: 'ordersV1' } as const;
    undoFirst ??= feed.subscribe(topic, {
      ...listener,
      // nobody listened until now
      state: ({ state }) => {
        if (state === 'live') listener.reset();
      },
    });
  };
  const undoSecond = feed.subscribe(
    { venue: 'spot', kind: 'orders' },
    {
      ...listener,
      state: ({ state }) => {
        if (state === 'dead') standIn();
        if (state === 'live') leaveFirst();
      },
    },
  );
  return () => {
    undoSecond();
    leaveFirst();
  };
}

/** Every change of the account's orders at one venue. Returns its undo. */
export function followOrders(feed: Feed, venue: Venue, listener: OrderListener): () => void {
  return venue === 'spot' ? followSpot(feed, listener) : feed.subscribe({ venue, kind: 'orders' }, listener);
}
