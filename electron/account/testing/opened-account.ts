import { AccountListName, type ListPace } from '#shared/domain/account/list-name.ts';
import type { Balance } from '#shared/domain/account/account.ts';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import type { HostStatus } from '#shared/domain/link.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { FeedState } from '#shared/domain/feed.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { CrossMarginAccount, IsolatedMarginAccounts, MarginType } from '#shared/domain/account/margin.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Page } from '#shared/domain/page.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ClientLink, ExchangeClient } from '#client/client.ts';
import type { OrderChange, StopChange } from '#client/feed/messages/orders.ts';
import type { Topic } from '#client/feed/topics.ts';
import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import type { CallOptions, Collected, SpotOrdersQuery } from '#client/types.ts';
import type { Spanned } from '#client/endpoints/walks/spans.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createNotes } from '#log/testing/notes.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createAccount } from '../account.ts';
import type { ListWatch } from '../account-list.ts';
import { createFakePage } from './fake-page.ts';
import { createFakePairs, type LegsByPair } from './fake-pairs.ts';
import { crossAccount, fill, futuresFill, position, rest, stopOrder } from './records.ts';

/** The answers of the exchange of a test; the test changes them. */
interface Answers {
  order: Result<Order>;
  orders: Result<Collected<Order>>;
  futuresOrders: Result<Collected<Order>>;
  done: Result<Page<Order>>;
  futuresDone: Result<readonly Order[]>;
  fills: Result<readonly Fill[]>;
  isolatedOrders: Readonly<Record<'active' | 'done', Result<Collected<Order>>>>;
  crossOrders: Result<Collected<Order>>;
  marginFills: Result<Spanned<Fill>>;
  futuresFills: Result<readonly Fill[]>;
  stop: Result<StopOrder>;
  stops: Result<Collected<StopOrder>>;
  pairs: LegsByPair;
  futuresStops: Result<Collected<StopOrder>>;
  positions: Result<readonly Position[]>;
  balances: Result<readonly Balance[]>;
  contracts: Result<readonly FuturesContract[]>;
  marginSymbols: Readonly<Record<MarginType, Result<readonly string[]>>>;
  marginOrders: Result<readonly Order[]>;
  marginOrder: Result<Order>;
  crossAccount: Result<CrossMarginAccount>;
  isolatedAccounts: Result<IsolatedMarginAccounts>;
  /** by currency: why its overview is refused */
  refusedOverviews: Readonly<Record<string, Result<never>>>;
}

export function listed<T>(...items: T[]): Result<Collected<T>> {
  return succeed({ items, isComplete: true });
}

function doneAnswer(...items: Order[]): Result<Page<Order>> {
  return succeed({ page: 1, pageSize: 3, totalItems: items.length, totalPages: 1, items });
}

const topics: readonly Topic[] = [
  { venue: 'spot', kind: 'orders' },
  { venue: 'futures', kind: 'orders' },
  { venue: 'spot', kind: 'stopOrders' },
  { venue: 'futures', kind: 'stopOrders' },
  { venue: 'spot', kind: 'balances' },
  { venue: 'futures', kind: 'balances' },
  { venue: 'futures', kind: 'positions' },
  { venue: 'spot', kind: 'marginPosition' },
];

const empty: Answers = {
  order: succeed(rest),
  orders: listed(),
  futuresOrders: listed(),
  done: doneAnswer(),
  futuresDone: succeed([]),
  fills: succeed([]),
  crossOrders: listed(),
  isolatedOrders: { active: listed(), done: listed() },
  marginFills: succeed({ items: [], missing: [] }),
  futuresFills: succeed([]),
  stop: succeed(stopOrder),
  stops: listed(),
  pairs: {},
  futuresStops: listed(),
  positions: succeed([]),
  balances: succeed([]),
  contracts: fail('exchange-failed', 'down'),
  marginSymbols: { cross: succeed([]), isolated: succeed([]) },
  marginOrders: succeed([]),
  marginOrder: fail('not-found', 'no such order', { code: '126043' }),
  crossAccount: succeed(crossAccount),
  isolatedAccounts: succeed({ quoteCurrency: 'USDT', totalAssets: '0', totalLiabilities: '0', pairs: [] }),
  refusedOverviews: {},
};

/** What each list has while a test asks for something of it. */
export const full = {
  fills: succeed([fill]),
  futuresFills: succeed([futuresFill]),
  positions: succeed([position]),
};

/** The overview of one futures wallet. */
function overviewOf(
  answers: Answers,
  asked: string[],
  answering: () => Promise<void>,
): ExchangeClient['futures']['overview'] {
  return async ({ currency }) => {
    asked.push(`overview ${currency}`);
    await answering();
    const refused = answers.refusedOverviews[currency];
    if (refused !== undefined) return refused;
    const none = { unrealisedPnl: '0', marginBalance: '0' } as const;
    const figures = { ...none, positionMargin: '1', orderMargin: '2', frozenFunds: '3' } as const;
    return succeed({ currency, accountEquity: '50', availableBalance: '44', ...figures });
  };
}

/** Orders on margin, where they were asked for. */
function marginOf(
  { isolatedOrders, crossOrders }: Answers,
  { status, tradeType }: Pick<SpotOrdersQuery, 'status' | 'tradeType'>,
) {
  if (tradeType === 'cross') return Promise.resolve(crossOrders);
  return tradeType === 'isolated' ? Promise.resolve(isolatedOrders[status]) : null;
}

