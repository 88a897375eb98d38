import * as z from 'zod/mini';
import type { Venue } from '#shared/domain/scalars.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { isFeedHost } from '../feed-hosts.ts';
import type { Send } from '../rest/transport.ts';
import type { FeedAccess, FeedAccessCalls } from '../types.ts';
import { count, id } from '../wire/scalars.ts';

/** docs/exchange/feeds.md §1. */
const bulletBody = z.object({
  token: id,
  instanceServers: z.array(z.object({ endpoint: id, pingInterval: count, pingTimeout: count })).check(z.minLength(1)),
});

/** A pace that neither floods the exchange nor waits beyond the 60 s after which it drops us. */
const shortestMs = 20;
const longestMs = 30_000;
const loopback = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

function bound(ms: number): number {
  return Math.min(longestMs, Math.max(shortestMs, ms));
}

/** TLS always; plain sockets only on this machine, and only for an exchange that we reach there without TLS as well. */
function isSafe(endpoint: string, origin: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, username, password, hostname } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (protocol === 'wss:') return true;
  return protocol === 'ws:' && loopback.test(hostname) && origin.startsWith('http://');
}

function labelOf(isPrivate: boolean): string {
  return isPrivate ? 'POST /api/v1/bullet-private' : 'POST /api/v1/bullet-public';
}

/** A feed on the site that the profile itself names. */
function isOwnSite(endpoint: string, origins: Readonly<Record<Venue, string>>): boolean {
  return isFeedHost(new URL(endpoint).hostname, Object.values(origins));
}

/**
 * Asks for the token and address of a feed connection. docs/exchange/feeds.md §1; `bad-reply` when the address is not
 * safe.
 */
export function createFeedAccessCalls(send: Send, origins: Readonly<Record<Venue, string>>): FeedAccessCalls {
  return {
    async open({ venue, isPrivate }, options): Promise<Result<FeedAccess>> {
      const endpoint = `${venue}.${isPrivate ? 'bulletPrivate' : 'bulletPublic'}` as const;
      const answer = await send({ endpoint }, bulletBody, options);
      if (!answer.ok) return answer;
      const safe = answer.value.instanceServers.filter(candidate => isSafe(candidate.endpoint, origins[venue]));
      const server = safe.find(candidate => isOwnSite(candidate.endpoint, origins)) ?? safe[0];
      const where = { endpoint: labelOf(isPrivate), field: 'instanceServers' };
      if (server === undefined) {
        return fail('bad-reply', 'The exchange named no feed address that is safe to dial.', where);
      }
      if (!isOwnSite(server.endpoint, origins)) {
        const { host } = new URL(server.endpoint);
        const message = `The exchange named a feed at ${host}, which is not on the site of this profile. The token was not sent there.`;
        return fail('bad-reply', message, where);
      }
      return succeed({
        endpoint: server.endpoint,
        token: answer.value.token,
        pingIntervalMs: bound(server.pingInterval),
        pingTimeoutMs: bound(server.pingTimeout),
      });
    },
  };
}
