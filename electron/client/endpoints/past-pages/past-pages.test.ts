import { describe, expect, it } from 'vitest';
import { action, createFixture } from '../testing/endpoint-fixture.ts';

const booking = {
  time: 5,
  type: 'RealisedPNL',
  amount: -0.3,
  fee: 0.3,
  accountEquity: 9999.4,
  status: 'Completed',
  remark: 'XBTUSDTM',
  offset: 12,
  currency: 'USDT',
};

/** The part of the futures ledger that the exchange answers. */
async function readLedger(dataList: readonly unknown[], hasMore: boolean, cursor?: string) {
  const { client } = createFixture({ code: '200000', data: { hasMore, dataList } });
  const read = await client.pastPages.futuresLedger({ fromMs: 0, toMs: 9, cursor }, action);
  if (!read.ok) throw new Error(read.error.message);
  const { next, isUnfinished } = read.value;
  return { next, isUnfinished };
}

describe('a list that says whether more rows follow', () => {
  it('continues below the last row', async () => {
    expect(await readLedger([booking], true)).toEqual({ next: '12', isUnfinished: false });
    expect(await readLedger([booking], false)).toEqual({ next: null, isUnfinished: false });
  });

  it('is unfinished when more rows follow and it names none to continue from', async () => {
    expect(await readLedger([booking], true, '12')).toEqual({ next: null, isUnfinished: true });
    expect(await readLedger([], true)).toEqual({ next: null, isUnfinished: true });
  });
});

describe('what became of a stop order', () => {
  const futuresOrder = {
    id: 'o',
    symbol: 'XBTUSDTM',
    type: 'market',
    side: 'sell',
    price: null,
    size: 2,
    dealValue: '0',
    dealSize: 0,
    stp: '',
    stop: 'down',
    stopPriceType: 'TP',
    stopTriggered: false,
    stopPrice: '50000',
    timeInForce: 'GTC',
    postOnly: false,
    hidden: false,
    iceberg: false,
    leverage: '20',
    closeOrder: false,
    visibleSize: 0,
    clientOid: 'c',
    remark: null,
    isActive: true,
    cancelExist: false,
    createdAt: 5,
    updatedAt: 6,
    status: 'open',
    reduceOnly: true,
  };

  it.each([
    ['active', futuresOrder],
    ['triggered', { ...futuresOrder, stopTriggered: true }],
    ['triggered', { ...futuresOrder, stop: '', stopPrice: null, stopPriceType: '' }],
    ['cancelled', { ...futuresOrder, isActive: false, cancelExist: true }],
    ['ended', { ...futuresOrder, isActive: false }],
    ['ended', { ...futuresOrder, stopPrice: null }],
  ])('is %s by the record of a futures order', async (state, record) => {
    const { client, sent } = createFixture({ code: '200000', data: record });
    expect(await client.pastPages.futuresStopState({ orderId: 'o' }, action)).toMatchObject({
      ok: true,
      value: { rows: [state], total: 1, next: null },
    });
    expect(sent()).toEqual([expect.stringContaining('/api/v1/orders/o')]);
  });

  it('is unreadable when the record is none of an order', async () => {
    const { client } = createFixture({ code: '200000', data: { id: 7 } });
    expect((await client.pastPages.futuresStopState({ orderId: 'o' }, action)).ok).toBe(false);
  });
});

describe('fee rates of a market', () => {
  const window = { fromMs: 0, toMs: 9 };
  const rates = { takerFeeRate: '0.001', makerFeeRate: '0.0008' };

  it('are those of the pair on spot, with one request for it', async () => {
    const others = [
      { symbol: 'ETH-USDT', ...rates },
      { symbol: 'BTC-USDT', ...rates },
    ];
    const { client, sent } = createFixture({ code: '200000', data: others });
    const read = await client.pastPages.spotFeeRates({ ...window, symbol: 'BTC-USDT' }, action);
    expect(read).toMatchObject({ value: { rows: [{ symbol: 'BTC-USDT', ...rates }], next: null } });
    expect(sent()).toEqual(['GET s.example /api/v1/trade-fees?symbols=BTC-USDT']);
  });

  it('are those of the contract on futures', async () => {
    const { client, sent } = createFixture({ code: '200000', data: { symbol: 'XBTUSDTM', ...rates } });
    const read = await client.pastPages.futuresFeeRates({ ...window, symbol: 'XBTUSDTM' }, action);
    expect(read).toMatchObject({ value: { rows: [{ symbol: 'XBTUSDTM', ...rates }], next: null } });
    expect(sent()).toEqual(['GET f.example /api/v1/trade-fees?symbol=XBTUSDTM']);
  });
});
