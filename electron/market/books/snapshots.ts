import type { BookSnapshot } from '#shared/domain/market/book.ts';
import type { BookSource } from '#shared/domain/live.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { FailureKind, Result } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions } from '#client/types.ts';
import type { Snapshot } from '../order-book/book-sync.ts';

/** Reads one market's snapshots, from the deepest endpoint that answers. Null: this exchange offers none. */
export type ReadSnapshot = (signal: AbortSignal) => Promise<Result<Snapshot> | null>;

/** It will not be otherwise the next time: the key may not, there is none, or the exchange does not have the endpoint. */
const rejections: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'not-found',
  'no-secret',
  'permission',
  'unknown-key',
  'wrong-passphrase',
  'wrong-signature',
  'ip-refused',
]);

interface SnapshotEndpoint {
  readonly source: BookSource;
  readonly limit: number | null;
  readonly read: (options: CallOptions) => Promise<Result<BookSnapshot>>;
}

function endpointsOf({ venue, symbol }: Market, client: ExchangeClient): SnapshotEndpoint[] {
  if (venue === 'futures') {
    return [{ source: 'full', limit: null, read: options => client.market.futuresBook({ symbol }, options) }];
  }
  return [
    { source: 'full', limit: null, read: options => client.market.spotBook({ symbol }, options) },
    { source: 'top-100', limit: 100, read: options => client.reference.book({ symbol, depth: 100 }, options) },
  ];
}

/** Spot: the whole book with a key, else its top 100 (docs/exchange/feeds.md §9). Futures: the whole book. */
export function createSnapshotReader(
  market: Market,
  client: ExchangeClient,
  priority: CallOptions['priority'] = 'visible',
): ReadSnapshot {
  let endpoints = endpointsOf(market, client);
  return async signal => {
    for (const endpoint of endpoints) {
      const read = await endpoint.read({ priority, signal });
      if (read.ok) return { ok: true, value: { source: endpoint.source, limit: endpoint.limit, book: read.value } };
      if (!rejections.has(read.error.kind)) return read;
      endpoints = endpoints.filter(other => other !== endpoint);
    }
    return null;
  };
}
