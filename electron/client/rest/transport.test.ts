import { describe, expect, it } from 'vitest';
import type { LogValue } from '#log/log.ts';
import { createClient } from '../client.ts';
import { createFakeClock, settle } from '#time/testing/fake-clock.ts';
import { type Answering, createFakeExchange, gateway, json, systemError } from '../testing/fake-exchange.ts';
import { createSigner } from '../sign.ts';

const act = { priority: 'act' } as const;
const visible = { priority: 'visible' } as const;
const order = {
  clientOid: 'c-1',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  price: '100.10',
  size: '0.5',
} as const;

function createDesk(answer: Answering, { aheadMs = 0, hasKey = true } = {}) {
  const time = createFakeClock();
  const exchange = createFakeExchange(() => time.nowMs() + aheadMs, answer);
  const lines: string[] = [];
  const write = (event: string, fields?: Readonly<Record<string, LogValue>>): void => {
    lines.push(JSON.stringify({ event, ...fields }));
  };
  const signer = createSigner({
    key: 'the-key',
    secret: 'the-secret',
    passphrase: 'the-passphrase',
    keyVersion: '2',
    headerPrefix: 'SVC',
  });
  const client = createClient(
    {
      spotUrl: 'https://spot.example',
      futuresUrl: 'https://futures.example',
      headerPrefix: 'SVC',
      keyVersion: '2',
    },
    hasKey ? signer : null,
    {
      ...time,
      fetch: exchange.fetch,
      random: () => 0.5,
      log: { debug: write, info: write, warn: write, error: write },
    },
  );
  return { client, exchange, time, lines };
}

const fee = { takerFeeRate: '0.001', makerFeeRate: '0.0010' };
const wrappedFee = { code: '200000', data: fee };

/** Answers one after the other, the last for ever. */
function inTurn(...answers: readonly (() => Response | Error)[]): Answering {
  let next = 0;
  return () => {
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    return answer === undefined ? new Error('no answer') : answer();
  };
}

/** The beginning of an answer whose end never comes. */
function drip(): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  void writable.getWriter().write(new TextEncoder().encode('['));
  return new Response(readable);
}

const deadFetch: typeof globalThis.fetch = () =>
  Promise.reject(new TypeError('fetch failed', { cause: systemError('ECONNREFUSED', 'connect') }));

