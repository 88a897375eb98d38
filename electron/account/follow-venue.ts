import type { Frozen } from '#shared/contract.ts';
import type { AccountMessage } from '#shared/domain/account/account-list.ts';
import type { AccountListName } from '#shared/domain/account/list-name.ts';
import { rowKeys } from '#shared/domain/account/row-keys.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { WindowId } from '#shared/domain/view/panel-window.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ListContent } from '#shared/list-messages.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { CallOptions, Collected } from '#client/types.ts';
import type { Log } from '#log/log.ts';
import type { Clock } from '#time/clock.ts';
import { type AccountList, createAccountList, type ListRows } from './account-list.ts';
import { isMarginOrder } from './lists/margin-orders.ts';
import { listPolicies } from './list-policies.ts';
import { createFills, type Fills, type ReportPair } from './lists/fills.ts';
import { followOrders } from './lists/order-topic.ts';
import { createSpotFills, type SpotFills } from './lists/margin-fills.ts';
import { createOrders, type Orders } from './lists/orders.ts';
import { exitPairs } from './exit-pairs.ts';
import { createPairs } from './pairs.ts';
import { createStops } from './lists/stops.ts';
import { missingFills, missingRows, readRecentFills } from './reads/venue-reads.ts';

/** What each part of the account is made with. */
export interface PartOptions {
  readonly profileId: string;
  readonly client: ExchangeClient;
  readonly feed: Feed;
  readonly clock: Clock;
  readonly log: Log;
  /** Publishes one list to the page, when it can take it. */
  readonly publish: <T>(
    list: AccountListName,
    make: (to: WindowId) => ListContent<T> | null,
    pack: (content: ListContent<T>) => Frozen<AccountMessage>,
  ) => void;
  /** a sentence that the user must read */
  readonly notice: (message: string) => void;
  /** an order is done, or more is known of one that is */
  readonly finished: (order: Order) => void;
  /** Something of this venue may have been missed: everything of it is read again. */
  readonly missed: (venue: Venue) => void;
  /** An event happened that frames report in part: the same is read again, but nothing was missed. */
  readonly moved: (venue: Venue) => void;
}

/** A part of the account: some of its lists. */
export interface Part {
  /** The frames of this venue may have a gap. */
  readonly missed: (venue: Venue) => void;
  readonly stop: () => void;
}

/** What is on margin: its frames arrive with those of the spot orders, which pass them on. */
export interface MarginTrading {
  readonly orders: AccountList<Order>;
  /** those of isolated margin */
  readonly fillList: AccountList<Fill>;
  readonly fills: Pick<Fills, 'take'>;
  /** The orders that the frames are merged into, and the listener for the account of an order. */
  readonly join: (orders: Pick<Orders, 'takeList'>, learn: SpotFills['learn']) => void;
}

/** Orders, stops and fills of one venue. */
export interface VenueLists extends Part {
  readonly orders: AccountList<Order>;
  readonly stops: AccountList<StopOrder>;
  readonly fills: AccountList<Fill>;
}

/** An order on margin is a row of the margin list, every other one of the venue's own. */
function rowsOf(
  list: ListRows<Order>,
  margin: ListRows<Order> | undefined,
  learn: SpotFills['learn'],
): ListRows<Order> {
  if (margin === undefined) return list;
  return {
    all: list.all,
    set(order) {
      learn(order);
      const [home, other] = isMarginOrder(order) ? [margin, list] : [list, margin];
      // an order reported by a frame alone was listed as plain until REST identified it as a margin order
      other.remove(order.id);
      home.set(order);
    },
    remove(id) {
      list.remove(id);
      margin.remove(id);
    },
  };
}

interface VenueOptions extends PartOptions {
  /** where orders on margin go, and isolated fills; of the spot venue alone */
  readonly margin?: MarginTrading | undefined;
}

/** Open orders, and their topic, which also reports fills. */
function followOrderList(
  venue: Venue,
  { margin, ...options }: VenueOptions,
  { fills, fillLists }: { readonly fills: SpotFills; readonly fillLists: readonly AccountList<Fill>[] },
) {
  const { profileId, client, feed, clock, log, publish, finished, missed } = options;
  const name = `${venue}.orders` as const;
  const list = createAccountList<Order, Collected<Order>>({
    clock,
    policy: listPolicies[name],
    topics: ['orders'],
    keyOf: rowKeys[name],
    kind: 'order',
    ask: asked => client[venue].allOrders({ status: 'active' }, asked),
    answered: (answer, asked) => {
      orders.takeList(answer, { ...asked, kind: 'plain' });
      return true;
    },
    missing: answer => missingRows(`${venue} orders`, answer),
    coverage: answer => answer.coverage,
    offer: make => publish(name, make, content => ({ profileId, list: name, ...content })),
  });
  const want = (): void => {
    list.want();
    margin?.orders.want();
  };
  const ended = (order: Order): void => {
    fills.learn(order);
    finished(order);
  };
  const rows = rowsOf(list, margin?.orders, fills.learn);
  const orders = createOrders({ client, clock, log, rows, want, finished: ended });
  margin?.join(orders, fills.learn);
  const follow = (state: Parameters<typeof followOrders>[2]['state']) =>
    followOrders(feed, venue, {
      message(change) {
        if (venue === 'spot') client.noteSpotPairs([change.symbol]);
        orders.take(change);
        fills.take(change);
        list.received();
        for (const each of marginLists(margin)) each.received();
      },
      reset() {
        orders.distrust();
        missed(venue);
      },
      unreadable(row) {
        list.badFrame(row);
        margin?.orders.badFrame(row);
        // it may have reported a fill
        for (const each of fillLists) each.acted();
      },
      state,
    });
  return { list, orders, follow };
}

