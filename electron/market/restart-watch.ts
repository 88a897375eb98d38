import type { Feed, TopicHandlers } from '#client/feed/feed.ts';

/** The number that a message of the market counts by, or null. It is only compared, so that its last digits may be lost. */
function sequenceOf(message: unknown): number | null {
  if (typeof message !== 'object' || message === null) return null;
  if ('sequenceEnd' in message) return Number(message.sequenceEnd);
  return 'sequence' in message ? Number(message.sequence) : null;
}

/** Answers whether a message of one topic is counted lower than one that came before its connection was lost. */
function createCount() {
  let highest = Number.NEGATIVE_INFINITY;
  let isNewConnection = false;
  return {
    reconnected: (): void => {
      isNewConnection = true;
    },
    isBackwards(message: unknown): boolean {
      const sequence = sequenceOf(message);
      if (sequence === null) return false;
      const isBackwards = isNewConnection && sequence < highest;
      isNewConnection = false;
      highest = Math.max(highest, sequence);
      return isBackwards;
    },
  };
}

/**
 * The same feed, which also reports once that the exchange has restarted: on a new connection a book or a tape counts
 * lower than before. Then all earlier data is invalid, especially the meaning of an order number.
 */
export function watchRestart(feed: Feed, onRestart: () => void): Feed {
  let isReported = false;
  const publish = (): void => {
    if (isReported) return;
    isReported = true;
    // the listener closes this feed, which must not happen during a message
    queueMicrotask(onRestart);
  };
  const counting = <M>(handlers: TopicHandlers<M>): TopicHandlers<M> => {
    const count = createCount();
    return {
      ...handlers,
      message(message) {
        if (count.isBackwards(message)) publish();
        handlers.message(message);
      },
      reset(reason) {
        if (reason === 'reconnected') count.reconnected();
        handlers.reset?.(reason);
      },
    };
  };
  return {
    ...feed,
    subscribe: (topic, handlers) =>
      feed.subscribe(topic, topic.kind === 'level2' || topic.kind === 'trades' ? counting(handlers) : handlers),
  };
}
