import { describe, expect, it } from 'vitest';
import { longestAnswer } from '#shared/domain/answers/order-answer.ts';
import { createFixture, inTurn, visible } from '#client/rest/testing/transport-fixture.ts';
import { json } from '#client/testing/fake-exchange.ts';

const order = { venue: 'spot', symbol: 'BTC-USDT', tradeType: 'spot', orderId: 'o1', isStop: false } as const;
const answering = (text: string, status = 200) =>
  createFixture(() => new Response(text, { status, headers: { 'content-type': 'application/json' } }));

describe('the lookup answer for one order', () => {
  it('keeps the text of the answer: ids, decimals, blanks and field order', async () => {
    const text =
      '{ "data" : {"id":90071992547409931234, "price":0.100000000000000000010, "size":"1.0"},"code":"200000"}';
    const { client, time } = answering(text);
    const nowMs = time.nowMs();
    expect(await client.orderAnswer(order, visible)).toEqual({
      ok: true,
      value: { endpoint: 'GET /api/v1/hf/orders/{orderId}', httpStatus: 200, text, isCut: false, receivedAtMs: nowMs },
    });
  });

  it.each([
    [{ ...order }, 'GET /api/v1/hf/orders/o1?symbol=BTC-USDT'],
    [{ ...order, tradeType: 'cross' as const }, 'GET /api/v3/hf/margin/orders/o1?symbol=BTC-USDT'],
    [{ ...order, isStop: true }, 'GET /api/v1/stop-order/o1'],
    [{ ...order, tradeType: 'isolated' as const, isStop: true }, 'GET /api/v1/stop-order/o1'],
    [{ ...order, venue: 'futures' as const, symbol: 'XBTUSDTM', isStop: true }, 'GET /api/v1/orders/o1'],
  ])('requests %o where the exchange keeps such orders', async (asked, request) => {
    const { client, exchange } = answering('{"code":"200000","data":{}}');
    await client.orderAnswer(asked, visible);
    const [call] = exchange.calls();
    expect(`${call?.method} ${call?.target}`).toBe(request);
    expect(call?.url.host).toBe(asked.venue === 'futures' ? 'futures.example' : 'spot.example');
  });

  it('includes the answer that no such order exists', async () => {
    const text = '{"code":"400100","msg":"order not exist."}';
    const { client } = answering(text, 200);
    expect(await client.orderAnswer(order, visible)).toMatchObject({ ok: true, value: { text, httpStatus: 200 } });
  });

  it('has no text when the exchange did not answer or rejected the request', async () => {
    const page = answering('<html>bad gateway</html>', 502);
    const lost = page.client.orderAnswer(order, visible);
    await page.time.pass(15_000);
    expect(await lost).toMatchObject({ ok: false, error: { kind: 'exchange-failed' } });
    const { client } = answering('{"code":"400005","msg":"Invalid KC-API-SIGN"}', 401);
    expect(await client.orderAnswer(order, visible)).toMatchObject({ ok: false });
  });

  it('contains no credential, also when the exchange quotes one', async () => {
    const { client, exchange } = createFixture(sent =>
      json({ code: '200000', data: { id: '5c35c02703aa673ceec2a168', remark: [...sent.headers.values()].join(' ') } }),
    );
    const answer = await client.orderAnswer(order, visible);
    const text = answer.ok ? answer.value.text : '';
    const headers = exchange.calls()[0]?.headers;
    for (const name of ['SVC-API-KEY', 'SVC-API-SIGN', 'SVC-API-PASSPHRASE']) {
      expect(headers?.get(name)?.length).toBeGreaterThan(4);
      expect(text).not.toContain(headers?.get(name));
    }
    expect(text).toContain('[hidden]');
    expect(text).toContain('"id":"5c35c02703aa673ceec2a168"');
  });

  it('the lookup answer for one order is truncated at 64 KB, and says so', async () => {
    const { client } = answering(JSON.stringify({ code: '200000', data: { remark: 'x'.repeat(longestAnswer) } }));
    const answer = await client.orderAnswer(order, visible);
    expect(answer).toMatchObject({ ok: true, value: { isCut: true } });
    expect(answer.ok ? answer.value.text.length : 0).toBe(longestAnswer);
  });

  it('the lookup answer for one order is requested again after a connection error, like every read', async () => {
    const text = '{"code":"200000","data":{"id":"o1"}}';
    const { client, time } = createFixture(
      inTurn(
        () => new Error('reset'),
        () => new Response(text),
      ),
    );
    const answer = client.orderAnswer(order, visible);
    await time.pass(3000);
    expect(await answer).toMatchObject({ ok: true, value: { text } });
  });
});
