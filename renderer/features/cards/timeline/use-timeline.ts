import { useMemo } from 'react';
import { missingOf } from '#shared/domain/completeness.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { useVenueLists, useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { type Read, useRead } from '#bridge/use-read.ts';
import type { OrderName } from '#state/ui-store.ts';
import { isStop, type TimelineEvent, timelineOf } from './timeline-events.ts';
import { t } from '#shared/words/t.ts';

export interface Timeline {
  readonly events: readonly TimelineEvent[];
  /** as it was last read; null: unknown */
  readonly record: Order | StopOrder | null;
  /** what could not be read, as sentences */
  readonly troubles: readonly string[];
  readonly isLoading: boolean;
}

/** An action of this computer may still be going on. */
const auditMs = 5000;

/**
 * The order as it is now: among the open ones, else by its own request, which has the end and the result of an old one,
 * else as the row showed it.
 */
function useRecord(profileId: string, { market, tradeType, orderId, record }: OrderName) {
  const resting = useVenueRows(profileId, 'orders', { market });
  const active = resting?.find(({ id }) => id === orderId);
  const order = { venue: market.venue, symbol: market.symbol, tradeType, orderId };
  const isOfStop = record !== null && isStop(record);
  const isAsked = resting !== undefined && active === undefined && !isOfStop;
  const one = useRead('orders.read', { profileId, order }, { isEnabled: isAsked });
  const fills = useRead('orders.fills', { profileId, order }, { isEnabled: !isOfStop });
  const { data } = one;
  const ended = useMemo(
    // the answer for a single order leaves out which stop it came from, docs/exchange/records.md §3.2
    () => (data === undefined ? undefined : { ...data, stopPrice: data.stopPrice ?? record?.stopPrice ?? null }),
    [data, record],
  );
  const isLoading = (isAsked && one.isLoading) || (!isOfStop && fills.isLoading);
  return { record: active ?? ended ?? record, one, fills, isLoading };
}

const troubleOf = (what: string, { error }: Pick<Read<unknown>, 'error'>): readonly string[] =>
  error === null ? [] : [`${what}: ${error.message}`];

/** What happened to an order, out of the audit journal, the order lists and the fills. */
export function useTimeline(profileId: string, of: OrderName): Timeline {
  const { record, one, fills: fillsRead, isLoading } = useRecord(profileId, of);
  const audit = useRead('audit.list', {}, { intervalMs: auditMs });
  const lists = useVenueLists(profileId, 'fills', { market: of.market });
  // a fill is pushed before the exchange is asked for those of the order again
  const pushed: readonly Fill[] | undefined = useVenueRows(profileId, 'fills', { market: of.market });
  const { orderId } = of;
  const { data: rows } = audit;
  const { data: answer } = fillsRead;
  const events = useMemo(
    () =>
      timelineOf({
        profileId,
        orderId,
        record,
        fills: [...(pushed ?? []), ...(answer?.items ?? [])],
        audit: rows ?? [],
      }),
    [profileId, orderId, record, pushed, answer, rows],
  );
  return {
    events,
    record,
    troubles: [
      ...troubleOf(t`Audit journal`, audit),
      ...troubleOf(t`The order`, one),
      ...troubleOf(t`Fills of the order`, fillsRead),
      ...missingOf(answer?.completeness).map(({ part, reason }) => `${part}: ${reason}`),
      ...lists.flatMap(({ part, reading }) => troubleOf(t`Fills of ${part}`, reading)),
    ],
    isLoading: audit.isLoading || isLoading || lists.some(({ reading }) => reading.isLoading),
  };
}
