import { leaveOut } from '#client/wire/unreadable-rows.ts';
import { type Candle, type CandleInterval, candleMinutes } from '#shared/domain/market/candle.ts';
import { compare } from '#shared/decimal.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Feed } from '#client/feed/feed.ts';
import { createPacer } from '#time/pacer.ts';
import type { LiveWatch } from './watcher.ts';
import type { Clock } from '#time/clock.ts';

export interface CandleFeedOptions {
  readonly market: Market;
  readonly interval: CandleInterval;
  readonly feed: Feed;
  readonly client: ExchangeClient;
  readonly clock: Clock;
  readonly publish: (candle: Candle) => void;
}

export interface HistoryQuery extends Market {
  readonly interval: CandleInterval;
  /** null: up to now */
  readonly beforeMs: number | null;
}

const mostCandles = 500;
/** Rows that a call may span (docs/exchange/records.md §6.4); a market that rests has fewer. */
const spannedCandles = { spot: 1500, futures: 500 } as const;
/** After so many spans without a trade, read backwards, the history counts as ended. */
const mostEmptySpans = 4;

/** The newest candles that open before a moment, at most 500, oldest first. */
export async function readHistory(
  client: ExchangeClient,
  { venue, symbol, interval, beforeMs }: HistoryQuery,
  nowMs: number,
): Promise<Result<Candle[]>> {
  const stepMs = candleMinutes[interval] * 60_000;
  const spanMs = spannedCandles[venue] * stepMs;
  const exchangeMs = nowMs + (client.link().clock.offsetMs ?? 0);
  let toMs = beforeMs ?? Math.ceil(exchangeMs) + 1;
  for (let span = 0; span < mostEmptySpans && toMs > 0; span += 1) {
    const endMs = toMs;
    const fromMs = Math.max(0, endMs - spanMs);
    const query = { venue, symbol, interval, fromMs, toMs: endMs };
    const read = await client.market.candles(query, { priority: 'visible', unreadable: leaveOut });
    if (!read.ok) return read;
    const before = read.value.filter(({ openAtMs }) => openAtMs < endMs);
    if (before.length > 0) return succeed(before.slice(-mostCandles));
    toMs = fromMs;
  }
  return succeed([]);
}

function isSame(a: Candle | undefined, b: Candle): boolean {
  return (
    a !== undefined &&
    a.open === b.open &&
    a.high === b.high &&
    a.low === b.low &&
    a.close === b.close &&
    a.volume === b.volume
  );
}

/** One market's candles of one length as they grow: each bucket at most once a frame, and only when it changed. */
export function createCandleFeed(options: CandleFeedOptions): LiveWatch {
  const { market, interval, feed, client, clock, publish } = options;
  /** the newest buckets, as last published; two are enough for one that ends and one that begins */
  const reported = new Map<number, Candle>();
  const waiting = new Map<number, Candle>();
  let newestMs = 0;
  let isClosed = false;
  const pacer = createPacer(clock, () => {
    const candles = [...waiting.values()].toSorted((a, b) => a.openAtMs - b.openAtMs);
    waiting.clear();
    for (const candle of candles) {
      if (isSame(reported.get(candle.openAtMs), candle)) continue;
      reported.set(candle.openAtMs, candle);
      publish(candle);
    }
    const kept = [...reported.keys()].toSorted((a, b) => a - b).slice(0, -2);
    for (const openAtMs of kept) reported.delete(openAtMs);
  });
  const take = (candle: Candle): void => {
    waiting.set(candle.openAtMs, candle);
    pacer.mark();
  };
  const fillHole = async (sinceMs: number): Promise<void> => {
    const read = await readHistory(client, { ...market, interval, beforeMs: null }, clock.nowMs());
    if (isClosed || !read.ok) return;
    for (const candle of read.value) {
      const standing = waiting.get(candle.openAtMs) ?? reported.get(candle.openAtMs);
      // a bucket's volume only grows: the lesser one is the older word
      const isOlder = standing !== undefined && compare(standing.volume, candle.volume) > 0;
      if (candle.openAtMs >= sinceMs && !isOlder) take(candle);
    }
  };
  let openAtMs = 0;
  const undo = feed.subscribe(
    { venue: market.venue, kind: 'candles', symbol: market.symbol, interval },
    {
      message: ({ candle, timeMs }) => {
        // one that was overtaken on the wire would put an old figure in the place of a newer one
        if (timeMs < newestMs) return;
        newestMs = timeMs;
        openAtMs = Math.max(openAtMs, candle.openAtMs);
        take(candle);
      },
      reset: () => {
        if (openAtMs > 0) void fillHole(openAtMs);
      },
    },
  );
  return {
    refresh() {},
    close() {
      isClosed = true;
      undo();
      pacer.stop();
    },
  };
}
