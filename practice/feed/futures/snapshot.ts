import { subtract } from '#shared/decimal.ts';
import { numeric } from '#practice/wire/json.ts';
import { timestampNs } from '../topics/time.ts';
import type { Topic, TopicFrame } from '../topics/topic.ts';
import { createFrameIds, type FuturesTopicOptions, isContract } from './topic-options.ts';

const snapshotPeriodMs = 5000;

/** `/contractMarket/snapshot`: the last 24 hours, every five seconds. */
export function snapshotTopic(options: FuturesTopicOptions): Topic {
  const nextId = createFrameIds(options);
  return {
    prefix: '/contractMarket/snapshot',
    audience: 'public',
    symbols: 'required',
    serves: isContract(options),
    greet({ symbol }) {
      const frame = writeSnapshot(options, symbol, nextId);
      return frame === null ? [] : [frame];
    },
    start: ({ symbol }, send) =>
      options.scheduler.every(snapshotPeriodMs, () => {
        const frame = writeSnapshot(options, symbol, nextId);
        if (frame !== null) send(frame);
      }),
  };
}

function writeSnapshot(options: FuturesTopicOptions, symbol: string, nextId: () => string): TopicFrame | null {
  const state = options.futures.state(symbol);
  if (state === null) return null;
  return {
    subject: 'snapshot.24h',
    id: nextId(),
    data: {
      highPrice: numeric(state.high24h),
      lastPrice: numeric(state.lastPrice),
      lowPrice: numeric(state.low24h),
      price24HoursBefore: numeric(subtract(state.lastPrice, state.change24h)),
      priceChg: numeric(state.change24h),
      priceChgPct: numeric(state.changeRatio24h),
      symbol,
      ts: timestampNs(options.clock),
      turnover: numeric(state.turnover24h),
      volume: numeric(state.volume24h),
    },
  };
}
