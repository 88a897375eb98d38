import type { EventPayload, Frozen } from '#shared/contract.ts';
import type { AccountListName, ListPace } from '#shared/domain/account/account-list.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { Result } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { Log } from '#log/log.ts';
import { type Batch, createBatch } from '#time/batch.ts';
import type { Clock } from '#time/clock.ts';
import type { ListWatch } from './account-list.ts';
import { isMarginOrder } from './lists/margin-orders.ts';
import { createDoneOrders, type DoneOrdersQuery, type DonePage } from './done-orders.ts';
import { createMarginOrderList, followMargin } from './follow-margin.ts';
import { followMoney } from './follow-money.ts';
import { followVenue, type Part, type PartOptions } from './follow-venue.ts';

/** Tells of the account when the page can take it; a newer word of the same subject takes the place of one that waits. */
export type OfferAccount = <Name extends 'account.changed' | 'orders.finished'>(
  name: Name,
  subject: string,
  make: () => Frozen<EventPayload<Name>> | null,
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
}

/** The account of one open profile: the only place where frames and answers are joined. docs/adr/0003. */
export interface Account {
  /** Shows a list for as long as the answer is not closed. */
  readonly watch: (list: AccountListName, pace: ListPace) => ListWatch;
  /** Reads a list now, if anybody shows it. */
  readonly refresh: (list: AccountListName) => void;
  /** An act has an outcome: what it may have changed is read. */
  readonly acted: (kind: Intent['kind']) => void;
  /** The exchange answered an act with the position as it is now. */
  readonly takePosition: (position: Position) => void;
  readonly doneOrders: (query: DoneOrdersQuery) => Promise<Result<DonePage>>;
  /** The machine slept: all of it may be old. */
  readonly missed: () => void;
  /** every list that is shown has been read since something may have been missed */
  readonly isRight: () => boolean;
  readonly close: () => void;
}

interface ShownList {
  readonly isWatched: () => boolean;
  readonly isHoled: () => boolean;
  readonly watch: (pace: ListPace) => ListWatch;
  readonly refresh: () => void;
}

const spot: readonly AccountListName[] = ['spot.orders', 'spot.stops', 'spot.fills'];
const futures: readonly AccountListName[] = ['futures.orders', 'futures.stops', 'futures.fills'];

/** The lists that an act of this kind may have changed. */
const touched: Readonly<Record<Intent['kind'], readonly AccountListName[]>> = {
  'add-margin': ['positions', 'balances'],
  'place-stop': ['spot.stops'],
  'cancel-stop': ['spot.stops', 'futures.stops', 'spot.orders', 'futures.orders'],
  'place-order': spot,
  'place-batch': spot,
  'place-futures-order': futures,
  'cancel-order': spot,
  'cancel-futures-order': futures,
  'place-margin-order': ['margin.orders', 'margin.accounts'],
  'cancel-margin-order': ['margin.orders'],
  'cancel-margin-orders': ['margin.orders'],
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

/** All that hears of the account, and the lists that come of it. */
function createParts(options: PartOptions) {
  const marginOrders = createMarginOrderList(options);
  const onSpot = followVenue('spot', { ...options, margin: marginOrders });
  const [onFutures, money, margin] = [followVenue('futures', options), followMoney(options), followMargin(options)];
  const parts: readonly Part[] = [onSpot, onFutures, money, margin];
  const lists: { readonly [L in AccountListName]: ShownList } = {
    'spot.orders': onSpot.orders,
    'futures.orders': onFutures.orders,
    'spot.stops': onSpot.stops,
    'futures.stops': onFutures.stops,
    'spot.fills': onSpot.fills,
    'futures.fills': onFutures.fills,
    positions: money.positions,
    balances: money.balances,
    'margin.orders': marginOrders.list,
    'margin.accounts': margin.accounts,
  };
  return { parts, lists, takePosition: money.takePosition };
}

export function createAccount(options: AccountOptions): Account {
  const { profileId, clock, offer } = options;
  const doneOrders = createDoneOrders(options);
  const tellFinished = (venue: Venue): void => offer('orders.finished', venue, () => ({ profileId, venue }));
  // a reset comes for each topic of a lost line, one after the other
  const missed = (venue: Venue): void => {
    options.log.info('account.missed', { profileId, venue });
    for (const part of parts) part.missed(venue);
    doneOrders.missed(venue);
    tellFinished(venue);
    options.interrupted();
  };
  const resets = createVenues(clock, missed);
  const finishes = createVenues(clock, tellFinished);
  const finished = (order: Order): void => {
    // the list of done spot orders has none on margin
    if (!isMarginOrder(order)) doneOrders.finished(order);
    finishes.add(order.venue);
  };
  const tell: PartOptions['tell'] = (list, make, pack) =>
    offer('account.changed', list, () => {
      const content = make();
      return content === null ? null : pack(content);
    });
  const shared: PartOptions = { ...options, tell, finished, missed: resets.add };
  const { parts, lists, takePosition } = createParts(shared);
  return {
    watch: (list, pace) => lists[list].watch(pace),
    refresh: list => lists[list].refresh(),
    acted: kind => {
      for (const list of touched[kind]) lists[list].refresh();
      for (const venue of ['spot', 'futures'] as const) doneOrders.missed(venue);
    },
    takePosition,
    doneOrders: doneOrders.page,
    missed() {
      for (const venue of ['spot', 'futures'] as const) missed(venue);
    },
    isRight() {
      const shown = Object.values(lists).filter(({ isWatched }) => isWatched());
      // a hidden window reads nothing: it is right when it is shown and was read
      return shown.length > 0 && shown.every(({ isHoled }) => !isHoled());
    },
    close() {
      for (const part of parts) part.stop();
      resets.stop();
      finishes.stop();
    },
  };
}
