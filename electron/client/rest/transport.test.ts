import { describe, expect, it } from 'vitest';
import { settle } from '#time/testing/fake-clock.ts';
import { json, systemError } from '../testing/fake-exchange.ts';
import { action, visible, order, createFixture, wrappedFee, inTurn } from './testing/transport-fixture.ts';

/** The beginning of an answer whose end never comes. */
function drip(): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  void writable.getWriter().write(new TextEncoder().encode('['));
  return new Response(readable);
}

describe('a read', () => {
  it('a read is signed with the exchange time over exactly the sent text', async () => {
    const { client, exchange, time } = createFixture(() => json(wrappedFee), { aheadMs: 90_000 });
    expect(await client.accounts.baseFee({ currencyType: 'fiat' }, visible)).toEqual({
      ok: true,
      value: { takerFeeRate: '0.001', makerFeeRate: '0.001' },
    });
    const [call] = exchange.calls();
    expect(call?.target).toBe('/api/v1/base-fee?currencyType=1');
    expect(call?.headers.get('SVC-API-KEY')).toBe('the-key');
    expect(call?.headers.get('SVC-API-TIMESTAMP')).toBe(String(time.nowMs() + 90_000));
    expect(call?.headers.get('content-type')).toBeNull();
  });

  it('carries no authentication and needs no clock when it is public', async () => {
    const { client, exchange } = createFixture(() => json([]));
    await client.reference.symbols({}, visible);
    expect(exchange.seen).toHaveLength(1);
    const names = [...(exchange.seen[0]?.headers.keys() ?? [])].join();
    expect(names).not.toContain('api-');
  });

  it('a read is rejected before sending without a key', async () => {
    const { client, exchange } = createFixture(() => json(wrappedFee), { hasKey: false });
    expect(await client.accounts.baseFee({}, visible)).toMatchObject({ ok: false, error: { kind: 'no-secret' } });
    expect(exchange.seen).toHaveLength(0);
  });

  it.each([
    ['503', () => json({ code: '503000', msg: 'busy' }, 503)],
    ['502 in HTML', () => json('<html>bad gateway</html>', 502)],
    ['200 in HTML', () => json('<html>hello</html>')],
    ['a reset connection', () => systemError('ECONNRESET')],
    ['a refused connection', () => systemError('ECONNREFUSED', 'connect')],
    ['500000 inside HTTP 200', () => json({ code: '500000', msg: 'oops' })],
    ['429000 without figures', () => json({ code: '429000', msg: 'overload' }, 429)],
    ['429000 inside HTTP 200', () => json({ code: '429000', msg: 'overload' })],
    ['429 in HTML', () => json('<html>1015</html>', 429)],
  ])('a read is tried again after %s, with a new timestamp and signature', async (_name, bad) => {
    const { client, exchange, time } = createFixture(inTurn(bad, () => json(wrappedFee)));
    const answer = client.accounts.baseFee({}, visible);
    await time.pass(3_000);
    expect((await answer).ok).toBe(true);
    const calls = exchange.calls();
    expect(calls).toHaveLength(2);
    const stamps = calls.map(call => call.headers.get('SVC-API-TIMESTAMP'));
    const signatures = calls.map(call => call.headers.get('SVC-API-SIGN'));
    expect(new Set(stamps).size).toBe(2);
    expect(new Set(signatures).size).toBe(2);
  });

  it.each([
    ['exchange-failed', () => json({ code: '503000', msg: 'busy' }, 503)],
    ['exchange-failed', () => json('<html></html>', 502)],
    ['bad-reply', () => json('<html></html>')],
    ['unreachable', () => systemError('ECONNRESET')],
    ['rate-limited', () => json({ code: '429000', msg: 'overload' }, 429)],
  ])('ends as %s after four attempts', async (kind, bad) => {
    const { client, exchange, time } = createFixture(bad);
    const answer = client.accounts.baseFee({}, visible);
    await time.pass(15_000);
    expect(await answer).toMatchObject({
      ok: false,
      error: { kind, endpoint: 'GET /api/v1/base-fee', isOutcomeUnknown: false },
    });
    expect(exchange.calls()).toHaveLength(4);
  });

  it.each([
    ['400100', 'exchange-rejected'],
    ['400003', 'unknown-key'],
    ['400007', 'permission'],
  ])('a read is not repeated after a rejection with %s', async (code, kind) => {
    const { client, exchange, time } = createFixture(() => json({ code, msg: 'their words' }));
    const answer = client.accounts.baseFee({}, visible);
    await time.pass(15_000);
    expect(await answer).toMatchObject({
      ok: false,
      error: { kind, code, exchangeMessage: 'their words', httpStatus: 200 },
    });
    expect(exchange.calls()).toHaveLength(1);
  });

  it('a read is not repeated after a TLS failure', async () => {
    const { client, exchange, time } = createFixture(() => systemError('CERT_HAS_EXPIRED', 'tls'));
    const answer = client.reference.symbols({}, visible);
    await time.pass(15_000);
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'tls' } });
    expect(exchange.seen).toHaveLength(1);
  });

  it('waits 5 s for the first byte and 10 s in all', async () => {
    const { client, exchange, time } = createFixture(() => Promise.withResolvers<Response>().promise);
    const answer = client.reference.symbols({}, visible);
    await time.pass(4_999);
    expect(exchange.seen).toHaveLength(1);
    await time.pass(5_002);
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    expect(exchange.seen).toHaveLength(2);
    expect(time.waiting()).toBe(0);
  });

  it('waits 10 s for a body that arrives slowly', async () => {
    const { client, exchange, time } = createFixture(drip);
    const answer = client.reference.symbols({}, visible);
    await time.pass(9_999);
    expect(exchange.seen).toHaveLength(1);
    await time.pass(1);
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  });

  it('ends at once when its answer exceeds 8 MiB, because a retry would be as large', async () => {
    const { client, exchange, time } = createFixture(() => json([' '.repeat(9 * 1024 * 1024)]));
    const answer = client.reference.symbols({}, visible);
    await time.pass(15_000);
    expect(await answer).toMatchObject({
      ok: false,
      error: { kind: 'bad-reply', message: 'The answer of the exchange is larger than 8 MiB and was not read.' },
    });
    expect(exchange.seen).toHaveLength(1);
  });

  it('a read is sent once for all identical callers at the same time', async () => {
    const { client, exchange } = createFixture(() => json(wrappedFee));
    const answers = await Promise.all([1, 2, 3].map(() => client.accounts.baseFee({}, visible)));
    expect(answers.map(answer => answer.ok)).toEqual([true, true, true]);
    expect(exchange.calls()).toHaveLength(1);
  });

  it('a read is abandoned by its caller', async () => {
    const { client, time } = createFixture(() => Promise.withResolvers<Response>().promise);
    const caller = new AbortController();
    const answer = client.reference.symbols({}, { priority: 'visible', signal: caller.signal });
    await settle();
    caller.abort();
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'closed' } });
    await settle();
    expect(time.waiting()).toBe(0);
  });

  it('a read is abandoned during the pause between two attempts', async () => {
    const { client, exchange, time } = createFixture(() => json('', 503));
    const caller = new AbortController();
    const answer = client.reference.symbols({}, { priority: 'visible', signal: caller.signal });
    await settle();
    caller.abort();
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'closed' } });
    await time.pass(20_000);
    expect(exchange.seen).toHaveLength(1);
  });
});

