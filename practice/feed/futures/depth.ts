import type { BookView, Level } from '#practice/kernel/kernel.ts';
import { numeric } from '#practice/wire/json.ts';
import { createConflation } from '../topics/conflation.ts';
import { type Topic, type TopicFrame, undoAll } from '../topics/topic.ts';
import { type FuturesTopicOptions, isContract } from './topic-options.ts';

const depthPeriodMs = 100;

/** `/contractMarket/level2Depth5` and `…50`: the whole top, every 100 ms in which the book has changed. */
export function depthTopic(options: FuturesTopicOptions, depth: 5 | 50): Topic {
  const { futures, scheduler, events } = options;
  const cut = (symbol: string): BookView | null => futures.book(symbol, depth);
  return {
    prefix: `/contractMarket/level2Depth${depth}`,
    audience: 'public',
    symbols: 'required',
    serves: isContract(options),
    greet({ symbol }) {
      const book = cut(symbol);
      return book === null ? [] : [writeDepth(book)];
    },
    start({ symbol }, send) {
      const conflation = createConflation(scheduler, depthPeriodMs, () => {
        const book = cut(symbol);
        if (book !== null) send(writeDepth(book));
      });
      return undoAll(
        events.on('level', symbol, () => conflation.mark()),
        () => conflation.stop(),
      );
    },
  };
}

function writeRow([price, size]: Level) {
  return [price, numeric(size)] as const;
}

function writeDepth({ sequence, timeMs, bids, asks }: BookView): TopicFrame {
  return {
    subject: 'level2',
    sn: BigInt(timeMs),
    data: { bids: bids.map(writeRow), sequence, timestamp: timeMs, ts: timeMs, asks: asks.map(writeRow) },
  };
}