describe('a read', () => {
  it('is signed with the time of the exchange over exactly what is sent', async () => {
    const { client, exchange, time } = createDesk(() => json(wrappedFee), { aheadMs: 90_000 });
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

  it('of the public kind carries no authentication and needs no clock', async () => {
    const { client, exchange } = createDesk(() => json([]));
    await client.reference.symbols({}, visible);
    expect(exchange.seen).toHaveLength(1);
    const names = [...(exchange.seen[0]?.headers.keys() ?? [])].join();
    expect(names).not.toContain('api-');
  });

  it('without a key is refused before anything is sent', async () => {
    const { client, exchange } = createDesk(() => json(wrappedFee), { hasKey: false });
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
  ])('is tried again after %s, with a new timestamp and signature', async (_name, bad) => {
    const { client, exchange, time } = createDesk(inTurn(bad, () => json(wrappedFee)));
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
    const { client, exchange, time } = createDesk(bad);
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
  ])('that is refused with %s is not repeated', async (code, kind) => {
    const { client, exchange, time } = createDesk(() => json({ code, msg: 'their words' }));
    const answer = client.accounts.baseFee({}, visible);
    await time.pass(15_000);
    expect(await answer).toMatchObject({
      ok: false,
      error: { kind, code, exchangeMessage: 'their words', httpStatus: 200 },
    });
    expect(exchange.calls()).toHaveLength(1);
  });

  it('whose TLS fails is not repeated', async () => {
    const { client, exchange, time } = createDesk(() => systemError('CERT_HAS_EXPIRED', 'tls'));
    const answer = client.reference.symbols({}, visible);
    await time.pass(15_000);
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'tls' } });
    expect(exchange.seen).toHaveLength(1);
  });

  it('waits 5 s for the first byte and 10 s in all', async () => {
    const { client, exchange, time } = createDesk(() => Promise.withResolvers<Response>().promise);
    const answer = client.reference.symbols({}, visible);
    await time.pass(4_999);
    expect(exchange.seen).toHaveLength(1);
    await time.pass(5_002);
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    expect(exchange.seen).toHaveLength(2);
    expect(time.waiting()).toBe(0);
  });

  it('waits 10 s for a body that drips', async () => {
    const { client, exchange, time } = createDesk(drip);
    const answer = client.reference.symbols({}, visible);
    await time.pass(9_999);
    expect(exchange.seen).toHaveLength(1);
    await time.pass(1);
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  });

  it('is sent once for all who ask the same at the same time', async () => {
    const { client, exchange } = createDesk(() => json(wrappedFee));
    const answers = await Promise.all([1, 2, 3].map(() => client.accounts.baseFee({}, visible)));
    expect(answers.map(answer => answer.ok)).toEqual([true, true, true]);
    expect(exchange.calls()).toHaveLength(1);
  });

  it('is abandoned by its caller', async () => {
    const { client, time } = createDesk(() => Promise.withResolvers<Response>().promise);
    const caller = new AbortController();
    const answer = client.reference.symbols({}, { priority: 'visible', signal: caller.signal });
    await settle();
    caller.abort();
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'closed' } });
    await settle();
    expect(time.waiting()).toBe(0);
  });

  it('is abandoned during the pause between two attempts', async () => {
    const { client, exchange, time } = createDesk(() => json('', 503));
    const caller = new AbortController();
    const answer = client.reference.symbols({}, { priority: 'visible', signal: caller.signal });
    await settle();
    caller.abort();
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'closed' } });
    await time.pass(20_000);
    expect(exchange.seen).toHaveLength(1);
  });
});

describe('the clock of the exchange', () => {
  it('is measured again after 400002 and the request is sent once more', async () => {
    const { client, exchange, time } = createDesk(
      inTurn(
        () => json({ code: '400002', msg: 'Invalid KC-API-TIMESTAMP' }, 400),
        () => json({ code: '200000', data: { orderId: 'o-1' } }),
      ),
    );
    const placed = await client.spot.place(order, act);
    expect(placed).toEqual({ ok: true, value: { orderId: 'o-1', clientOid: null } });
    expect(exchange.calls()).toHaveLength(2);
    expect(exchange.seen.length).toBe(12);
    expect(time.waiting()).toBe(0);
  });

  it('is not measured for ever', async () => {
    const { client, exchange } = createDesk(() => json({ code: '400002', msg: 'Invalid KC-API-TIMESTAMP' }, 400));
    expect(await client.spot.place(order, act)).toMatchObject({ ok: false, error: { kind: 'clock', code: '400002' } });
    expect(await client.accounts.baseFee({}, act)).toMatchObject({ ok: false, error: { kind: 'clock' } });
    expect(exchange.calls()).toHaveLength(4);
  });

  it('unknown means that nothing is signed and nothing is sent', async () => {
    const { client, time } = createDesk(() => json(wrappedFee));
    const signer = createSigner({ key: 'k', secret: 's', passphrase: 'p', keyVersion: '2', headerPrefix: 'SVC' });
    const settings = {
      spotUrl: 'https://spot.example',
      futuresUrl: 'https://f.example',
      headerPrefix: 'SVC',
      keyVersion: '2',
    } as const;
    const offline = createClient(settings, signer, { ...time, fetch: deadFetch });
    expect(await offline.spot.place(order, act)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable', isOutcomeUnknown: false },
    });
    expect(offline.link().pools.every(pool => pool.remaining === pool.limit)).toBe(true);
    client.close();
  });

  it('is asked of the futures host when the spot host is down', async () => {
    const time = createFakeClock();
    const exchange = createFakeExchange(
      () => time.nowMs() + 7,
      () => json([]),
    );
    const fetch: typeof exchange.fetch = (input, init) =>
      typeof input === 'string' && input.startsWith('https://spot')
        ? deadFetch(input, init)
        : exchange.fetch(input, init);
    const settings = {
      spotUrl: 'https://spot.example',
      futuresUrl: 'https://f.example',
      headerPrefix: 'SVC',
      keyVersion: '2',
    } as const;
    const client = createClient(settings, null, { ...time, fetch });
    expect(await client.connect()).toMatchObject({ ok: true, value: { offsetMs: 7 } });
    expect(client.link().hosts.map(host => host.state)).toEqual(['failing', 'reachable']);
  });

  it('that answers nonsense is not believed', async () => {
    const time = createFakeClock();
    const { fetch } = createFakeExchange(
      () => Number.NaN,
      () => json([]),
    );
    const settings = {
      spotUrl: 'https://spot.example',
      futuresUrl: 'https://f.example',
      headerPrefix: 'SVC',
      keyVersion: '2',
    } as const;
    const client = createClient(settings, null, { ...time, fetch });
    expect(await client.connect()).toMatchObject({ ok: false, error: { kind: 'bad-reply' } });
  });
});

