import { vi } from 'vitest';
import { AccountListName } from '#shared/domain/account/list-name.ts';
import type { Watch } from '#shared/domain/view/watch.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { ExchangeClient } from '#client/client.ts';
import { createFeed } from '#client/feed/create-feed.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { FeedTimes } from '#client/feed/connection/context.ts';
import { createLiveMarkets, type LiveMarkets } from '#market/live-markets.ts';
import type { Log } from '#log/log.ts';
import type { FaultClient } from '@fathom/practice';
import { clientOf, type ContractExchange } from '#contract/testing/exchange.ts';
import { must } from '#contract/testing/must.ts';
import { createFixtureTime, type FixtureTime } from './fixture-time.ts';
import { createPublished, type Published } from './published.ts';
import { createWantedTopics } from './wanted-topics.ts';

export const profileId = 'trader';
export const spotBook: Market = { venue: 'spot', symbol: 'BTC-USDT' };
export const futuresBook: Market = { venue: 'futures', symbol: 'XBTUSDTM' };
export const shownRows = 30;

/** The live half of Fathom as its engine composes it, on a real client, with the page's end of it in the test's hand. */
export interface LiveFixture {
  readonly client: ExchangeClient;
  readonly feed: () => Feed;
  /** the exchange's names of the topics that are wanted now */
  readonly wanted: () => string[];
  readonly markets: LiveMarkets;
  readonly published: Published;
  readonly time: FixtureTime;
  /** the logged events, with the reason when given */
  readonly logged: readonly string[];
  /** `METHOD path`, of each request that left */
  readonly asked: readonly string[];
  /** when each left, ms of `performance.now()` */
  readonly askedAtMs: readonly number[];
  readonly watchBooks: (...books: readonly Market[]) => void;
  /** All lists of the account too. */
  readonly watchAccount: (...books: readonly Market[]) => void;
  readonly close: () => void;
}

interface FixtureOptions {
  /** how many times faster the feed's time passes */
  readonly speed?: number;
  readonly times?: Partial<FeedTimes>;
  /** the proxy between the client and the exchange */
  readonly wrap?: (client: ExchangeClient) => ExchangeClient;
}

/** Generous: what is waited for comes, or the test is red for a better reason than the machine's load. */
export const patienceMs = 120_000;

export async function until(check: () => unknown): Promise<void> {
  await vi.waitFor(check, { timeout: patienceMs, interval: 5 });
}

const times: FeedTimes = {
  welcomeMs: 8_000,
  acknowledgeMs: 5_000,
  renewAfterMs: 23 * 3_600_000,
  overlapMs: 50,
  idleMs: 200,
};

function logInto(logged: string[]): Log {
  const note: Log['info'] = (event, fields = {}) => {
    const why = fields['why'] ?? (event === 'account.missed' ? fields['venue'] : undefined);
    logged.push(typeof why === 'string' ? `${event}: ${why}` : event);
  };
  return { debug: note, info: note, warn: note, error: note };
}

function bookWatch(market: Market): Watch {
  return { kind: 'book', ...market, rows: shownRows, step: null, periodMs: 0 };
}

const accountWatches = AccountListName.options.map(list => ({ kind: 'account', list, pace: 'panel' }) as const);

/** Opens a fixture on the trader's account. */
export async function openFixture(exchange: ContractExchange, options: FixtureOptions = {}): Promise<LiveFixture> {
  const time = createFixtureTime(options.speed);
  const published = createPublished();
  const logged: string[] = [];
  const log = logInto(logged);
  const asked: string[] = [];
  const askedAtMs: number[] = [];
  const note: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    asked.push(`${init?.method ?? 'GET'} ${new URL(url).pathname}`);
    askedAtMs.push(performance.now());
    return await fetch(input, init);
  };
  const { wrap = (same: ExchangeClient) => same } = options;
  const client = wrap(clientOf(exchange.ready, 'trader', { dependencies: { ...time.client, fetch: note } }));
  // an exchange that has only just started may be busy for a while
  await until(async () => must(await client.connect()));
  const feeds: Feed[] = [];
  const topics = createWantedTopics();
  const markets = createLiveMarkets({
    openFeed: own => {
      const feed = createFeed({
        client: own,
        hasKey: true,
        log,
        times: { ...times, ...options.times },
        context: time.feed,
      });
      feeds.push(feed);
      return topics.overhear(feed);
    },
    openActions: () => [],
    emit: published.emit,
    offer: published.offer,
    clock: time.market,
    log,
  });
  markets.open({ profileId, client });
  const feed = (): Feed => {
    const newest = feeds.at(-1);
    if (newest === undefined) throw new Error('no feed was opened');
    return newest;
  };
  return {
    client,
    feed,
    wanted: topics.names,
    markets,
    published,
    time,
    logged,
    asked,
    askedAtMs,
    watchBooks: (...books) => void must(markets.watch(profileId, books.map(bookWatch))),
    watchAccount: (...books) => void must(markets.watch(profileId, [...books.map(bookWatch), ...accountWatches])),
    close() {
      markets.close();
      client.close();
    },
  };
}

/** Every topic is live, and every book that is watched. */
export async function allLive({ feed, published }: LiveFixture, ...books: readonly Market[]): Promise<void> {
  await until(() => {
    const waiting = feed()
      .states()
      .filter(({ state }) => state !== 'live');
    if (waiting.length > 0) throw new Error(`not live: ${waiting.map(({ label }) => label).join(', ')}`);
    for (const book of books) {
      const view = published.latest(book);
      if (view?.state !== 'live') throw new Error(`${book.symbol} is ${view?.state ?? 'not there'}`);
    }
  });
}

/** A fixture whose books are live and whose past is forgotten. */
export async function openLiveFixture(exchange: ContractExchange, options: FixtureOptions = {}): Promise<LiveFixture> {
  const fixture = await openFixture(exchange, options);
  fixture.watchBooks(spotBook, futuresBook);
  await allLive(fixture, spotBook, futuresBook);
  fixture.published.forget();
  return fixture;
}

/** Every list of the account is live: its topics are, and it was read since. */
export async function listsLive({ published }: LiveFixture): Promise<void> {
  await until(() => {
    const waiting = AccountListName.options.filter(list => published.page.status(list)?.feed !== 'live');
    if (waiting.length > 0) throw new Error(`not live: ${waiting.join(', ')}`);
  });
}

/** A fixture whose books and lists are live and whose past is forgotten. */
export async function openAccountLive(exchange: ContractExchange): Promise<LiveFixture> {
  const fixture = await openFixture(exchange);
  fixture.watchAccount(spotBook, futuresBook);
  await allLive(fixture, spotBook, futuresBook);
  await listsLive(fixture);
  fixture.published.forget();
  return fixture;
}

/** The venues of whose account something may have been missed, one after the other. */
export function missedOf({ logged }: LiveFixture): string[] {
  return logged.filter(line => line.startsWith('account.missed: ')).map(line => line.slice('account.missed: '.length));
}

/** Waits until a fault has struck so often. */
export async function struck(faults: FaultClient, id: number | null, count = 1): Promise<void> {
  await vi.waitFor(
    async () => {
      const strikes = await faults.strikes(id);
      if (strikes < count) throw new Error(`the fault struck ${strikes} times`);
    },
    { timeout: patienceMs, interval: 20 },
  );
}
