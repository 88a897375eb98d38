import { leaveOut } from '#client/wire/unreadable-rows.ts';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import type { Result } from '#shared/errors.ts';
import { createBoundedMap } from '#shared/bounded-map.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Feed } from '#client/feed/feed.ts';
import { createBatch } from '#time/batch.ts';
import type { LiveWatch } from './watcher.ts';
import type { Clock } from '#time/clock.ts';

export interface TapeOptions {
  readonly market: Market;
  readonly feed: Feed;
  readonly client: ExchangeClient;
  readonly clock: Clock;
  /** oldest first, none twice */
  readonly publish: (trades: PublicTrade[]) => void;
}

/** Trades beyond this per frame are unreadable, and the page would drop them. */
const mostPerFrame = 500;
/** Far more than REST's last 100 and what may arrive twice around a reconnect. */
const mostRemembered = 4_000;

/** Negative when `a` comes before `b`. Sequence numbers are whole numbers in text because they may exceed 2^53. */
function compareSequences(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The last 100 trades, oldest first. */
export async function readRecentTrades(client: ExchangeClient, market: Market): Promise<Result<PublicTrade[]>> {
  const read = await client.market.trades({ ...market }, { priority: 'visible', unreadable: leaveOut });
  if (!read.ok) return read;
  return { ok: true, value: read.value.toSorted((a, b) => compareSequences(a.sequence, b.sequence)) };
}

/**
 * The trades of one market as they happen, each once. After a pause of the feed REST fills the hole, as far as its last
 * 100 trades reach; the page asks for what was before the watch.
 */
export function createTape({ market, feed, client, clock, publish }: TapeOptions): LiveWatch {
  const seen = createBoundedMap<string, true>(mostRemembered);
  let isClosed = false;
  let newest: string | null = null;
  const batch = createBatch<PublicTrade>({
    clock,
    most: mostPerFrame,
    flush: trades => publish(trades.toSorted((a, b) => compareSequences(a.sequence, b.sequence))),
  });
  const take = (trade: PublicTrade): void => {
    if (seen.has(trade.sequence)) return;
    seen.set(trade.sequence, true);
    if (newest === null || compareSequences(trade.sequence, newest) > 0) newest = trade.sequence;
    batch.add(trade);
  };
  const fillHole = async (since: string): Promise<void> => {
    const read = await readRecentTrades(client, market);
    // unreadable rows are omitted; the tape continues
    if (isClosed || !read.ok) return;
    for (const trade of read.value) if (compareSequences(trade.sequence, since) > 0) take(trade);
  };
  const undo = feed.subscribe(
    { venue: market.venue, kind: 'trades', symbol: market.symbol },
    {
      message: take,
      reset: () => {
        if (newest !== null) void fillHole(newest);
      },
    },
  );
  return {
    refresh() {},
    close() {
      isClosed = true;
      undo();
      batch.stop();
    },
  };
}
