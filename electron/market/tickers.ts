import { leaveOut } from '#client/wire/unreadable-rows.ts';
import { compare, type Decimal, divide, subtract } from '#shared/decimal.ts';
import type { TopicStatus } from '#shared/domain/feed.ts';
import type { MarketTicker, TickerMessage } from '#shared/domain/market/ticker.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { DaySummary } from '#client/types.ts';
import type { Clock } from '#time/clock.ts';
import { createPacer } from '#time/pacer.ts';
import type { LiveWatch } from './watcher.ts';

export interface TickersOptions {
  readonly feed: Feed;
  readonly client: ExchangeClient;
  readonly clock: Clock;
  readonly publish: (published: Omit<TickerMessage, 'profileId'>) => void;
}

/** A list of a thousand markets need not move more often. */
const periodMs = 500;
/**
 * How often the 24 hours are read. Last prices of spot are pushed, all in one topic; no topic brings those of all
 * contracts. docs/exchange/feeds.md §5, §8.
 */
const readEveryMs = { spot: 60_000, futures: 5_000 } as const;

/** What could not be read is asked for again this soon: until then no market has its 24 hours. */
const againMs = 5_000;

/** The known markets, and those not yet published to the page. */
function createTable() {
  const known = new Map<string, MarketTicker>();
  /** prices of 24 hours ago, from which the change of a pushed price is computed */
  const opens = new Map<string, Decimal>();
  const changed = new Set<string>();
  const set = (ticker: MarketTicker): void => {
    const key = `${ticker.venue} ${ticker.symbol}`;
    known.set(key, ticker);
    changed.add(key);
  };
  return {
    /** A read: all the figures of a market. */
    summary(venue: Venue, { symbol, lastPrice, change, changeRate, turnover }: DaySummary): void {
      const key = `${venue} ${symbol}`;
      if (lastPrice !== null && change !== null) opens.set(key, subtract(lastPrice, change));
      const old = known.get(key);
      const isSame = old?.lastPrice === lastPrice && old.changeRate === changeRate && old.turnover === turnover;
      if (!isSame) set({ venue, symbol, lastPrice, changeRate, turnover });
    },
    /** A push: the last price, and how far it lies from the price of 24 hours ago. */
    price(symbol: string, lastPrice: Decimal): void {
      const key = `spot ${symbol}`;
      const old = known.get(key);
      if (old?.lastPrice === lastPrice) return;
      const changeRate = changeOf(opens.get(key), lastPrice) ?? old?.changeRate ?? null;
      set({ venue: 'spot', symbol, lastPrice, changeRate, turnover: old?.turnover ?? null });
    },
    all: (): MarketTicker[] => [...known.values()],
    /** Those that changed since the last call. */
    takeChanged(): MarketTicker[] {
      const tickers = [...changed].flatMap(key => known.get(key) ?? []);
      changed.clear();
      return tickers;
    },
  };
}

function changeOf(open: Decimal | undefined, last: Decimal): Decimal | null {
  if (open === undefined || compare(open, '0') <= 0) return null;
  return divide(subtract(last, open), open, { scale: 6, rounding: 'half-even' });
}

function reasonOf({ state, detail }: TopicStatus): string | null {
  return state === 'live' ? null : (detail ?? 'The feed of all tickers is being set up.');
}

/**
 * The 24 hours of every market of both venues, as they change. What cannot be read stays as it was, with the reason.
 */
export function createTickers({ feed, client, clock, publish }: TickersOptions): LiveWatch {
  const table = createTable();
  const reads: Record<Venue, string | null> = { spot: 'It has been asked for.', futures: 'It has been asked for.' };
  let pushed: string | null = 'The feed of all tickers is being set up.';
  let isWhole = true;
  let isClosed = false;
  const timers = new Map<Venue, () => void>();
  let published = '';
  const publishChanges = (): void => {
    const changed = table.takeChanged();
    const details = { spot: reads.spot ?? pushed, futures: reads.futures };
    const reasons = JSON.stringify(details);
    if (!isWhole && changed.length === 0 && reasons === published) return;
    published = reasons;
    publish({ isWhole, tickers: isWhole ? table.all() : changed, details });
    isWhole = false;
  };
  const pacer = createPacer(clock, publishChanges, periodMs);
  const read = async (venue: Venue): Promise<void> => {
    const answer = await client.market.daySummaries({ venue }, { priority: 'background', unreadable: leaveOut });
    if (isClosed) return;
    if (answer.ok) for (const summary of answer.value) table.summary(venue, summary);
    reads[venue] = answer.ok ? null : answer.error.message;
    timers.set(
      venue,
      clock.after(answer.ok ? readEveryMs[venue] : againMs, () => void read(venue)),
    );
    pacer.mark();
  };
  const undo = feed.subscribe(
    { venue: 'spot', kind: 'tickers' },
    {
      message({ symbol, price }) {
        if (price === null) return;
        table.price(symbol, price);
        pacer.mark();
      },
      state(status) {
        pushed = reasonOf(status);
        pacer.mark();
      },
    },
  );
  void read('spot');
  void read('futures');
  return {
    refresh() {
      isWhole = true;
      pacer.mark();
    },
    close() {
      isClosed = true;
      undo();
      pacer.stop();
      for (const end of timers.values()) end();
    },
  };
}
