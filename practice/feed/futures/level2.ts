import type { Topic } from '../topics/topic.ts';
import { type FuturesTopicOptions, isContract } from './topic-options.ts';

/**
 * `/contractMarket/level2`: every change of a level, all depth, docs/exchange/feeds.md §7. Its sequence counts changes of the book:
 * one frame, one number. It rises by exactly one and starts where the snapshot ends.
 */
export function level2Topic(options: FuturesTopicOptions): Topic {
  return {
    prefix: '/contractMarket/level2',
    audience: 'public',
    symbols: 'required',
    serves: isContract(options),
    start: ({ symbol }, send) =>
      options.events.on('level', symbol, ({ sequence, side, price, size, timeMs }) =>
        send({
          subject: 'level2',
          sn: sequence,
          data: { sequence, change: `${price},${side},${size}`, timestamp: timeMs },
        }),
      ),
  };
}
