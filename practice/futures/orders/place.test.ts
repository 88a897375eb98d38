import { beforeEach, describe, expect, it } from 'vitest';
import { createFuturesKit, type FuturesKit } from '../testing/venue-kit.ts';
import type { FuturesEvent } from '../types.ts';

let kit: FuturesKit;

beforeEach(() => {
  kit = createFuturesKit();
  for (const accountId of ['ada', 'bob', 'cyd']) {
    kit.fund(accountId, '1000');
    kit.fund(accountId, '1', 'XBT');
  }
});

describe('a trade', () => {
  it('fills both sides, with maker and taker fee', () => {
    kit.mustOrder('bob', 'sell', { price: '50010', size: '3' });
    const taken = kit.mustOrder('ada', 'buy', { price: '50100', size: '3' });
    expect(taken).toMatchObject({
      status: 'done',
      dealSize: '3',
      dealValue: '150.03',
      value: '150.3',
      cancelExist: false,
    });
    expect(kit.venue.fills('ada', 0)).toMatchObject([
      {
        side: 'buy',
        liquidity: 'taker',
        price: '50010',
        size: '3',
        value: '150.03',
        fee: '0.090018',
        openFee: '0.090018',
        closeFee: '0',
        feeRate: '0.0006',
        feeCurrency: 'USDT',
        marginMode: 'ISOLATED',
        orderType: 'limit',
        stop: null,
        tradeType: 'trade',
      },
    ]);
    expect(kit.venue.fills('bob', 0)).toMatchObject([
      { side: 'sell', liquidity: 'maker', fee: '0.030006', feeRate: '0.0002' },
    ]);
    expect(kit.venue.fills('bob', kit.clock.nowMs() + 1)).toEqual([]);
  });

  it('splits a fee between the lots that close and those that open', () => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    kit.mustOrder('ada', 'buy', { size: '10' });
    kit.mustOrder('cyd', 'buy', { price: '50000', size: '16' });
    kit.mustOrder('ada', 'sell', { size: '16' });
    expect(kit.venue.fills('ada', 0)).toMatchObject([
      { side: 'sell', size: '16', fee: '0.48', openFee: '0.18', closeFee: '0.3' },
      { side: 'buy', size: '10', fee: '0.3', openFee: '0.3', closeFee: '0' },
    ]);
    expect(kit.venue.fills('cyd', 0)).toMatchObject([{ fee: '0.16', openFee: '0.16', closeFee: '0' }]);
  });

  it('opens, adds, reduces and reverses positions that sum to zero', () => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    kit.mustOrder('ada', 'buy', { size: '4' });
    kit.mustOrder('ada', 'buy', { size: '6', leverage: '20' });
    expect(kit.venue.position('ada', 'XBTUSDTM')).toMatchObject({
      currentQty: '10',
      avgEntryPrice: '50000',
      posInit: '35',
      leverage: '14.29',
    });
    kit.mustOrder('cyd', 'buy', { price: '50200', size: '15' });
    kit.mustOrder('ada', 'sell', { size: '15' });
    expect(kit.venue.position('ada', 'XBTUSDTM')).toMatchObject({
      currentQty: '-5',
      avgEntryPrice: '50200',
      realisedGrossPnl: '0',
    });
    expect(kit.venue.position('bob', 'XBTUSDTM')?.currentQty).toBe('-10');
    expect(kit.venue.position('cyd', 'XBTUSDTM')?.currentQty).toBe('15');
  });

  it('realises PnL in proportion, net of fees', () => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    kit.mustOrder('ada', 'buy', { size: '10' });
    kit.mustOrder('cyd', 'buy', { price: '51000', size: '4' });
    kit.mustOrder('ada', 'sell', { size: '4' });
    // 4 lots gained 4; fees: 0.3 and 0.1224
    expect(kit.venue.position('ada', 'XBTUSDTM')).toMatchObject({
      currentQty: '6',
      currentCost: '296',
      posCost: '300',
      realisedGrossPnl: '4',
      currentComm: '0.4224',
      realisedPnl: '3.5776',
      realisedCost: '-3.5776',
    });
  });

  it('settles an inverse contract in its base currency', () => {
    kit.mustOrder('bob', 'sell', { symbol: 'XBTUSDM', price: '50000', size: '1000' });
    kit.mustOrder('ada', 'buy', { symbol: 'XBTUSDM', size: '1000' });
    kit.venue.setIndexPrice('XBTUSDM', '51000');
    const position = kit.venue.position('ada', 'XBTUSDM');
    expect(position).toMatchObject({
      settleCurrency: 'XBT',
      posCost: '-0.02',
      posInit: '0.002',
      avgEntryPrice: '50000',
    });
    // 1000 × (1/50000 − 1/51000)
    expect(position?.unrealisedPnl).toBe('0.0003921568627451');
    expect(kit.available('fees', 'XBT')).toBe('0.000016');
    expect(kit.available('ada', 'USDT')).toBe('1000');
  });

  it('changes only the fees when it is with oneself', () => {
    kit.mustOrder('ada', 'sell', { price: '50000', size: '5' });
    kit.mustOrder('ada', 'buy', { size: '5' });
    expect(kit.venue.position('ada', 'XBTUSDTM')).toBeNull();
    expect(kit.available('ada')).toBe('999.8');
  });
});

