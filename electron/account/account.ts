import type { Balance } from '#shared/domain/account.ts';
import type { Fill } from '#shared/domain/fill.ts';
import type { Position } from '#shared/domain/futures.ts';
import type { Order } from '#shared/domain/order.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { Feed } from '#client/feed/feed.ts';
import { createBatch } from '#time/batch.ts';
import { followOrders } from './lists/order-topic.ts';
import { createOwnBalances } from './lists/balances.ts';
import { createOwnFills } from './lists/fills.ts';
import { createOwnOrders, type OwnNeeds } from './lists/orders.ts';
import { createOwnPositions } from './lists/positions.ts';
import { createOwnStops, type StopNews } from './lists/stops.ts';

/** What happened to the account, at most once a frame each. */
export interface OwnNews {
  readonly orders: (orders: Order[]) => void;
  readonly fills: (fills: Fill[]) => void;
  readonly stops: (stops: StopNews[]) => void;
  readonly positions: (positions: Position[]) => void;
  readonly balances: (balances: Balance[]) => void;
  /** What was told may have a hole: everything of this venue must be read again, overlapping what is known. */
  readonly reset: (venue: Venue) => void;
}

/** A reset comes for each topic of a lost line, one after the other: the page hears of it once. */
function createResets(needs: OwnNeeds, news: OwnNews) {
  return createBatch<Venue>({
    world: needs.world,
    most: null,
    flush: venues => {
      for (const venue of new Set(venues)) news.reset(venue);
    },
  });
}

function listenToVenue(venue: Venue, { needs, news, feed, onReset }: VenueNeeds) {
  const orders = createOwnOrders(needs, news.orders);
  const stops = createOwnStops(needs, news.stops);
  const fills = createOwnFills(needs, venue, { fills: news.fills, missed: onReset });
  const undoOrders = followOrders(feed, venue, {
    message: change => {
      orders.take(change);
      fills.take(change);
    },
    reset: () => {
      orders.distrust();
      onReset();
    },
  });
  const undoStops = feed.subscribe({ venue, kind: 'stopOrders' }, { message: stops.take, reset: onReset });
  return () => {
    undoOrders();
    undoStops();
    orders.stop();
    stops.stop();
    fills.stop();
  };
}

interface VenueNeeds {
  readonly needs: OwnNeeds;
  readonly news: OwnNews;
  readonly feed: Feed;
  readonly onReset: () => void;
}

function listenToMoney({ needs, news, feed }: Omit<VenueNeeds, 'onReset'>, onReset: (venue: Venue) => void) {
  const positions = createOwnPositions(needs, news.positions, () => onReset('futures'));
  const balances = createOwnBalances(needs, news.balances, onReset);
  const resetOf = (venue: Venue) => () => {
    balances.forget();
    onReset(venue);
  };
  const undos = [
    feed.subscribe({ venue: 'spot', kind: 'balances' }, { message: balances.takeSpot, reset: resetOf('spot') }),
    feed.subscribe(
      { venue: 'futures', kind: 'balances' },
      { message: balances.takeFutures, reset: resetOf('futures') },
    ),
    feed.subscribe(
      { venue: 'futures', kind: 'positions' },
      {
        message: update => {
          positions.take(update);
          // a settled funding has moved the wallet too, and the venue tells the sum of it in no frame
          if (update.kind === 'funding-settled') onReset('futures');
        },
        reset: () => {
          positions.reload();
          onReset('futures');
        },
      },
    ),
  ];
  return () => {
    for (const undo of undos) undo();
    positions.stop();
    balances.stop();
  };
}

/** Hears everything that happens to the account, for as long as its profile is open. facts.md §5.4. Returns its undo. */
export function followAccount(feed: Feed, needs: OwnNeeds, news: OwnNews): () => void {
  const resets = createResets(needs, news);
  const shared = { needs, news, feed };
  const undos = [
    listenToVenue('spot', { ...shared, onReset: () => resets.add('spot') }),
    listenToVenue('futures', { ...shared, onReset: () => resets.add('futures') }),
    listenToMoney(shared, resets.add),
  ];
  return () => {
    for (const undo of undos) undo();
    resets.stop();
  };
}
