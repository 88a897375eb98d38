import { useEffect, useMemo } from 'react';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { MarginType } from '#shared/domain/account/margin.ts';
import { useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { useRead } from '#bridge/use-read.ts';
import { useNow } from '#ui/clock.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { firedLeg, pairOf, waitingLegs } from './pair.ts';
import { isSettled, stageOf, type Track, type TrackStage } from './track.ts';
import { useTracksStore } from './tracks-store.ts';
import { t } from '#shared/words/t.ts';

/** An order as the ticket follows it. */
export interface Followed {
  readonly track: Track;
  readonly stage: TrackStage;
  /** the active order that it is, where a list shows it */
  readonly order: Order | undefined;
  readonly stop: StopOrder | undefined;
}

const asGlance = { spot: 'glance', futures: 'glance' } as const;
/** Until then an order that no list shows is asked for among those that are done. */
const askedForMs = 60_000;
const askMs = 1000;

/** A pair may wait for days: once neither leg does, it is asked for until it is found or not. */
function isAskedFor(track: Track, nowMs: number): boolean {
  const { answer, answeredAtMs } = track;
  if (pairOf(track) !== null && answer.kind === 'placed') return true;
  const isPlaced = answer.kind === 'placed' || (answer.kind === 'failed' && answer.error.isOutcomeUnknown);
  return isPlaced && answeredAtMs !== null && nowMs - answeredAtMs < askedForMs;
}

function marginTypeOf({ request }: Track): MarginType | null {
  return request.call === 'margin.place' ? request.order.tradeType : null;
}

interface DoneOrders {
  readonly rows: readonly Order[] | undefined;
  readonly asOfMs: number | null;
  readonly retry: () => void;
}

const unasked: DoneOrders = { rows: undefined, asOfMs: null, retry: () => undefined };
/** An order that a leg placed may be listed so much later than the end of the leg. */
const settleMs = 3000;

/** Notes since when no leg of a pair that was placed is found waiting. */
function useMissingPairs(
  tracks: readonly Track[],
  stops: readonly StopOrder[] | undefined,
): ReadonlyMap<string, number> {
  const { missing, ends, noteMissing } = useTracksStore();
  useEffect(() => {
    for (const track of tracks) {
      const { clientOid, answer } = track;
      if (pairOf(track) === null || answer.kind !== 'placed' || stops === undefined) continue;
      if (ends.has(clientOid) || missing.has(clientOid) || waitingLegs(track, stops).length > 0) continue;
      noteMissing(clientOid, Date.now());
    }
  }, [tracks, stops, missing, ends, noteMissing]);
  return missing;
}

/** Ended orders, of the market of the newest track that no list shows; requested only while there is one. */
function useDone(profileId: string, wanted: Track | undefined): DoneOrders {
  const tradeType = wanted === undefined ? null : marginTypeOf(wanted);
  const { venue, symbol } = wanted?.market ?? { venue: 'spot' as const, symbol: '' };
  const plain = useRead(
    'orders.done',
    { profileId, venue, symbol, page: 1, pageSize: 50 },
    { isEnabled: wanted !== undefined && tradeType === null, intervalMs: askMs },
  );
  const fromMs = (wanted?.sentAtMs ?? 0) - 60_000;
  const margin = useRead(
    'margin.doneOrders',
    { profileId, symbol, tradeType: tradeType ?? 'cross', fromMs, toMs: fromMs + 86_400_000 },
    { isEnabled: tradeType !== null, intervalMs: askMs },
  );
  const { data, updatedAtMs, retry } = tradeType === null ? plain : margin;
  return wanted === undefined ? unasked : { rows: data?.items, asOfMs: updatedAtMs, retry };
}

/** The state of each order from the ticket, the newest first. Mounted once: it also reports their end. */
export function useStages(profileId: string): readonly Followed[] {
  const all = useTracksStore(state => state.tracks);
  const ends = useTracksStore(state => state.ends);
  const tracks = useMemo(() => all.filter(each => each.profileId === profileId), [all, profileId]);
  const active = useVenueRows(profileId, 'orders', { market: null, pace: asGlance });
  const stops = useVenueRows(profileId, 'stops', { market: null, pace: asGlance });
  const nowMs = useNow(askMs);
  const isLost = tracks.some(({ answer }) => answer.kind === 'failed' && answer.error.isOutcomeUnknown);
  const journal = useRead('intents.list', { profileId }, { isEnabled: isLost, intervalMs: askMs }).data;
  const isListed = ({ clientOid }: Track) =>
    active?.some(row => row.clientOid === clientOid) === true ||
    stops?.some(row => row.clientOid === clientOid) === true;
  const missing = useMissingPairs(tracks, stops);
  const isLegWaiting = (track: Track) => waitingLegs(track, stops ?? []).length > 0;
  const wanted = tracks.find(
    track => !ends.has(track.clientOid) && !isListed(track) && !isLegWaiting(track) && isAskedFor(track, nowMs),
  );
  const done = useDone(profileId, wanted);
  useSearch({ sinceMs: wanted === undefined ? undefined : missing.get(wanted.clientOid), nowMs, done });
  const followed = useMemo(
    () =>
      tracks.map((track): Followed => {
        const { clientOid } = track;
        const intent = journal?.find(each => each.key === clientOid);
        return {
          track,
          stage:
            ends.get(clientOid) ??
            stageOf(track, {
              active,
              done: done.rows,
              stops,
              intent,
              isPairSearched: isSearched(track, done, missing),
            }),
          order: active?.find(row => row.clientOid === clientOid) ?? firedLeg(track, active ?? [])?.order,
          // cancelling one leg of a pair ends the other
          stop: stops?.find(row => row.clientOid === clientOid) ?? waitingLegs(track, stops ?? [])[0]?.stop,
        };
      }),
    [tracks, ends, active, done, stops, journal, missing],
  );
  useEnds(followed);
  return followed;
}

function isSearched({ clientOid }: Track, { asOfMs }: DoneOrders, missing: ReadonlyMap<string, number>): boolean {
  const sinceMs = missing.get(clientOid);
  return sinceMs !== undefined && asOfMs !== null && asOfMs > sinceMs + settleMs;
}

interface SearchOptions {
  /** since when no leg of the pair is found waiting */
  readonly sinceMs: number | undefined;
  readonly nowMs: number;
  readonly done: DoneOrders;
}

/** Where done orders are pushed they are read once a minute: what became of a pair is not waited for so long. */
function useSearch({ sinceMs, nowMs, done: { asOfMs, retry } }: SearchOptions): void {
  const fromMs = sinceMs === undefined ? Number.POSITIVE_INFINITY : sinceMs + settleMs;
  const isDue = nowMs > fromMs && (asOfMs === null || asOfMs <= fromMs);
  useEffect(() => {
    if (isDue) retry();
    // oxlint-disable-next-line react/exhaustive-deps -- once a second until it is answered, not at each drawing
  }, [isDue, nowMs]);
}

/** The end of an order stays, whatever list it has left since; each end is reported once. */
function useEnds(followed: readonly Followed[]): void {
  const ends = useTracksStore(state => state.ends);
  const end = useTracksStore(state => state.end);
  useEffect(() => {
    for (const { track, stage } of followed) {
      if (!isSettled(stage) || ends.has(track.clientOid)) continue;
      end(track.clientOid, stage);
      showEnd(track, stage);
    }
  }, [followed, ends, end]);
}

/** Its fills report that it was filled, with their price, for any source: one end is one toast. */
function showEnd({ market }: Track, stage: TrackStage): void {
  if (stage.kind === 'rejected') showToast('danger', t`${market.symbol} was rejected: ${stage.words}`);
}
