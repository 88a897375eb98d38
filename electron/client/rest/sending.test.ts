import { describe, expect, it } from 'vitest';
import { fail } from '#shared/errors.ts';
import { settle } from '#time/testing/fake-clock.ts';
import { gateway, json, systemError } from '../testing/fake-exchange.ts';
import { action, createFixture, inTurn, order, visible, wrappedFee } from './testing/transport-fixture.ts';

const busy = () => json({ code: '503000', msg: 'busy' }, 503);
const shut = () => json({ code: '429000', msg: 'slow' }, 429, gateway(4_000, 0, 30_000));
const wrongClock = () => json({ code: '400002', msg: 'Invalid KC-API-TIMESTAMP' }, 400);
const background = { priority: 'background' } as const;
const never = () => Promise.withResolvers<Response>().promise;

describe('the attempts of a read', () => {
  it('have growing pauses, half of them random', async () => {
    const { client, exchange, time } = createFixture(busy);
    const counts: number[] = [];
    const answer = client.reference.symbols({}, visible);
    // the fixture’s chance is always a half: 375, 625 and 1125 ms
    for (const stepMs of [374, 1, 624, 1, 1_124, 1, 20_000]) {
      await time.pass(stepMs);
      counts.push(exchange.seen.length);
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4]);
    expect(await answer).toMatchObject({ error: { kind: 'exchange-failed' } });
  });

  it('share 10 s of connection time and pauses, without the wait for a frozen pool', async () => {
    const slow = createFixture(() => slow.time.wait(4_700).then(busy));
    const answer = slow.client.reference.symbols({}, visible);
    await slow.time.pass(10_000);
    // 4.7 s, a pause of 0.375 s, 4.7 s: what is left does not reach over the next pause
    expect(slow.exchange.seen).toHaveLength(2);
    expect((await answer).ok).toBe(false);

    const frozen = createFixture(inTurn(shut, shut, () => json(wrappedFee)));
    const late = frozen.client.accounts.baseFee({}, visible);
    await frozen.time.pass(70_000);
    expect(await late).toMatchObject({ ok: true });
    expect(frozen.exchange.calls()).toHaveLength(3);
  });

  it('have no time limit while their pool is closed', async () => {
    const answers = inTurn(shut, shut, () => json(wrappedFee));
    const slow = createFixture(request => slow.time.wait(4_900).then(() => answers(request)));
    const answer = slow.client.accounts.baseFee({}, visible);
    await slow.time.pass(90_000);
    expect(await answer).toMatchObject({ ok: true });
    expect(slow.exchange.calls()).toHaveLength(3);
  });

  it('the attempts of a read are a single one when the exchange rejects the time stamp of an unsigned request', async () => {
    const { client, exchange, time } = createFixture(wrongClock);
    const answer = client.reference.symbols({}, visible);
    await time.pass(20_000);
    expect(await answer).toMatchObject({ error: { kind: 'clock' } });
    expect(exchange.seen).toHaveLength(1);
  });
});

describe('shared requests', () => {
  it('shared requests are identical requests to the same host, and nothing else', async () => {
    const { client, exchange } = createFixture(() => json(wrappedFee));
    await Promise.all([
      client.accounts.baseFee({}, visible),
      client.accounts.baseFee({ currencyType: 'fiat' }, visible),
      client.accounts.baseFee({}, background),
    ]);
    expect(exchange.calls().map(({ target }) => target)).toEqual([
      '/api/v1/base-fee',
      '/api/v1/base-fee?currencyType=1',
    ]);
  });

  it('never wait for a less important request', async () => {
    const { client, exchange } = createFixture(never);
    for (const options of [background, visible, action, visible, background])
      void client.reference.symbols({}, options);
    await settle();
    expect(exchange.seen).toHaveLength(3);
  });
});

describe('an answer of another shape', () => {
  it('names the endpoint and the field, or the whole answer without a field', async () => {
    const { client } = createFixture(() => json({ code: '200000', data: { takerFeeRate: true } }));
    expect(await client.accounts.baseFee({}, visible)).toEqual(
      fail('bad-reply', 'The answer to GET /api/v1/base-fee is not as agreed: field takerFeeRate.', {
        endpoint: 'GET /api/v1/base-fee',
        field: 'takerFeeRate',
      }),
    );
    const bare = createFixture(() => json({ code: '200000', data: 'words' }));
    expect(await bare.client.accounts.baseFee({}, visible)).toMatchObject({ error: { field: 'data' } });
  });

  it('an answer of another shape to a write asks the user to check first', async () => {
    const { client } = createFixture(() => json({ code: '200000', data: { orderId: null } }));
    expect(await client.spot.place(order, action)).toEqual(
      fail(
        'outcome-unknown',
        'The exchange took the request, but its answer cannot be read. Look before you do it again.',
        { endpoint: 'POST /api/v1/hf/orders', field: 'orderId' },
      ),
    );
  });
});

