import { fundingIntervalMs, fundingTimeMs } from '#practice/futures/contract/funding-interval.ts';
import { numeric } from '#practice/wire/json.ts';
import { type Topic, type TopicFrame, undoAll } from '../topics/topic.ts';
import { type FuturesTopicOptions, isContract } from './topic-options.ts';

/** What moves in a contract besides its book, docs/exchange/feeds.md §7: mark, index, funding. */

const markPeriodMs = 1000;
const fundingPeriodMs = 60_000;

function writeMark({ futures, clock }: FuturesTopicOptions, symbol: string): TopicFrame | null {
  const state = futures.state(symbol);
  if (state === null) return null;
  return {
    subject: 'mark.index.price',
    data: {
      markPrice: numeric(state.markPrice),
      indexPrice: numeric(state.indexPrice),
      granularity: markPeriodMs,
      timestamp: floorTo(markPeriodMs, clock.nowMs()),
    },
  };
}

function writePredicted({ futures, clock }: FuturesTopicOptions, symbol: string): TopicFrame | null {
  const state = futures.state(symbol);
  if (state === null) return null;
  return {
    subject: 'funding.rate',
    data: {
      granularity: fundingPeriodMs,
      fundingRate: numeric(state.predictedFundingRate),
      timestamp: floorTo(fundingPeriodMs, clock.nowMs()),
    },
  };
}

function floorTo(periodMs: number, timeMs: number): number {
  return Math.floor(timeMs / periodMs) * periodMs;
}

/** `/contract/instrument`: mark and index each second, the predicted funding rate each minute, the settled one when it is. */
export function instrumentTopic(options: FuturesTopicOptions): Topic {
  const { scheduler, events } = options;
  return {
    prefix: '/contract/instrument',
    audience: 'public',
    symbols: 'required',
    serves: isContract(options),
    greet: ({ symbol }) =>
      [writeMark(options, symbol), writePredicted(options, symbol)].filter(frame => frame !== null),
    start({ symbol }, send) {
      const push = (frame: TopicFrame | null): void => {
        if (frame !== null) send(frame);
      };
      return undoAll(
        scheduler.every(markPeriodMs, () => push(writeMark(options, symbol))),
        scheduler.every(fundingPeriodMs, () => push(writePredicted(options, symbol))),
        events.on('funding', symbol, ({ rate, timeMs }) =>
          push({
            subject: 'funding.rate',
            data: {
              granularity: fundingIntervalMs,
              fundingRate: numeric(rate),
              timestamp: fundingTimeMs(timeMs),
            },
          }),
        ),
      );
    },
  };
}

/** `/contract/announcement`, with or without a symbol: funding begins and, the exchange being a quick one, ends at once. */
export function announcementTopic(options: FuturesTopicOptions): Topic {
  return {
    prefix: '/contract/announcement',
    audience: 'public',
    symbols: 'optional',
    serves: isContract(options),
    start: (scope, send) =>
      options.events.on('funding', scope.symbol, ({ symbol, rate, timeMs }) => {
        const data = {
          symbol,
          fundingTime: fundingTimeMs(timeMs),
          fundingRate: numeric(rate),
          timestamp: timeMs,
        };
        send({ subject: 'funding.begin', data });
        send({ subject: 'funding.end', data });
      }),
  };
}
