import type { BookView, Level } from '#practice/kernel/kernel.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import { createConflation } from '../topics/conflation.ts';
import type { Topic, TopicFrame } from '../topics/topic.ts';
import { isPair, onBook, type SpotTopicOptions } from './topic-options.ts';

/**
 * The topics that show the top of the book as it is, without a sequence, when it has changed:
 * docs/exchange/feeds.md §5.
 */

const depthPeriodMs = 100;
const topPeriodMs = 10;

interface TopOfBookOptions {
  readonly prefix: string;
  readonly subject: string;
  readonly depth: number;
  readonly periodMs: number;
  readonly write: (levels: readonly Level[]) => JsonValue;
}

function textOf({ asks, bids }: BookView): string {
  return `${asks.join(';')}|${bids.join(';')}`;
}

function topOfBookTopic(options: SpotTopicOptions, topOfBook: TopOfBookOptions): Topic {
  const { spot, scheduler } = options;
  const { prefix, subject, depth, periodMs, write } = topOfBook;
  const frameOf = ({ asks, bids, timeMs }: BookView): TopicFrame => ({
    subject,
    data: { asks: write(asks), bids: write(bids), timestamp: timeMs },
  });
  return {
    prefix,
    audience: 'public',
    symbols: 'required',
    serves: isPair(options),
    greet({ symbol }) {
      const book = spot.book(symbol, depth);
      return book === null ? [] : [frameOf(book)];
    },
    start({ symbol }, send) {
      let shown = '';
      const cut = (): void => {
        const book = spot.book(symbol, depth);
        if (book === null) return;
        const text = textOf(book);
        // deeper levels change more often than the top
        if (text === shown) return;
        shown = text;
        send(frameOf(book));
      };
      const opening = spot.book(symbol, depth);
      if (opening !== null) shown = textOf(opening);
      const conflation = createConflation(scheduler, periodMs, cut);
      const close = onBook(options, symbol, event => {
        if (event.kind === 'level') conflation.mark();
      });
      return () => {
        close();
        conflation.stop();
      };
    },
  };
}

/** `/spotMarket/level2Depth5` and `level2Depth50`, every 100 ms. */
export function depthTopic(options: SpotTopicOptions, depth: 5 | 50): Topic {
  return topOfBookTopic(options, {
    prefix: `/spotMarket/level2Depth${depth}`,
    subject: 'level2',
    depth,
    periodMs: depthPeriodMs,
    write: levels => levels,
  });
}

/** `/spotMarket/level1`, every 10 ms; a side that is empty is an empty list. */
export function level1Topic(options: SpotTopicOptions): Topic {
  return topOfBookTopic(options, {
    prefix: '/spotMarket/level1',
    subject: 'level1',
    depth: 1,
    periodMs: topPeriodMs,
    write: levels => levels[0] ?? [],
  });
}
