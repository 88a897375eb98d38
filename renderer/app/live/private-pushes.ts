import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { EventPayload } from '#shared/contract.ts';
import type { Balance } from '#shared/domain/account.ts';
import type { Fill } from '#shared/domain/fill.ts';
import type { Position } from '#shared/domain/futures.ts';
import type { Order } from '#shared/domain/order.ts';
import type { Page } from '#shared/domain/page.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { StopOrder } from '#shared/domain/stop-order.ts';
import type { ReadName } from '#bridge/polling.ts';
import { profileIdOfKey, scopeOfKey } from '#bridge/query-keys.ts';
import { listen } from '#bridge/stream.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import type { FirstWords } from './first-words.ts';
import {
  patchActiveOrders,
  patchBalances,
  patchDoneOrders,
  patchFills,
  patchPositions,
  patchStops,
  type StopChange,
  withoutSettled,
} from './private-patches.ts';
import type { Pushes } from './replay.ts';
import type { Settled } from './settled.ts';

/** Whether what lives at a venue under a symbol belongs into that cached list. */
function isWithin(key: QueryKey, profileId: string, item: { readonly venue: Venue; readonly symbol: string }): boolean {
  const scope = scopeOfKey(key);
  if (scope.profileId !== profileId || scope.venue !== item.venue) return false;
  return scope.symbol === undefined || scope.symbol === item.symbol;
}

/** What a later answer must not take back. */
export interface Memory {
  readonly settled: Settled;
  readonly words: FirstWords;
}

/** What the exchange tells of the account itself, into the lists that show it. */
export function listenToPrivate(pushes: Pushes, { settled, words }: Memory): (() => void)[] {
  return [
    listen('orders.changed', ({ profileId, orders }) => {
      for (const order of orders) pushOrder({ profileId, order }, pushes, settled);
    }),
    listen('stops.changed', ({ profileId, stops }) => {
      for (const change of stops) pushStop({ profileId, change }, pushes, settled);
    }),
    listen('fills.arrived', ({ profileId, fills }) => {
      for (const fill of fills) pushFill({ profileId, fill }, pushes, words);
    }),
    listen('positions.changed', ({ profileId, positions }) =>
      pushes.apply<readonly Position[]>('positions.list', (list, key) =>
        profileIdOfKey(key) === profileId ? positions.reduce(patchPositions, list) : list,
      ),
    ),
    listen('balances.changed', ({ profileId, balances }) =>
      pushes.apply<readonly Balance[]>('accounts.balances', (list, key) =>
        profileIdOfKey(key) === profileId ? balances.reduce(patchBalances, list) : list,
      ),
    ),
  ];
}

interface Pushed {
  readonly profileId: string;
}

function pushOrder({ profileId, order }: Pushed & { readonly order: Order }, pushes: Pushes, settled: Settled): void {
  if (!order.isActive) settled.add(order);
  pushes.apply<readonly Order[]>('orders.active', (list, key) =>
    isWithin(key, profileId, order) ? patchActiveOrders(list, order, settled) : list,
  );
  pushes.apply<Page<Order>>('orders.done', (page, key) =>
    isWithin(key, profileId, order) ? patchDoneOrders(page, order) : page,
  );
}

function pushStop(
  { profileId, change }: Pushed & { readonly change: StopChange },
  pushes: Pushes,
  settled: Settled,
): void {
  const { stop, isGone, failMessage } = change;
  if (isGone) settled.add(stop);
  if (failMessage !== undefined && failMessage !== null)
    showToast('danger', `A stop of ${stop.symbol} fired, but its order was refused: ${failMessage}`);
  pushes.apply<readonly StopOrder[]>('stops.list', (list, key) =>
    isWithin(key, profileId, stop) ? patchStops(list, change, settled) : list,
  );
}

function pushFill({ profileId, fill }: Pushed & { readonly fill: Fill }, pushes: Pushes, words: FirstWords): void {
  const first = words.settle(profileId, fill);
  pushes.apply<readonly Fill[]>('fills.recent', (list, key) =>
    isWithin(key, profileId, first) ? patchFills(list, first) : list,
  );
}

/** A trade that was told in two ways: one of them is wrong, and nobody here knows which. */
export function tellContradiction(first: Fill, other: Fill): void {
  const { tradeId, symbol } = other;
  const ways = `${first.size} at ${first.price}, then ${other.size} at ${other.price}`;
  showToast('danger', `Trade ${tradeId} of ${symbol} came twice: ${ways}. The first is kept.`);
}

/** Fills that were just answered, each at the first word on it. */
function keepFirstWords(client: QueryClient, key: QueryKey, words: FirstWords): void {
  const profileId = profileIdOfKey(key);
  if (key[0] !== 'fills.recent' || profileId === null) return;
  const list = client.getQueryData<readonly Fill[]>(key) ?? [];
  const kept = list.map(fill => words.settle(profileId, fill));
  if (kept.some((fill, index) => fill !== list[index])) client.setQueryData(key, kept);
}

/** A list that was just answered, without what a push has already told to be done. */
function dropSettled(client: QueryClient, key: QueryKey, settled: Settled): void {
  if (key[0] !== 'orders.active' && key[0] !== 'stops.list') return;
  const list = client.getQueryData<readonly (Order | StopOrder)[]>(key);
  const left = list === undefined ? undefined : withoutSettled(list, settled);
  if (left !== list) client.setQueryData(key, left);
}

/** An answer that just came is put right by what is remembered. */
export function amendAnswer(client: QueryClient, key: QueryKey, { settled, words }: Memory): void {
  dropSettled(client, key, settled);
  keepFirstWords(client, key, words);
}

/** The reads that a venue's private feed pushes. Those without a venue in their key belong to the venues named here. */
const resetReads: Partial<Record<ReadName, readonly Venue[] | 'in-key'>> = {
  'orders.active': 'in-key',
  'orders.done': 'in-key',
  'stops.list': 'in-key',
  'fills.recent': 'in-key',
  'positions.list': ['futures'],
  'accounts.balances': ['spot', 'futures'],
};

/** A hole in what was pushed: everything that this venue's private feed feeds is asked for again. */
export function applyReset(client: QueryClient, { profileId, venue }: EventPayload<'private.reset'>): void {
  void client.invalidateQueries({
    predicate: ({ queryKey }) => profileIdOfKey(queryKey) === profileId && isReset(queryKey, venue),
  });
}

function isReset(key: QueryKey, venue: Venue): boolean {
  for (const [name, venues] of Object.entries(resetReads))
    if (name === key[0]) return venues === 'in-key' ? scopeOfKey(key).venue === venue : venues.includes(venue);
  return false;
}
