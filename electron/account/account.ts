import type { EventPayload, Frozen } from '#shared/contract.ts';
import { AccountListName, type ListPace } from '#shared/domain/account/list-name.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { createRecoveryWatch } from '#shared/domain/link.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { EndedOrder, Order } from '#shared/domain/account/order.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { WindowId } from '#shared/domain/view/panel-window.ts';
import type { Failure, Result } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { Log } from '#log/log.ts';
import { type Batch, createBatch } from '#time/batch.ts';
import type { Clock } from '#time/clock.ts';
import type { ListWatch, ListWatchers } from './account-list.ts';
import { createDoneOrders, type DoneOrdersQuery, type DonePage } from './done-orders.ts';
import { createMarginTrading, followMargin, type MarginLists } from './follow-margin.ts';
import { followMoney, type MoneyLists } from './follow-money.ts';
import { followVenue, type MarginTrading, type Part, type PartOptions, type VenueLists } from './follow-venue.ts';

/** Publishes the account when a page can take it; a newer event of the same subject replaces one that waits. */
export type OfferAccount = <Name extends 'account.changed' | 'orders.finished'>(
  name: Name,
  subject: string,
  make: (to: WindowId) => Frozen<EventPayload<Name>> | null,
) => void;

export interface AccountOptions {
  readonly profileId: string;
  readonly client: ExchangeClient;
  readonly feed: Feed;
  readonly clock: Clock;
  readonly log: Log;
  readonly offer: OfferAccount;
  /** a sentence that the user must read */
  readonly notice: (message: string) => void;
  /** something may have been missed, and is about to be read */
  readonly interrupted: () => void;
  /** an order ended, or more is known of one that did */
  readonly orderEnded?: (order: Order) => void;
}

/** The account of one open profile: the only place where frames and answers are joined. docs/adr/0003. */
export interface Account {
  /** Shows a list to these windows for as long as the answer is not closed. */
  readonly watch: (list: AccountListName, pace: ListPace, to: ListWatchers) => ListWatch;
  /** Reads a list now, if a window shows it. */
  readonly refresh: (list: AccountListName) => void;
  /** An action has an outcome: what it may have changed is read. */
  readonly acted: (kind: Intent['kind']) => void;
  /** The exchange answered an action with the position as it is now. */
  readonly takePosition: (position: Position) => void;
  /** Whether orders or stops are active, as far as frames and answers say. */
  readonly hasOpenOrders: () => boolean;
  /** Orders that ended since the profile was opened, as far as frames reported them. */
  readonly endedOrders: () => readonly EndedOrder[];
  /** The same orders themselves, the newest 500. */
  readonly finishedOrders: () => readonly Order[];
  readonly doneOrders: (query: DoneOrdersQuery) => Promise<Result<DonePage>>;
  /** The machine slept: all of it may be old. */
  readonly missed: () => void;
  /** what an action rests on and has not been read since something may have been missed */
  readonly pendingLists: () => readonly PendingList[];
  /** Has all of that read for as long as the answer is not called, whatever the window shows. */
  readonly hold: () => () => void;
  readonly close: () => void;
}

interface ShownList {
  readonly all: () => ReadonlyMap<string, unknown>;
  readonly hold: () => () => void;
  readonly pendingRead: () => { readonly error: Failure | null } | null;
  readonly watch: (pace: ListPace, to: ListWatchers) => ListWatch;
  readonly refresh: () => void;
  readonly acted: () => void;
  readonly recovered: (waitMs: number) => void;
}

/** A list that is being read, and why that failed so far, if it did. */
export interface PendingList {
  readonly title: string;
  readonly error: Failure | null;
}

/** What an action rests on. Fills are of the past: orders and positions already contain their effect. */
const restedOn: readonly (readonly [AccountListName, string])[] = [
  ['spot.orders', 'spot orders'],
  ['futures.orders', 'futures orders'],
  ['spot.stops', 'spot stops'],
  ['futures.stops', 'futures stops'],
  ['positions', 'positions'],
  ['balances', 'balances'],
];

