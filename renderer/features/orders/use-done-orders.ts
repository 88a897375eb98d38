import { useCallback, useMemo } from 'react';
import type { CallOutput } from '#shared/contract.ts';
import type { ArchivedPlace } from '#shared/domain/archive/archived-page.ts';
import type { MarginType } from '#shared/domain/account/margin.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { missingOfCoverage } from '#shared/domain/answers/spot-coverage.ts';
import { completenessOf, missingOf } from '#shared/domain/completeness.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { call } from '#bridge/call.ts';
import type { PastHead } from '#bridge/history/past-rows.ts';
import { type PastState, unreadablePast, usePast } from '#bridge/history/use-past.ts';
import type { PastScope } from '#bridge/query-keys.ts';
import { useRead } from '#bridge/use-read.ts';
import { coverageText } from '#lib/orders/coverage-text.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { t } from '#shared/words/t.ts';
import type { OrderScope } from './use-orders.ts';

const pageSize = 100;

interface DoneList {
  readonly list: string;
  readonly venue: Venue;
  readonly margin?: MarginType;
}

const spotList: DoneList = { list: t`spot order history`, venue: 'spot' };
const crossList: DoneList = { list: t`cross margin order history`, venue: 'spot', margin: 'cross' };
const isolatedList: DoneList = { list: t`isolated margin order history`, venue: 'spot', margin: 'isolated' };
const futuresList: DoneList = { list: t`futures order history`, venue: 'futures' };

type DoneRead = PanelRead<CallOutput<'orders.done'>>;

/** The part of a panel's state from the read; the rows come from the whole known history. */
function itemsOf(reading: DoneRead, { list: part }: DoneList): PanelRead<readonly Order[]> {
  const { data, updatedAtMs } = reading;
  const coverage = data?.coverage;
  // the end of the rows states that older ones are omitted
  return {
    ...reading,
    data: data?.items,
    completeness: completenessOf(missingOfCoverage('orders', coverage)),
    sources: coverage === undefined ? null : coverageText(coverage),
    updatedAtMs: data?.asOfMs ?? updatedAtMs,
    part,
  };
}

const headOf = (data: CallOutput<'orders.done'> | undefined): PastHead<Order> | null =>
  data === undefined ? null : { rows: data.items, sinceMs: data.sinceMs ?? data.asOfMs };

const keyOf = ({ venue, id }: Pick<Order, 'venue' | 'id'>) => `${venue}:${id}`;

export interface DoneOrdersRead {
  readonly read: PanelRead<readonly Order[]>;
  readonly past: PastState;
}

/** One of the four lists: its newest page, read again and again. */
function useDoneList({ profileId, market }: OrderScope, list: DoneList) {
  const { venue, margin } = list;
  const symbol = market?.symbol ?? null;
  const isOn = market === null || market.venue === venue;
  const input = { profileId, symbol, page: 1, pageSize, venue, ...(margin && { margin }) };
  const reading = useRead('orders.done', input, { isEnabled: isOn });
  const { data } = reading;
  const head = useMemo(() => headOf(data), [data]);
  return { isOn, reading: itemsOf(reading, list), head };
}

/**
 * Done orders of both venues and both margin accounts, newest first: the newest pages as they change, and older ones from
 * the archive as far as was scrolled.
 */
export function useDoneOrders(scope: OrderScope & { readonly reader?: PastScope['reader'] }): DoneOrdersRead {
  const { profileId, market, reader } = scope;
  const spot = useDoneList(scope, spotList);
  const cross = useDoneList(scope, crossList);
  const isolated = useDoneList(scope, isolatedList);
  const futures = useDoneList(scope, futuresList);
  const lists = [spot, cross, isolated, futures];
  const parts = lists.filter(({ isOn }) => isOn);
  const heads = useMemo(
    () => parts.map(({ head }) => head),
    // oxlint-disable-next-line react/exhaustive-deps -- the four lists stand for it
    lists.flatMap(({ isOn, head }) => [isOn, head]),
  );
  const venue = market?.venue ?? null;
  const symbol = market?.symbol ?? null;
  const readPage = useCallback(
    (after: ArchivedPlace | null) => call('history.orders', { profileId, venue, symbol, after }),
    [profileId, venue, symbol],
  );
  const { rows, state } = usePast<Order>({
    scope: { profileId, of: 'orders', venue, symbol, reader },
    heads,
    keyOf,
    readPage,
  });
  const sorted = useMemo(() => rows.toSorted(newestFirst), [rows]);
  const read = mergeReads(
    parts.map(({ reading }) => reading),
    newestFirst,
  );
  const completeness = completenessOf([...missingOf(read.completeness), ...unreadablePast(state)]);
  return { read: { ...read, completeness, data: read.data === undefined ? undefined : sorted }, past: state };
}