function followStopList(venue: Venue, options: PartOptions) {
  const { profileId, client, feed, clock, log, publish, notice, missed } = options;
  const name = `${venue}.stops` as const;
  const pairs = venue === 'spot' ? createPairs(client, log) : exitPairs;
  const readAll = async (asked: CallOptions): Promise<Result<Collected<StopOrder>>> => {
    const read = await (venue === 'spot' ? client.stops.ofAllTypes({}, asked) : client.futures.allStops({}, asked));
    return read.ok ? succeed({ ...read.value, items: await pairs.join(read.value.items, asked) }) : read;
  };
  const list = createAccountList<StopOrder, Collected<StopOrder>>({
    clock,
    policy: listPolicies[name],
    topics: ['stops'],
    keyOf: rowKeys[name],
    kind: 'stop',
    ask: readAll,
    answered: (answer, asked) => {
      stops.takeList(answer, asked);
      return true;
    },
    missing: answer => missingRows(`${venue} stops`, answer),
    offer: make => publish(name, make, content => ({ profileId, list: name, ...content })),
  });
  const stops = createStops({
    client,
    clock,
    log,
    rows: list,
    pairs,
    want: list.want,
    refused: ({ symbol }, why) => notice(`A stop of ${symbol} was triggered, but its order was rejected: ${why}`),
  });
  const undo = feed.subscribe(
    { venue, kind: 'stopOrders' },
    {
      message(change) {
        stops.take(change);
        list.received();
      },
      reset: () => missed(venue),
      unreadable: list.badFrame,
      state: status => list.topic('stops', status),
    },
  );
  const stop = (): void => {
    undo();
    stops.stop();
    list.stop();
  };
  return { list, stop };
}

/** The message to the user when a trade came with two prices or sizes. */
export function contradictionText(symbol: string, tradeId: string, { first, other }: ReportPair): string {
  const ways = `${first.size} at ${first.price}, then ${other.size} at ${other.price}`;
  return `Trade ${tradeId} of ${symbol} came twice: ${ways}. The first is kept.`;
}

function createFillList(venue: Venue, { margin, ...options }: VenueOptions) {
  const { profileId, client, clock, log, publish, notice } = options;
  const name = `${venue}.fills` as const;
  const list = createAccountList<Fill, Collected<Fill>>({
    clock,
    policy: listPolicies[name],
    topics: ['orders'],
    keyOf: rowKeys[name],
    kind: 'fill',
    ask: asked => readRecentFills(client, venue, asked),
    answered: ({ items }) => fills.takeList(items),
    missing: answer => missingFills(venue, answer),
    coverage: answer => answer.coverage,
    gaveUp() {
      fills.giveUp();
      // an order missing here may be on isolated margin, which could not be requested when the frame came
      margin?.fillList.want();
    },
    offer: make => publish(name, make, content => ({ profileId, list: name, ...content })),
  });
  const fills = createFills({
    clock,
    log,
    venue,
    tradeType: venue,
    rows: list,
    want: list.want,
    contradicted: (symbol, tradeId, words) => notice(contradictionText(symbol, tradeId, words)),
  });
  return { list, fills };
}

/** The common steps for every margin list. */
type AnyList = Pick<AccountList<object>, 'received' | 'topic' | 'missed' | 'stop'>;

function marginLists(margin: MarginTrading | undefined): readonly AnyList[] {
  return margin === undefined ? [] : [margin.orders, margin.fillList];
}

/** Listens to the orders of the account at one venue. docs/exchange/feeds.md §6. */
export function followVenue(venue: Venue, options: VenueOptions): VenueLists {
  const { list: fillList, fills } = createFillList(venue, options);
  const fillLists = options.margin === undefined ? [fillList] : [fillList, options.margin.fillList];
  const isolated = options.margin?.fills;
  const trackedFills =
    isolated === undefined ? { take: fills.take, learn: () => undefined } : createSpotFills(fills, isolated);
  const { list: orderList, orders, follow } = followOrderList(venue, options, { fills: trackedFills, fillLists });
  const { list: stopList, stop: stopStops } = followStopList(venue, options);
  const margin = marginLists(options.margin);
  const undo = follow(state => {
    orderList.topic('orders', state);
    fillList.topic('orders', state);
    for (const list of margin) list.topic('orders', state);
  });
  const lists = [orderList, stopList, fillList, ...margin];
  return {
    orders: orderList,
    stops: stopList,
    fills: fillList,
    missed(of) {
      if (of === venue) for (const list of lists) list.missed();
    },
    stop() {
      undo();
      orders.stop();
      stopStops();
      orderList.stop();
      fillList.stop();
      for (const list of margin) list.stop();
    },
  };
}
