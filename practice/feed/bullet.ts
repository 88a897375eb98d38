import type { Answer, Call, SignedCall, VenueName } from '../http/endpoint.ts';
import { accept } from '../kernel/kernel.ts';
import type { FeedTicket } from './types.ts';

/** POST /api/v1/bullet-public and bullet-private on either port, facts.md §5.1. */

function writeTicket({ token, endpoint, pingIntervalMs, pingTimeoutMs }: FeedTicket): Answer {
  const server = {
    endpoint,
    encrypt: false,
    protocol: 'websocket',
    pingInterval: pingIntervalMs,
    pingTimeout: pingTimeoutMs,
  };
  return accept({ token, instanceServers: [server] });
}

export function getPublicTicket(venue: VenueName): (call: Call) => Answer {
  return call => writeTicket(call.exchange.tickets.issue(venue, null));
}

export function getPrivateTicket(venue: VenueName): (call: SignedCall) => Answer {
  return call => writeTicket(call.exchange.tickets.issue(venue, call.accountId));
}