/** A line on which asking for the time comes to what `onTime` does. */
const prepare = (onTime: () => void, answer = wrongClock) => {
  const aheadMs = () => {
    onTime();
    return 0;
  };
  return createFixture(answer, { aheadMs });
};
const cut = (): never => {
  throw systemError('ECONNRESET');
};
const asUsual = () => {};

describe('requests that are never sent', () => {
  it('include signed requests while the exchange time is unknown', async () => {
    const { client, exchange, time } = prepare(cut);
    const answers = Promise.all([client.accounts.baseFee({}, visible), client.spot.place(order, action)]);
    await time.pass(60_000);
    for (const answer of await answers) expect(answer).toMatchObject({ ok: false, error: { isOutcomeUnknown: false } });
    expect(exchange.calls()).toEqual([]);
  });

  it('include a second attempt after a wrong time stamp when the time cannot be read again', async () => {
    let onTime = asUsual;
    const { client, exchange, time } = prepare(() => onTime());
    await client.connect();
    onTime = cut;
    const answer = client.spot.place(order, action);
    await time.pass(60_000);
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'clock', isOutcomeUnknown: false } });
    expect(exchange.calls()).toHaveLength(1);
  });

  it('include a second attempt after a wrong time stamp for a caller that left meanwhile', async () => {
    let onTime = asUsual;
    const { client, exchange, time } = prepare(() => onTime());
    await client.connect();
    const caller = new AbortController();
    onTime = () => caller.abort();
    const answer = client.spot.place(order, { ...action, signal: caller.signal });
    await time.pass(60_000);
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'clock' } });
    expect(exchange.calls()).toHaveLength(1);
  });

  it('include values that no address can hold, which are answered and not thrown', async () => {
    const { client, exchange } = createFixture(() => json(wrappedFee));
    const refused = { ok: false, error: { kind: 'invalid-request', isOutcomeUnknown: false } };
    expect(await client.spot.cancel({ orderId: '../a', symbol: 'BTC-USDT' }, action)).toMatchObject(refused);
    expect(await client.reference.currency({ currency: 'a/b' }, visible)).toMatchObject(refused);
    expect(exchange.seen).toEqual([]);
  });

  it('state why: no key, or a closed client', async () => {
    const keyless = createFixture(() => json(wrappedFee), { hasKey: false });
    expect(await keyless.client.accounts.baseFee({}, visible)).toEqual(
      fail('no-secret', 'This needs an API key.', { endpoint: 'GET /api/v1/base-fee' }),
    );
    const { client, exchange } = createFixture(() => json([]));
    client.close();
    const closed = 'This connection to the exchange was closed.';
    expect(await client.reference.symbols({}, visible)).toEqual(
      fail('closed', closed, { endpoint: 'GET /api/v2/symbols' }),
    );
    expect(await client.spot.place(order, action)).toEqual(
      fail('closed', closed, { endpoint: 'POST /api/v1/hf/orders' }),
    );
    expect(exchange.seen).toHaveLength(0);
  });

  it('cost no budget', async () => {
    const { client } = createFixture(() => json(wrappedFee), { hasKey: false });
    await client.accounts.baseFee({}, visible);
    expect(client.link().pools.every(pool => pool.remaining === pool.limit)).toBe(true);
  });
});

describe('the log of an attempt', () => {
  it('has host, path, method and duration, and no header, query or body', async () => {
    const { client, lines, time } = createFixture(async () => {
      await time.wait(40);
      return json(wrappedFee);
    });
    await client.connect();
    lines.length = 0;
    const answer = client.accounts.baseFee({ currencyType: 'fiat' }, visible);
    await time.pass(40);
    expect((await answer).ok).toBe(true);
    expect(lines).toEqual([
      '{"event":"client.answered","endpoint":"GET /api/v1/base-fee","venue":"spot","httpStatus":200,"roundTripMs":40}',
    ]);
  });

  it('has the kind and code of a rejection, and neither time nor status without an answer', async () => {
    const refused = createFixture(() => json({ code: '400100', msg: 'their words' }));
    await refused.client.connect();
    await refused.client.spot.place(order, action);
    expect(refused.lines.at(-1)).toBe(
      '{"event":"client.failed","endpoint":"POST /api/v1/hf/orders","venue":"spot","httpStatus":200,"roundTripMs":0,"kind":"exchange-rejected","exchangeCode":"400100"}',
    );
    const lost = createFixture(() => systemError('ECONNRESET'));
    await lost.client.connect();
    await lost.client.spot.place(order, action);
    expect(lost.lines.at(-1)).toContain('"httpStatus":null,"roundTripMs":null,"kind":"outcome-unknown"');
  });
});