describe('order types', () => {
  it('IOC cancels the rest, GTC rests it', () => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '3' });
    expect(kit.mustOrder('ada', 'buy', { price: '50000', size: '2', timeInForce: 'IOC' })).toMatchObject({
      status: 'done',
      cancelExist: false,
    });
    expect(kit.mustOrder('ada', 'buy', { price: '50000', size: '2', timeInForce: 'IOC' })).toMatchObject({
      status: 'done',
      dealSize: '1',
      cancelExist: true,
    });
    expect(kit.mustOrder('ada', 'buy', { price: '50000', size: '2', timeInForce: 'IOC' })).toMatchObject({
      status: 'done',
      dealSize: '0',
    });
    expect(kit.mustOrder('ada', 'buy', { price: '50000', size: '2' })).toMatchObject({ status: 'open' });
    expect(kit.venue.book('XBTUSDTM', 5)).toMatchObject({ bids: [['50000', '2']], asks: [] });
  });

  it('a market order trades within the collar and needs a counterparty', () => {
    expect(kit.order('ada', 'buy', {})).toMatchObject({ reason: 'no-counterparty' });
    kit.mustOrder('bob', 'sell', { price: '52500.1', size: '3' });
    expect(kit.order('ada', 'buy', { leverage: '1' })).toMatchObject({ reason: 'no-counterparty' });
    kit.mustOrder('bob', 'sell', { price: '52500', size: '3' });
    expect(kit.mustOrder('ada', 'buy', { leverage: '1', size: '5' })).toMatchObject({
      dealSize: '3',
      cancelExist: true,
      value: '157.5',
    });
    expect(kit.venue.overview('ada', 'USDT').orderMargin).toBe('0');
  });

  it('post-only never takes liquidity', () => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '3', isHidden: true });
    const taking = {
      symbol: 'XBTUSDTM',
      side: 'buy',
      type: 'limit',
      price: '50000',
      size: '1',
      leverage: '5',
      isPostOnly: true,
    } as const;
    for (const outcome of [kit.venue.place('ada', taking), kit.venue.test('ada', taking)]) {
      expect(outcome).toMatchObject({ reason: 'post-only-would-take' });
    }
    expect(kit.venue.place('ada', { ...taking, timeInForce: 'IOC' })).toMatchObject({ value: { dealSize: '1' } });
    expect(kit.venue.place('ada', { ...taking, price: '49999.9' })).toMatchObject({ value: { status: 'open' } });
  });

  it('hidden orders show nothing, and iceberg orders a slice', () => {
    kit.mustOrder('bob', 'sell', { price: '50100', size: '20', isIceberg: true, visibleSize: '2' });
    kit.mustOrder('bob', 'sell', { price: '50000', size: '20', isHidden: true });
    expect(kit.venue.book('XBTUSDTM', 5)?.asks).toEqual([['50100', '2']]);
    expect(kit.mustOrder('ada', 'buy', { size: '30', leverage: '5' }).dealValue).toBe('1501');
    expect(kit.venue.book('XBTUSDTM', 5)?.asks).toEqual([['50100', '2']]);
  });

  it.each([
    ['CN', { taker: 'done', maker: 'open', dealSize: '0' }],
    ['CO', { taker: 'open', maker: 'done', dealSize: '0' }],
    ['CB', { taker: 'done', maker: 'done', dealSize: '0' }],
  ] as const)('self-trade prevention %s', (selfTradePrevention, expected) => {
    const maker = kit.mustOrder('ada', 'sell', { price: '50000', size: '2' });
    const taker = kit.mustOrder('ada', 'buy', { price: '50000', size: '2', selfTradePrevention });
    expect(taker).toMatchObject({ status: expected.taker, dealSize: expected.dealSize });
    expect(kit.venue.order('ada', maker.id)?.status).toBe(expected.maker);
    const open = kit.venue.orders('ada', 'active', {}).length;
    // 10 + 0.066 + 0.06 each
    expect(kit.venue.overview('ada', 'USDT').orderMargin).toBe(open === 0 ? '0' : '10.126');
  });

  it('a market order that met only its own orders ends without a rejection, when prevention cancelled those', () => {
    const maker = kit.mustOrder('ada', 'sell', { price: '50000', size: '2' });
    const taken = kit.mustOrder('ada', 'buy', { size: '2', selfTradePrevention: 'CO' });
    expect(taken).toMatchObject({ status: 'done', dealSize: '0', cancelExist: true });
    expect(kit.venue.order('ada', maker.id)?.cancelExist).toBe(true);
  });
});