describe('a write', () => {
  it('goes out once with its exact text', async () => {
    const { client, exchange } = createDesk(() => json({ code: '200000', data: { orderId: 'o', clientOid: 'c-1' } }));
    expect(await client.spot.place(order, act)).toEqual({ ok: true, value: { orderId: 'o', clientOid: 'c-1' } });
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
  ])('whose answer is %s is unknown, never repeated, never failed', async (_name, bad) => {
    const { client, exchange, time } = createDesk(bad);
    const answer = client.spot.place(order, act);
    await time.pass(20_000);
    expect(await answer).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown', isOutcomeUnknown: true, endpoint: 'POST /api/v1/hf/orders' },
    });
    expect(exchange.calls()).toHaveLength(1);
  });

  it('that hangs is unknown after 5 s', async () => {
    const { client, exchange, time } = createDesk(() => Promise.withResolvers<Response>().promise);
    const answer = client.futures.depositMargin({ symbol: 'XBTUSDTM', amount: '5', bizNo: 'b' }, act);
    await time.pass(5_001);
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'outcome-unknown' } });
    expect(exchange.calls()).toHaveLength(1);
  });

  it('that is abandoned on the wire is unknown; in the queue it is just closed', async () => {
    const { client } = createDesk(() => Promise.withResolvers<Response>().promise);
    const caller = new AbortController();
    const sent = client.spot.place(order, { priority: 'act', signal: caller.signal });
    await settle();
    caller.abort();
    expect(await sent).toMatchObject({ ok: false, error: { kind: 'outcome-unknown' } });
    expect(await client.spot.place(order, { priority: 'act', signal: caller.signal })).toMatchObject({
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
  ])('that certainly never left is %s and may be repeated by the user', async (kind, error) => {
    const { client, exchange, time } = createDesk(() => error);
    const answer = client.spot.place(order, act);
    await time.pass(20_000);
    expect(await answer).toMatchObject({ ok: false, error: { kind, isOutcomeUnknown: false } });
    expect(exchange.calls()).toHaveLength(1);
  });

  it.each([
    ['200004', 'exchange-rejected', 200],
    ['429000', 'rate-limited', 429],
    ['429000', 'rate-limited', 200],
    ['400005', 'wrong-signature', 401],
  ])('refused with %s was not done: %s', async (code, kind, status) => {
    const { client, exchange, time } = createDesk(() => json({ code, msg: 'their words' }, status));
    const answer = client.spot.place(order, act);
    await time.pass(20_000);
    expect(await answer).toMatchObject({
      ok: false,
      error: { kind, code, isOutcomeUnknown: false, exchangeMessage: 'their words' },
    });
    expect(exchange.calls()).toHaveLength(1);
  });

  it('is never shared, however alike', async () => {
    const { client, exchange } = createDesk(() => json({ code: '200000', data: { orderId: 'o' } }));
    await Promise.all([client.spot.place(order, act), client.spot.place(order, act)]);
    expect(exchange.calls()).toHaveLength(2);
  });
});