const orderLists: readonly AccountListName[] = [
  'spot.orders',
  'margin.orders',
  'futures.orders',
  'spot.stops',
  'futures.stops',
];

const bothVenues: readonly Venue[] = ['spot', 'futures'];
const spot: readonly AccountListName[] = ['spot.orders', 'spot.stops', 'spot.fills'];
const futures: readonly AccountListName[] = ['futures.orders', 'futures.stops', 'futures.fills'];

/** The lists that an action of this kind may have changed. */
const touched: Readonly<Record<Intent['kind'], readonly AccountListName[]>> = {
  'add-margin': ['positions', 'balances'],
  'withdraw-margin': ['positions', 'balances'],
  'set-margin-mode': ['positions'],
  'set-cross-leverage': ['positions', 'balances'],
  // the exchange cancels the orders of the contract on the way
  'set-risk-limit': ['positions', 'balances', 'futures.orders'],
  'set-position-mode': ['positions'],
  'place-stop': ['spot.stops'],
  'cancel-stop': ['spot.stops', 'futures.stops', 'spot.orders', 'futures.orders'],
  'amend-order': ['spot.orders', 'spot.stops', 'margin.orders', 'futures.orders', 'futures.stops'],
  'place-order': spot,
  'place-batch': spot,
  'place-futures-order': futures,
  'place-futures-batch': futures,
  'place-pair': ['spot.stops'],
  'place-protected-order': futures,
  'cancel-order': spot,
  'cancel-futures-order': futures,
  'place-margin-order': ['margin.orders', 'margin.fills', 'margin.accounts'],
  'cancel-margin-order': ['margin.orders', 'margin.fills'],
  'cancel-margin-orders': ['margin.orders', 'margin.fills'],
  'kill-switch': ['spot.orders', 'spot.stops', 'margin.orders', 'futures.orders', 'futures.stops'],
  borrow: ['margin.accounts', 'balances'],
  repay: ['margin.accounts', 'balances'],
  transfer: ['margin.accounts', 'balances'],
};

/** Does it for each venue that was named within a frame, once. */
function createVenues(clock: Clock, what: (venue: Venue) => void): Batch<Venue> {
  const flush = (venues: Venue[]): void => {
    for (const venue of new Set(venues)) what(venue);
  };
  return createBatch<Venue>({ clock, most: null, flush });
}

type Lists = { readonly [L in AccountListName]: ShownList };

interface Followed {
  readonly spot: VenueLists;
  readonly futures: VenueLists;
  readonly money: MoneyLists;
  readonly margin: MarginLists;
  readonly marginTrading: MarginTrading;
}

/** The listeners of the account. */
function followAll(options: PartOptions): Followed {
  const margin = followMargin(options);
  const marginTrading = createMarginTrading({ ...options, pairsInUse: margin.pairsInUse });
  return {
    spot: followVenue('spot', { ...options, margin: marginTrading }),
    futures: followVenue('futures', options),
    money: followMoney(options),
    margin,
    marginTrading,
  };
}

function byName({ spot: spotLists, futures: futuresLists, money, margin, marginTrading }: Followed): Lists {
  return {
    'spot.orders': spotLists.orders,
    'futures.orders': futuresLists.orders,
    'spot.stops': spotLists.stops,
    'futures.stops': futuresLists.stops,
    'spot.fills': spotLists.fills,
    'futures.fills': futuresLists.fills,
    positions: money.positions,
    balances: money.balances,
    'margin.orders': marginTrading.orders,
    'margin.fills': marginTrading.fillList,
    'margin.accounts': margin.accounts,
  };
}

function pendingListsOf(lists: Lists): readonly PendingList[] {
  return restedOn.flatMap(([name, title]) => {
    const pending = lists[name].pendingRead();
    return pending === null ? [] : [{ title, ...pending }];
  });
}

