import type { EventPayload, Frozen } from '#shared/contract.ts';
import { isPositive } from '#shared/decimal.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import type { TopicStatus } from '#shared/domain/feed.ts';
import type { BookWatch, Watch } from '#shared/domain/view/watch.ts';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import type { WindowId } from '#shared/domain/view/panel-window.ts';
import { assertNever, fail, type Result, succeed } from '#shared/errors.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { Log } from '#log/log.ts';
import { createBookFeed } from './books/book-feed.ts';
import { createBookWatch, type OfferBook } from './books/book-watch.ts';
import { expectBook } from './books/expected-book.ts';
import { createCandleFeed, type HistoryQuery, readHistory } from './candle-feed.ts';
import { watchClock } from '#time/clock-watch.ts';
import { publishFeedStates } from './feed-states.ts';
import { type Account, createAccount } from '#account/account.ts';
import { type ActionPrices, createActionPrices } from './prices/action-prices.ts';
import { createPriceWatches, type PriceWatches } from './prices/price-watches.ts';
import { createSharedBooks, type SharedBooks } from './books/shared-books.ts';
import type { WantedAction } from '#shared/rules/risk-reduction.ts';
import { createReconciliation, type OpenAction } from './reconciliation.ts';
import { createTape, readRecentTrades } from './tape.ts';
import { createTickers } from './tickers.ts';
import { createWatcher, type LiveWatch, type Watchers } from './watcher.ts';
import type { Clock } from '#time/clock.ts';

/** The events of the live market for the page. */
export type LiveEvent =
  | 'trades.arrived'
  | 'candle.changed'
  | 'feeds.changed'
  | 'account.noticed'
  | 'prices.changed'
  | 'tickers.changed'
  | 'reconciliation.changed'
  | 'exchange.restarted';
export type Emit = <Name extends LiveEvent>(name: Name, payload: Frozen<EventPayload<Name>>, to?: Watchers) => void;

/** Publishes when a page can take it, and not before; see `Offer` of the publisher. */
export type OfferLive = <Name extends 'book.changed' | 'account.changed' | 'orders.finished'>(
  name: Name,
  subject: string,
  make: (to: WindowId) => Frozen<EventPayload<Name>> | null,
) => void;

/** Everything that moves by itself for one open profile. */
export interface LiveMarket {
  /**
   * Replaces what this window watches, and sends its page the current state again. `invalid-request`: a step that is no
   * step; nothing is changed then.
   */
  readonly watch: (window: WindowId, watches: readonly Watch[]) => Result<Record<string, never>>;
  /** Ends what this window watches and publishes nothing: it is called when a publish to that window has failed. */
  readonly unwatch: (window: WindowId) => void;
  readonly topics: () => TopicStatus[];
  readonly account: Account;
  /** the prices for actions */
  readonly actionPrices: ActionPrices;
  /** Why nothing but a cancel may be sent now, as a sentence, or null. */
  readonly validationError: (wanted?: WantedAction) => string | null;
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
  /** the book that the window will ask for first; null or absent: not known */
  readonly expectedBook?: () => Market | null;
  readonly emit: Emit;
  readonly offer: OfferLive;
  /** actions of this profile with an unknown outcome, each as a short text */
  readonly openActions: () => readonly OpenAction[];
  /** an order ended, or more is known of one that did */
  readonly orderEnded?: (order: Order) => void;
  /** something of it may have been missed before it was opened: nothing is sent until the account was read */
  readonly isReopened: boolean;
  readonly clock: Clock;
  /** what the views of these windows are paced by: each has frames of its own; absent: the clock */
  readonly clockOf?: (to: Watchers) => Clock;
  readonly log: Log;
}

/** The book is one for all who look at it; its views are cut for each window by itself. */
function serveBook(options: LiveMarketOptions, watch: BookWatch, { books, to }: Sources): LiveWatch {
  const { profileId, clock } = options;
  // the same book of another window is another subject: neither takes the place of the other
  const offer: OfferBook = (name, subject, make) =>
    options.offer(name, `${[...to].join()} ${subject}`, window => (to.has(window) ? make() : null));
  const { book, release } = books.acquire({ venue: watch.venue, symbol: watch.symbol });
  const views = createBookWatch({ profileId, watch, book, clock: options.clockOf?.(to) ?? clock, offer });
  return {
    refresh: views.refresh,
    close() {
      views.close();
      release();
    },
  };
}

