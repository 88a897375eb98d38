import type { KeyPermission } from '../accounts/types.ts';
import type { PoolName } from '../wire/rate-limit.ts';
import type { VenueName } from '../wire/venue-name.ts';
import type { Envelope } from './endpoint/dialect.ts';
import type { Answer, Call, Endpoint, Method, SignedCall } from './endpoint/endpoint.ts';

/** Endpoints as rows of a table. */
export type PublicRow = readonly [
  method: Method,
  path: string,
  weight: number,
  envelope: Envelope,
  handle: (call: Call) => Answer,
];

export type SignedRow = readonly [
  method: Method,
  path: string,
  pool: PoolName,
  weight: number,
  permission: KeyPermission,
  envelope: Envelope,
  handle: (call: SignedCall) => Answer,
];

/** Nobody has to sign; charged to the caller's address. */
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
