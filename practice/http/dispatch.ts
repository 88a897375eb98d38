import type { IncomingHttpHeaders } from 'node:http';
import { assertNever } from '#shared/errors.ts';
import type { IssuedKey } from '../accounts/types.ts';
import type { Clock } from '../kernel/kernel.ts';
import { type JsonValue, readJson, writeJson } from '../wire/json.ts';
import { rateLimitHeaders } from '../wire/rate-limit.ts';
import type { VenueName } from '../wire/venue-name.ts';
import { createAuthenticator } from './auth.ts';
import type { Dialect, Envelope } from './endpoint/dialect.ts';
import type { Answer, Call, Endpoint, Exchange } from './endpoint/endpoint.ts';
import { type Failure, failureBody, failureOf, gateway, unreadable } from './failures.ts';
import type { Limiter } from './limits.ts';

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

interface DispatcherOptions {
  readonly exchange: Exchange;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly log: (entry: RequestLog) => void;
}

/** A request, whatever library carried it. */
export interface HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  readonly clientIp: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: unknown;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A failure outside any endpoint: unknown path, wrong method, unreadable request. */
interface UnservedRequest {
  readonly venue: VenueName;
  readonly failure: Failure;
  readonly cause?: unknown;
}

export interface Dispatcher {
  /** Who asks, may they, is there weight left, can it be read, and then the handler. Never throws for a caller's fault. */
  serve(endpoint: Endpoint, request: HttpRequest): HttpAnswer;
  /** Costs nothing, shows the public pool. */
  refuse(request: HttpRequest, unserved: UnservedRequest): HttpAnswer;
}

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { exchange, dialect, clock, limiter, log } = options;
  const authenticator = createAuthenticator({ directory: exchange.directory, headerPrefix: dialect.headerPrefix });
  const refuse = ({ clientIp }: HttpRequest, failure: Failure): HttpAnswer => {
    const pool = limiter.peek({ pool: 'public', owner: clientIp }, clock.nowMs());
    return { status: failure.status, headers: rateLimitHeaders(pool), body: writeJson(failureBody(failure)) };
  };
  return {
    serve(endpoint, request) {
      const { venue, method, path, permission, pool } = endpoint;
      const nowMs = clock.nowMs();
      const identity = permission === 'public' ? null : authenticator.identify(request, permission, nowMs);
      if (identity?.ok === false) {
        const { status, code } = identity.failure;
        log({ venue, method, path, status, code, accountId: null });
        return refuse(request, identity.failure);
      }
      const key = identity?.key ?? null;
      const owner = pool === 'public' || key === null ? request.clientIp : key.accountId;
      const charge = limiter.charge({ pool, owner }, endpoint.weight, nowMs);
      const { status, code, body } = charge.isAllowed
        ? answerOf(endpoint, request, { exchange, dialect, nowMs, key })
        : failed(gateway.rateLimited());
      log({ venue, method, path, status, code, accountId: key?.accountId ?? null });
      return { status, headers: rateLimitHeaders(charge), body };
    },
    refuse(request, { venue, failure, cause }) {
      const { status, code } = failure;
      log({ venue, method: request.method, path: null, status, code, accountId: null, cause });
      return refuse(request, failure);
    },
  };
}

interface CallContext extends Pick<Call, 'exchange' | 'dialect' | 'nowMs'> {
  /** null: not signed, and no signature required */
  readonly key: IssuedKey | null;
}

interface CodedAnswer {
  readonly status: number;
  readonly code: string;
  readonly body: string;
}

function answerOf(endpoint: Endpoint, request: HttpRequest, { key, ...context }: CallContext): CodedAnswer {
  const body = readBody(endpoint.venue, request);
  if (!body.ok) return failed(body.failure);
  const answer = handle(endpoint, { ...context, path: request.path, query: request.query, body: body.value }, key);
  if (!answer.ok) return failed(failureOf(endpoint.catalogue ?? endpoint.venue, answer, endpoint.method === 'GET'));
  return { status: 200, code: '200000', body: writeJson(enveloped(answer.value, endpoint.envelope)) };
}

function handle(endpoint: Endpoint, call: Call, key: IssuedKey | null): Answer {
  if (endpoint.permission === 'public') return endpoint.handle(call);
  if (key === null) throw new TypeError(`${endpoint.path} was reached without a key`);
  return endpoint.handle({ ...call, key, accountId: key.accountId });
}

/** A successful body as it travels: docs/exchange/endpoints.md §1.2 and docs/exchange/errors.md §1. */
function enveloped(data: JsonValue, envelope: Envelope): JsonValue {
  switch (envelope) {
    case 'wrapped':
      return { code: '200000', data };
    case 'bare':
      return data;
    case 'batch':
      return { success: true, code: '200', msg: 'success', retry: false, data };
    default:
      return assertNever(envelope);
  }
}

function failed(failure: Failure): CodedAnswer {
  return { status: failure.status, code: failure.code, body: writeJson(failureBody(failure)) };
}

type ReadBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failure: Failure };

function readBody(venue: VenueName, request: HttpRequest): ReadBody {
  if (request.method === 'GET' && hasBody(request.headers)) {
    return { ok: false, failure: unreadable(venue, 'a GET request must not have a body') };
  }
  if (request.body.length === 0) return { ok: true, value: undefined };
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') return { ok: false, failure: gateway.mediaType() };
  const text = decodeUtf8(request.body);
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
