import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExchangeClient } from '#client/client.ts';
import { json } from '#client/testing/fake-exchange.ts';
import { publishedExample, textOf } from '#client/testing/published.ts';
import { action, createAnsweringFixture, createFixture } from '../testing/endpoint-fixture.ts';

const symbol = 'XBTUSDTM';
const booking = (offset: number) => ({ offset, currency: 'USDT', type: 'T', amount: 1, time: 5 });
const published = (name: string) => createFixture(textOf(publishedExample(`futures ${name}`).body));

describe('futures settings', () => {
  it.each<readonly [string, (calls: ExchangeClient['futuresAccount']) => Promise<unknown>, unknown, string]>([
    [
      'GET /api/v2/position/getMarginMode',
      calls => calls.marginMode({ symbol }, action),
      'isolated',
      'GET f.example /api/v2/position/getMarginMode?symbol=XBTUSDTM',
    ],
    [
      'POST /api/v2/position/changeMarginMode',
      calls => calls.setMarginMode({ symbol, marginMode: 'cross' }, action),
      'isolated',
      'POST f.example /api/v2/position/changeMarginMode {"symbol":"XBTUSDTM","marginMode":"CROSS"}',
    ],
    [
      'POST /api/v2/position/batchChangeMarginMode',
      calls => calls.setMarginModes({ symbols: ['XBTUSDTM', 'ETHUSDTM'], marginMode: 'isolated' }, action),
      {
        modes: [
          { symbol: 'ETHUSDTM', marginMode: 'isolated' },
          { symbol: 'XBTUSDTM', marginMode: 'cross' },
        ],
        refused: [{ symbol: 'XBTUSDTM', code: '50002', message: 'exist.order.or.position' }],
      },
      'POST f.example /api/v2/position/batchChangeMarginMode {"marginMode":"ISOLATED","symbols":["XBTUSDTM","ETHUSDTM"]}',
    ],
    [
      'GET /api/v2/getCrossUserLeverage',
      calls => calls.crossLeverage({ symbol }, action),
      '3',
      'GET f.example /api/v2/getCrossUserLeverage?symbol=XBTUSDTM',
    ],
    [
      'POST /api/v2/changeCrossUserLeverage',
      calls => calls.setCrossLeverage({ symbol, leverage: '10.0' }, action),
      true,
      'POST f.example /api/v2/changeCrossUserLeverage {"symbol":"XBTUSDTM","leverage":"10"}',
    ],
    [
      'GET /api/v1/margin/maxWithdrawMargin',
      calls => calls.maxWithdrawMargin({ symbol }, action),
      '21.1135719252',
      'GET f.example /api/v1/margin/maxWithdrawMargin?symbol=XBTUSDTM',
    ],
    [
      'POST /api/v1/margin/withdrawMargin',
      calls => calls.withdrawMargin({ symbol, amount: '0.10' }, action),
      '0.1',
      'POST f.example /api/v1/margin/withdrawMargin {"symbol":"XBTUSDTM","withdrawAmount":"0.1"}',
    ],
    [
      'GET /api/v2/getMaxOpenSize',
      calls => calls.maxOpenSize({ symbol, price: '100', leverage: '3' }, action),
      { symbol, maxBuySize: '0', maxSellSize: '0' },
      'GET f.example /api/v2/getMaxOpenSize?symbol=XBTUSDTM&price=100&leverage=3',
    ],
    [
      'GET /api/v1/openOrderStatistics',
      calls => calls.openOrderStatistics({ symbol }, action),
      { buySize: '1', sellSize: '0', buyCost: '0.0001', sellCost: '0', settleCurrency: 'USDT' },
      'GET f.example /api/v1/openOrderStatistics?symbol=XBTUSDTM',
    ],
    [
      'POST /api/v1/position/risk-limit-level/change',
      calls => calls.setRiskLimitLevel({ symbol, level: 2 }, action),
      true,
      'POST f.example /api/v1/position/risk-limit-level/change {"symbol":"XBTUSDTM","level":2}',
    ],
  ])('%s', async (name, call, value, request) => {
    const { client, sent } = published(name);
    expect(await call(client.futuresAccount)).toEqual({ ok: true, value });
    expect(sent()).toEqual([request]);
  });

  it('reads fees and the position mode', async () => {
    const fees = createFixture({ code: '200000', data: { symbol, takerFeeRate: '0.0006', makerFeeRate: '0.0002' } });
    expect(await fees.client.futuresAccount.tradeFee({ symbol }, action)).toEqual({
      ok: true,
      value: { takerFeeRate: '0.0006', makerFeeRate: '0.0002' },
    });
    const mode = createFixture({ code: '200000', data: { positionMode: 1 } });
    expect(await mode.client.futuresAccount.positionMode({}, action)).toEqual({ ok: true, value: 'hedge' });
    const one = createFixture({ code: '200000', data: { positionMode: '0' } });
    expect(await one.client.futuresAccount.setPositionMode({ positionMode: 'one-way' }, action)).toEqual({
      ok: true,
      value: 'one-way',
    });
    expect(one.sent()).toEqual(['POST f.example /api/v2/position/switchPositionMode {"positionMode":"0"}']);
  });

  it('reads removed margin in either form, and sends none that is zero', async () => {
    const { client, sent } = createFixture({ code: '200000', data: { symbol, withdrawAmount: '0.1' } });
    expect(await client.futuresAccount.withdrawMargin({ symbol, amount: '0.1' }, action)).toEqual({
      ok: true,
      value: '0.1',
    });
    expect(await client.futuresAccount.withdrawMargin({ symbol, amount: '-1' }, action)).toMatchObject({ ok: false });
    expect(await client.futuresAccount.setCrossLeverage({ symbol, leverage: '0' }, action)).toMatchObject({
      ok: false,
    });
    const none = { symbols: [], marginMode: 'cross' } as const;
    expect(await client.futuresAccount.setMarginModes(none, action)).toMatchObject({ ok: false });
    expect(sent()).toHaveLength(1);
  });
});

