import type { Decimal } from '#shared/decimal.ts';
import { markPriceOf } from '#practice/spot/mark-price.ts';
import { numeric } from '#practice/wire/json.ts';
import type { Topic, TopicFrame } from '../topics/topic.ts';
import { isPair, type SpotTopicOptions } from './topic-options.ts';

const periodMs = 1000;

function indicatorTopic(options: SpotTopicOptions, prefix: string, valueOf: (symbol: string) => Decimal | null): Topic {
  const { clock, scheduler } = options;
  const frames = (symbol: string): readonly TopicFrame[] => {
    const value = valueOf(symbol);
    if (value === null) return [];
    const timestamp = Math.floor(clock.nowMs() / periodMs) * periodMs;
    return [{ subject: 'tick', data: { symbol, granularity: periodMs, timestamp, value: numeric(value) } }];
  };
  return {
    prefix,
    audience: 'public',
    symbols: 'required',
    serves: isPair(options),
    greet: ({ symbol }) => frames(symbol),
    start: ({ symbol }, send) =>
      scheduler.every(periodMs, () => {
        for (const frame of frames(symbol)) send(frame);
      }),
  };
}

/** `/indicator/markPrice` and `/indicator/index`, once a second. */
export function indicatorTopics(options: SpotTopicOptions): readonly Topic[] {
  return [
    indicatorTopic(options, '/indicator/markPrice', symbol => markPriceOf(options.spot, symbol)),
    indicatorTopic(options, '/indicator/index', options.indexPrice),
  ];
}
