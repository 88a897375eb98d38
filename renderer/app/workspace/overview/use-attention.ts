import type { TopicStatus } from '#shared/domain/feed.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { LeftOut } from '#shared/risk/left-out.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { useRead } from '#bridge/use-read.ts';
import { accountItems } from '#features/overview/attention/account-items.ts';
import { type AttentionItem, rankAttention } from '#features/overview/attention/attention-item.ts';
import { feedItems } from '#features/overview/attention/feed-items.ts';
import { endingItems, stopItems, unknownActions } from '#features/overview/attention/order-items.ts';
import { riskItems } from '#features/overview/attention/risk-items.ts';
import { overdueItems } from '#features/overview/attention/withdrawal-items.ts';
import type { Finding } from '#features/overseer/model/attention.ts';
import { findingChip, findingText } from '#features/overseer/side/finding-text.ts';
import type { useOverseen } from '#features/overseer/use-overseen.ts';
import type { RiskRow } from '#features/risk/model/risk-rows.ts';
import type { Risk } from '#features/risk/use-risk.ts';
import { priceOf, type WatchedPrices } from '#features/stops/trigger-price.ts';
import { useStops, useTriggerPrices } from '#features/stops/use-stops.ts';
import { useWithdrawals } from '#features/withdrawals/use-withdrawals.ts';
import { ageMs, isOverdue, statusText } from '#features/withdrawals/withdrawal-ageing.ts';
import type { WithdrawalRow } from '#features/withdrawals/withdrawal-rows.ts';
import { formatDecimal } from '#lib/format.ts';
import { ownText } from '#lib/own/privacy.ts';
import { distanceToTrigger } from '#lib/orders/stop-distance.ts';
import { shortStopPill } from '#lib/orders/stop-text.ts';
import { formatAge } from '#lib/age.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useNow } from '#ui/clock.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { endsAtMs, leftText } from '#ui/value/gtt.ts';
import { t } from '#shared/words/t.ts';

interface Sources {
  readonly overseen: ReturnType<typeof useOverseen>;
  readonly risk: Risk;
}

export interface Attention {
  readonly attention: PanelRead<readonly AttentionItem[]>;
  /** what was not looked at, and why */
  readonly unseen: readonly string[];
}

const none: readonly never[] = [];
/** Ages and remaining times of orders have seconds; finer steps are not readable. */
const refreshMs = 2000;
const glance = { market: null, pace: { spot: 'glance', futures: 'glance' } } as const;

/** What deserves a look, out of all features, the worst first. */
export function useAttention(profileId: string, { overseen, risk }: Sources): Attention {
  const actions = useRead('intents.list', { profileId });
  const topics = useRead('feeds.read', { profileId });
  const stops = useStops(profileId, null);
  const prices = useTriggerPrices(profileId, stops.data);
  const { read: withdrawals } = useWithdrawals(profileId);
  const orders = useVenueRows(profileId, 'orders', glance);
  const limitMin = useUiStore(state => state.stuckAfterMin);
  const nowMs = useNow(refreshMs);
  // computed each time: texts with own figures follow the privacy level
  usePrivacy();
  const stopsNear = (stops.data ?? none).map(stop => nearStop(stop, prices));
  const items = rankAttention([
    ...unknownActions(actions.data ?? none),
    ...riskItems((risk.read.data?.rows ?? none).map(atRisk)),
    ...feedItems(topics.data ?? noTopics),
    ...accountItems(
      (overseen.data?.findings ?? none).filter(({ isAcknowledged }) => !isAcknowledged).map(toAttentionFinding),
    ),
    ...stopItems(stopsNear),
    ...overdueItems(stuckOf(withdrawals.data ?? none, { nowMs, limitMin })),
    ...endingItems((orders ?? none).flatMap(order => ending(order, nowMs))),
  ]);
  const unseen = [
    ...unseenOf(t`positions and margin`, risk.read),
    ...notReckoned(risk.read.data?.leftOut ?? none),
    ...unseenOf(t`stops`, stops),
    ...notPriced(stopsNear),
    ...unseenOf(t`withdrawals`, withdrawals),
    ...unseenOf(t`sub-accounts`, overseen),
    ...unseenOf(t`feeds`, topics),
    ...unseenOf(t`actions`, actions),
  ];
  return {
    attention: { ...risk.read, data: items, error: null, isLoading: false, completeness: undefined, feed: null },
    unseen,
  };
}

const noTopics: readonly TopicStatus[] = [];

function unseenOf(what: string, { data, error }: Pick<PanelRead<unknown>, 'data' | 'error'>): readonly string[] {
  if (error !== null) return [`${what}: ${error.message}`];
  return data === undefined ? [t`${what}: not loaded yet`] : [];
}

/** So many are named; the risk page has them all. */
const mostNamed = 3;

/** The units without a computed distance. */
function notReckoned(leftOut: readonly LeftOut[]): readonly string[] {
  const named = leftOut.slice(0, mostNamed).map(({ what, reason }) => `${what}: ${reason}`);
  const more = leftOut.length - named.length;
  return more > 0 ? [...named, t`${more} more on the Risk page`] : named;
}

function notPriced(stops: readonly ReturnType<typeof nearStop>[]): readonly string[] {
  const count = stops.filter(({ distance }) => distance === null).length;
  return count === 0 ? [] : [t`${count} stops without a price`];
}

function atRisk({ id, title, distance, basis, ratio, position }: RiskRow) {
  const isCross = position?.marginMode === 'cross';
  return { id, title, distance, basis, ratio, symbol: position?.symbol ?? null, isMargin: position === null, isCross };
}

function toAttentionFinding(finding: Finding) {
  const { key, userId, name, kind } = finding;
  return { key, userId, name, kind, ...findingChip(finding), text: findingText(finding) };
}

function nearStop(stop: StopOrder, prices: WatchedPrices) {
  const { venue, id: orderId, symbol, tradeType } = stop;
  return {
    key: `${venue}:${orderId}`,
    title: symbol,
    pill: shortStopPill(stop),
    distance: distanceToTrigger(stop, priceOf(stop, prices)?.price ?? null),
    of: { market: { venue, symbol }, tradeType, orderId, record: stop },
  };
}

interface Moment {
  readonly nowMs: number;
  readonly limitMin: number;
}

function stuckOf(rows: readonly WithdrawalRow[], { nowMs, limitMin }: Moment) {
  return rows
    .filter(row => isOverdue(row, nowMs, limitMin))
    .map(row => ({
      key: row.name,
      currency: row.currency,
      amount: row.amount,
      status: statusText(row),
      age: formatAge(ageMs(row, nowMs) ?? 0),
    }));
}

function ending(order: Order, nowMs: number) {
  const endMs = endsAtMs(order);
  if (endMs === null || !order.isActive) return [];
  const { venue, symbol, tradeType, id: orderId, side, size, price } = order;
  const amount = size === null ? '' : ` ${ownText(formatDecimal(size))}`;
  const at = price === null ? '' : t` at ${ownText(formatDecimal(price), 'figure')}`;
  return [
    {
      key: `${venue}:${orderId}`,
      title: `${side === 'buy' ? t`Buy` : t`Sell`}${amount} ${symbol}${at}`,
      leftMs: endMs - nowMs,
      left: leftText(endMs - nowMs),
      of: { market: { venue, symbol }, tradeType, orderId, record: order },
    },
  ];
}
