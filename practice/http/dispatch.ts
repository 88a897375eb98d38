import type { IncomingHttpHeaders } from 'node:http';
import type { IssuedKey } from '../accounts/types.ts';
import type { Clock } from '../kernel/kernel.ts';
import { authenticate, hasPermission, type Identity } from './auth.ts';
import type { Dialect } from './dialect.ts';
import type { Answer, Call, Endpoint, Exchange, SignedEndpoint, VenueName } from './endpoint.ts';
import { dress } from './envelope.ts';
import { type Failure, failureBody, failureOf, gateway, unreadable } from './failures.ts';
import { readJson, writeJson } from './json.ts';
import type { Limiter, PoolState } from './limits.ts';

/** One line of the request log; never a header, a query or a body, so never a secret. */
export interface RequestLog {
  readonly venue: VenueName;
  readonly method: string;
  /** the route's pattern, or null when no route matched */
  readonly path: string | null;
  readonly status: number;
  readonly code: string;
  readonly accountId: string | null;
  /** why a 500 happened */
  readonly cause?: unknown;
}

export interface Gate {
  readonly exchange: Exchange;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly log: (entry: RequestLog) => void;
}

/** A request as far as this room cares, whatever library carried it. */
export interface Incoming {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  readonly clientIp: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: unknown;
}

export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The endpoint as this dialect serves it. */
export function inDialect(endpoint: Endpoint, dialect: Dialect): Endpoint {
  const change = dialect.endpointChanges[`${endpoint.venue} ${endpoint.method} ${endpoint.path}`] ?? {};
  const base = {
    pool: change.pool ?? endpoint.pool,
    weight: change.weight ?? endpoint.weight,
    envelope: dialect.envelopes[endpoint.envelope],
  };
  if (endpoint.permission === 'public') return { ...endpoint, ...base };
  return { ...endpoint, ...base, permission: change.permission ?? endpoint.permission };
}

/** Who asks, may they, is there weight left, can it be read, and then the handler. Never throws for a caller's fault. */
export function serve(endpoint: Endpoint, incoming: Incoming, gate: Gate): Outgoing {
  const nowMs = gate.clock.nowMs();
  const identity = endpoint.permission === 'public' ? null : identify(endpoint, incoming, gate);
  if (identity?.ok === false) return turnAway(endpoint, incoming, { gate, failure: identity.failure });
  const key = identity?.key ?? null;
  const owner = endpoint.pool === 'public' || key === null ? incoming.clientIp : key.accountId;
  const charge = gate.limiter.charge({ pool: endpoint.pool, owner }, endpoint.weight, nowMs);
  const result = charge.isAllowed ? run({ endpoint, incoming, gate, key, nowMs }) : failed(gateway.rateLimited());
  gate.log({
    venue: endpoint.venue,
    method: endpoint.method,
    path: endpoint.path,
    status: result.status,
    code: result.code,
    accountId: key?.accountId ?? null,
  });
  return { status: result.status, headers: rateHeaders(charge), body: result.body };
}

/** A failure outside any endpoint: unknown path, wrong method, unreadable request. Costs nothing, shows the public pool. */
export function refuseRequest(venue: VenueName, incoming: Incoming, context: Refused): Outgoing {
  const { gate, failure, cause } = context;
  const { status, code } = failure;
  gate.log({ venue, method: incoming.method, path: null, status, code, accountId: null, cause });
  const pool = gate.limiter.peek({ pool: 'public', owner: incoming.clientIp }, gate.clock.nowMs());
  return { status, headers: rateHeaders(pool), body: writeJson(failureBody(failure)) };
}

interface Refused {
  readonly gate: Gate;
  readonly failure: Failure;
  readonly cause?: unknown;
}

function turnAway(endpoint: Endpoint, incoming: Incoming, { gate, failure }: Refused): Outgoing {
  const { venue, method, path } = endpoint;
  gate.log({ venue, method, path, status: failure.status, code: failure.code, accountId: null });
  const pool = gate.limiter.peek({ pool: 'public', owner: incoming.clientIp }, gate.clock.nowMs());
  return { status: failure.status, headers: rateHeaders(pool), body: writeJson(failureBody(failure)) };
}

function identify(endpoint: SignedEndpoint, incoming: Incoming, gate: Gate): Identity {
  const gatekeeper = { directory: gate.exchange.directory, headerPrefix: gate.dialect.headerPrefix };
  const identity = authenticate(incoming, gatekeeper, gate.clock.nowMs());
  if (!identity.ok || hasPermission(identity.key, endpoint.permission)) return identity;
  return { ok: false, failure: gateway.permission() };
}

interface Run {
  readonly endpoint: Endpoint;
  readonly incoming: Incoming;
  readonly gate: Gate;
  readonly key: IssuedKey | null;
  readonly nowMs: number;
}

interface Result {
  readonly status: number;
  readonly code: string;
  readonly body: string;
}

function run(context: Run): Result {
  const { endpoint, incoming, gate } = context;
  const body = readBody(endpoint.venue, incoming);
  if (!body.ok) return failed(body.failure);
  const call: Call = {
    exchange: gate.exchange,
    dialect: gate.dialect,
    nowMs: context.nowMs,
    path: incoming.path,
    query: incoming.query,
    body: body.value,
  };
  const answer = handle(endpoint, call, context.key);
  if (!answer.ok) return failed(failureOf(endpoint.venue, answer, endpoint.method === 'GET'));
  return { status: 200, code: '200000', body: writeJson(dress(answer.value, endpoint.envelope)) };
}

function handle(endpoint: Endpoint, call: Call, key: IssuedKey | null): Answer {
  if (endpoint.permission === 'public') return endpoint.handle(call);
  if (key === null) throw new TypeError(`${endpoint.path} was reached without a key`);
  return endpoint.handle({ ...call, key, accountId: key.accountId });
}

function failed(failure: Failure): Result {
  return { status: failure.status, code: failure.code, body: writeJson(failureBody(failure)) };
}

type Body = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failure: Failure };

function readBody(venue: VenueName, incoming: Incoming): Body {
  if (incoming.method === 'GET' && hasBody(incoming.headers)) {
    return { ok: false, failure: unreadable(venue, 'a GET request must not have a body') };
  }
  if (incoming.body.length === 0) return { ok: true, value: undefined };
  const type = incoming.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') return { ok: false, failure: gateway.mediaType() };
  const text = decodeUtf8(incoming.body);
  const parsed = text === null ? null : readJson(text);
  if (parsed === null) return { ok: false, failure: unreadable(venue, 'the body is not valid JSON') };
  return { ok: true, value: parsed.value };
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function rateHeaders(pool: PoolState): Readonly<Record<string, string>> {
  return {
    'gw-ratelimit-limit': String(pool.limit),
    'gw-ratelimit-remaining': String(pool.remaining),
    'gw-ratelimit-reset': String(pool.resetMs),
  };
}
