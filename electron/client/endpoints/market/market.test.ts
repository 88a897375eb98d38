import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, fromNumber } from '#shared/decimal.ts';
import { createClient } from '#client/client.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createFakeExchange, json } from '#client/testing/fake-exchange.ts';
import { createSigner } from '#client/sign.ts';
import { comparePositive } from './book-rows.ts';

const visible = { priority: 'visible' } as const;

/** A client whose exchange answers every call with `body`, a text as it is. */
function createFixture(body: unknown) {
  const time = createFakeClock();
  const exchange = createFakeExchange(time.nowMs, () => json(body));
  const signer = createSigner({ key: 'k', secret: 's', passphrase: 'p', keyVersion: '3', headerPrefix: 'KC' });
  const settings = {
    spotUrl: 'https://s.example',
    futuresUrl: 'https://f.example',
    headerPrefix: 'KC',
    keyVersion: '3',
  } as const;
  const { market } = createClient(settings, signer, { ...time, fetch: exchange.fetch });
  const sent = () => exchange.calls().map(({ method, url, target }) => `${method} ${url.host}${target}`);
  const isSigned = () => exchange.calls().every(({ headers }) => headers.has('KC-API-SIGN'));
  return { market, sent, isSigned };
}

const ok = (data: unknown) => ({ code: '200000', data });

describe('books', () => {
  it('requests the whole spot book with a signature', async () => {
    const book = {
      time: 1729176273859,
      sequence: '14610502970',
      bids: [['66976.40', '0.69']],
      asks: [['66976.5', '1']],
    };
    const desk = createFixture(ok(book));
    expect(await desk.market.spotBook({ symbol: 'BTC-USDT' }, visible)).toEqual({
      ok: true,
      value: {
        symbol: 'BTC-USDT',
        sequence: '14610502970',
        timeMs: 1729176273859,
        bids: [['66976.4', '0.69']],
        asks: [['66976.5', '1']],
      },
    });
    expect(desk.sent()).toEqual(['GET s.example/api/v3/market/orderbook/level2?symbol=BTC-USDT']);
    expect(desk.isSigned()).toBe(true);
  });

  it('requests the whole futures book, with prices as numbers and time in ns', async () => {
    const text =
      '{"code":"200000","data":{"sequence":1697895963339,"symbol":"XBTUSDM","bids":[[66968,2],[66964.8,25596]],"asks":[[66968.10,13501]],"ts":1729168101216000000}}';
    const desk = createFixture(text);
    expect(await desk.market.futuresBook({ symbol: 'XBTUSDM' }, visible)).toEqual({
      ok: true,
      value: {
        symbol: 'XBTUSDM',
        sequence: '1697895963339',
        timeMs: 1729168101216,
        bids: [
          ['66968', '2'],
          ['66964.8', '25596'],
        ],
        asks: [['66968.1', '13501']],
      },
    });
    expect(desk.sent()).toEqual(['GET f.example/api/v1/level2/snapshot?symbol=XBTUSDM']);
    expect(desk.isSigned()).toBe(false);
  });

  it.each([
    [
      [
        ['9', '1'],
        ['10', '1'],
      ],
      'out of order',
    ],
    [
      [
        ['9', '1'],
        ['9', '2'],
      ],
      'repeated',
    ],
    [[['-9', '1']], 'negative'],
    [[['9']], 'half'],
  ])('rejects the bids %j (%s) (fault 26)', async bids => {
    const desk = createFixture(ok({ time: 1, ts: 1, sequence: '1', bids, asks: [] }));
    for (const call of [desk.market.spotBook, desk.market.futuresBook]) {
      expect(await call({ symbol: 'X' }, visible)).toMatchObject({ ok: false, error: { kind: 'bad-reply' } });
    }
  });

  it('skips a level without size in a snapshot (fault 26)', async () => {
    const bids = [
      ['9', '1'],
      ['8', '0'],
      ['7', '2'],
    ];
    const desk = createFixture(ok({ time: 1, ts: 1_000_000, sequence: '1', bids, asks: [] }));
    const whole = bids.filter(([, size]) => size !== '0');
    for (const call of [desk.market.spotBook, desk.market.futuresBook]) {
      expect(await call({ symbol: 'X' }, visible)).toMatchObject({ value: { bids: whole } });
    }
  });

  it('compares positive decimals like the exact arithmetic', () => {
    const decimal = fc
      .tuple(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 1, max: 99 }))
      .map(([whole, fraction]) => fromNumber(Number(`${whole}.${fraction}`)));
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(comparePositive(a, b)).toBe(compare(a, b));
      }),
    );
    expect(comparePositive('5', '5.0000000001')).toBe(-1);
  });
});

