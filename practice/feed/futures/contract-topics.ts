import { subtract } from '#shared/decimal.ts';
import { fundingIntervalMs, fundingTimeMs } from '#practice/futures/contract/funding-interval.ts';
import { numeric } from '#practice/http/json.ts';
import type { Frame, Topic } from '../types.ts';
import { createFrameIds, isContract, type Sources, timestampNs, undoAll } from './feed-parts.ts';

/** What moves in a contract besides its book, facts.md §5.4: mark, index, funding, the last 24 hours. */

const markPeriodMs = 1000;
const fundingPeriodMs = 60_000;
const snapshotPeriodMs = 5000;

function writeMark({ futures, time }: Sources, symbol: string): Frame | null {
  const state = futures.state(symbol);
  if (state === null) return null;
  return {
    subject: 'mark.index.price',
    data: {
      markPrice: numeric(state.markPrice),
      indexPrice: numeric(state.indexPrice),
      granularity: markPeriodMs,
      timestamp: floorTo(markPeriodMs, time.clock.nowMs()),
    },
  };
}

function writePredicted({ futures, time }: Sources, symbol: string): Frame | null {
  const state = futures.state(symbol);
  if (state === null) return null;
  return {
    subject: 'funding.rate',
    data: {
      granularity: fundingPeriodMs,
      fundingRate: numeric(state.predictedFundingRate),
      timestamp: floorTo(fundingPeriodMs, time.clock.nowMs()),
    },
  };
}

function floorTo(periodMs: number, timeMs: number): number {
  return Math.floor(timeMs / periodMs) * periodMs;
}

/** `/contract/instrument`: mark and index each second, the predicted funding rate each minute, the settled one when it is. */
export function instrumentTopic(sources: Sources): Topic {
  const { time, board } = sources;
  return {
    prefix: '/contract/instrument',
    audience: 'public',
    symbols: 'required',
    serves: isContract(sources),
    greet: ({ symbol }) =>
      [writeMark(sources, symbol), writePredicted(sources, symbol)].filter(frame => frame !== null),
    start({ symbol }, send) {
      const push = (frame: Frame | null): void => {
        if (frame !== null) send(frame);
      };
      return undoAll(
        time.scheduler.every(markPeriodMs, () => push(writeMark(sources, symbol))),
        time.scheduler.every(fundingPeriodMs, () => push(writePredicted(sources, symbol))),
        board.on('funding', symbol, ({ rate, timeMs }) =>
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
export function announcementTopic(sources: Sources): Topic {
  return {
    prefix: '/contract/announcement',
    audience: 'public',
    symbols: 'optional',
    serves: isContract(sources),
    start: (reading, send) =>
      sources.board.on('funding', reading.symbol, ({ symbol, rate, timeMs }) => {
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

/** `/contractMarket/snapshot`: the last 24 hours, every five seconds. */
export function snapshotTopic(sources: Sources): Topic {
  const nextId = createFrameIds(sources);
  return {
    prefix: '/contractMarket/snapshot',
    audience: 'public',
    symbols: 'required',
    serves: isContract(sources),
    greet({ symbol }) {
      const frame = writeSnapshot(sources, symbol, nextId);
      return frame === null ? [] : [frame];
    },
    start: ({ symbol }, send) =>
      sources.time.scheduler.every(snapshotPeriodMs, () => {
        const frame = writeSnapshot(sources, symbol, nextId);
        if (frame !== null) send(frame);
      }),
  };
}

function writeSnapshot(sources: Sources, symbol: string, nextId: () => string): Frame | null {
  const state = sources.futures.state(symbol);
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
      ts: timestampNs(sources),
      turnover: numeric(state.turnover24h),
      volume: numeric(state.volume24h),
    },
  };
}