/** Answers that wait until the test lets them go. */
function createHolding() {
  const held: (() => void)[] = [];
  let isHeld = false;
  return {
    answering: async (): Promise<void> => {
      if (isHeld) await new Promise<void>(resolve => held.push(resolve));
    },
    /** Answers are held back from now on, as they are at their asking. */
    hold: () => {
      isHeld = true;
    },
    letGo: () => {
      isHeld = false;
      for (const go of held.splice(0)) go();
    },
  };
}

/** The connection to the exchange, for one host at a time. */
function createLink() {
  const listeners = new Set<(link: ClientLink) => void>();
  const clock = { offsetMs: null, measuredAtMs: null, uncertaintyMs: null };
  return {
    onLink: (listener: (link: ClientLink) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The state of a host changed. */
    setHost: (venue: Venue, state: HostStatus['state']) => {
      const host = { venue, host: venue, state, lastOkAtMs: null, roundTripMs: null, lastError: null };
      for (const listener of listeners) listener({ hosts: [host], clock, pools: [] });
    },
  };
}

/** An exchange whose REST answers are what the test says they are at the moment. */
function createExchange() {
  const answers: Answers = { ...empty };
  /** by the name of an answer: its rows that cannot be read */
  const unreadable: Record<string, readonly OddRow[]> = {};
  const asked: string[] = [];
  const { answering, ...holding } = createHolding();
  const reply =
    <K extends keyof Answers>(name: K, of = '') =>
    async (_input?: unknown, options?: CallOptions): Promise<Answers[K]> => {
      asked.push(`${name}${of}`);
      const answer = answers[name];
      for (const row of unreadable[name] ?? []) options?.unreadable?.(row);
      await answering();
      return answer;
    };
  const { onLink, setHost } = createLink();
  const client = createFakeClient({
    onLink,
    reference: { contracts: reply('contracts') },
    spot: {
      order: reply('order'),
      allOrders: (input, options) => marginOf(answers, input) ?? reply('orders')(input, options),
      recentFills: reply('fills'),
      orders: reply('done'),
    },
    stops: { order: reply('stop'), all: reply('stops') },
    oco: createFakePairs(() => answers.pairs),
    futures: {
      order: reply('order'),
      allOrders: reply('futuresOrders'),
      recentFills: reply('futuresFills'),
      recentDoneOrders: reply('futuresDone'),
      positions: reply('positions'),
      allStops: reply('futuresStops'),
      overview: overviewOf(answers, asked, answering),
    },
    accounts: { balances: reply('balances') },
    margin: {
      activeSymbols: ({ tradeType }) => Promise.resolve(answers.marginSymbols[tradeType]),
      activeOrders: reply('marginOrders'),
      order: reply('marginOrder'),
      allFills: ({ symbol }) => reply('marginFills', ` ${symbol}`)(),
      crossAccount: reply('crossAccount'),
      isolatedAccounts: reply('isolatedAccounts'),
    },
  });
  return {
    client,
    setHost,
    answers,
    unreadable,
    asked,
    times: (name: string) => asked.filter(each => each === name).length,
    ...holding,
  };
}

/** An account before that exchange, and a page that shows of it what the test says. */
export function openAccount() {
  // an hour into the first day: records of the first moments are of the last 24 hours
  const clock = createFakeClock(3_600_000);
  const fake = createFakeFeed();
  const { log, lines } = createNotes();
  const notices: string[] = [];
  const { client, letGo, ...exchange } = createExchange();
  let watches: ListWatch[] = [];
  const page = createFakePage(() => {
    for (const watch of watches) watch.refresh();
  });
  const notice = (message: string): void => void notices.push(message);
  const hearing = { offer: page.offer, notice, interrupted: () => undefined };
  const account = createAccount({ profileId: 'p', client, feed: fake.feed, clock, log, ...hearing });
  const publishAndPass = async (published: () => void, ms: number): Promise<void> => {
    published();
    await clock.pass(ms);
  };
  return {
    ...exchange,
    clock,
    fake,
    lines,
    notices,
    page,
    account,
    /** What the window shows from now on; null: nothing. */
    watch: (pace: ListPace | null, ...lists: readonly AccountListName[]) => {
      const before = watches;
      watches = pace === null ? [] : lists.map(list => account.watch(list, pace, new Set([mainWindowId])));
      for (const old of before) old.close();
    },
    publishStates: (feedState: FeedState): void => {
      for (const topic of topics) fake.state(topic, feedState);
    },
    release: async () => await publishAndPass(letGo, 20),
    order: async (change: OrderChange, ms = 20) =>
      await publishAndPass(() => fake.publish({ venue: change.venue, kind: 'orders' }, change), ms),
    stop: async (change: StopChange, ms = 20) =>
      await publishAndPass(() => fake.publish({ venue: change.venue, kind: 'stopOrders' }, change), ms),
  };
}

/** The same, with everything shown, live and read. What it asked for until then is forgotten. */
export async function openLiveAccount() {
  const opened = openAccount();
  opened.watch('panel', ...AccountListName.options);
  opened.publishStates('live');
  await opened.clock.pass(5_000);
  opened.asked.length = 0;
  return opened;
}