describe('reduce-only orders', () => {
  beforeEach(() => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    kit.mustOrder('ada', 'buy', { size: '10' });
  });

  it('trade at most the size of the position', () => {
    kit.mustOrder('cyd', 'buy', { price: '50000', size: '50', leverage: '50' });
    expect(kit.mustOrder('ada', 'sell', { size: '30', isReduceOnly: true })).toMatchObject({
      dealSize: '10',
      cancelExist: true,
    });
    expect(kit.venue.position('ada', 'XBTUSDTM')).toBeNull();
  });

  it('close the whole position without side, size or leverage of their own', () => {
    kit.mustOrder('cyd', 'buy', { price: '50000', size: '50', leverage: '50' });
    const closed = kit.venue.place('ada', { symbol: 'XBTUSDTM', side: 'buy', type: 'market', isCloseOrder: true });
    expect(closed).toMatchObject({
      ok: true,
      value: { dealSize: '10', leverage: '1', placement: { side: 'sell', size: '10' } },
    });
    kit.mustOrder('cyd', 'sell', { price: '50000', size: '50', leverage: '50' });
    expect(
      kit.venue.place('bob', { symbol: 'XBTUSDTM', side: 'buy', type: 'market', isCloseOrder: true }),
    ).toMatchObject({ value: { placement: { side: 'buy' } } });
  });

  it('end when there is no position left to reduce', () => {
    const profit = kit.mustOrder('ada', 'sell', { price: '51000', size: '10', isReduceOnly: true });
    kit.mustOrder('cyd', 'buy', { price: '50000', size: '10', leverage: '50' });
    kit.mustOrder('ada', 'sell', { isCloseOrder: true });
    expect(kit.venue.order('ada', profit.id)).toMatchObject({ status: 'done', cancelExist: true });
  });

  it('never reverse the position when several of one account match at once, because the newest is cancelled', () => {
    const first = kit.mustOrder('ada', 'sell', { price: '50100', size: '8', isReduceOnly: true });
    const plain = kit.mustOrder('ada', 'sell', { price: '50100', size: '2' });
    const second = kit.mustOrder('ada', 'sell', { price: '50100', size: '8', isReduceOnly: true });
    kit.mustOrder('cyd', 'buy', { price: '50100', size: '30', leverage: '50' });
    expect([first, plain, second].map(({ id }) => kit.venue.order('ada', id)?.dealSize)).toEqual(['8', '2', '0']);
    expect(kit.venue.position('ada', 'XBTUSDTM')).toBeNull();
  });

  it('stay when the trade does not reach them', () => {
    const near = kit.mustOrder('ada', 'sell', { price: '50100', size: '10', isReduceOnly: true });
    const far = kit.mustOrder('ada', 'sell', { price: '51000', size: '10', isReduceOnly: true });
    kit.mustOrder('cyd', 'buy', { size: '3', leverage: '5' });
    expect([near, far].map(({ id }) => kit.venue.order('ada', id)?.status)).toEqual(['open', 'open']);
    kit.mustOrder('cyd', 'buy', { size: '3', leverage: '5', selfTradePrevention: 'CN' });
    expect([near, far].map(({ id }) => kit.venue.order('ada', id)?.status)).toEqual(['open', 'done']);
  });
});

describe('order events', () => {
  it('have the sequence match, open, filled and canceled, after levels and prints', () => {
    const heard: string[] = [];
    const note = (event: FuturesEvent) => {
      if (event.kind === 'order') heard.push(`${event.order.accountId} ${event.change} ${event.order.dealSize}`);
      if (event.kind === 'level') heard.push(`level ${event.side} ${event.price} ${event.size}`);
      if (event.kind === 'print') heard.push(`print ${event.print.price} ${event.print.size}`);
      if (event.kind === 'position') heard.push(`position ${event.position.accountId} ${event.position.currentQty}`);
    };
    const leave = kit.venue.onEvent(note);
    const order = kit.mustOrder('bob', 'sell', { price: '50000', size: '3' });
    kit.mustOrder('ada', 'buy', { price: '50000', size: '1' });
    kit.venue.cancel('bob', order.id);
    kit.mustOrder('ada', 'buy', { price: '49000', size: '1', timeInForce: 'IOC' });
    expect(heard).toEqual([
      'level sell 50000 3',
      'bob open 0',
      'level sell 50000 2',
      'print 50000 1',
      'bob match 1',
      'ada match 1',
      'ada filled 1',
      'position ada 1',
      'position bob -1',
      'level sell 50000 0',
      'bob canceled 1',
      'ada canceled 0',
    ]);
    leave();
    kit.mustOrder('ada', 'buy', { price: '49000', size: '1' });
    expect(heard).toHaveLength(12);
  });
});

describe('cancelling an order', () => {
  it('applies only to open orders of the account', () => {
    const order = kit.mustOrder('ada', 'buy', { price: '49000' });
    expect(kit.venue.cancel('bob', order.id)).toMatchObject({ reason: 'order-unknown' });
    expect(kit.venue.cancel('ada', 'nothing')).toMatchObject({ reason: 'order-unknown' });
    expect(kit.venue.cancel('ada', order.id)).toMatchObject({
      value: { status: 'done', cancelExist: true, endedAtMs: kit.clock.nowMs() },
    });
    expect(kit.venue.cancel('ada', order.id)).toMatchObject({ reason: 'order-unknown' });
  });
});
