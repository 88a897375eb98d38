import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { createFakeClock, settle } from '#time/testing/fake-clock.ts';
import { createFakeExchange, gateway, json, systemError } from './testing/fake-exchange.ts';
import { createSigner } from './sign.ts';
import { action, visible, order, createFixture, wrappedFee, inTurn } from './rest/testing/transport-fixture.ts';

const deadFetch: typeof globalThis.fetch = () =>
  Promise.reject(new TypeError('fetch failed', { cause: systemError('ECONNREFUSED', 'connect') }));

function refuseTime(): Response {
  return json({ code: '400002', msg: 'Invalid KC-API-TIMESTAMP' }, 400);
}

describe('the exchange clock', () => {
  it('the exchange clock is measured again after 400002, and the request is sent once more', async () => {
    const { client, exchange, time } = createFixture(
      inTurn(refuseTime, () => json({ code: '200000', data: { orderId: 'o-1' } })),
    );
    await client.connect();
    const placed = await client.spot.place(order, action);
    expect(placed).toEqual({ ok: true, value: { orderId: 'o-1', clientOid: null } });
    expect(exchange.calls()).toHaveLength(2);
    expect(exchange.seen.length).toBe(12);
    expect(time.waiting()).toBe(0);
  });

  it('the exchange clock is measured at most once in 30 s for rejected requests while both clocks agree, and the failure names the likely cause', async () => {
    const { client, exchange, time } = createFixture(() =>
      json({ code: '400002', msg: 'Invalid KC-API-TIMESTAMP' }, 400),
    );
    const questions = () => exchange.seen.length - exchange.calls().length;
    await client.connect();
    const placed = await client.spot.place(order, action);
    expect(placed).toMatchObject({ ok: false, error: { kind: 'clock', code: '400002' } });
    expect(JSON.stringify(placed)).toContain('The request probably took more than 5 seconds.');
    expect([exchange.calls().length, questions()]).toEqual([2, 10]);
    for (let times = 0; times < 5; times += 1) {
      const read = await client.accounts.baseFee({}, action);
      expect(JSON.stringify(read)).toContain('The request probably took');
    }
    expect([exchange.calls().length, questions()]).toEqual([7, 10]);
    await time.pass(30_000);
    await client.accounts.baseFee({}, action);
    expect([exchange.calls().length, questions()]).toEqual([9, 15]);
  });

  it('the exchange clock is measured after each rejection while it differs much from ours', async () => {
    const { client, exchange } = createFixture(refuseTime, { aheadMs: 6_000 });
    await client.accounts.baseFee({}, action);
    const read = await client.accounts.baseFee({}, action);
    expect(exchange.calls()).toHaveLength(4);
    expect(read).toMatchObject({ ok: false, error: { kind: 'clock' } });
    expect(JSON.stringify(read)).not.toContain('The request probably took');
  });

  it('blocks signing and sending while it is unknown', async () => {
    const { client, time } = createFixture(() => json(wrappedFee));
    const signer = createSigner({ key: 'k', secret: 's', passphrase: 'p', keyVersion: '2', headerPrefix: 'SVC' });
    const settings = {
      spotUrl: 'https://spot.example',
      futuresUrl: 'https://f.example',
      headerPrefix: 'SVC',
      keyVersion: '2',
    } as const;
    const offline = createClient(settings, signer, { ...time, fetch: deadFetch });
    expect(await offline.spot.place(order, action)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable', isOutcomeUnknown: false },
    });
    expect(offline.link().pools.every(pool => pool.remaining === pool.limit)).toBe(true);
    client.close();
  });

  it('the exchange clock is read from the futures host when the spot host is down', async () => {
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

  it('the exchange clock is not trusted when its answer is invalid', async () => {
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

describe('the budget of a connection', () => {
  it('freezes only the pool of a 429 with figures, until the reset', async () => {
    const { client, exchange, time } = createFixture(
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

  it('rejects an action while the pool is frozen for long, and states the end', async () => {
    const { client, exchange, time } = createFixture(() =>
      json({ code: '429000', msg: 'Too many requests' }, 429, gateway(4000, 0, 20_000)),
    );
    const first = await client.spot.place(order, action);
    expect(first).toMatchObject({ ok: false, error: { kind: 'rate-limited', retryAtMs: time.nowMs() + 20_000 } });
    const second = await client.spot.place(order, action);
    expect(second).toMatchObject({ ok: false, error: { kind: 'rate-limited', isOutcomeUnknown: false } });
    expect(exchange.calls()).toHaveLength(1);
  });

  it('follows the figures of the gateway, except where they may describe another pool', async () => {
    const { client } = createFixture(() => json({ code: '200000', data: [] }, 200, gateway(9000, 8000, 10_000)));
    await client.futures.recentDoneOrders({}, visible);
    expect(client.link().pools.find(pool => pool.pool === 'futures')).toMatchObject({ limit: 9000, remaining: 8000 });
    await client.accounts.balances({}, visible);
    expect(client.link().pools.find(pool => pool.pool === 'management')).toMatchObject({ limit: 9000 });
    const other = createFixture(() => json({ code: '200000', data: [] }, 200, gateway(9000, 8000, 10_000)));
    await other.client.reference.riskLimits({ symbol: 'XBTUSDTM' }, visible);
    expect(other.client.link().pools.find(pool => pool.pool === 'futures')).toMatchObject({
      limit: 2000,
      remaining: 1995,
    });
  });

  it('ignores invalid figures', async () => {
    const headers = { 'gw-ratelimit-limit': '1e9', 'gw-ratelimit-remaining': '-1', 'gw-ratelimit-reset': 'soon' };
    const { client } = createFixture(() => json({ code: '200000', data: [] }, 200, headers));
    await client.accounts.balances({}, visible);
    expect(client.link().pools.find(pool => pool.pool === 'management')).toMatchObject({
      limit: 2000,
      remaining: 1995,
    });
  });
});

describe('the client', () => {
  it('publishes changes to its listeners once per turn of the event loop, until they unsubscribe', async () => {
    const { client } = createFixture(() => json(wrappedFee));
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

  it('describes the connection', async () => {
    const { client, time } = createFixture(() => json(wrappedFee), { aheadMs: -250 });
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

  it('states why a host fails, and clears it with any answer, also a rejection', async () => {
    const { client, time } = createFixture(
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

  it('ends all requests when it closes, and starts none afterwards', async () => {
    const { client, exchange, time } = createFixture(() => Promise.withResolvers<Response>().promise);
    await client.connect();
    const read = client.reference.symbols({}, visible);
    const write = client.spot.place(order, action);
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
      const { exchange, time } = createFixture(() => json(wrappedFee));
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
    const { client, exchange, lines, time } = createFixture(
      inTurn(
        () => json({ code: '200000', data: { orderId: 'o' } }),
        () => json({ code: '400100', msg: 'the-message' }),
        () => systemError('ECONNRESET'),
        () => json(wrappedFee),
      ),
    );
    await client.spot.place({ ...order, remark: 'my remark' }, action);
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
