import { rowKeys } from '#shared/domain/account/row-keys.ts';
import { compare } from '#shared/decimal.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { MarginAccountRow } from '#shared/domain/account/margin.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { IsolatedPositionUpdate } from '#client/feed/messages/wallets.ts';
import { type AccountList, createAccountList } from './account-list.ts';
import { contradictionText, type MarginTrading, type Part, type PartOptions } from './follow-venue.ts';
import { listPolicies } from './list-policies.ts';
import { createMarginAccounts, type MarginAccountsAnswer, readMarginAccounts } from './lists/margin-accounts.ts';
import { createFills } from './lists/fills.ts';
import { type MarginFillsAnswer, readMarginFills, type SpotFills } from './lists/margin-fills.ts';
import { type MarginOrdersAnswer, readMarginOrders } from './lists/margin-orders.ts';
import type { Orders } from './lists/orders.ts';

interface MarginTradingOptions extends PartOptions {
  /** the pairs whose isolated accounts are known to be in use */
  readonly pairsInUse: () => readonly string[];
}

/** Fills on isolated margin: those of cross margin are among the recent fills of spot. */
function createMarginFillList(
  { profileId, client, clock, log, publish, notice, pairsInUse }: MarginTradingOptions,
  learn: SpotFills['learn'],
) {
  const list = createAccountList<Fill, MarginFillsAnswer>({
    clock,
    policy: listPolicies['margin.fills'],
    topics: ['orders'],
    keyOf: rowKeys['margin.fills'],
    kind: 'fill',
    ask: asked => {
      const pairs = [...fills.pendingSymbols(), ...pairsInUse()];
      return readMarginFills(client, { nowMs: clock.nowMs(), pairs }, asked);
    },
    answered: ({ items }) => {
      for (const { orderId, tradeType } of items) learn({ id: orderId, tradeType });
      return fills.takeList(items);
    },
    missing: ({ missing }) => missing,
    gaveUp: () => fills.giveUp(),
    offer: make => publish('margin.fills', make, content => ({ profileId, list: 'margin.fills', ...content })),
  });
  const fills = createFills({
    clock,
    log,
    venue: 'spot',
    tradeType: 'isolated',
    rows: list,
    want: list.want,
    contradicted: (symbol, tradeId, words) => notice(contradictionText(symbol, tradeId, words)),
  });
  return { fillList: list, fills };
}

/** Orders and fills on margin. */
export function createMarginTrading(options: MarginTradingOptions): MarginTrading {
  const { profileId, client, clock, publish } = options;
  let orders: Pick<Orders, 'takeList'> | null = null;
  let learn: SpotFills['learn'] | null = null;
  const list = createAccountList<Order, MarginOrdersAnswer>({
    clock,
    policy: listPolicies['margin.orders'],
    topics: ['orders'],
    keyOf: rowKeys['margin.orders'],
    kind: 'order',
    ask: asked => readMarginOrders(client, asked),
    answered: (answer, asked) => {
      orders?.takeList(answer, { ...asked, kind: 'margin' });
      return true;
    },
    missing: ({ missing }) => missing,
    offer: make => publish('margin.orders', make, content => ({ profileId, list: 'margin.orders', ...content })),
  });
  return {
    ...createMarginFillList(options, order => learn?.(order)),
    orders: list,
    join: (joined, learns) => {
      orders = joined;
      learn = learns;
    },
  };
}

export interface MarginLists extends Part {
  readonly accounts: AccountList<MarginAccountRow>;
  /** the isolated ones, as far as they have been read */
  readonly pairsInUse: () => readonly string[];
}

/** An exchange gives each pair a topic of its own; those that are used are few. */
const mostPairs = 10;

/**
 * While a pair owes something its topic says so every few seconds. Each reading costs all pairs and the cross account,
 * so what only repeats itself is read no oftener than this: the ratio moves with the prices, and its list is checked
 * anyway.
 */
const repeatedMs = 10_000;

/** A pair that owes this much of what it has is near its liquidation: its ratio is read with each of its own frames. */
const nearRatio = '0.85';

/** Reads again when a pair reports a new state, and at an interval while it repeats the same one. */
function createPairWatch(
  monotonicMs: () => number,
  { all, want }: Pick<AccountList<MarginAccountRow>, 'all' | 'want'>,
) {
  const published = new Map<string, string>();
  let wantedAtMs = Number.NEGATIVE_INFINITY;
  return ({ symbol, status, reason }: IsolatedPositionUpdate): void => {
    const state = `${status} ${reason}`;
    const isNear = compare(all().get(symbol)?.debtRatio ?? '0', nearRatio) >= 0;
    const isRepeated = reason === stillOwes && published.get(symbol) === state && !isNear;
    published.set(symbol, state);
    if (isRepeated && monotonicMs() - wantedAtMs < repeatedMs) return;
    wantedAtMs = monotonicMs();
    want();
  };
}

/** the reason of a frame without a change */
const stillOwes = 'DEFAULT_DEBT';

/** Listens to the margin accounts. docs/exchange/feeds.md §6.4. */
export function followMargin(options: PartOptions): MarginLists {
  const { profileId, client, feed, clock, publish, missed } = options;
  const pairs = new Map<string, () => void>();
  const list = createAccountList<MarginAccountRow, MarginAccountsAnswer>({
    clock,
    policy: listPolicies['margin.accounts'],
    topics: ['margin'],
    keyOf: rowKeys['margin.accounts'],
    kind: 'margin-account',
    ask: asked => readMarginAccounts(client, asked),
    answered: (answer, asked) => {
      accounts.takeList(answer, asked);
      followPairs(answer);
      return true;
    },
    missing: ({ missing }) => missing,
    offer: make => publish('margin.accounts', make, content => ({ profileId, list: 'margin.accounts', ...content })),
  });
  const accounts = createMarginAccounts({ rows: list, want: list.want, monotonicMs: clock.monotonicMs });
  // of a pair that begins to be followed, nothing else of the venue was missed
  const onPair = { message: createPairWatch(clock.monotonicMs, list), reset: list.missed, unreadable: list.badFrame };
  /** The frame of a pair names its new state and not its figures: they are read. */
  const followPairs = ({ rows }: MarginAccountsAnswer): void => {
    const wanted = new Set(rows.flatMap(({ symbol }) => (symbol === null ? [] : [symbol])).slice(0, mostPairs));
    for (const [symbol, undo] of pairs) {
      if (wanted.has(symbol)) continue;
      undo();
      pairs.delete(symbol);
    }
    for (const symbol of wanted) {
      if (pairs.has(symbol)) continue;
      pairs.set(symbol, feed.subscribe({ venue: 'spot', kind: 'isolatedPosition', symbol }, onPair));
    }
  };
  const undo = feed.subscribe(
    { venue: 'spot', kind: 'marginPosition' },
    {
      message(update) {
        accounts.take(update);
        list.received();
      },
      reset: () => missed('spot'),
      unreadable: list.badFrame,
      state: status => list.topic('margin', status),
    },
  );
  return {
    accounts: list,
    pairsInUse: () => [...list.all().values()].flatMap(({ symbol }) => (symbol === null ? [] : [symbol])),
    missed(venue) {
      if (venue === 'spot') list.missed();
    },
    stop() {
      undo();
      for (const leave of pairs.values()) leave();
      list.stop();
    },
  };
}
