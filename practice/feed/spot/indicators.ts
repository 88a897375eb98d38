import { add, type Decimal, divide, roundToStep } from '#shared/decimal.ts';
import { numeric } from '#practice/wire/json.ts';
import type { Topic, TopicFrame } from '../topics/topic.ts';
import { isPair, type SpotTopicOptions } from './topic-options.ts';

const periodMs = 1000;
const middleScale = 16;

/** The middle of the book, as GET /api/v1/mark-price answers it; the last price while a side is empty. */
function markPrice({ spot }: SpotTopicOptions, symbol: string): Decimal | null {
  const [book, pair] = [spot.book(symbol, 1), spot.pair(symbol)];
  const [bid, ask] = [book?.bids[0], book?.asks[0]];
  if (bid === undefined || ask === undefined || pair === null) return spot.lastPrice(symbol);
  const middle = divide(add(bid[0], ask[0]), '2', { scale: middleScale, rounding: 'half-even' });
  return roundToStep(middle, pair.priceIncrement, 'half-even');
}

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
    indicatorTopic(options, '/indicator/markPrice', symbol => markPrice(options, symbol)),
    indicatorTopic(options, '/indicator/index', options.indexPrice),
  ];
}