describe('the budget on the line', () => {
  it('freezes a pool at 429 with figures, and only that pool, until the reset', async () => {
    const { client, exchange, time } = createDesk(
      inTurn(
        () => json({ code: '429000', msg: 'Too many requests' }, 429, gateway(4000, 0, 3_000)),
        () => json(wrappedFee, 200, gateway(4000, 3_997, 30_000)),
      ),
    );
    const answer = client.accounts.baseFee({}, visible);
    await time.pass(2_900);
    expect(exchange.calls()).toHaveLength(1);
    const pools = client.link().pools;
    expect(pools.find(pool => pool.pool === 'spot')).toMatchObject({ isFrozen: true, waiting: 1, remaining: 0 });
    expect(pools.find(pool => pool.pool === 'management')).toMatchObject({ isFrozen: false, waiting: 0 });
    await time.pass(400);
    expect((await answer).ok).toBe(true);
    expect(exchange.calls()).toHaveLength(2);
    expect(client.link().pools.find(pool => pool.pool === 'spot')).toMatchObject({ isFrozen: false, remaining: 3_997 });
  });

  it('refuses an act while the pool is frozen for long, and says until when', async () => {
    const { client, exchange, time } = createDesk(() =>
      json({ code: '429000', msg: 'Too many requests' }, 429, gateway(4000, 0, 20_000)),
    );
    const first = await client.spot.place(order, act);
    expect(first).toMatchObject({ ok: false, error: { kind: 'rate-limited', retryAtMs: time.nowMs() + 20_000 } });
    const second = await client.spot.place(order, act);
    expect(second).toMatchObject({ ok: false, error: { kind: 'rate-limited', isOutcomeUnknown: false } });
    expect(exchange.calls()).toHaveLength(1);
  });

  it('follows the figures of the gateway, but not where they may speak of another pool', async () => {
    const { client } = createDesk(() => json({ code: '200000', data: [] }, 200, gateway(9000, 8000, 10_000)));
    await client.futures.recentDoneOrders({}, visible);
    expect(client.link().pools.find(pool => pool.pool === 'futures')).toMatchObject({ limit: 9000, remaining: 8000 });
    await client.accounts.balances({}, visible);
    expect(client.link().pools.find(pool => pool.pool === 'management')).toMatchObject({ limit: 9000 });
    const other = createDesk(() => json({ code: '200000', data: [] }, 200, gateway(9000, 8000, 10_000)));
    await other.client.reference.riskLimits({ symbol: 'XBTUSDTM' }, visible);
    expect(other.client.link().pools.find(pool => pool.pool === 'futures')).toMatchObject({
      limit: 2000,
      remaining: 1995,
    });
  });

  it('ignores figures that are none', async () => {
    const headers = { 'gw-ratelimit-limit': '1e9', 'gw-ratelimit-remaining': '-1', 'gw-ratelimit-reset': 'soon' };
    const { client } = createDesk(() => json({ code: '200000', data: [] }, 200, headers));
    await client.accounts.balances({}, visible);
    expect(client.link().pools.find(pool => pool.pool === 'management')).toMatchObject({
      limit: 2000,
      remaining: 1995,
    });
  });
});