interface Sources {
  readonly books: SharedBooks;
  readonly account: Account;
  readonly prices: PriceWatches;
  /** the windows that look at it, as they are now */
  readonly to: Watchers;
}

function serve(options: LiveMarketOptions, watch: Watch, sources: Sources): LiveWatch {
  const { profileId, emit, feed, client, clock } = options;
  const { account, prices, to } = sources;
  if (watch.kind === 'prices') return prices.watch(watch.of, to);
  if (watch.kind === 'tickers') {
    return createTickers({
      feed,
      client,
      clock,
      publish: published => emit('tickers.changed', { profileId, ...published }, to),
    });
  }
  if (watch.kind === 'account') return account.watch(watch.list, watch.pace, to);
  const market: Market = { venue: watch.venue, symbol: watch.symbol };
  switch (watch.kind) {
    case 'book':
      return serveBook(options, watch, sources);
    case 'trades':
      return createTape({
        market,
        feed,
        client,
        clock,
        publish: trades => emit('trades.arrived', { profileId, ...market, trades }, to),
      });
    case 'candles': {
      const { interval } = watch;
      const publish = (candle: Candle) => emit('candle.changed', { profileId, ...market, interval, candle }, to);
      return createCandleFeed({ market, interval, feed, client, clock, publish });
    }
    default:
      return assertNever(watch);
  }
}

function hasBadStep(watch: Watch): boolean {
  return watch.kind === 'book' && watch.step !== null && !isPositive(watch.step);
}

const badStep = fail('invalid-request', 'A step of prices must be more than zero.', { field: 'watches' });

function afterSleep({ profileId, client, log }: LiveMarketOptions, account: Account): void {
  log.info('clock.jumped', { profileId });
  account.missed();
  void client.connect();
}

export function createLiveMarket(options: LiveMarketOptions): LiveMarket {
  const { profileId, client, feed, emit, clock, log } = options;
  const books = createSharedBooks(market => createBookFeed({ market, feed, client, clock, log }));
  // before the account, so that the book does not queue behind its lists
  const expected = expectBook({ market: options.expectedBook?.() ?? null, books, clock });
  const account = createAccount({
    ...options,
    notice: message => emit('account.noticed', { profileId, message }),
    interrupted: () => reconciliation.begin(),
  });
  const reconciliation = createReconciliation({
    clock,
    pendingLists: account.pendingLists,
    hold: account.hold,
    openActions: options.openActions,
    publish: (state, to) => emit('reconciliation.changed', { profileId, ...state }, to),
  });
  const prices = createPriceWatches({
    ...options,
    publish: (watched, to) => emit('prices.changed', { profileId, prices: [...watched] }, to),
  });
  const watcher = createWatcher((watch, to) => serve(options, watch, { books, account, prices, to }));
  const clockWatch = watchClock({ clock, onJump: () => afterSleep(options, account) });
  if (options.isReopened || options.openActions().length > 0) reconciliation.begin();
  const undos = [
    account.close,
    reconciliation.stop,
    publishFeedStates({
      feed,
      clock,
      isSeen: () => !watcher.isEmpty(),
      publish: topics => emit('feeds.changed', { profileId, topics }),
    }),
    clockWatch.stop,
  ];
  return {
    watch(window, watches) {
      if (watches.some(hasBadStep)) return badStep;
      watcher.set(window, watches);
      reconciliation.sendAgain(new Set([window]));
      if (watches.some(({ kind }) => kind === 'book')) expected.letGo();
      return succeed({});
    },
    unwatch: window => watcher.set(window, []),
    topics: () => [...feed.states()],
    account,
    actionPrices: createActionPrices({ client, books, clock }),
    validationError(wanted) {
      clockWatch.look();
      return reconciliation.validationError(wanted);
    },
    trades: market => readRecentTrades(client, market),
    candles: query => readHistory(client, query, clock.nowMs()),
    close() {
      expected.letGo();
      watcher.close();
      for (const undo of undos) undo();
      feed.close();
    },
  };
}
