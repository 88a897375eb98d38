import { useMemo, useState } from 'react';
import type { Order } from '#shared/domain/account/order.ts';
import { useVenueLists } from '#bridge/account/use-venue-lists.ts';
import { useRead } from '#bridge/use-read.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';
import { marginTypeOf } from '#lib/trade-type.ts';
import { useAtTick } from '#ui/clock.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { useLaddersStore } from './actions/ladders-store.ts';
import { type LadderStanding, ladderViews } from './model/ladder-views.ts';
import { readMark } from './model/marks.ts';

/** While a rung is on its way, what is done is asked for so often. */
const askMs = 1500;
/** A row missing in the lists for longer was acknowledged and is not found: the ordinary interval will show it. */
const urgentForMs = 120_000;
const pageSize = 100;

/** The ladders of a profile as they stand, from the account's lists, the answers of this window and what main found out. */
export function useLadderViews(profileId: string): PanelRead<readonly LadderStanding[]> {
  const sent = useLaddersStore(state => state.ladders);
  const own = useMemo(() => sent.filter(each => each.profileId === profileId), [sent, profileId]);
  const lists = useVenueLists(profileId, 'orders', { market: null });
  const read = mergeReads(
    lists.map(({ reading }) => reading),
    newestFirst,
  );
  const isWhole = lists.every(({ reading }) => reading.data !== undefined);
  const newestMs = own[0]?.sentAtMs ?? 0;
  const isYoung = useAtTick(nowMs => nowMs - newestMs < urgentForMs);
  const [isUrgent, setUrgent] = useState(false);
  const { done, doneAsOfMs } = useDone(profileId, { isUrgent, hasMargin: hasMarginLadder(own, read.data) });
  const isMissing = isYoung && hasUnlisted(own, [...(read.data ?? []), ...(done ?? [])]);
  if (isMissing !== isUrgent) setUrgent(isMissing);
  const intents = useRead('intents.list', { profileId }).data;
  const rows = read.data;
  const data = useMemo(
    () =>
      rows === undefined
        ? undefined
        : ladderViews(own, { active: isWhole ? rows : undefined, done, doneAsOfMs, intents }),
    [own, rows, isWhole, done, doneAsOfMs, intents],
  );
  return { ...read, data };
}

type Sent = ReturnType<typeof useLaddersStore.getState>['ladders'];

/** Whether a rung has been sent that no list shows: it may be done since they were read, or it may be nowhere. */
function hasUnlisted(own: Sent, listed: readonly Order[]): boolean {
  const marks = new Set(listed.map(({ clientOid }) => clientOid));
  return own.some(({ rows }) =>
    rows.some(({ mark, answer }) => (answer.kind === 'placed' || answer.kind === 'lost') && !marks.has(mark)),
  );
}

interface Done {
  readonly done: readonly Order[] | undefined;
  readonly doneAsOfMs: number | null;
}

/** What is on margin is read apart, and only where a ladder is there. */
function hasMarginLadder(own: Sent, active: readonly Order[] | undefined): boolean {
  return (
    own.some(({ form }) => form.kind === 'margin') ||
    (active ?? []).some(
      ({ tradeType, clientOid }) => marginTypeOf(tradeType) !== undefined && readMark(clientOid) !== null,
    )
  );
}

interface DoneOptions {
  readonly isUrgent: boolean;
  readonly hasMargin: boolean;
}

function useDone(profileId: string, { isUrgent, hasMargin }: DoneOptions): Done {
  const input = { profileId, symbol: null, page: 1, pageSize };
  const pace = isUrgent ? { intervalMs: askMs } : {};
  const onMargin = { ...pace, isEnabled: hasMargin };
  const spot = useRead('orders.done', { ...input, venue: 'spot' }, pace).data;
  const futures = useRead('orders.done', { ...input, venue: 'futures' }, pace).data;
  const cross = useRead('orders.done', { ...input, venue: 'spot', margin: 'cross' }, onMargin).data;
  const isolated = useRead('orders.done', { ...input, venue: 'spot', margin: 'isolated' }, onMargin).data;
  return useMemo(() => {
    const pages = hasMargin ? [spot, futures, cross, isolated] : [spot, futures];
    if (pages.every(page => page === undefined)) return { done: undefined, doneAsOfMs: null };
    // the oldest of them is what is certain
    const doneAsOfMs = Math.min(...pages.map(page => page?.asOfMs ?? 0));
    return { done: pages.flatMap(page => page?.items ?? []), doneAsOfMs };
  }, [spot, futures, cross, isolated, hasMargin]);
}