describe('candles', () => {
  const range = { fromMs: 1_566_789_000_500, toMs: 1_566_790_000_500 };

  it('reads the spot order (time, open, close, high, low), oldest first', async () => {
    const rows = [
      ['1566789720', '10411.5', '10401.9', '10411.5', '10396.3', '29.11357276', '302889.30'],
      ['1566789660', '10416', '10411.5', '10422.3', '10411.50', '15.61781842', '162703.70'],
    ];
    const desk = createFixture(ok(rows));
    const query = { venue: 'spot', symbol: 'BTC-USDT', interval: '1min', ...range } as const;
    const older = { open: '10416', close: '10411.5', high: '10422.3', low: '10411.5', volume: '15.61781842' };
    const newer = { open: '10411.5', close: '10401.9', high: '10411.5', low: '10396.3', volume: '29.11357276' };
    expect(await desk.market.candles(query, visible)).toEqual({
      ok: true,
      value: [
        { openAtMs: 1566789660000, ...older },
        { openAtMs: 1566789720000, ...newer },
      ],
    });
    expect(desk.sent()).toEqual([
      'GET s.example/api/v1/market/candles?symbol=BTC-USDT&type=1min&startAt=1566789000&endAt=1566790001',
    ]);
  });

  it('reads the futures order (time, open, high, low, close)', async () => {
    const desk = createFixture(ok([[1728576000000, 60791.1, 61035, 58940, 60300, 5501167, 3]]));
    const query = { venue: 'futures', symbol: 'XBTUSDTM', interval: '8hour', ...range } as const;
    expect(await desk.market.candles(query, visible)).toEqual({
      ok: true,
      value: [
        { openAtMs: 1728576000000, open: '60791.1', high: '61035', low: '58940', close: '60300', volume: '5501167' },
      ],
    });
    expect(desk.sent()).toEqual([
      'GET f.example/api/v1/kline/query?symbol=XBTUSDTM&granularity=480&from=1566789000500&to=1566790000500',
    ]);
  });

  it.each(['spot', 'futures'] as const)(
    'takes no %s candles as an empty list, and rejects an incomplete row',
    async venue => {
      const query = { venue, symbol: 'X', interval: '1min', ...range } as const;
      expect(await createFixture(ok([])).market.candles(query, visible)).toEqual({ ok: true, value: [] });
      for (const row of [
        ['1566789720', '1', '2'],
        ['1.5', '1', '2', '3', '4', '5'],
      ]) {
        const answer = await createFixture(ok([row])).market.candles(query, visible);
        expect(answer).toMatchObject({ ok: false, error: { kind: 'bad-reply' } });
      }
    },
  );

  it.each([
    ['spot', { fromMs: 2, toMs: 1 }, 'toMs'],
    ['spot', { fromMs: -1, toMs: 1 }, 'toMs'],
    ['spot', { fromMs: 0, toMs: 1501 * 60_000 }, 'fromMs'],
    ['futures', { fromMs: 0, toMs: 501 * 60_000 }, 'fromMs'],
  ] as const)('does not send a %s range of %j', async (venue, window, field) => {
    const desk = createFixture(ok([]));
    const query = { venue, symbol: 'X', interval: '1min', ...window } as const;
    expect(await desk.market.candles(query, visible)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request', field },
    });
    expect(desk.sent()).toEqual([]);
  });
});