/** Between two lists that are read again when the exchange answers again. */
const spreadMs = 200;

function isReadFrom(list: AccountListName, venue: Venue): boolean {
  if (list === 'balances') return true;
  return (list === 'positions' || list.startsWith('futures.')) === (venue === 'futures');
}

/**
 * The failed lists of a venue that answers again are read at once, one after the other: what an action rests on first.
 */
function readFailed(lists: Lists, venue: Venue): void {
  const first = restedOn.map(([name]) => name);
  const names = new Set([...first, ...AccountListName.options].filter(name => isReadFrom(name, venue)));
  for (const [index, name] of [...names].entries()) lists[name].recovered(index * spreadMs);
}

/** Returns its undo. */
function holdAll(lists: Lists): () => void {
  const undos = restedOn.map(([name]) => lists[name].hold());
  return () => {
    for (const undo of undos) undo();
  };
}

/** Publishes a list that changed, unless there is nothing for that window. */
function createPublish(offer: AccountOptions['offer']): PartOptions['publish'] {
  return (list, make, pack) =>
    offer('account.changed', list, to => {
      const content = make(to);
      return content === null ? null : pack(content);
    });
}

/** Reads failed lists again when their venue answers. Returns its undo. */
function followRecovery({ onLink }: Pick<AccountOptions['client'], 'onLink'>, lists: Lists): () => void {
  const watchRecovery = createRecoveryWatch(venue => readFailed(lists, venue));
  return onLink(({ hosts }) => watchRecovery(hosts));
}

export function createAccount(options: AccountOptions): Account {
  const { profileId, clock, offer } = options;
  const doneOrders = createDoneOrders(options);
  const reportEnd = (venue: Venue): void => offer('orders.finished', venue, () => ({ profileId, venue }));
  // reported at once: no action may be sent before the lists know that they are incomplete
  let isAboutToRead = false;
  // a reset comes for each topic of a lost line, one after the other
  const missed = (venue: Venue): void => {
    isAboutToRead = false;
    options.log.info('account.missed', { profileId, venue });
    for (const part of parts) part.missed(venue);
    doneOrders.missed(venue);
    reportEnd(venue);
    options.interrupted();
  };
  const resets = createVenues(clock, missed);
  const reset = (venue: Venue): void => {
    isAboutToRead = true;
    resets.add(venue);
    options.interrupted();
  };
  const moved = createVenues(clock, venue => {
    for (const part of parts) part.missed(venue);
  });
  const finishes = createVenues(clock, reportEnd);
  const finished = (order: Order): void => {
    doneOrders.finished(order);
    finishes.add(order.venue);
    options.orderEnded?.(order);
  };
  const shared: PartOptions = { ...options, publish: createPublish(offer), finished, missed: reset, moved: moved.add };
  const made = followAll(shared);
  const parts: readonly Part[] = [made.spot, made.futures, made.money, made.margin];
  const lists = byName(made);
  const undoRecovery = followRecovery(options.client, lists);
  return {
    watch: (list, pace, to) => lists[list].watch(pace, to),
    refresh: list => lists[list].refresh(),
    acted: kind => {
      for (const list of touched[kind]) lists[list].acted();
      for (const venue of bothVenues) doneOrders.missed(venue);
    },
    takePosition: made.money.takePosition,
    hasOpenOrders: () => orderLists.some(name => lists[name].all().size > 0),
    endedOrders: doneOrders.ended,
    finishedOrders: doneOrders.finishedOrders,
    doneOrders: doneOrders.page,
    missed() {
      for (const venue of bothVenues) missed(venue);
    },
    pendingLists: () => (isAboutToRead ? [{ title: 'everything', error: null }] : pendingListsOf(lists)),
    hold: () => holdAll(lists),
    close() {
      undoRecovery();
      for (const part of [...parts, resets, moved, finishes]) part.stop();
    },
  };
}
