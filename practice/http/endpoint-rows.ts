import type { VenueName } from '../wire/venue-name.ts';
import type { Endpoint } from './endpoint/endpoint.ts';
import type { PublicRow, SignedRow } from './endpoint/row.ts';

/** No signature required; charged to the caller's address. */
export function open(venue: VenueName, rows: readonly PublicRow[]): readonly Endpoint[] {
  return rows.map(([method, path, weight, envelope, handle]) => ({
    venue,
    method,
    path,
    pool: 'public',
    weight,
    permission: 'public',
    envelope,
    handle,
  }));
}

export function signed(
  venue: VenueName,
  rows: readonly SignedRow[],
  codes: Pick<Endpoint, 'catalogue'> = {},
): readonly Endpoint[] {
  return rows.map(([method, path, pool, weight, permission, envelope, handle]) => ({
    venue,
    method,
    path,
    pool,
    weight,
    permission,
    envelope,
    handle,
    ...codes,
  }));
}
