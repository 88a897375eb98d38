import type { EventPayload, Frozen } from '#shared/contract.ts';
import { isPositive } from '#shared/decimal.ts';
import type { Candle } from '#shared/domain/candle.ts';
import type { TopicStatus } from '#shared/domain/feed.ts';
import type { Watch } from '#shared/domain/live.ts';
import type { PublicTrade } from '#shared/domain/trade.ts';
import { assertNever, fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { Log } from '#log/log.ts';
import { createBookFeed } from './books/book-feed.ts';
import { createBookWatch, type BookWish, type Served } from './books/book-watch.ts';
import type { Market } from './books/snapshots.ts';
import { createCandleFeed, type HistoryQuery, readHistory } from './candle-feed.ts';
import { watchClock } from '#time/clock-watch.ts';
import { tellFeedStates } from './feed-news.ts';
import { type Account, createAccount } from '#account/account.ts';
import { createSharedBooks, type SharedBooks } from './books/shared-books.ts';
import { createTape, readRecentTrades } from './tape.ts';
import { createWatcher } from './watcher.ts';
import type { World } from '#time/world.ts';

/** What this room tells the page. */
export type LiveEvent = 'trades.arrived' | 'candle.changed' | 'feeds.changed' | 'account.noticed';
export type Emit = <Name extends LiveEvent>(name: Name, payload: Frozen<EventPayload<Name>>) => void;

/** Tells of what is told when the page can take it, and not before; see `Offer` of the way out. */
export type OfferLive = <Name extends 'book.changed' | 'account.changed' | 'orders.finished'>(
  name: Name,
  subject: string,
  make: () => Frozen<EventPayload<Name>> | null,
) => void;

/** Everything that moves by itself for one open profile. */
export interface LiveMarket {
  /** Replaces what the window watches. `invalid-request`: a step that is no step; nothing is changed then. */
  readonly watch: (watches: readonly Watch[]) => Result<Record<string, never>>;
  readonly topics: () => TopicStatus[];
  readonly account: Account;
  /** The last 100 trades, oldest first. */
  readonly trades: (market: Market) => Promise<Result<PublicTrade[]>>;
  /** At most 500 candles, oldest first. */
  readonly candles: (query: HistoryQuery) => Promise<Result<Candle[]>>;
  /** Ends all of it, the feed too. */
  readonly close: () => void;
}

export interface LiveMarketNeeds {
  readonly profileId: string;
  readonly client: ExchangeClient;
  readonly feed: Feed;
  readonly emit: Emit;
  readonly offer: OfferLive;
  readonly world: World;
  readonly log: Log;
}

function serveBook(needs: LiveMarketNeeds, wish: BookWish, books: SharedBooks): Served {
  const { profileId, offer, world } = needs;
  const subject = `${wish.venue} ${wish.symbol} ${wish.step ?? ''}`;
  const { book, release } = books.acquire({ venue: wish.venue, symbol: wish.symbol });
  const watch = createBookWatch({
    profileId,
    wish,
    book,
    world,
    offer: make => offer('book.changed', subject, make),
  });
  return {
    refresh: watch.refresh,
    close() {
      watch.close();
      release();
    },
  };
}

interface Sources {
  readonly books: SharedBooks;
  readonly account: Account;
}

function serve(needs: LiveMarketNeeds, watch: Watch, { books, account }: Sources): Served {
  const { profileId, emit, feed, client, world } = needs;
  if (watch.kind === 'account') return account.watch(watch.list, watch.pace);
  const market: Market = { venue: watch.venue, symbol: watch.symbol };
  switch (watch.kind) {
    case 'book':
      return serveBook(needs, watch, books);
    case 'trades':
      return createTape({
        market,
        feed,
        client,
        world,
        publish: trades => emit('trades.arrived', { profileId, ...market, trades }),
      });
    case 'candles': {
      const { interval } = watch;
      const publish = (candle: Candle) => emit('candle.changed', { profileId, ...market, interval, candle });
      return createCandleFeed({ market, interval, feed, client, world, publish });
    }
    default:
      return assertNever(watch);
  }
}

function hasBadStep(watch: Watch): boolean {
  return watch.kind === 'book' && watch.step !== null && !isPositive(watch.step);
}

export function createLiveMarket(needs: LiveMarketNeeds): LiveMarket {
  const { profileId, client, feed, emit, world, log } = needs;
  const books = createSharedBooks(market => createBookFeed({ market, feed, client, world, log }));
  const account = createAccount({ ...needs, notice: message => emit('account.noticed', { profileId, message }) });
  const watcher = createWatcher(watch => serve(needs, watch, { books, account }));
  const undos = [
    account.close,
    tellFeedStates({
      feed,
      world,
      isSeen: () => !watcher.isEmpty(),
      publish: topics => emit('feeds.changed', { profileId, topics }),
    }),
    watchClock({
      world,
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
    account,
    trades: market => readRecentTrades(client, market),
    candles: query => readHistory(client, query, world.nowMs()),
    close() {
      watcher.set([]);
      for (const undo of undos) undo();
      feed.close();
    },
  };
}
