import type { ArchiveView } from '#shared/domain/archive/explore.ts';
import type { StreamName } from '#shared/domain/archive/archive.ts';
import type { RecordName } from '../records/columns.ts';
import { allStreams } from '../streams/streams.ts';

/** What a view of the Explore panel lists. */
interface ExploredView {
  readonly records: readonly RecordName[];
  /** bookings of these types only; null: all */
  readonly kinds: readonly string[] | null;
}

/** Transfers between wallets and accounts, as the ledgers name them. docs/exchange/records.md */
const transferKinds = ['TRANSFER', 'SUB_TRANSFER', 'TransferIn', 'TransferOut'];

export const exploredViews: Readonly<Record<ArchiveView, ExploredView>> = {
  fills: { records: ['spot-fills', 'futures-fills'], kinds: null },
  orders: { records: ['spot-orders', 'futures-orders'], kinds: null },
  ledger: { records: ['ledger', 'futures-ledger'], kinds: null },
  transfers: { records: ['ledger', 'futures-ledger'], kinds: transferKinds },
  funding: { records: ['funding'], kinds: null },
  interest: { records: ['interest'], kinds: null },
  loans: { records: ['loans'], kinds: null },
  deposits: { records: ['deposits'], kinds: null },
  withdrawals: { records: ['withdrawals'], kinds: null },
  'closed-positions': { records: ['closed-positions'], kinds: null },
};

/** Its rows are also in the list of all spot fills, which proves more. */
const repeated: StreamName = 'recent-spot-fills';

/** The lists of the exchange that a view is made of. */
export function streamsOf(view: ArchiveView): ReadonlySet<StreamName> {
  const { records } = exploredViews[view];
  const streams = allStreams.filter(({ name, record }) => name !== repeated && records.includes(record));
  return new Set(streams.map(({ name }) => name));
}