describe('the client', () => {
  it('tells its listeners of changes once a turn, until they leave', async () => {
    const { client } = createDesk(() => json(wrappedFee));
    const heard: unknown[] = [];
    const leave = client.onLink(link => heard.push(link));
    await client.accounts.baseFee({}, visible);
    await settle();
    expect(heard.at(-1)).toEqual(client.link());
    const before = heard.length;
    leave();
    await client.accounts.baseFee({}, visible);
    await settle();
    expect(heard).toHaveLength(before);
  });

  it('describes the line', async () => {
    const { client, time } = createDesk(() => json(wrappedFee), { aheadMs: -250 });
    expect(client.link()).toMatchObject({
      hosts: [
        { venue: 'spot', host: 'spot.example', state: 'unknown', lastOkAtMs: null },
        { venue: 'futures', host: 'futures.example', state: 'unknown' },
      ],
      clock: { offsetMs: null, measuredAtMs: null, uncertaintyMs: null },
    });
    await client.connect();
    expect(client.link()).toMatchObject({
      hosts: [{ state: 'reachable', lastOkAtMs: time.nowMs(), lastError: null }, { state: 'unknown' }],
      clock: { offsetMs: -250, measuredAtMs: time.nowMs(), uncertaintyMs: 0 },
    });
  });

  it('says why a host fails and forgets it when it answers, be it with a refusal', async () => {
    const { client, time } = createDesk(
      inTurn(
        () => systemError('ECONNREFUSED', 'connect'),
        () => json({ code: '400100', msg: 'no' }),
      ),
    );
    const answer = client.reference.ticker({ symbol: 'X' }, visible);
    await settle();
    expect(client.link().hosts[1]).toMatchObject({ state: 'failing' });
    expect(client.link().hosts[1]?.lastError).toContain('ECONNREFUSED');
    await time.pass(2_000);
    expect((await answer).ok).toBe(false);
    expect(client.link().hosts[1]).toMatchObject({ state: 'reachable', lastError: null });
  });

  it('ends everything when it closes and starts nothing more', async () => {
    const { client, exchange, time } = createDesk(() => Promise.withResolvers<Response>().promise);
    await client.connect();
    const read = client.reference.symbols({}, visible);
    const write = client.spot.place(order, act);
    await settle();
    const heard: unknown[] = [];
    client.onLink(link => heard.push(link));
    client.close();
    expect(await read).toMatchObject({ ok: false, error: { kind: 'closed' } });
    expect(await write).toMatchObject({ ok: false, error: { kind: 'outcome-unknown' } });
    const before = exchange.seen.length;
    expect(await client.reference.symbols({}, visible)).toMatchObject({ ok: false, error: { kind: 'closed' } });
    expect(exchange.seen).toHaveLength(before);
    await settle();
    expect(time.waiting()).toBe(0);
    expect(heard).toEqual([]);
  });

  it.each(['http://spot.example', 'https://user@spot.example', 'https://2130706433', 'nonsense'])(
    'sends nothing to %s',
    async spotUrl => {
      const { exchange, time } = createDesk(() => json(wrappedFee));
      const settings = { spotUrl, futuresUrl: spotUrl, headerPrefix: 'SVC', keyVersion: '2' } as const;
      const client = createClient(settings, null, { ...time, fetch: exchange.fetch });
      expect(await client.reference.symbols({}, visible)).toMatchObject({
        ok: false,
        error: { kind: 'invalid-request' },
      });
      expect(exchange.seen).toEqual([]);
    },
  );

  it('writes no key, signature, passphrase, query or body into the log', async () => {
    const { client, exchange, lines, time } = createDesk(
      inTurn(
        () => json({ code: '200000', data: { orderId: 'o' } }),
        () => json({ code: '400100', msg: 'the-message' }),
        () => systemError('ECONNRESET'),
        () => json(wrappedFee),
      ),
    );
    await client.spot.place({ ...order, remark: 'my remark' }, act);
    await client.spot.orders({ status: 'active', symbol: 'ETH-USDT' }, visible);
    const answer = client.accounts.baseFee({}, visible);
    await time.pass(5_000);
    await answer;
    const text = lines.join('\n');
    expect(text).toContain('client.answered');
    expect(text).toContain('client.failed');
    const signatures = exchange.seen.map(({ headers }) => headers.get('SVC-API-SIGN') ?? 'the-key');
    for (const word of ['the-key', 'the-secret', 'the-passphrase', 'my remark', 'ETH-USDT', ...signatures]) {
      expect(text).not.toContain(word);
    }
  });
});
