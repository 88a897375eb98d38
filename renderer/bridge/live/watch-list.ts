import type { CallInput } from '#shared/contract.ts';
import { ListPace } from '#shared/domain/account/list-name.ts';
import type { Watch } from '#shared/domain/view/watch.ts';
import { mostWatchedPrices, priceKey } from '#shared/domain/market/price.ts';

export interface WatchListOptions {
  /** hands the whole list to main; false when it was not taken */
  readonly send: (wanted: CallInput<'watch.set'>) => Promise<boolean>;
  readonly isHidden: () => boolean;
  /** runs once, with the next frame: a screen that changes wants many things at once */
  readonly schedule: (flush: () => void) => void;
  readonly later: (flush: () => void, waitMs: number) => void;
}

export interface WatchList {
  /** counts one more who wants it; the answer counts it off again */
  readonly add: (profileId: string, watch: Watch) => () => void;
  /** sends what changed now, and not with the next frame */
  readonly flush: () => void;
  /** sends the list again, whether it changed or not */
  readonly refresh: () => void;
}

/** What main takes at most; see the contract. */
const mostWatches = 40;
const retryMs = 2000;
/** An event that did not reach the page leaves it unserved, and unaware of that, for no longer than this. */
const repeatMs = 5000;

interface Wish {
  readonly profileId: string;
  readonly watch: Watch;
}

/** Counts the subscriptions and sends main all of them: on a change, once a frame; else repeated at an interval. */
export function createWatchList({ send, isHidden, schedule, later }: WatchListOptions): WatchList {
  const wishes = new Set<Wish>();
  let sent = '';
  let shownProfileId: string | null = null;
  let isScheduled = false;
  let deliveries = 0;

  const flush = () => {
    isScheduled = false;
    if (shownProfileId === null) return;
    const profileId = shownProfileId;
    const mine = [...wishes].filter(wish => wish.profileId === profileId).map(wish => wish.watch);
    const wanted = { profileId, watches: isHidden() ? [] : mergeWatches(mine) };
    const text = JSON.stringify(wanted);
    if (text === sent) return;
    sent = text;
    deliveries += 1;
    void deliver({ ...wanted, isRepeat: false }, deliveries);
  };

  const deliver = async (wanted: CallInput<'watch.set'>, delivery: number) => {
    const isTaken = await send(wanted);
    // another list may have been sent meanwhile: only the newest is repeated
    const again = () => {
      if (delivery !== deliveries) return;
      if (!isTaken) request(true);
      // a window that is shown again sends all subscriptions
      else if (!isHidden()) void deliver({ ...wanted, isRepeat: true }, delivery);
    };
    later(again, isTaken ? repeatMs : retryMs);
  };

  const request = (isForced: boolean) => {
    if (isForced) sent = '';
    if (isScheduled) return;
    isScheduled = true;
    schedule(flush);
  };

  return {
    add: (profileId, watch) => {
      const wish = { profileId, watch };
      wishes.add(wish);
      shownProfileId = profileId;
      request(false);
      return () => {
        if (wishes.delete(wish)) request(false);
      };
    },
    flush,
    refresh: () => request(true),
  };
}

/** Equal watches once; of those that differ only in rows and pace the longest and quickest, which serves them all. */
function mergeWatches(watches: readonly Watch[]): Watch[] {
  const merged = new Map<string, Watch>();
  for (const watch of watches) {
    const key = keyOf(watch);
    const known = merged.get(key);
    merged.set(key, known === undefined ? watch : join(known, watch));
  }
  return [...merged.values()].slice(0, mostWatches);
}

function join(one: Watch, other: Watch): Watch {
  if (one.kind === 'book' && other.kind === 'book') return joinBooks(one, other);
  if (one.kind === 'prices' && other.kind === 'prices') return joinPrices(one, other);
  if (one.kind !== 'account' || other.kind !== 'account') return one;
  return paces.indexOf(one.pace) < paces.indexOf(other.pace) ? one : other;
}

type PricesWatch = Extract<Watch, { kind: 'prices' }>;

function joinPrices(one: PricesWatch, other: PricesWatch): PricesWatch {
  const refs = new Map([...one.of, ...other.of].map(ref => [priceKey(ref), ref]));
  return { ...one, of: [...refs.values()].slice(0, mostWatchedPrices) };
}

/** the quickest first */
const paces = ListPace.options;

type BookWatch = Extract<Watch, { kind: 'book' }>;

function joinBooks(one: BookWatch, other: BookWatch): BookWatch {
  return {
    ...one,
    rows: Math.max(one.rows, other.rows),
    periodMs: Math.min(one.periodMs, other.periodMs),
  };
}

function keyOf(watch: Watch): string {
  if (watch.kind === 'account') return `${watch.kind} ${watch.list}`;
  if (watch.kind === 'prices' || watch.kind === 'tickers') return watch.kind;
  const detail = watch.kind === 'book' ? watch.step : watch.kind === 'candles' ? watch.interval : null;
  return `${watch.kind} ${watch.venue} ${watch.symbol} ${detail}`;
}
