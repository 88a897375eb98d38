import type { BookSnapshot } from '#shared/domain/book.ts';
import type { BookSource } from '#shared/domain/live.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { FailureKind, Result } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions } from '#client/types.ts';

/** A book as REST tells it. `limit`: rows a side at which the exchange cuts it; null: never. */
export interface Snapshot {
  readonly source: BookSource;
  readonly image: BookSnapshot;
  readonly limit: number | null;
}

/** Reads one market's snapshots, from the deepest place that answers. Null: this exchange offers none. */
export type ReadSnapshot = (signal: AbortSignal) => Promise<Result<Snapshot> | null>;

export interface Market {
  readonly venue: Venue;
  readonly symbol: string;
}

/** It will not be otherwise the next time: the key may not, there is none, or the exchange does not have the endpoint. */
const refusals: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'not-found',
  'no-secret',
  'permission',
  'unknown-key',
  'wrong-passphrase',
  'wrong-signature',
  'ip-refused',
]);

interface Place {
  readonly source: BookSource;
  readonly limit: number | null;
  readonly read: (options: CallOptions) => Promise<Result<BookSnapshot>>;
}

function placesOf({ venue, symbol }: Market, client: ExchangeClient): Place[] {
  if (venue === 'futures') {
    return [{ source: 'full', limit: null, read: options => client.market.futuresBook({ symbol }, options) }];
  }
  return [
    { source: 'full', limit: null, read: options => client.market.spotBook({ symbol }, options) },
    { source: 'top-100', limit: 100, read: options => client.reference.book({ symbol, depth: 100 }, options) },
  ];
}

/** Spot: the whole book with a key, else its top 100 (facts.md §5.5). Futures: the whole book. */
export function createSnapshotReader(market: Market, client: ExchangeClient): ReadSnapshot {
  let places = placesOf(market, client);
  return async signal => {
    for (const place of places) {
      const read = await place.read({ priority: 'visible', signal });
      if (read.ok) return { ok: true, value: { source: place.source, limit: place.limit, image: read.value } };
      if (!refusals.has(read.error.kind)) return read;
      places = places.filter(other => other !== place);
    }
    return null;
  };
}
