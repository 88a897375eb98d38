import { useCallback, useMemo } from 'react';
import { maximum, multiply } from '#shared/decimal.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { LedgerEntry } from '#shared/domain/money/transfer.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useVenueLists, useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { useRead } from '#bridge/use-read.ts';
import { orderKey } from '#features/fills/fill-news.ts';
import { isByExchange, orderText } from '#features/fills/fill-text.ts';
import { type AccountChange, changesBetween } from '#features/overseer/model/changes.ts';
import { useOverseenWatch } from '#features/overseer/overseen-watch.ts';
import { changeText } from '#features/overseer/side/change-text.ts';
import { largeShare, type Overseen } from '#features/overseer/use-overseen.ts';
import type { OversightChoice } from '#features/overseer/use-oversight.ts';
import { type AwayItem, awayItems } from '#features/overview/model/away.ts';
import { formatDecimal } from '#lib/format.ts';
import { visibleText } from '#shared/visible-text.ts';
import { ownText } from '#lib/own/privacy.ts';
import { useNow } from '#ui/clock.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { t } from '#shared/words/t.ts';

interface AwayOptions {
  readonly overseen: Overseen | undefined;
  readonly choice: OversightChoice;
}

export interface Away {
  readonly away: PanelRead<readonly AwayItem[]>;
  readonly sinceMs: number;
  readonly onSeen: () => void;
}

const none: readonly never[] = [];
const glance = { market: null, pace: { spot: 'glance', futures: 'glance' } } as const;
/** Fills and movements of money are asked for a day back: further the exchange tells them by the week. */
const dayMs = 86_400_000;
const spanStepMs = 900_000;
const seldom = { intervalMs: 60_000 };

/** When this window first looked: what came before it is history for a user who never said "seen". */
const openedAtMs = Date.now();

/** What happened since this user last pressed "Mark seen", out of all features. */
export function useAway({ id: profileId }: Profile, { overseen, choice: { oversight, change } }: AwayOptions): Away {
  const sinceMs = oversight.overviewSeenAtMs ?? openedAtMs;
  const orders = useVenueRows(profileId, 'orders', glance) ?? none;
  const lists = useVenueLists(profileId, 'fills', glance).map(({ reading }) => reading);
  const fills = mergeReads(lists, byTime);
  const ended = useEnded(profileId);
  const movements = useMovementsOfMoney(profileId, sinceMs);
  const watched = useOverseenWatch(state => state.watched[profileId]);
  // each time anew: texts with own figures in them follow what is hidden
  usePrivacy();
  const tell = (known: readonly Fill[]) =>
    awayItems(
      [
        ...fillItems(
          known.filter(({ createdAtMs }) => createdAtMs > sinceMs),
          orders,
        ),
        ...ended.map(orderItem),
        ...movements.map(moneyItem),
        ...accountItems(overseen, oversight, watched?.changes ?? none),
      ],
      sinceMs,
    );
  const items = fills.data === undefined ? undefined : tell(fills.data);
  const now = overseen?.now;
  const onSeen = useCallback(
    () => change({ overviewSeenAtMs: Date.now(), ...(now === undefined ? {} : { seen: now }) }),
    [change, now],
  );
  return { away: { ...fills, data: items }, sinceMs, onSeen };
}

const byTime = (a: Fill, b: Fill) => b.createdAtMs - a.createdAtMs;

/** Orders that ended unfilled, and not because the user cancelled them here. */
function useEnded(profileId: string): readonly Order[] {
  const page = { profileId, symbol: null, page: 1, pageSize: 50 };
  const spot = useRead('orders.done', { ...page, venue: 'spot' }, seldom).data;
  const futures = useRead('orders.done', { ...page, venue: 'futures' }, seldom).data;
  const acts = useRead('intents.list', { profileId }).data;
  return useMemo(() => {
    const own = new Set((acts ?? none).filter(({ kind }) => kind.startsWith('cancel')).map(({ key }) => key));
    const done = [...(spot?.items ?? none), ...(futures?.items ?? none)];
    return done.filter(({ isCancelled, id }) => isCancelled && !own.has(id));
  }, [spot, futures, acts]);
}

