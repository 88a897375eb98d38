import type { WantedAction } from '#shared/rules/risk-reduction.ts';
import type { OpenAction } from './reconciliation.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Watch } from '#shared/domain/view/watch.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { mainWindowId, type WindowId } from '#shared/domain/view/panel-window.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { Log } from '#log/log.ts';
import { createLiveMarket, type Emit, type LiveMarket, type LiveMarketOptions, type OfferLive } from './live-market.ts';
import { watchRestart } from './restart-watch.ts';
import type { Clock } from '#time/clock.ts';

/** An opened account. */
export interface OpenedAccount {
  readonly profileId: string;
  readonly client: ExchangeClient;
}

/** The live market of the one profile that is open. */
export interface LiveMarkets {
  /** Opens its feed, and closes the one before. */
  readonly open: (account: OpenedAccount) => void;
  readonly close: () => void;
  /** `no-profile` when this is not the open one any more */
  readonly of: (profileId: string) => Result<LiveMarket>;
  /** What a window of this profile watches from now on, the main one when none is named. */
  readonly watch: SetWatches;
  /** What it says that it still watches: nothing happens, unless that is not what it is served. */
  readonly watchStill: SetWatches;
  /** An action moved on: what its outcome may have changed is read. */
  readonly acted: (intent: Intent) => void;
  /** Why nothing but a cancel may be sent for this profile now, as a sentence, or null. */
  readonly validationError: (profileId: string, wanted?: WantedAction) => string | null;
  /** A number that changes with each change of what a window watches, the main one when none is named. */
  readonly watchNumber: (window?: WindowId) => number;
  /**
   * A page with published data has closed: its window has no subscriptions, unless a new page has already subscribed.
   */
  readonly pageAway: (watchNumber: number, window?: WindowId) => void;
  /** No page gets anything from now on: windows subscribe again. */
  readonly allAway: () => void;
  /** This window is closed permanently. */
  readonly windowClosed: (window: WindowId) => void;
}

type SetWatches = (profileId: string, watches: readonly Watch[], window?: WindowId) => Result<Record<string, never>>;

interface Wanted {
  readonly profileId: string;
  readonly watches: readonly Watch[];
}

/** What the windows want of which profile; it outlives a client of that profile (a restarted exchange has new keys). */
function createWanted() {
  const wanted = new Map<WindowId, Wanted>();
  const numbers = new Map<WindowId, number>();
  const numberOf = (window: WindowId): number => numbers.get(window) ?? 0;
  return {
    all: wanted.entries.bind(wanted),
    windows: (): WindowId[] => [...wanted.keys()],
    set(window: WindowId, wants: Wanted): void {
      numbers.set(window, numberOf(window) + 1);
      wanted.set(window, wants);
    },
    is: (window: WindowId, wants: Wanted): boolean => isDeepStrictEqual(wanted.get(window), wants),
    numberOf,
    /** its subscriptions; their count is kept, so that data published to its old page is recognized as old */
    drop: (window: WindowId): boolean => wanted.delete(window),
    forget: (window: WindowId): boolean => numbers.delete(window),
  };
}

export interface LiveMarketsOptions {
  readonly openFeed: (client: ExchangeClient) => Feed;
  /** the book that a window which opens will ask for first: it is got ready meanwhile; null or absent: not known */
  readonly expectedBook?: () => Market | null;
  readonly emit: Emit;
  /** actions of this profile with an unknown outcome, each as a short text */
  readonly openActions: (profileId: string) => readonly OpenAction[];
  /** an order of this profile ended, or more is known of one that did */
  readonly orderEnded?: (profileId: string, order: Order) => void;
  readonly offer: OfferLive;
  readonly clock: Clock;
  readonly clockOf?: NonNullable<LiveMarketOptions['clockOf']>;
  readonly log: Log;
}

/** What of one profile is asked and reported. */
function forProfile(
  profileId: string,
  { openActions, orderEnded }: LiveMarketsOptions,
): Required<Pick<LiveMarketOptions, 'openActions' | 'orderEnded'>> {
  return { openActions: () => openActions(profileId), orderEnded: order => orderEnded?.(profileId, order) };
}

/** An action that came to an end may have changed lists of the account. */
function refreshAfterAction(market: Result<LiveMarket>, { kind, state }: Intent): void {
  if (market.ok && state !== 'new' && state !== 'sent') market.value.account.acted(kind);
}

function findValidationError(market: Result<LiveMarket>, wanted: WantedAction | undefined): string | null {
  return market.ok ? market.value.validationError(wanted) : market.error.message;
}

export function createLiveMarkets(options: LiveMarketsOptions): LiveMarkets {
  const { openFeed, emit, log } = options;
  let current: { readonly profileId: string; readonly market: LiveMarket } | null = null;
  const wanted = createWanted();
  let lastProfileId: string | null = null;
  const close = (): void => {
    current?.market.close();
    current = null;
  };
  const of = (profileId: string): Result<LiveMarket> => {
    if (current?.profileId === profileId) return succeed(current.market);
    return fail('no-profile', 'Another profile has been chosen since; nothing was done.');
  };
  const watch: SetWatches = (profileId, watches, window = mainWindowId) => {
    wanted.set(window, { profileId, watches });
    const market = of(profileId);
    return market.ok ? market.value.watch(window, watches) : market;
  };
  const unserve = (window: WindowId): void => {
    wanted.drop(window);
    current?.market.unwatch(window);
  };
  const open = ({ profileId, client }: OpenedAccount): void => {
    close();
    // a new client of the same profile is for a restarted exchange: the data of the page is of the old one
    const isReopened = lastProfileId === profileId;
    if (isReopened) emit('exchange.restarted', { profileId });
    lastProfileId = profileId;
    const onRestart = (): void => {
      if (current?.market !== market) return;
      log.warn('exchange.restarted', { profileId });
      open({ profileId, client });
    };
    const feed = watchRestart(openFeed(client), onRestart);
    const mine = { profileId, client, feed, isReopened };
    const market = createLiveMarket({ ...options, ...mine, ...forProfile(profileId, options) });
    current = { profileId, market };
    for (const [window, wants] of wanted.all()) if (wants.profileId === profileId) market.watch(window, wants.watches);
  };
  return {
    open,
    close,
    of,
    watch,
    watchStill(profileId, watches, window = mainWindowId) {
      const isServed = wanted.is(window, { profileId, watches });
      return isServed && of(profileId).ok ? succeed({}) : watch(profileId, watches, window);
    },
    acted: intent => refreshAfterAction(of(intent.profileId), intent),
    validationError: (profileId, asked) => findValidationError(of(profileId), asked),
    watchNumber: (window = mainWindowId) => wanted.numberOf(window),
    pageAway(number, window = mainWindowId) {
      if (number === wanted.numberOf(window)) unserve(window);
    },
    allAway: () => wanted.windows().forEach(unserve),
    windowClosed(window) {
      unserve(window);
      wanted.forget(window);
    },
  };
}
