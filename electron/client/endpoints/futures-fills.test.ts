import { expect, it } from 'vitest';
import { createClient } from '../client.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createFakeExchange } from '../testing/fake-exchange.ts';
import { createSigner } from '../sign.ts';

const visible = { priority: 'visible' } as const;

/** A client whose exchange answers every call with this text. */
function createFixture(body: string) {
  const time = createFakeClock();
  const exchange = createFakeExchange(time.nowMs, () => new Response(body));
  const signer = createSigner({ key: 'k', secret: 's', passphrase: 'p', keyVersion: '3', headerPrefix: 'KC' });
  const settings = {
    spotUrl: 'https://s.example',
    futuresUrl: 'https://f.example',
    headerPrefix: 'KC',
    keyVersion: '3',
  } as const;
  const client = createClient(settings, signer, { ...time, fetch: exchange.fetch });
  return { client, sent: () => exchange.calls().map(({ method, url, target }) => `${method} ${url.host} ${target}`) };
}

/** The service's published example of recentFills. */
const published = `{
  "symbol": "XBTUSDTM",
  "tradeId": "1784277229880",
  "orderId": "236317213710184449",
  "side": "buy",
  "liquidity": "taker",
  "forceTaker": false,
  "price": "67430.9",
  "size": 1,
  "value": "67.4309",
  "openFeePay": "0.04045854",
  "closeFeePay": "0",
  "stop": "",
  "feeRate": "0.00060",
  "fixFee": "0",
  "feeCurrency": "USDT",
  "marginMode": "ISOLATED",
  "fee": "0.04045854",
  "settleCurrency": "USDT",
  "orderType": "market",
  "displayType": "market",
  "tradeType": "trade",
  "subTradeType": null,
  "tradeTime": 1729155616320000000,
  "createdAt": 1729155616493
}`;
const fill = {
  venue: 'futures',
  tradeId: '1784277229880',
  orderId: '236317213710184449',
  symbol: 'XBTUSDTM',
  tradeType: 'futures',
  side: 'buy',
  price: '67430.9',
  size: '1',
  funds: '67.4309',
  fee: '0.04045854',
  feeRate: '0.0006',
  feeCurrency: 'USDT',
  openFee: '0.04045854',
  closeFee: '0',
  settleCurrency: 'USDT',
  liquidity: 'taker',
  isForceTaker: false,
  cause: 'trade',
  createdAtMs: 1_729_155_616_320,
};
const list = (...rows: readonly string[]) => `{"code":"200000","data":[${rows.join(',')}]}`;
const changed = (from: string, to: string) => published.replace(from, to);

it('futures fills read the published example of recentFills', async () => {
  const { client, sent } = createFixture(list(published));
  expect(await client.futures.recentFills({}, visible)).toEqual({ ok: true, value: [fill] });
  expect(await client.futures.recentFills({ symbol: 'XBTUSDTM' }, visible)).toMatchObject({ ok: true });
  expect(sent()).toEqual(['GET f.example /api/v1/recentFills', 'GET f.example /api/v1/recentFills?symbol=XBTUSDTM']);
});

it('futures fills read a page, and request the given filters', async () => {
  const page = `{"currentPage":1,"pageSize":50,"totalNum":1,"totalPage":1,"items":[${published}]}`;
  const { client, sent } = createFixture(`{"code":"200000","data":${page}}`);
  expect(await client.futures.fills({ orderId: '236317213710184449' }, visible)).toEqual({
    ok: true,
    value: { page: 1, pageSize: 50, totalItems: 1, totalPages: 1, items: [fill] },
  });
  await client.futures.fills({ symbol: 'A', side: 'sell', startAtMs: 1, endAtMs: 2, page: 2, pageSize: 10 }, visible);
  expect(sent()).toEqual([
    'GET f.example /api/v1/fills?orderId=236317213710184449',
    'GET f.example /api/v1/fills?symbol=A&side=sell&startAt=1&endAt=2&currentPage=2&pageSize=10',
  ]);
});

it('futures fills request at most a week', async () => {
  const { client, sent } = createFixture(list());
  const weekMs = 7 * 86_400_000;
  expect(await client.futures.fills({ startAtMs: 0, endAtMs: weekMs + 1 }, visible)).toMatchObject({
    ok: false,
    error: {
      kind: 'invalid-request',
      message: 'Fills can be listed for at most 7 days at a time. Choose a shorter time range.',
    },
  });
  expect(sent()).toEqual([]);
});

it.each([
  ['liquid', 'liquidation'],
  ['adl', 'deleveraging'],
  ['settlement', 'settlement'],
  ['cancel', 'unknown'],
  ['constructor', 'unknown'],
])('futures fills read a fill by %s as %s', async (word, cause) => {
  const { client } = createFixture(list(changed('"tradeType": "trade"', `"tradeType": "${word}"`)));
  expect(await client.futures.recentFills({}, visible)).toMatchObject({ ok: true, value: [{ cause }] });
});

it('futures fills keep every digit of ids and figures, a negative fee, and missing fields as null', async () => {
  const odd = published
    .replace('"1784277229880"', '11040911994273793')
    .replace('"price": "67430.9"', '"price": 0.1234567890123456789')
    .replace('"fee": "0.04045854"', '"fee": "-0.01"')
    .replace('"openFeePay": "0.04045854"', '"openFeePay": null')
    .replace('"settleCurrency": "USDT",', '')
    .replace('"liquidity": "taker"', '"liquidity": "dark"');
  const { client } = createFixture(list(odd));
  expect(await client.futures.recentFills({}, visible)).toMatchObject({
    ok: true,
    value: [
      {
        tradeId: '11040911994273793',
        price: '0.1234567890123456789',
        fee: '-0.01',
        openFee: null,
        settleCurrency: null,
        liquidity: 'unknown',
      },
    ],
  });
});

it.each(['null', '0', '-1', '""'])(
  'futures fills keep a fill whose tradeTime is %s, with an unknown time',
  async time => {
    const { client } = createFixture(list(changed('"tradeTime": 1729155616320000000', `"tradeTime": ${time}`)));
    expect(await client.futures.recentFills({}, visible)).toMatchObject({
      ok: true,
      value: [{ tradeId: fill.tradeId, createdAtMs: null }],
    });
  },
);

it.each([
  ['"size": 1', '"size": null', '0.size'],
  ['"value": "67.4309"', '"value": "much"', '0.value'],
  ['"tradeTime": 1729155616320000000', '"tradeTime": "soon"', '0.tradeTime'],
  ['"side": "buy"', '"side": "long"', '0.side'],
])('futures fills reject %s as %s as a bad reply', async (from, to, field) => {
  const { client } = createFixture(list(changed(from, to)));
  expect(await client.futures.recentFills({}, visible)).toMatchObject({
    ok: false,
    error: { kind: 'bad-reply', field },
  });
});
