import type { KeyPermission } from '#practice/accounts/types.ts';
import type { PoolName } from '#practice/wire/rate-limit.ts';
import type { Envelope } from './dialect.ts';
import type { Answer, Call, Method, SignedCall } from './endpoint.ts';

/** An endpoint without a signature, as in a table; its pool is the Public one. */
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
