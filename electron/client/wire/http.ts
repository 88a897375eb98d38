/** One HTTP exchange, as bytes: no meaning, no retry. */
interface HttpRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** bounds the whole exchange below the ordinary 10 s */
  readonly totalMs: number;
}

/** gw-ratelimit-* of an answer; `resetMs` is ms until the window ends. docs/exchange/limits.md §3. */
export interface GatewayFigures {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

export interface HttpAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly text: string;
  readonly gateway: GatewayFigures | null;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  readonly roundTripMs: number;
}

/** No whole answer. `isCertainlyUnsent` is true only when no byte of the request can have reached the exchange. */
export interface HttpFailure {
  readonly kind: 'failure';
  readonly reason: 'unreachable' | 'tls' | 'timeout' | 'broken' | 'redirected' | 'truncated' | 'too-large' | 'aborted';
  readonly isCertainlyUnsent: boolean;
  /** system error code, such as ECONNREFUSED; never a message, which could quote a header */
  readonly code: string | null;
  readonly tookMs: number;
}

export interface HttpOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const firstByteMs = 5_000;
export const wholeAnswerMs = 10_000;
const maxBodyBytes = 8 * 1024 * 1024;
/** A window of the gateway lasts 30 s. A longer reset is a mistake, and believed it would shut a pool, cancels included. */
const longestResetMs = 60_000;

class BodyTooLargeError extends Error {}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** The handshake failed, so no request was written. Other ERR_SSL_* may also come later, in mid-connection. */
const handshakeFailed =
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|ERR_SSL_(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|PACKET_LENGTH_TOO_LONG|SSL\/TLS_ALERT_(?:HANDSHAKE_FAILURE|PROTOCOL_VERSION|UNRECOGNIZED_NAME)|TLSV1_ALERT_PROTOCOL_VERSION|TLSV1_UNRECOGNIZED_NAME|SSLV3_ALERT_HANDSHAKE_FAILURE))/;
const anyTls = /^(?:EPROTO|ERR_SSL_|ERR_TLS_)/;

/** The system's error code somewhere down the chain of causes, and whether it came from connecting. */
function systemError(error: unknown): { code: string | null; isConnecting: boolean } {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') {
      return { code: current.code, isConnecting: 'syscall' in current && current.syscall === 'connect' };
    }
    const inner: unknown = current instanceof AggregateError ? current.errors[0] : current.cause;
    current = inner;
  }
  return { code: null, isConnecting: false };
}

function isRedirect(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.message.includes('redirect');
}

type Cause = Omit<HttpFailure, 'tookMs'>;

function failure(reason: HttpFailure['reason'], isCertainlyUnsent = false, code: string | null = null): Cause {
  return { kind: 'failure', reason, isCertainlyUnsent, code };
}

function classify(error: unknown, hasHeaders: boolean): Cause {
  if (error instanceof BodyTooLargeError) return failure('too-large');
  const { code, isConnecting } = systemError(error);
  if (hasHeaders) return failure('truncated', false, code);
  if (isRedirect(error)) return failure('redirected');
  if (code !== null && handshakeFailed.test(code)) return failure('tls', true, code);
  if (code !== null && (neverConnected.has(code) || isConnecting)) return failure('unreachable', true, code);
  if (code !== null && anyTls.test(code)) return failure('tls', false, code);
  return failure('broken', false, code);
}

async function readText(response: Response): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const pieces: string[] = [];
  let bytes = 0;
  const chunks: AsyncIterable<Uint8Array> = response.body;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > maxBodyBytes) throw new BodyTooLargeError();
    pieces.push(decoder.decode(chunk, { stream: true }));
  }
  pieces.push(decoder.decode());
  return pieces.join('');
}

function count(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function gatewayFigures(headers: Headers): GatewayFigures | null {
  const limit = count(headers, 'gw-ratelimit-limit');
  const remaining = count(headers, 'gw-ratelimit-remaining');
  const resetMs = count(headers, 'gw-ratelimit-reset');
  if (limit === null || remaining === null || resetMs === null) return null;
  return { limit, remaining, resetMs: Math.min(resetMs, longestResetMs) };
}

/** Rejects when the signal aborts, so that no body, however slow, holds us longer. */
function whenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  return promise;
}

interface Deadlines {
  readonly signal: AbortSignal;
  /** why the signal fired: our own time limit or the caller */
  readonly hasTimedOut: () => boolean;
  readonly gotHeaders: () => void;
  readonly stop: () => void;
}

function startDeadlines(request: HttpRequest, wait: HttpOptions['wait']): Deadlines {
  const cut = new AbortController();
  const done = new AbortController();
  const headersDone = new AbortController();
  let timedOut = false;
  const arm = async (ms: number, over: AbortSignal): Promise<void> => {
    await wait(ms, over);
    if (over.aborted) return;
    timedOut = true;
    cut.abort();
  };
  void arm(Math.min(firstByteMs, request.totalMs), AbortSignal.any([headersDone.signal, done.signal]));
  void arm(Math.min(wholeAnswerMs, request.totalMs), done.signal);
  return {
    signal: AbortSignal.any([request.signal, cut.signal]),
    hasTimedOut: () => timedOut,
    gotHeaders: () => headersDone.abort(),
    stop: () => done.abort(),
  };
}

/**
 * Sends one request and reads the whole answer: first byte within 5 s, all of it within 10 s, at most 8 MiB, UTF-8, no
 * redirect followed. Never throws.
 */
export async function exchangeOnce(request: HttpRequest, options: HttpOptions): Promise<HttpAnswer | HttpFailure> {
  if (request.signal.aborted) return { ...failure('aborted', true), tookMs: 0 };
  const deadlines = startDeadlines(request, options.wait);
  const sentAtMs = options.nowMs();
  const startedAt = options.monotonicMs();
  let hasHeaders = false;
  try {
    const response = await options.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      redirect: 'error',
      signal: deadlines.signal,
      ...(request.body === '' ? {} : { body: request.body }),
    });
    hasHeaders = true;
    deadlines.gotHeaders();
    const text = await Promise.race([readText(response), whenAborted(deadlines.signal)]);
    const times = { sentAtMs, receivedAtMs: options.nowMs(), roundTripMs: options.monotonicMs() - startedAt };
    return { kind: 'answer', status: response.status, text, gateway: gatewayFigures(response.headers), ...times };
  } catch (error) {
    const tookMs = options.monotonicMs() - startedAt;
    if (deadlines.hasTimedOut()) return { ...failure('timeout'), tookMs };
    if (request.signal.aborted) return { ...failure('aborted'), tookMs };
    return { ...classify(error, hasHeaders), tookMs };
  } finally {
    deadlines.stop();
  }
}
