import { useCallback, useMemo } from 'react';
import { mostChanges } from '#shared/domain/overseen/watched-accounts.ts';
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
import { visibleText } from '#shared/visible-text.ts';
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

/** What happened since this user was here last, or said that they have seen it, out of all features. */
export function useAway(profile: Profile, { overseen, choice: { oversight, change } }: AwayOptions): Away {
  const { id: profileId } = profile;
  const told = useSince(profile, oversight.overviewSeenAtMs);
  const nowMs = useNow(60_000);
  const sinceMs = told?.since.sinceMs ?? nowMs;
  const reach = { toMs: reachOf(sinceMs, nowMs), nowMs };
  const orders = useVenueRows(profileId, 'orders', glance) ?? none;
  const fills = useFillsSince(profileId, reach);
  const done = useDoneSince(profileId, reach);
  const ended = useEnded(profileId, done.rows);
  const money = useMoneySince(profileId, reach);
  // each time anew: texts with own figures in them follow what is hidden
  usePrivacy();
  const tell = () =>
    awayItems(
      [
        // an order that went on being filled is one thing that happened since
        ...fillItems(
          fills.rows.filter(({ createdAtMs }) => createdAtMs > sinceMs),
          orders,
        ),
        ...ended.map(({ order, isSwept }) => orderItem(order, isSwept)),
        ...moneyMoves(money.rows).map(moneyItem),
        ...accountItems(overseen.data),
      ],
      sinceMs,
    );
  const items = fills.read.data === undefined || told === undefined ? undefined : tell();
  const now = overseen.data?.now;
  const choose = told?.choose;
  const onSeen = useCallback(() => {
    change({ overviewSeenAtMs: Date.now(), ...(now === undefined ? {} : { seen: now }) });
    choose?.(null);
  }, [change, choose, now]);
  const cuts = [
    ...(reach.toMs > sinceMs ? [t`What is older than ${mostDays} days is not asked for; the histories go on.`] : []),
    ...fills.cuts,
    ...done.cuts,
    ...money.cuts,
    ...accountCuts(overseen, { sinceMs, nowMs }),
  ];
  return { read: { ...fills.read, data: items }, told, cuts, onSeen, ledger: money.rows };
}

/** Ended unfilled, and not because the user cancelled it here by name. */
interface Ended {
  readonly order: Order;
  /** while an act of the user's that cancels many was under way */
  readonly isSwept: boolean;
}

/** The clocks differ by less. */
const slackMs = 10_000;

function useEnded(profileId: string, done: readonly Order[]): readonly Ended[] {
  const acts = useRead('intents.list', { profileId }).data;
  return useMemo(() => {
    const own = new Set((acts ?? none).filter(({ kind }) => kind.startsWith('cancel')).map(({ key }) => key));
    const sweeps = (acts ?? none).filter(({ kind }) => kind === 'kill-switch' || kind === 'cancel-margin-orders');
    const isSwept = ({ updatedAtMs, createdAtMs }: Order) => {
      const endMs = updatedAtMs ?? createdAtMs;
      return sweeps.some(act => endMs >= act.createdAtMs - slackMs && endMs <= act.updatedAtMs + slackMs);
    };
    const ended = done.filter(({ isCancelled, id }) => isCancelled && !own.has(id));
    return ended.map(order => ({ order, isSwept: isSwept(order) }));
  }, [done, acts]);
}

interface Span {
  readonly sinceMs: number;
  readonly nowMs: number;
}

/** Shorter than this nobody calls a gap. */
const gapMs = 3_600_000;

function accountCuts({ data, error }: AwayOptions['overseen'], { sinceMs, nowMs }: Span): readonly string[] {
  const failed = error === null ? [] : [t`Sub-accounts: ${error.message}`];
  if (data === undefined) return error === null ? [t`Sub-accounts have not arrived yet.`] : failed;
  const { changes, changesFromMs } = data;
  if (changesFromMs !== null && changesFromMs - sinceMs > gapMs)
    return [...failed, t`What became of sub-accounts before ${formatMoment(changesFromMs, nowMs)} was not seen.`];
  const isCut = changes.length >= mostChanges && (changes.at(-1)?.atMs ?? 0) > sinceMs;
  return isCut ? [...failed, t`Of the changes of sub-accounts the newest ${mostChanges} are kept.`] : failed;
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
    text: `${visibleText(change.name)} ${changeText(change, valuation)}`,
    target: { kind: 'account', userId: change.userId },
  }));
}
