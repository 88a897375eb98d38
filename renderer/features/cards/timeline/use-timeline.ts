import { useMemo } from 'react';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { useVenueLists, useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { type Read, useRead } from '#bridge/use-read.ts';
import { marginTypeOf } from '#lib/trade-type.ts';
import type { OrderName } from '#state/ui-store.ts';
import { isStop, type TimelineEvent, timelineOf } from './timeline-events.ts';
import { t } from '#shared/words/t.ts';

export interface Timeline {
  readonly events: readonly TimelineEvent[];
  /** as it was read last; null: in no list that Fathom holds */
  readonly record: Order | StopOrder | null;
  /** what could not be read, as sentences */
  readonly troubles: readonly string[];
  readonly isLoading: boolean;
}

/** An act of this computer may still be going on. */
const auditMs = 5000;

/** The order as it is now: among the active ones, else among the newest done ones, else as the row showed it. */
function useRecord(profileId: string, { market, tradeType, orderId, record }: OrderName) {
  const { venue, symbol } = market;
  const resting = useVenueRows(profileId, 'orders', { market });
  const active = resting?.find(({ id }) => id === orderId);
  const margin = marginTypeOf(tradeType);
  const done = useRead(
    'orders.done',
    { profileId, venue, symbol, page: 1, pageSize: 100, ...(margin === undefined ? {} : { margin }) },
    // a stop is in neither list
    { isEnabled: resting !== undefined && active === undefined && !(record !== null && isStop(record)) },
  );
  const ended = done.data?.items.find(({ id }) => id === orderId);
  return { record: active ?? ended ?? record, done };
}

const troubleOf = (what: string, { error }: Pick<Read<unknown>, 'error'>): readonly string[] =>
  error === null ? [] : [`${what}: ${error.message}`];

/** What happened to an order, out of the audit journal, the order lists and the fills. */
export function useTimeline(profileId: string, of: OrderName): Timeline {
  const { record, done } = useRecord(profileId, of);
  const audit = useRead('audit.list', {}, { intervalMs: auditMs });
  const lists = useVenueLists(profileId, 'fills', { market: of.market });
  const fills: readonly Fill[] | undefined = useVenueRows(profileId, 'fills', { market: of.market });
  const { orderId } = of;
  const { data: rows } = audit;
  const events = useMemo(
    () => timelineOf({ profileId, orderId, record, fills: fills ?? [], audit: rows ?? [] }),
    [profileId, orderId, record, fills, rows],
  );
  return {
    events,
    record,
    troubles: [
      ...troubleOf(t`Audit journal`, audit),
      ...troubleOf(t`Done orders`, done),
      ...lists.flatMap(({ part, reading }) => troubleOf(t`Fills of ${part}`, reading)),
    ],
    isLoading: audit.isLoading || lists.some(({ reading }) => reading.isLoading),
  };
}
