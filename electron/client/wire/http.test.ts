import { describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock, settle } from '#time/testing/fake-clock.ts';
import { gateway, systemError } from '../testing/fake-exchange.ts';
import { exchangeOnce } from './http.ts';

const mebibyte = 1024 * 1024;

/** A body of so many bytes, a MiB at a time, and how much of it was asked for. */
function bodyOf(bytes: number) {
  let given = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: controller => {
        const size = Math.min(mebibyte, bytes - given);
        if (size === 0) return controller.close();
        given += size;
        controller.enqueue(new Uint8Array(size).fill(0x20));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, givenBytes: () => given };
}

type Answers = (input: Parameters<typeof globalThis.fetch>[0], init?: RequestInit) => Promise<Response>;

const post = { method: 'POST', headers: { 'X-One': '1' }, body: '{}' } as const;
const get = { method: 'GET', headers: {}, body: '' } as const;

interface Circumstances {
  readonly what?: typeof post | typeof get;
  readonly totalMs?: number;
  readonly signal?: AbortSignal;
  readonly time?: FakeClock;
}

function start(
  fetch: Answers,
  { what = post, totalMs = 10_000, signal, time = createFakeClock() }: Circumstances = {},
) {
  // a computer that was not switched on just now
  time.jump(1_000);
  const request = { url: 'https://exchange.example/api/v1/orders', ...what, totalMs };
  const outcome = exchangeOnce({ ...request, signal: signal ?? new AbortController().signal }, { ...time, fetch });
  return { time, outcome };
}

function ask(response: Response) {
  return start(() => Promise.resolve(response)).outcome;
}

/** What fetch makes of an error of the system. */
function failing(code: string, syscall = 'read') {
  return start(() => Promise.reject(new TypeError('fetch failed', { cause: systemError(code, syscall) }))).outcome;
}

/** Never answers, and ends as fetch does when it is cut off. */
const never: Answers = (_input, init) => {
  const { promise, reject } = Promise.withResolvers<Response>();
  init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  return promise;
};

describe('a large answer', () => {
  it('a large answer is read up to 8 MiB', async () => {
    const answer = await ask(new Response(bodyOf(8 * mebibyte).stream));
    expect(answer.kind === 'answer' && answer.text.length).toBe(8 * mebibyte);
  });

  it('a large answer is dropped at the first byte beyond, and the rest is not read', async () => {
    const { stream, givenBytes } = bodyOf(64 * mebibyte);
    const response = new Response(stream);
    const given = await ask(response);
    // of the kind first: to show the difference of a text of 8 MiB would take minutes
    expect(given.kind).toBe('failure');
    expect(given).toMatchObject({ reason: 'too-large', isCertainlyUnsent: false });
    expect(givenBytes()).toBe(9 * mebibyte);
    const justBeyond = await ask(new Response(bodyOf(8 * mebibyte + 1).stream));
    expect(justBeyond.kind).toBe('failure');
  });
});

describe('the request for fetch', () => {
  it('has only the given fields, and follows no redirect', async () => {
    const seen: unknown[] = [];
    await start((input, init) => {
      seen.push(input, { ...init, signal: null });
      return Promise.resolve(new Response('{}'));
    }).outcome;
    expect(seen).toEqual(['https://exchange.example/api/v1/orders', { ...post, redirect: 'error', signal: null }]);
  });

  it('has no body when none is given, and a GET with one is rejected', async () => {
    const seen: unknown[] = [];
    const answers: Answers = (_input, init) => {
      seen.push(Object.keys(init ?? {}).toSorted());
      return Promise.resolve(new Response('{}'));
    };
    await start(answers, { what: get }).outcome;
    expect(seen).toEqual([['headers', 'method', 'redirect', 'signal']]);
  });

  it('the request for fetch is not sent when the caller has left already', async () => {
    expect(await start(never, { signal: AbortSignal.abort() }).outcome).toEqual({
      kind: 'failure',
      reason: 'aborted',
      isCertainlyUnsent: true,
      code: null,
      tookMs: 0,
    });
  });
});

