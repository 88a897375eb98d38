import { useCallback, useEffect, useMemo } from 'react';
import type { Order } from '#shared/domain/account/order.ts';
import type { LedgerEntry } from '#shared/domain/money/transfer.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { useRead } from '#bridge/use-read.ts';
import { changeText } from '#features/overseer/side/change-text.ts';
import type { Overseen, useOverseen } from '#features/overseer/use-overseen.ts';
import type { OversightChoice } from '#features/overseer/use-oversight.ts';
import { type AwayItem, awayItems } from '#features/overview/model/away.ts';
import type { AwayGathered } from '#features/overview/panels/away-panel.tsx';
import { ownName } from '#lib/own/own-name.ts';
import { useNow } from '#ui/clock.ts';
import { formatMoment } from '#lib/time.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { t } from '#shared/words/t.ts';
import { mostDays, reachOf } from './away-cuts.ts';
import { moneyMoves } from '#lib/money/money-moves.ts';
import { fillItems, moneyItem, orderItem } from './away-items.ts';
import { useDoneSince, useFillsSince, useMoneySince } from './use-away-reads.ts';
import { useSince } from './use-since.ts';

interface AwayOptions {
  readonly overseen: ReturnType<typeof useOverseen>;
  readonly choice: OversightChoice;
}

interface Away extends AwayGathered {
  /** bookings of the master account since then: transfers, deposits, withdrawals */
  readonly ledger: readonly LedgerEntry[];
}

const none: readonly never[] = [];
const glance = { market: null, pace: { spot: 'glance', futures: 'glance' } } as const;

/** What happened since the last visit or acknowledgement of this user, from all features. */
export function useAway(profile: Profile, { overseen, choice: { oversight, change } }: AwayOptions): Away {
  const { id: profileId } = profile;
  const picker = useSince(profile, oversight.overviewSeenAtMs);
  const nowMs = useNow(60_000);
  const sinceMs = picker?.since.sinceMs ?? nowMs;
  const reach = { toMs: reachOf(sinceMs, nowMs), nowMs };
  useHistorySince(overseen.data, sinceMs);
  const orders = useVenueRows(profileId, 'orders', glance) ?? none;
  const fills = useFillsSince(profileId, reach);
  const done = useDoneSince(profileId, reach);
  const ended = useEnded(profileId, done.rows);
  const money = useMoneySince(profileId, reach);
  // computed each time: texts with own figures follow the privacy level
  usePrivacy();
  const publish = () =>
    awayItems(
      [
        // an order that went on being filled is one thing that happened since
        ...fillItems(
          fills.rows.filter(({ createdAtMs }) => createdAtMs !== null && createdAtMs > sinceMs),
          orders,
        ),
        ...ended.map(({ order, ...end }) => orderItem(order, end)),
        ...moneyMoves(money.rows).map(moneyItem),
        ...accountItems(overseen.data),
      ],
      sinceMs,
    );
  const items = fills.read.data === undefined || picker === undefined ? undefined : publish();
  const now = overseen.data?.now;
  const choose = picker?.choose;
  const onSeen = useCallback(() => {
    change({ overviewSeenAtMs: Date.now(), ...(now === undefined ? {} : { seen: now }) });
    choose?.(null);
  }, [change, choose, now]);
  const cuts = [
    ...(reach.toMs > sinceMs
      ? [t`Activity older than ${mostDays} days is not loaded. Open the history tabs for more.`]
      : []),
    ...fills.cuts,
    ...done.cuts,
    ...money.cuts,
    ...accountCuts(overseen, { sinceMs, nowMs }),
  ];
  return { read: { ...fills.read, data: items }, picker, cuts, onSeen, ledger: money.rows };
}

/** Ended unfilled, and not because the user cancelled it here by name. */
interface Ended {
  readonly order: Order;
  readonly atMs: number;
  /** a bulk cancel of the user's was under way */
  readonly isSwept: boolean;
}

/** The clocks differ by less. */
const slackMs = 10_000;

function useEnded(profileId: string, done: readonly Order[]): readonly Ended[] {
  const actions = useRead('intents.list', { profileId }).data;
  return useMemo(() => {
    const own = new Set((actions ?? none).filter(({ kind }) => kind.startsWith('cancel')).map(({ key }) => key));
    const sweeps = (actions ?? none).filter(({ kind }) => kind === 'kill-switch' || kind === 'cancel-margin-orders');
    const isSwept = (endMs: number) =>
      sweeps.some(act => endMs >= act.createdAtMs - slackMs && endMs <= act.updatedAtMs + slackMs);
    const ended = done.filter(({ isCancelled, id }) => isCancelled && !own.has(id));
    // an end of unknown time cannot be placed before or after the last visit
    return ended.flatMap(order => {
      const atMs = order.updatedAtMs ?? order.createdAtMs;
      return atMs === null ? [] : [{ order, atMs, isSwept: isSwept(atMs) }];
    });
  }, [done, actions]);
}

interface Span {
  readonly sinceMs: number;
  readonly nowMs: number;
}

/** A shorter time is not a gap. */
const gapMs = 3_600_000;

function accountCuts({ data, error }: AwayOptions['overseen'], { sinceMs, nowMs }: Span): readonly string[] {
  const failed = error === null ? [] : [t`Sub-accounts: ${error.message}`];
  if (data === undefined) return error === null ? [t`Sub-accounts are not loaded yet.`] : failed;
  const { coverage, gaps, loadedMs } = data.past;
  // what windows saw may be older than the first balance snapshot
  const startMs = Math.min(coverage?.startMs ?? nowMs, data.seenFromMs ?? nowMs);
  const fromMs = Math.max(startMs, loadedMs ?? 0);
  const early =
    fromMs - sinceMs > gapMs ? [t`Changes of sub-accounts before ${formatMoment(fromMs, nowMs)} are not listed.`] : [];
  const missing = gaps.filter(gap => gap.toMs > sinceMs && gap.toMs - gap.fromMs > gapMs);
  const spans = missing.map(gap => `${formatMoment(gap.fromMs, nowMs)} – ${formatMoment(gap.toMs, nowMs)}`);
  const unknown = spans.length === 0 ? [] : [t`Sub-accounts: no balance snapshots ${spans.join(', ')}`];
  return [...failed, ...early, ...unknown];
}

/** More changes than a list shows. */
const mostLoaded = 2000;

/** Reads older pages of the change history until it reaches the moment, or has more than a list shows. */
function useHistorySince(overseen: Overseen | undefined, sinceMs: number): void {
  const past = overseen?.past;
  const isShort = past !== undefined && past.loadedMs !== null && past.loadedMs > sinceMs;
  const isDue = isShort && !past.isReading && past.error === null && (overseen?.changes.length ?? 0) < mostLoaded;
  useEffect(() => {
    if (isDue) past?.more();
  }, [isDue, past]);
}

/** What was seen to become of the sub-accounts, with the look before each. */
function accountItems(overseen: Overseen | undefined): readonly AwayItem[] {
  if (overseen === undefined) return [];
  const { changes, valuation } = overseen;
  return changes.map(change => ({
    key: `account ${change.key}`,
    atMs: change.atMs,
    fromMs: change.sinceMs,
    kind: 'account',
    text: `${ownName(change.name)} ${changeText(change, valuation)}`,
    target: { kind: 'account', userId: change.userId },
  }));
}
