import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { OrderChange } from '#client/feed/messages/orders.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { TopicState } from '../list-status.ts';

export interface OrderListener {
  readonly message: (change: OrderChange) => void;
  /** changes may have been missed */
  readonly reset: () => void;
  /** a frame could not be read */
  readonly unreadable: (row: OddRow) => void;
  /** how the topic is that brings the changes */
  readonly state: (state: TopicState) => void;
}

/**
 * Spot orders have a topic of two versions. The first is used until the exchange accepts the second, which the feed
 * continues to request. docs/exchange/feeds.md §6.1.
 */
function followSpot(feed: Feed, listener: OrderListener): () => void {
  let undoFirst: (() => void) | null = null;
  let isFirstLive = false;
  let second: TopicState = { state: 'syncing', detail: null };
  const publish = (): void => listener.state(isFirstLive ? { state: 'live', detail: null } : second);
  const leaveFirst = (): void => {
    undoFirst?.();
    undoFirst = null;
    isFirstLive = false;
  };
  const standIn = (): void => {
    const topic = { venue: 'spot', kind: 'ordersV1' } as const;
    undoFirst ??= feed.subscribe(topic, {
      message: listener.message,
      reset: listener.reset,
      unreadable: listener.unreadable,
      state: ({ state }) => {
        isFirstLive = state === 'live';
        // there was no subscription until now
        if (isFirstLive) listener.reset();
        publish();
      },
    });
  };
  const undoSecond = feed.subscribe(
    { venue: 'spot', kind: 'orders' },
    {
      message: listener.message,
      reset: listener.reset,
      unreadable: listener.unreadable,
      state: status => {
        second = status;
        if (status.state === 'dead') standIn();
        if (status.state === 'live') leaveFirst();
        publish();
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