/** What came in and went out of the wallets, trades left aside. */
function useMovementsOfMoney(profileId: string, sinceMs: number): readonly LedgerEntry[] {
  const nowMs = useNow(60_000);
  const toMs = (Math.floor(nowMs / spanStepMs) + 1) * spanStepMs;
  const fromMs = Math.max(sinceMs, toMs - dayMs);
  const entries = useRead('ledger.list', { profileId, currency: null, isHf: false, fromMs, toMs }).data;
  return useMemo(
    () => (entries?.items ?? none).filter(({ bizType }) => /transfer|deposit|withdraw/iu.test(bizType)),
    [entries],
  );
}

function fillItems(fills: readonly Fill[], orders: readonly Order[]): readonly AwayItem[] {
  const active = new Map(orders.map(order => [`${order.venue} ${order.id}`, order]));
  return [...Map.groupBy(fills, orderKey)].flatMap(([key, group]): AwayItem[] => {
    const [one] = group;
    if (one === undefined) return [];
    const { venue, symbol, tradeType, orderId } = one;
    const order = active.get(key);
    return [
      {
        key: `fill ${key}`,
        atMs: Math.max(...group.map(({ createdAtMs }) => createdAtMs)),
        kind: isByExchange(one) ? 'liquidation' : 'fill',
        text: orderText(group, order),
        target: { kind: 'order', of: { market: { venue, symbol }, tradeType, orderId, record: order ?? null } },
      },
    ];
  });
}

function orderItem(order: Order): AwayItem {
  const { venue, symbol, tradeType, id: orderId, side, size, price, updatedAtMs, createdAtMs, stopPrice } = order;
  const amount = size === null ? '' : ` ${ownText(formatDecimal(size))}`;
  const at = price === null ? '' : t` at ${ownText(formatDecimal(price), 'figure')}`;
  const born = stopPrice === null ? '' : t`, which a stop had placed,`;
  return {
    key: `order ${venue} ${orderId}`,
    atMs: updatedAtMs ?? createdAtMs,
    kind: 'order',
    text: t`${side === 'buy' ? t`Buy` : t`Sell`}${amount} ${symbol}${at}${born} was cancelled, not by you here`,
    target: { kind: 'order', of: { market: { venue, symbol }, tradeType, orderId, record: order } },
  };
}

function moneyItem({ id, currency, accountType, bizType, direction, amount, createdAtMs }: LedgerEntry): AwayItem {
  const what = visibleText(bizType).toLowerCase().replaceAll('_', ' ');
  const way = direction === 'in' ? t`into` : t`out of`;
  return {
    key: `money ${id}`,
    atMs: createdAtMs,
    kind: 'transfer',
    text: `${ownText(formatDecimal(amount))} ${visibleText(currency)} ${way} ${visibleText(accountType)} (${what})`,
    target: { kind: 'panel', panel: 'balances' },
  };
}

type Noted = NonNullable<ReturnType<typeof useOverseenWatch.getState>['watched'][string]>['changes'];

/** Since the accounts were last marked seen; for a user who never did, since the window first looked. */
function accountItems(
  overseen: Overseen | undefined,
  { seen, smallBelow }: OversightChoice['oversight'],
  noted: Noted,
): readonly AwayItem[] {
  if (overseen === undefined) return [];
  const { valuation, now, totals } = overseen;
  const { currency } = valuation;
  const telling = { valuation, least: maximum(smallBelow, '1'), large: multiply(totals.value, largeShare) };
  const momentOf = ({ userId, kind }: AccountChange, seenMs: number) =>
    noted.find(each => each.userId === userId && each.kind === kind && each.atMs > seenMs)?.atMs ?? now.atMs;
  if (seen === null) return noted.map(change => changeItem(change, { ...change, currency }));
  return changesBetween(seen, now, telling).map(change =>
    changeItem(change, { key: `${change.userId} ${change.kind}`, atMs: momentOf(change, seen.atMs), currency }),
  );
}

interface Noting {
  readonly key: string;
  readonly atMs: number;
  readonly currency: string;
}

function changeItem(change: AccountChange, { key, atMs, currency }: Noting): AwayItem {
  return {
    key: `account ${key}`,
    atMs,
    kind: 'account',
    text: `${visibleText(change.name)} ${changeText(change, currency)}`,
    target: { kind: 'account', userId: change.userId },
  };
}
