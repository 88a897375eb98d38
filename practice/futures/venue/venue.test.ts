import { beforeEach, describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { createFuturesKit, type FuturesKit, linear } from '../testing/venue-kit.ts';
import type { FuturesEvent } from '../types.ts';

let kit: FuturesKit;

beforeEach(() => {
  kit = createFuturesKit();
  for (const accountId of ['ada', 'bob']) {
    kit.fund(accountId, '5000');
    kit.fund(accountId, '1', 'XBT');
  }
});

function trade(price: Decimal, size: Decimal, symbol = 'XBTUSDTM'): void {
  kit.mustOrder('bob', 'sell', { symbol, price, size, leverage: '2' });
  kit.mustOrder('ada', 'buy', { symbol, price, size, leverage: '2' });
}

describe('a contract', () => {
  it('has a symbol as its key', () => {
    expect(kit.venue.contracts.map(({ symbol }) => symbol)).toEqual(['XBTUSDTM', 'ETHUSDTM', 'XBTUSDM']);
    expect(kit.venue.contract('XBTUSDTM')).toBe(linear);
    expect(kit.venue.contract('none')).toBeNull();
    for (const nothing of [kit.venue.state('none'), kit.venue.ticker('none'), kit.venue.book('none', 5)]) {
      expect(nothing).toBeNull();
    }
    expect(kit.venue.prints('none', 5)).toEqual([]);
    expect(kit.venue.position('ada', 'none')).toBeNull();
    expect(() => kit.venue.setIndexPrice('none', '1')).not.toThrow();
  });

  it('has a state before its first trade', () => {
    expect(kit.venue.state('XBTUSDTM')).toMatchObject({
      markPrice: '50000',
      indexPrice: '50000',
      lastPrice: '50000',
      fundingRate: '0.0001',
      predictedFundingRate: '0.0001',
      openInterest: '0',
      volume24h: '0',
      turnover24h: '0',
      high24h: '50000',
      change24h: '0',
      changeRatio24h: '0',
    });
    expect(kit.venue.ticker('XBTUSDTM')).toBeNull();
  });

  it('counts a trade between outsiders for its day, not for its open interest, and not past an order', () => {
    const outside = { symbol: 'XBTUSDTM', takerSide: 'sell', price: '50500', size: '4' } as const;
    expect(kit.venue.recordTrade(outside)).toBe(true);
    expect(kit.venue.state('XBTUSDTM')).toMatchObject({
      lastPrice: '50500',
      openInterest: '0',
      volume24h: '0.004',
      turnover24h: '202',
    });
    expect(kit.venue.prints('XBTUSDTM', 5)).toMatchObject([{ price: '50500', size: '4', takerSide: 'sell' }]);
    kit.mustOrder('bob', 'sell', { symbol: 'XBTUSDTM', price: '50400', size: '1', leverage: '2' });
    expect(kit.venue.recordTrade(outside)).toBe(false);
    expect(kit.venue.recordTrade({ ...outside, price: '50300' })).toBe(true);
    expect(() => kit.venue.recordTrade({ ...outside, symbol: 'none' })).toThrow('no such contract');
  });

  it('sums its day', () => {
    trade('50000', '2');
    kit.clock.advance(3_600_000);
    trade('51000', '3');
    expect(kit.venue.state('XBTUSDTM')).toMatchObject({
      lastPrice: '51000',
      openInterest: '5',
      volume24h: '0.005',
      turnover24h: '253',
      low24h: '50000',
      high24h: '51000',
      change24h: '1000',
      changeRatio24h: '0.02',
    });
    trade('50000', '100', 'XBTUSDM');
    expect(kit.venue.state('XBTUSDM')).toMatchObject({ volume24h: '100', turnover24h: '0.002' });
    kit.clock.advance(23.5 * 3_600_000);
    expect(kit.venue.state('XBTUSDTM')).toMatchObject({ volume24h: '0.003', low24h: '51000' });
  });

  it('has a ticker: last trade and best prices, zero where a side is empty', () => {
    trade('50000', '2');
    kit.mustOrder('bob', 'sell', { price: '50100', size: '7' });
    expect(kit.venue.ticker('XBTUSDTM')).toMatchObject({
      symbol: 'XBTUSDTM',
      side: 'buy',
      price: '50000',
      size: '2',
      bestBidPrice: '0',
      bestBidSize: '0',
      bestAskPrice: '50100',
      bestAskSize: '7',
      sequence: kit.venue.prints('XBTUSDTM', 1)[0]?.sequence,
    });
  });

  it('has a book, best first, and prints, newest first', () => {
    for (const price of ['49000', '49500', '48000'] as const) kit.mustOrder('ada', 'buy', { price });
    expect(kit.venue.book('XBTUSDTM', 2)).toMatchObject({
      bids: [
        ['49500', '1'],
        ['49000', '1'],
      ],
      asks: [],
      timeMs: kit.clock.nowMs(),
    });
    expect(kit.venue.book('XBTUSDTM', 2)?.sequence).toBe(3n);
    trade('50000', '1');
    trade('50001', '1');
    expect(kit.venue.prints('XBTUSDTM', 9).map(({ price }) => price)).toEqual(['50001', '50000']);
    expect(kit.venue.prints('XBTUSDTM', 1).map(({ price }) => price)).toEqual(['50001']);
    expect(kit.venue.prints('XBTUSDTM', 0)).toEqual([]);
  });

  it('lets the mark follow the book slowly', () => {
    kit.mustOrder('ada', 'buy', { price: '50090', leverage: '2' });
    kit.mustOrder('bob', 'sell', { price: '50110', leverage: '2' });
    kit.clock.advance(6000);
    kit.venue.tick(kit.clock.nowMs());
    expect(kit.venue.state('XBTUSDTM')?.markPrice).toBe('50010');
    kit.clock.advance(60_000);
    kit.venue.tick(kit.clock.nowMs());
    expect(kit.venue.state('XBTUSDTM')?.markPrice).toBe('50100');
  });

  it('follows the last trade while a side of the book is empty', () => {
    trade('50100', '1');
    kit.clock.advance(60_000);
    kit.venue.tick(kit.clock.nowMs());
    expect(kit.venue.state('XBTUSDTM')?.markPrice).toBe('50100');
  });

  it('rejects an invalid price', () => {
    expect(() => kit.venue.setIndexPrice('XBTUSDTM', '0')).toThrow('must be positive');
  });
});

describe('venue changes', () => {
  it('changes are published as state, and as positions after a move of the mark', () => {
    trade('50000', '2');
    const heard: string[] = [];
    kit.venue.onEvent((event: FuturesEvent) => {
      heard.push(event.kind === 'position' ? `${event.reason} ${event.position.accountId}` : event.kind);
    });
    kit.venue.setIndexPrice('XBTUSDTM', '50000');
    expect(heard).toEqual(['state']);
    kit.venue.setIndexPrice('XBTUSDTM', '50100');
    expect(heard.slice(1)).toEqual(['state', 'markPriceChange bob', 'markPriceChange ada']);
  });

  it('allow a listener to trade', () => {
    let isDone = false;
    kit.venue.onEvent(event => {
      if (event.kind !== 'order' || event.change !== 'open' || isDone) return;
      isDone = true;
      kit.mustOrder('ada', 'buy', { size: '1' });
    });
    kit.mustOrder('bob', 'sell', { price: '50000', size: '1' });
    expect(kit.venue.position('ada', 'XBTUSDTM')?.currentQty).toBe('1');
  });
});

describe('venue lists', () => {
  it('filter, newest first', () => {
    const first = kit.mustOrder('ada', 'buy', { price: '49000' });
    kit.clock.advance(1000);
    const second = kit.mustOrder('ada', 'sell', { price: '51000' });
    const ether = kit.mustOrder('ada', 'buy', { symbol: 'ETHUSDTM', price: '1900' });
    const ids = (filter: Parameters<FuturesKit['venue']['orders']>[2]) =>
      kit.venue.orders('ada', 'active', filter).map(({ id }) => id);
    expect(ids({})).toEqual([ether.id, second.id, first.id]);
    expect(ids({ symbol: 'XBTUSDTM' })).toEqual([second.id, first.id]);
    expect(ids({ side: 'buy' })).toEqual([ether.id, first.id]);
    expect(ids({ type: 'market' })).toEqual([]);
    expect(ids({ startAtMs: kit.clock.nowMs() })).toEqual([ether.id, second.id]);
    expect(ids({ endAtMs: kit.clock.nowMs() - 1 })).toEqual([first.id]);
    expect(kit.venue.orders('ada', 'done', {})).toEqual([]);
    expect(kit.venue.orders('unknown', 'active', {})).toEqual([]);
    expect(kit.venue.orders('unknown', 'done', {})).toEqual([]);
  });

  it('find an order by id and by clientOid', () => {
    const order = kit.mustOrder('ada', 'buy', { price: '49000', clientOid: 'mine' });
    expect(kit.venue.order('ada', order.id)).toEqual(order);
    expect(kit.venue.order('bob', order.id)).toBeNull();
    expect(kit.venue.orderByClientOid('ada', 'mine')).toEqual(order);
    expect(kit.venue.orderByClientOid('bob', 'mine')).toBeNull();
  });

  it('drop the oldest past orders, fills and prints', () => {
    const last = 4000;
    const oldest = kit.mustOrder('ada', 'buy', { price: '49000', clientOid: 'first' });
    kit.venue.cancel('ada', oldest.id);
    for (let count = 0; count < last; count += 1) {
      const order = kit.mustOrder('ada', 'buy', { price: '49000' });
      kit.venue.cancel('ada', order.id);
    }
    expect(kit.venue.orders('ada', 'done', {}).length).toBeGreaterThanOrEqual(1000);
    expect(kit.venue.orders('ada', 'done', {}).length).toBeLessThan(3000);
    expect(kit.venue.order('ada', oldest.id)).toBeNull();
    expect(kit.venue.orderByClientOid('ada', 'first')).toBeNull();
    for (let count = 0; count < last; count += 1) {
      kit.mustOrder('bob', 'sell', { price: '50000', size: '1' });
      kit.mustOrder('bob', 'buy', { size: '1' });
      if (count % 500 === 0) kit.fund('bob', '100');
    }
    expect(kit.venue.fills('bob', 0).length).toBeLessThan(4000);
    expect(kit.venue.fills('bob', 0).length).toBeGreaterThanOrEqual(1000);
    expect(kit.venue.prints('XBTUSDTM', 10_000).length).toBeLessThan(1000);
    expect(kit.venue.prints('XBTUSDTM', 10_000).length).toBeGreaterThanOrEqual(100);
  });

  it('show open positions of an account only', () => {
    trade('50000', '2');
    trade('50000', '100', 'XBTUSDM');
    expect(kit.venue.positions('ada').map(({ symbol }) => symbol)).toEqual(['XBTUSDTM', 'XBTUSDM']);
    expect(kit.venue.positions('unknown')).toEqual([]);
    expect(kit.venue.position('unknown', 'XBTUSDTM')).toBeNull();
  });
});

describe('the overview', () => {
  it('adds wallet, order margin, position margin and PnL of one currency', () => {
    trade('50000', '20');
    kit.mustOrder('ada', 'buy', { price: '49000', size: '10' });
    kit.venue.setIndexPrice('XBTUSDTM', '50500');
    expect(kit.venue.overview('ada', 'USDT')).toEqual({
      currency: 'USDT',
      positionMargin: '500.9',
      orderMargin: '49.6174',
      crossOrderMargin: '0',
      frozenFunds: '0',
      availableBalance: '4448.8826',
      marginBalance: '4999.4',
      unrealisedPnl: '10',
      accountEquity: '5009.4',
      riskRatio: '0',
    });
    expect(kit.venue.overview('ada', 'XBT')).toMatchObject({
      accountEquity: '1',
      positionMargin: '0',
      orderMargin: '0',
    });
  });

  it('separates holds of orders on cross margin', () => {
    kit.mustOrder('ada', 'buy', { price: '49000', size: '10' });
    kit.mustOrder('ada', 'buy', { symbol: 'ETHUSDTM', price: '1900', size: '1', marginMode: 'CROSS' });
    // 19: 1.9 + 0.01254 + 0.0114
    expect(kit.venue.overview('ada', 'USDT')).toMatchObject({ orderMargin: '51.54134', crossOrderMargin: '1.92394' });
  });

  it('shows amounts held by others in the wallet as frozen', () => {
    kit.ledger.hold({ accountId: 'ada', wallet: 'futures', currency: 'USDT', amount: '7' });
    expect(kit.venue.overview('ada', 'USDT')).toMatchObject({
      frozenFunds: '7',
      availableBalance: '4993',
      marginBalance: '5000',
    });
  });
});
