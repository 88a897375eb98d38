import { useMemo } from 'react';
import type { CallOutput } from '#shared/contract.ts';
import type { MarginType } from '#shared/domain/account/margin.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { missingOfCoverage } from '#shared/domain/answers/spot-coverage.ts';
import { completenessOf } from '#shared/domain/completeness.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { call } from '#bridge/call.ts';
import type { OpenRow, PastHead } from '#bridge/history/past-rows.ts';
import { type WalkedList, type PastState, usePast } from '#bridge/history/use-past.ts';
import type { PastScope } from '#bridge/query-keys.ts';
import { useRead } from '#bridge/use-read.ts';
import { coverageText } from '#lib/orders/coverage-text.ts';
import { byCreation } from '#lib/sorting.ts';
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

const spotList: DoneList = { list: t`done spot orders`, venue: 'spot' };
const crossList: DoneList = { list: t`done cross margin orders`, venue: 'spot', margin: 'cross' };
const isolatedList: DoneList = { list: t`done isolated margin orders`, venue: 'spot', margin: 'isolated' };
const futuresList: DoneList = { list: t`done futures orders`, venue: 'futures' };

const listOf: Readonly<Record<Order['tradeType'], DoneList>> = {
  spot: spotList,
  cross: crossList,
  isolated: isolatedList,
  futures: futuresList,
};

type DoneRead = PanelRead<CallOutput<'orders.done'>>;

/** What the read tells of a panel's state; the rows come from all that is known of the past. */
function itemsOf(reading: DoneRead, { list: part }: DoneList): PanelRead<readonly Order[]> {
  const { data, updatedAtMs } = reading;
  const coverage = data?.coverage;
  // that older ones are left out is told at the end of the rows
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
  data === undefined ? null : { rows: data.items, sinceMs: data.sinceMs ?? data.asOfMs, asOfMs: data.asOfMs };

const keyOf = ({ venue, id }: Pick<Order, 'venue' | 'id'>) => `${venue}:${id}`;

export interface DoneOrdersRead {
  readonly read: PanelRead<readonly Order[]>;
  readonly past: PastState;
}

/** One of the four lists: its newest page, read again and again, and the way into its past. */
function useDoneList({ profileId, market }: OrderScope, list: DoneList) {
  const { venue, margin } = list;
  const symbol = market?.symbol ?? null;
  const isOn = market === null || market.venue === venue;
  const input = { profileId, symbol, page: 1, pageSize, venue, ...(margin && { margin }) };
  const reading = useRead('orders.done', input, { isEnabled: isOn });
  const { data } = reading;
  const past = useMemo(
    (): WalkedList<Order> | null =>
      isOn
        ? {
            list: list.list,
            head: headOf(data),
            read: walk => call('history.orders', { profileId, venue, margin, symbol, ...walk }),
          }
        : null,
    [isOn, list, data, profileId, venue, margin, symbol],
  );
  return { isOn, reading: itemsOf(reading, list), past };
}

/** Orders that are active now: one that ends belongs to the past at the moment it was made. */
function useOpenOrders(scope: OrderScope): ReadonlyMap<string, OpenRow> | undefined {
  const active = useVenueRows(scope.profileId, 'orders', { market: scope.market, pace: asGlance, isWhole: true });
  return useMemo(
    () =>
      active &&
      new Map(
        active.map(order => [keyOf(order), { list: listOf[order.tradeType].list, createdAtMs: order.createdAtMs }]),
      ),
    [active],
  );
}

const asGlance = { spot: 'glance', futures: 'glance' } as const;

/**
 * Done orders of both venues and both margin accounts, newest first: the newest pages as they change, and of the past what
 * has been scrolled to.
 */
export function useDoneOrders(scope: OrderScope & { readonly reader?: PastScope['reader'] }): DoneOrdersRead {
  const { profileId, market, reader } = scope;
  const spot = useDoneList(scope, spotList);
  const cross = useDoneList(scope, crossList);
  const isolated = useDoneList(scope, isolatedList);
  const futures = useDoneList(scope, futuresList);
  const parts = [spot, cross, isolated, futures].filter(({ isOn }) => isOn);
  const lists = useMemo(
    () => [spot.past, cross.past, isolated.past, futures.past].filter(each => each !== null),
    [spot.past, cross.past, isolated.past, futures.past],
  );
  const open = useOpenOrders(scope);
  const { rows, state } = usePast<Order>({
    scope: { profileId, of: 'orders', symbol: market?.symbol ?? null, reader },
    lists,
    keyOf,
    open,
  });
  const sorted = useMemo(() => rows.toSorted(byCreation), [rows]);
  const read = mergeReads(
    parts.map(({ reading }) => reading),
    byCreation,
  );
  return { read: { ...read, data: read.data === undefined ? undefined : sorted }, past: state };
}
