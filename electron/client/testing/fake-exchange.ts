interface SeenRequest {
  readonly method: string;
  readonly url: URL;
  /** path and query as sent */
  readonly target: string;
  readonly headers: Headers;
  readonly body: string;
}

export type Answering = (request: SeenRequest) => Response | Error | Promise<Response | Error>;

export interface FakeExchange {
  readonly fetch: typeof globalThis.fetch;
  readonly seen: SeenRequest[];
  /** those that were not about the time */
  readonly calls: () => SeenRequest[];
}

/**
 * Answers `/api/v1/timestamp` with `timeMs()` and everything else with the given answers. An Error is thrown as fetch
 * would.
 */
export function createFakeExchange(timeMs: () => number, answer: Answering): FakeExchange {
  const seen: SeenRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const request: SeenRequest = {
      method: init?.method ?? 'GET',
      url,
      target: `${url.pathname}${url.search}`,
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? init.body : '',
    };
    seen.push(request);
    const signal = init?.signal ?? null;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), { once: true });
    const isTime = url.pathname === '/api/v1/timestamp';
    const answered = isTime ? json({ code: '200000', data: timeMs() }) : answer(request);
    const result = await Promise.race([answered, aborted]);
    if (result instanceof Error) throw new TypeError('fetch failed', { cause: result });
    return result;
  };
  return { fetch, seen, calls: () => seen.filter(request => request.url.pathname !== '/api/v1/timestamp') };
}

/** A JSON answer; `text` bodies are sent as they are. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

/** gw-ratelimit-* headers. */
export function gateway(limit: number, remaining: number, resetMs: number): Record<string, string> {
  return {
    'gw-ratelimit-limit': String(limit),
    'gw-ratelimit-remaining': String(remaining),
    'gw-ratelimit-reset': String(resetMs),
  };
}

/** An error as node's sockets make it. */
export function systemError(code: string, syscall = 'read'): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}
