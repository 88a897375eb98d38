import type { LiveBook } from '#shared/domain/live.ts';
import { createFrameThrottle } from './throttle.ts';
import { type BookKey, latestBook, subscribeBook } from './books.ts';

/** A pushed book as a store for React that moves at most once a period. */
export interface BookSampler {
  readonly subscribe: (listener: () => void) => () => void;
  readonly sampled: () => LiveBook | undefined;
}

export function createBookSampler(key: BookKey, periodMs: number): BookSampler {
  let held: LiveBook | undefined;
  return {
    sampled: () => held,
    subscribe: listener => {
      const throttle = createFrameThrottle<null>(periodMs, () => {
        held = latestBook(key);
        listener();
      });
      const undo = subscribeBook(key, () => throttle.offer(null));
      held = latestBook(key);
      return () => {
        throttle.stop();
        undo();
        held = undefined;
      };
    },
  };
}