describe('a write', () => {
  it('a write is sent once with its exact text', async () => {
    const { client, exchange } = createFixture(() =>
      json({ code: '200000', data: { orderId: 'o', clientOid: 'c-1' } }),
    );
    expect(await client.spot.place(order, action)).toEqual({ ok: true, value: { orderId: 'o', clientOid: 'c-1' } });
    const [call] = exchange.calls();
    expect(call).toMatchObject({ method: 'POST', target: '/api/v1/hf/orders' });
    expect(call?.headers.get('content-type')).toBe('application/json');
    expect(call?.body).toBe(
      '{"clientOid":"c-1","symbol":"BTC-USDT","type":"limit","side":"buy","price":"100.10","size":"0.5"}',
    );
  });

  it.each([
    ['a reset connection', () => systemError('ECONNRESET')],
    ['an unexplained failure', () => new Error('who knows')],
    ['500 with a code', () => json({ code: '500000', msg: 'oops' }, 500)],
    ['504 in HTML', () => json('<html></html>', 504)],
    ['504000 inside HTTP 200', () => json({ code: '504000', msg: 'timeout' })],
    ['HTML', () => json('<html></html>')],
    ['nothing', () => json('')],
    ['half an answer', () => json('{"code":"200000","data":{"ord')],
    ['a page of somebody else', () => json('<html>blocked</html>', 403)],
    ['an answer without an order id', () => json({ code: '200000', data: { orderId: null } })],
    ['an answer without data', () => json({ code: '200000' })],
    ['an answer of another kind', () => json([1])],
    ['a poisoned answer', () => json('{"code":"200000","data":{"orderId":"1","__proto__":{}}}')],
    ['a renegotiated TLS', () => systemError('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC')],
  ])('a write is unknown, never repeated and never failed when its answer is %s', async (_name, bad) => {
    const { client, exchange, time } = createFixture(bad);
    const answer = client.spot.place(order, action);
    await time.pass(20_000);
    expect(await answer).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown', isOutcomeUnknown: true, endpoint: 'POST /api/v1/hf/orders' },
    });
    expect(exchange.calls()).toHaveLength(1);
  });

  it('a write is unknown after 5 s without an answer', async () => {
    const { client, exchange, time } = createFixture(() => Promise.withResolvers<Response>().promise);
    const answer = client.futures.depositMargin({ symbol: 'XBTUSDTM', amount: '5', bizNo: 'b' }, action);
    await time.pass(5_001);
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'outcome-unknown' } });
    expect(exchange.calls()).toHaveLength(1);
  });

  it('a write is unknown when it is abandoned after sending, and closed when it is abandoned in the queue', async () => {
    const { client } = createFixture(() => Promise.withResolvers<Response>().promise);
    const caller = new AbortController();
    const sent = client.spot.place(order, { priority: 'action', signal: caller.signal });
    await settle();
    caller.abort();
    expect(await sent).toMatchObject({ ok: false, error: { kind: 'outcome-unknown' } });
    expect(await client.spot.place(order, { priority: 'action', signal: caller.signal })).toMatchObject({
      ok: false,
      error: { kind: 'closed', isOutcomeUnknown: false },
    });
  });

  it.each([
    ['unreachable', systemError('ECONNREFUSED', 'connect')],
    ['unreachable', systemError('ENOTFOUND', 'getaddrinfo')],
    ['unreachable', systemError('ETIMEDOUT', 'connect')],
    ['unreachable', new AggregateError([systemError('ECONNREFUSED', 'connect')], 'all failed')],
    ['tls', systemError('DEPTH_ZERO_SELF_SIGNED_CERT', 'tls')],
    ['tls', systemError('ERR_SSL_WRONG_VERSION_NUMBER', 'tls')],
  ])('a write is %s when it was certainly not sent, and the user may repeat it', async (kind, error) => {
    const { client, exchange, time } = createFixture(() => error);
    const answer = client.spot.place(order, action);
    await time.pass(20_000);
    expect(await answer).toMatchObject({ ok: false, error: { kind, isOutcomeUnknown: false } });
    expect(exchange.calls()).toHaveLength(1);
  });

  it.each([
    ['200004', 'exchange-rejected', 200],
    ['429000', 'rate-limited', 429],
    ['429000', 'rate-limited', 200],
    ['400005', 'wrong-signature', 401],
  ])('a write is not executed after a rejection with %s: %s', async (code, kind, status) => {
    const { client, exchange, time } = createFixture(() => json({ code, msg: 'their words' }, status));
    const answer = client.spot.place(order, action);
    await time.pass(20_000);
    expect(await answer).toMatchObject({
      ok: false,
      error: { kind, code, isOutcomeUnknown: false, exchangeMessage: 'their words' },
    });
    expect(exchange.calls()).toHaveLength(1);
  });

  it('a write is not sent after the machine slept while it waited, unless it cancels (fault 36)', async () => {
    const { client, exchange, time } = createFixture(() => json({ code: '200000', data: { orderId: 'o' } }));
    await client.connect();
    const slept = client.spot.place(order, action);
    time.setWall(8 * 3_600_000);
    expect(await slept).toMatchObject({
      ok: false,
      error: { kind: 'not-reconciled', isOutcomeUnknown: false, message: expect.stringContaining('28800 s') },
    });
    expect(exchange.calls()).toEqual([]);
    const cancel = client.spot.cancel({ orderId: 'o', symbol: 'BTC-USDT' }, action);
    time.setWall(3_600_000);
    await cancel;
    const short = client.spot.place(order, action);
    time.setWall(5_000);
    await short;
    expect(exchange.calls().map(({ method }) => method)).toEqual(['DELETE', 'POST']);
  });

  it('a write is never shared with an identical one', async () => {
    const { client, exchange } = createFixture(() => json({ code: '200000', data: { orderId: 'o' } }));
    await Promise.all([client.spot.place(order, action), client.spot.place(order, action)]);
    expect(exchange.calls()).toHaveLength(2);
  });
});
