import type { ArchivedOrder, ArchivedOrderQuestion } from '#shared/domain/archive/explore.ts';
import type { RecordName } from '../records/columns.ts';
import { toExploredRow } from './explored-row.ts';
import { conditionsOf, type ExploredArchive, valueOf } from './read-pages.ts';

/** Fills of one order that are answered at most. */
const mostFills = 500;

/** Where the orders of a venue and their fills are. */
const orderRecords: Readonly<
  Record<ArchivedOrderQuestion['venue'], { readonly orders: RecordName; readonly fills: RecordName }>
> = {
  spot: { orders: 'spot-orders', fills: 'spot-fills' },
  futures: { orders: 'futures-orders', fills: 'futures-fills' },
};

/** All versions of an order and its fills, oldest first. Throws `ExploreFailure`. */
export async function readOrder(
  archive: Pick<ExploredArchive, 'versions' | 'searchRows'>,
  accountId: number,
  { profileId, venue, orderId }: ArchivedOrderQuestion,
): Promise<ArchivedOrder> {
  const { orders, fills } = orderRecords[venue];
  const versions = await valueOf(archive.versions({ accountId, record: orders, key: orderId }));
  const any = { wallet: null, market: null, side: null, kind: null, status: null, text: null, fees: null };
  // an order has no fill before it was created
  const conditions = conditionsOf({
    profileId,
    view: 'fills',
    fromMs: versions[0]?.timeMs ?? null,
    toMs: null,
    ...any,
  });
  const question = { accountId, record: fills, conditions: { ...conditions, orderId }, limit: mostFills + 1 };
  const found = await valueOf(archive.searchRows(question));
  return {
    versions: versions.map(row => toExploredRow(orders, row)),
    fills: found
      .slice(0, mostFills)
      .map(row => toExploredRow(fills, row))
      .toReversed(),
    isCut: found.length > mostFills,
  };
}
