import type { Answer, Call, SignedCall } from './endpoint/endpoint.ts';
import type { VenueName } from '../wire/venue-name.ts';
import { accept } from '../kernel/kernel.ts';
import type { FeedToken } from '../wire/feed-token.ts';

/** POST /api/v1/bullet-public and bullet-private on either port, docs/exchange/feeds.md §1. */

function writeToken({ token, endpoint, pingIntervalMs, pingTimeoutMs }: FeedToken): Answer {
  const server = {
    endpoint,
    encrypt: false,
    protocol: 'websocket',
    pingInterval: pingIntervalMs,
    pingTimeout: pingTimeoutMs,
  };
  return accept({ token, instanceServers: [server] });
}

export function getPublicToken(venue: VenueName): (call: Call) => Answer {
  return call => writeToken(call.exchange.tokens.issue(venue, null));
}

export function getPrivateToken(venue: VenueName): (call: SignedCall) => Answer {
  return call => writeToken(call.exchange.tokens.issue(venue, call.accountId));
}