/** What is read of these headers of an answer. */
async function figures(headers: Record<string, string>) {
  const answer = await ask(new Response('', { headers }));
  return answer.kind === 'answer' ? answer.gateway : 'no answer';
}

describe('an answer', () => {
  it('carries its text, its status and its times', async () => {
    const time = createFakeClock();
    const answers = async () => {
      await time.wait(40);
      return new Response('{"a":1}', { status: 418 });
    };
    const { outcome } = start(answers, { time });
    const sentAtMs = time.nowMs();
    await time.pass(40);
    expect(await outcome).toEqual({
      kind: 'answer',
      status: 418,
      text: '{"a":1}',
      gateway: null,
      sentAtMs,
      receivedAtMs: sentAtMs + 40,
      roundTripMs: 40,
    });
    expect(time.waiting()).toBe(0);
  });

  it('an answer is joined from its pieces, also when one ends within a character', async () => {
    const bytes = new TextEncoder().encode('\ufeff"日本"');
    const body = new ReadableStream({
      start: controller => {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    // the mark at its beginning is not part of JSON, which the reader must see
    expect(await ask(new Response(body))).toMatchObject({ kind: 'answer', text: '\ufeff"日本"' });
  });

  it('may take longer than 5 s once it has begun, but not longer than 10 s or the remaining time', async () => {
    const time = createFakeClock();
    const after = (ms: number): Answers => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      void time.wait(ms).then(() => writable.close());
      return () => Promise.resolve(new Response(readable));
    };
    const inTime = start(after(9_999), { time });
    await time.pass(9_999);
    expect(await inTime.outcome).toMatchObject({ kind: 'answer', text: '' });
    for (const totalMs of [10_000, 7_000]) {
      const { outcome } = start(after(60_000), { time, totalMs });
      await time.pass(totalMs);
      expect(await outcome).toMatchObject({ reason: 'timeout', tookMs: totalMs });
      await time.pass(60_000);
    }
  });

  it('an answer is empty without a body', async () => {
    expect(await ask(new Response(null))).toMatchObject({ kind: 'answer', text: '' });
  });

  it.each([
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['half a character at the end', new Uint8Array([0x22, 0xc3])],
  ])('an answer is none when it has %s, and the request may have been executed', async (_name, bytes) => {
    expect(await ask(new Response(bytes))).toMatchObject({ reason: 'truncated', isCertainlyUnsent: false });
  });

  it('an answer is none when it breaks off, whatever the system reports', async () => {
    const body = new ReadableStream({
      pull: controller => controller.error(systemError('ECONNREFUSED', 'connect')),
    });
    expect(await ask(new Response(body))).toMatchObject({
      reason: 'truncated',
      isCertainlyUnsent: false,
      code: 'ECONNREFUSED',
    });
  });

  it('carries the figures of the gateway, with a window of a minute at most', async () => {
    expect(await figures(gateway(4000, 3999, 29_000))).toEqual({ limit: 4000, remaining: 3999, resetMs: 29_000 });
    expect(await figures(gateway(4000, 0, 999_999_999))).toEqual({ limit: 4000, remaining: 0, resetMs: 60_000 });
    for (const name of ['limit', 'remaining', 'reset'])
      for (const text of ['', '-1', '1.5', '1x', 'x1', '1000000000'])
        expect(await figures({ ...gateway(1, 1, 1), [`gw-ratelimit-${name}`]: text }), `${name} ${text}`).toBeNull();
  });
});

describe('a request without an answer', () => {
  it.each([
    ['ECONNREFUSED', 'read'],
    ['ENOTFOUND', 'getaddrinfo'],
    ['EAI_AGAIN', 'getaddrinfo'],
    ['EHOSTUNREACH', 'read'],
    ['ENETUNREACH', 'read'],
    ['UND_ERR_CONNECT_TIMEOUT', 'read'],
    ['ETIMEDOUT', 'connect'],
  ])('%s in %s: nothing was sent', async (code, syscall) => {
    expect(await failing(code, syscall)).toMatchObject({ reason: 'unreachable', isCertainlyUnsent: true, code });
  });

  it.each([
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'HOSTNAME_MISMATCH',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_UNSUPPORTED_PROTOCOL',
    'ERR_SSL_PACKET_LENGTH_TOO_LONG',
    'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
    'ERR_SSL_SSL/TLS_ALERT_PROTOCOL_VERSION',
    'ERR_SSL_SSL/TLS_ALERT_UNRECOGNIZED_NAME',
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
    'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
  ])('%s in the handshake: nothing was sent', async code => {
    expect(await failing(code, 'tls')).toMatchObject({ reason: 'tls', isCertainlyUnsent: true, code });
  });

  it.each(['EPROTO', 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'ERR_TLS_RENEGOTIATION_DISABLED'])(
    '%s may occur in the middle: it may have been sent',
    async code => {
      expect(await failing(code, 'tls')).toMatchObject({ reason: 'tls', isCertainlyUnsent: false, code });
    },
  );

  it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'NO_CERT_HERE', 'XEPROTO', 'MY_ERR_SSL_'])(
    '%s: it may have been sent',
    async code => {
      expect(await failing(code)).toMatchObject({ reason: 'broken', isCertainlyUnsent: false, code });
    },
  );

  it('may have been sent when the error has no details', async () => {
    for (const error of [new Error('who knows'), 'text', null])
      expect(await start(() => Promise.reject(error)).outcome).toMatchObject({
        reason: 'broken',
        isCertainlyUnsent: false,
        code: null,
      });
  });

  it('reads an error chain no further than its end when an error is its own cause or has a numeric code', async () => {
    const circle = new Error('round and round');
    circle.cause = circle;
    expect(await start(() => Promise.reject(circle)).outcome).toMatchObject({ reason: 'broken', code: null });
    const cause = systemError('ECONNREFUSED', 'connect');
    const numbered = Object.assign(new Error('outer', { cause }), { code: 20 });
    expect(await start(() => Promise.reject(numbered)).outcome).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('a request was not sent when all of several addresses reject the connection', async () => {
    const all = new AggregateError([systemError('ECONNREFUSED', 'connect')], 'all failed');
    const refused = start(() => Promise.reject(new TypeError('fetch failed', { cause: all })));
    expect(await refused.outcome).toMatchObject({ reason: 'unreachable', isCertainlyUnsent: true });
  });

  it('reports a redirect separately, because the request before it was read', async () => {
    const cause = new Error('unexpected redirect');
    const redirected = start(() => Promise.reject(new TypeError('fetch failed', { cause })));
    expect(await redirected.outcome).toMatchObject({ reason: 'redirected', isCertainlyUnsent: false });
  });

  it('ends with a time-out after 5 s or the remaining time, and leaves no timer', async () => {
    for (const [totalMs, limitMs] of [
      [10_000, 5_000],
      [300, 300],
    ] as const) {
      const { time, outcome } = start(never, { totalMs });
      let isOver = false;
      void outcome.then(() => {
        isOver = true;
      });
      await time.pass(limitMs - 1);
      expect(isOver).toBe(false);
      await time.pass(1);
      expect(await outcome).toMatchObject({ reason: 'timeout', isCertainlyUnsent: false, tookMs: limitMs });
      expect(time.waiting()).toBe(0);
    }
  });

  it('may have been sent when its caller leaves', async () => {
    const caller = new AbortController();
    const { time, outcome } = start(never, { signal: caller.signal });
    await settle();
    caller.abort();
    expect(await outcome).toMatchObject({ reason: 'aborted', isCertainlyUnsent: false });
    expect(time.waiting()).toBe(0);
  });
});
