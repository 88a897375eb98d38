import type { EventName, EventPayload, Frozen } from '#shared/contract.ts';
import { isPositive } from '#shared/decimal.ts';
import type { Candle } from '#shared/domain/candle.ts';
import type { TopicStatus } from '#shared/domain/feed.ts';
import type { BookWatch, Watch } from '#shared/domain/live.ts';
import type { PublicTrade } from '#shared/domain/trade.ts';
import { assertNever, fail, type Result, succeed } from '#shared/errors.ts';
import type { Market } from '#shared/domain/market.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { Log } from '#log/log.ts';
import { createBookFeed } from './books/book-feed.ts';
import { createBookWatch, type OfferBook } from './books/book-watch.ts';
import { createCandleFeed, type HistoryQuery, readHistory } from './candle-feed.ts';
import { watchClock } from '#time/clock-watch.ts';
import { tellFeedStates } from './feed-states.ts';
import { followAccount } from './own/private-feed.ts';
import { createSharedBooks, type SharedBooks } from './books/shared-books.ts';
import { createTape, readRecentTrades } from './tape.ts';
import { createWatcher, type LiveWatch } from './watcher.ts';
import type { Clock } from '#time/clock.ts';

/** What the live market tells the page. */
export type LiveEvent = Exclude<EventName, 'profiles.changed' | 'link.changed' | 'intents.changed' | 'book.changed'>;
export type Emit = <Name extends LiveEvent>(name: Name, payload: Frozen<EventPayload<Name>>) => void;

/** Everything that moves by itself for one open profile. */
export interface LiveMarket {
  /** Replaces what the window watches. `invalid-request`: a step that is no step; nothing is changed then. */
  readonly watch: (watches: readonly Watch[]) => Result<Record<string, never>>;
  readonly topics: () => TopicStatus[];
  /** The last 100 trades, oldest first. */
  readonly trades: (market: Market) => Promise<Result<PublicTrade[]>>;
  /** At most 500 candles, oldest first. */
  readonly candles: (query: HistoryQuery) => Promise<Result<Candle[]>>;
  /** Ends all of it, the feed too. */
  readonly close: () => void;
}

export interface LiveMarketOptions {
  readonly profileId: string;
  readonly client: ExchangeClient;
  readonly feed: Feed;
  readonly emit: Emit;
  readonly offer: OfferBook;
  readonly clock: Clock;
  readonly log: Log;
}

function serveBook(options: LiveMarketOptions, watch: BookWatch, books: SharedBooks): LiveWatch {
  const { profileId, offer, clock } = options;
  const { book, release } = books.acquire({ venue: watch.venue, symbol: watch.symbol });
  const views = createBookWatch({ profileId, watch, book, clock, offer });
  return {
    refresh: views.refresh,
    close() {
      views.close();
      release();
    },
  };
}

function serve(options: LiveMarketOptions, watch: Watch, books: SharedBooks): LiveWatch {
  const { profileId, emit, feed, client, clock } = options;
  const market: Market = { venue: watch.venue, symbol: watch.symbol };
  switch (watch.kind) {
    case 'book':
      return serveBook(options, watch, books);
    case 'trades':
      return createTape({
        market,
        feed,
        client,
        clock,
        publish: trades => emit('trades.arrived', { profileId, ...market, trades }),
      });
    case 'candles': {
      const { interval } = watch;
      const publish = (candle: Candle) => emit('candle.changed', { profileId, ...market, interval, candle });
      return createCandleFeed({ market, interval, feed, client, clock, publish });
    }
    default:
      return assertNever(watch);
  }
}

function hasBadStep(watch: Watch): boolean {
  return watch.kind === 'book' && watch.step !== null && !isPositive(watch.step);
}

function tellAccount({ feed, client, clock, log, profileId, emit }: LiveMarketOptions): () => void {
  return followAccount(
    feed,
    { client, world: clock, log },
    {
      orders: orders => emit('orders.changed', { profileId, orders }),
      fills: fills => emit('fills.arrived', { profileId, fills }),
      stops: stops => emit('stops.changed', { profileId, stops }),
      positions: positions => emit('positions.changed', { profileId, positions }),
      balances: balances => emit('balances.changed', { profileId, balances }),
      reset: venue => emit('private.reset', { profileId, venue }),
    },
  );
}

export function createLiveMarket(options: LiveMarketOptions): LiveMarket {
  const { profileId, client, feed, emit, clock, log } = options;
  const books = createSharedBooks(market => createBookFeed({ market, feed, client, clock, log }));
  const watcher = createWatcher(watch => serve(options, watch, books));
  const undos = [
    tellAccount(options),
    tellFeedStates({
      feed,
      clock,
      isSeen: () => !watcher.isEmpty(),
      publish: topics => emit('feeds.changed', { profileId, topics }),
    }),
    watchClock({
      clock,
      onJump: () => {
        log.info('clock.jumped', { profileId });
        void client.connect();
      },
    }),
  ];
  return {
    watch(watches) {
      if (watches.some(hasBadStep)) {
        return fail('invalid-request', 'A step of prices must be more than zero.', { field: 'watches' });
      }
      watcher.set(watches);
      return succeed({});
    },
    topics: () => [...feed.states()],
    trades: market => readRecentTrades(client, market),
    candles: query => readHistory(client, query, clock.nowMs()),
    close() {
      watcher.set([]);
      for (const undo of undos) undo();
      feed.close();
    },
  };
}
