import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isLoopbackHost } from '#shared/loopback.ts';
import { hasAuthority } from './authority.ts';

/** Where the database of the archive is. Everything but the password. */

const name = z.string().check(z.minLength(1), z.maxLength(63));

export const DatabaseConnection = z.strictObject({
  /** a name or an IP address; no socket folder, no list */
  host: z.string().check(z.maxLength(253), z.regex(/^[\w.:-]+$/)),
  port: z.int().check(z.gte(1), z.lte(65_535)),
  database: name,
  user: name,
  /** certificates of authorities as PEM text, in the place of those of the system; null: those of the system */
  ca: z.nullable(z.string().check(z.maxLength(100_000), z.refine(hasAuthority))),
});
export type DatabaseConnection = z.infer<typeof DatabaseConnection>;

/** A password is never empty: an empty one would make the driver look for another one. */
export const DatabasePassword = z.string().check(z.minLength(1), z.maxLength(256));

/** Without TLS a password and rows could be read on the network, so only this machine is reached without it. */
export function isPlain({ host, ca }: DatabaseConnection): boolean {
  return ca === null && (isLoopbackHost(host) || host === '::1');
}

/** What a password is bound to: it is sent to no other place than the one that it was typed for. */
export function bindingOf({ host, port, database, user, ca }: DatabaseConnection): string {
  const authorities = ca === null ? null : createHash('sha256').update(ca).digest('hex');
  return JSON.stringify([host, port, database, user, authorities]);
}