describe('trades', () => {
  it('reads the spot trades', async () => {
    const text =
      '{"code":"200000","data":[{"sequence":"10976028003549185","price":"67122","size":"0.000025","side":"buy","time":1729177117877000000}]}';
    const desk = createFixture(text);
    expect(await desk.market.trades({ venue: 'spot', symbol: 'BTC-USDT' }, visible)).toEqual({
      ok: true,
      value: [
        {
          venue: 'spot',
          symbol: 'BTC-USDT',
          sequence: '10976028003549185',
          tradeId: null,
          price: '67122',
          size: '0.000025',
          takerSide: 'buy',
          timeMs: 1729177117877,
        },
      ],
    });
    expect(desk.sent()).toEqual(['GET s.example/api/v1/market/histories?symbol=BTC-USDT']);
  });

  it('reads the futures trades', async () => {
    const text =
      '{"code":"200000","data":[{"sequence":1697915257909,"contractId":1,"tradeId":"1697915257910","makerOrderId":"1","takerOrderId":"2","ts":1729242032152000000,"size":1,"price":"67878","side":"sell"}]}';
    const desk = createFixture(text);
    expect(await desk.market.trades({ venue: 'futures', symbol: 'XBTUSDTM' }, visible)).toEqual({
      ok: true,
      value: [
        {
          venue: 'futures',
          symbol: 'XBTUSDTM',
          sequence: '1697915257909',
          tradeId: '1697915257910',
          price: '67878',
          size: '1',
          takerSide: 'sell',
          timeMs: 1729242032152,
        },
      ],
    });
    expect(desk.sent()).toEqual(['GET f.example/api/v1/trade/history?symbol=XBTUSDTM']);
  });
});

const row = (sequence: string, time: number) => ({ sequence, price: '1', size: '1', side: 'buy', time: time * 1e6 });

it('market statistics read an unchanged price as a change of 0, and a pair without a price as an unknown change', async () => {
  const day = { changePrice: '0', changeRate: '0', volValue: '0' };
  const ticker = [
    { ...day, symbol: 'USDC-USDT', last: '1.0003', buy: '1.0002', sell: '0' },
    { ...day, symbol: 'NEW-USDT', last: '0', buy: null, sell: null },
    { symbol: 'OLD-USDT', last: null, changePrice: null, changeRate: null, volValue: null, buy: null, sell: null },
  ];
  const answer = await createFixture(ok({ ticker })).market.daySummaries({ venue: 'spot' }, visible);
  const nothing = { lastPrice: null, change: null, changeRate: null, bid: null, ask: null };
  expect(answer).toEqual({
    ok: true,
    value: [
      {
        symbol: 'USDC-USDT',
        lastPrice: '1.0003',
        change: '0',
        changeRate: '0',
        turnover: '0',
        bid: '1.0002',
        ask: null,
      },
      { ...nothing, symbol: 'NEW-USDT', turnover: '0' },
      { ...nothing, symbol: 'OLD-USDT', turnover: null },
    ],
  });
});

it('trades are sorted oldest first, by sequence within a millisecond', async () => {
  const rows = [row('100', 7), row('99', 7), row('11040912198091466', 9), row('11040912198091465', 9), row('5', 8)];
  const { market } = createFixture(ok(rows));
  const answer = await market.trades({ venue: 'spot', symbol: 'X' }, visible);
  expect(answer.ok ? answer.value.map(({ sequence }) => sequence) : answer).toEqual([
    '99',
    '100',
    '5',
    '11040912198091465',
    '11040912198091466',
  ]);
});

it('every market call passes on an exchange rejection unchanged', async () => {
  const { market } = createFixture({ code: '900001', msg: 'symbol not exists' });
  const candles = { venue: 'spot', symbol: 'X', interval: '1min', fromMs: 0, toMs: 1 } as const;
  const answers = [
    market.spotBook({ symbol: 'X' }, visible),
    market.futuresBook({ symbol: 'X' }, visible),
    market.candles(candles, visible),
    market.trades({ venue: 'spot', symbol: 'X' }, visible),
    market.trades({ venue: 'futures', symbol: 'X' }, visible),
  ];
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatchObject({ ok: false, error: { kind: 'exchange-rejected', code: '900001' } });
  }
});