describe('the history of a futures account', () => {
  it('reads funding rates', async () => {
    const current = published('GET /api/v1/funding-rate/{symbol}/current');
    expect(await current.client.futuresAccount.currentFunding({ symbol }, action)).toEqual({
      ok: true,
      value: {
        rate: '0.000061',
        predictedRate: '0.000109',
        rateCap: '0.003',
        rateFloor: '-0.003',
        intervalMs: 28_800_000,
        settlesAtMs: 1_748_491_200_000,
      },
    });
    const rates = published('GET /api/v1/contract/funding-rates');
    expect(await rates.client.futuresAccount.fundingRates({ symbol, fromMs: 1, toMs: 2 }, action)).toMatchObject({
      value: [{ symbol, fundingRate: '0.00021', timeMs: 1_702_296_000_000 }, {}, {}],
    });
    expect([...current.sent(), ...rates.sent()]).toEqual([
      'GET f.example /api/v1/funding-rate/XBTUSDTM/current',
      'GET f.example /api/v1/contract/funding-rates?symbol=XBTUSDTM&from=1&to=2',
    ]);
  });

  it('reads paid funding', async () => {
    const { client, sent } = published('GET /api/v1/funding-history');
    expect(await client.futuresAccount.fundingHistory({ symbol, fromMs: 1, toMs: 2 }, action)).toEqual({
      ok: true,
      value: {
        isComplete: true,
        items: [
          {
            id: '1472387374042586',
            symbol,
            timeMs: 1_731_470_400_000,
            fundingRate: '0.000641',
            markPrice: '87139.92',
            quantity: '1',
            positionCost: '87.13992',
            funding: '-0.05585669',
            settleCurrency: 'USDT',
            marginMode: 'isolated',
          },
        ],
      },
    });
    // `hasMore` is true in the example: the slice after it brings nothing new
    expect(sent()[1]).toBe(
      'GET f.example /api/v1/funding-history?symbol=XBTUSDTM&startAt=1&endAt=2&maxCount=100&offset=1472387374042586',
    );
  });

  it('reads closed positions', async () => {
    const { client, sent } = published('GET /api/v1/history-positions');
    expect(await client.futuresAccount.allClosedPositions({ symbol, fromMs: 1, toMs: 2 }, action)).toMatchObject({
      value: {
        isComplete: true,
        items: [
          {
            id: '500000000036305465',
            side: 'long',
            type: 'CLOSE_LONG',
            marginMode: 'cross',
            pnl: '0.51214413',
            openedAtMs: 1_735_549_162_120,
          },
        ],
      },
    });
    expect(sent()).toEqual(['GET f.example /api/v1/history-positions?symbol=XBTUSDTM&from=1&to=2&limit=200&pageId=1']);
  });

  it('reads the ledger in slices, without loss or duplicates while bookings arrive', async () => {
    const { client: example } = createFixture(textOf(publishedExample('GET /api/v1/transaction-history').body));
    expect(await example.futuresAccount.ledger({ fromMs: 1, toMs: 2 }, action)).toMatchObject({
      value: { items: [{ offset: '51360793', type: 'TransferIn', amount: '0.01', equity: '14.02924938' }, {}] },
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(40), fc.integer({ min: 1, max: 9 }), fc.nat(2), async (count, most, perSlice) => {
        let asked = 0;
        const { client } = createAnsweringFixture(({ url }) => {
          const offset = url.searchParams.get('offset');
          const newest = count + asked * perSlice;
          asked += 1;
          const all = Array.from({ length: newest }, (_, index) => booking(newest - index));
          const rest = all.filter(row => offset === null || row.offset < Number(offset));
          return json({ code: '200000', data: { dataList: rest.slice(0, most), hasMore: rest.length > most } });
        });
        const answer = await client.futuresAccount.ledger({ fromMs: 1, toMs: 2, currency: 'USDT' }, action);
        expect(answer.ok && answer.value.items.map(row => Number(row.offset))).toEqual(
          Array.from({ length: count }, (_, index) => count - index),
        );
      }),
    );
  });

  it('does not request an invalid range', async () => {
    const { client, sent } = createFixture({});
    const span = { symbol, fromMs: 2, toMs: 1 };
    expect(await client.futuresAccount.fundingRates(span, action)).toMatchObject({ ok: false });
    expect(await client.futuresAccount.fundingHistory(span, action)).toMatchObject({ ok: false });
    expect(await client.futuresAccount.closedPositions(span, action)).toMatchObject({ ok: false });
    expect(await client.futuresAccount.ledger(span, action)).toMatchObject({ ok: false });
    expect(sent()).toEqual([]);
  });
});
