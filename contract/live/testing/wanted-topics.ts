import type { Feed } from '#client/feed/feed.ts';
import { wireTopic } from '#client/feed/topic-table.ts';

export interface WantedTopics {
  /** the same feed, overheard */
  readonly overhear: (feed: Feed) => Feed;
  /** the exchange's names of what is wanted of it now, each once */
  readonly names: () => string[];
}

/** Counts who wants what of a feed. */
export function createWantedTopics(): WantedTopics {
  const counts = new Map<string, number>();
  const change = (name: string, by: number): void => {
    const count = (counts.get(name) ?? 0) + by;
    if (count > 0) counts.set(name, count);
    else counts.delete(name);
  };
  return {
    overhear: feed => ({
      ...feed,
      subscribe(topic, handlers) {
        const undo = feed.subscribe(topic, handlers);
        const name = wireTopic(topic);
        let isOver = false;
        change(name, 1);
        return () => {
          undo();
          if (!isOver) change(name, -1);
          isOver = true;
        };
      },
    }),
    names: () => [...counts.keys()],
  };
}
