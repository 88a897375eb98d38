import { type BookHealth, type BookStatus, createBookHealth } from './book-health.ts';
import { followDepth } from './follow-depth.ts';
import { type BookFeedOptions, type BookFollower, followIncrements } from './follow-increments.ts';

/** One market's book, kept right from the feed for as long as it is not closed. docs/exchange/feeds.md §9. */
export interface BookFeed {
  readonly status: () => BookStatus;
  /** Called after each change, also of the state; it must be cheap. Returns its undo. */
  readonly onChange: BookHealth['onChange'];
  /** What is known for sure does not reach deep enough any more: a deeper snapshot is fetched while this one stays. */
  readonly deepen: () => void;
  readonly close: () => void;
}

/** By increments and snapshots; where no snapshot is to be had, by the top 50. */
export function createBookFeed(options: BookFeedOptions): BookFeed {
  const health = createBookHealth(options.clock);
  const onNoSnapshots = (): void => {
    follower.close();
    follower = followDepth({ ...options, health });
  };
  let follower: BookFollower = followIncrements({ ...options, health, onNoSnapshots });
  return {
    status: () => follower.status(),
    onChange: health.onChange,
    deepen: () => follower.deepen(),
    close: () => follower.close(),
  };
}
