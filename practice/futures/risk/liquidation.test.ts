import { describe, expect, it } from 'vitest';
import { type Decimal, isNegative, sum } from '#shared/decimal.ts';
import { createFuturesKit, type FuturesKit } from '../testing/venue-kit.ts';
import type { FuturesPlacement } from '../order-types.ts';
import type { FuturesEvent } from '../types.ts';

/** ada long, bob short, 10 lots at 50000; ada with 10x leverage. */
function open(insurance: Decimal, changes: Partial<FuturesPlacement> = {}): FuturesKit {
  const kit = createFuturesKit();
  for (const accountId of ['ada', 'bob', 'cyd']) kit.fund(accountId, '1000');
  if (insurance !== '0') kit.fund('insurance', insurance);
  kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
  kit.mustOrder('ada', 'buy', { size: '10', ...changes });
  return kit;
}

describe('liquidation', () => {
  it('happens when the mark reaches the shown price, not a tick before', () => {
    const kit = open('1000');
    kit.venue.setIndexPrice('XBTUSDTM', '45250.01');
    expect(kit.venue.position('ada', 'XBTUSDTM')?.liquidationPrice).toBe('45250');
    kit.venue.setIndexPrice('XBTUSDTM', '45250');
    expect(kit.venue.position('ada', 'XBTUSDTM')).toBeNull();
  });

  it('passes the position to the insurance account at the bankruptcy price, with the closing reserve', () => {
    const kit = open('1000');
    const wallet = kit.available('ada');
    kit.venue.setIndexPrice('XBTUSDTM', '45200');
    expect(kit.venue.position('insurance', 'XBTUSDTM')).toMatchObject({
      currentQty: '10',
      posCost: '450',
      marginMode: 'CROSS',
      unrealisedPnl: '2',
    });
    expect(kit.available('ada')).toBe(wallet);
    expect(kit.venue.position('bob', 'XBTUSDTM')?.currentQty).toBe('-10');
    expect(kit.venue.fills('ada', 0)[0]).toMatchObject({
      tradeType: 'liquid',
      side: 'sell',
      size: '10',
      price: '45000',
      fee: '0',
    });
    expect(kit.venue.orders('ada', 'done', {})[0]).toMatchObject({ status: 'done', dealSize: '10', dealValue: '450' });
  });

  it('cancels the open orders of the account in the contract', () => {
    const kit = open('1000');
    const order = kit.mustOrder('ada', 'sell', { price: '51000', size: '5' });
    kit.venue.setIndexPrice('XBTUSDTM', '45000');
    expect(kit.venue.order('ada', order.id)).toMatchObject({ status: 'done', cancelExist: true });
    expect(kit.venue.overview('ada', 'USDT').orderMargin).toBe('0');
  });

  it('publishes its steps', () => {
    const kit = open('1000');
    const heard: FuturesEvent[] = [];
    kit.venue.onEvent(event => heard.push(event));
    kit.venue.setIndexPrice('XBTUSDTM', '45000');
    const news = heard.flatMap(event => (event.kind === 'position' ? [[event.position.accountId, event.reason]] : []));
    expect(news).toContainEqual(['ada', 'liquidation']);
    expect(news).toContainEqual(['insurance', 'positionChange']);
    expect(news).toContainEqual(['bob', 'markPriceChange']);
  });

  it('deleverages the counterparty when the insurance account cannot pay', () => {
    const kit = open('0');
    kit.venue.setIndexPrice('XBTUSDTM', '40000');
    for (const accountId of ['ada', 'bob', 'insurance']) expect(kit.venue.positions(accountId)).toEqual([]);
    // bob gains from 50000 to ada's bankruptcy price 45000, not to the mark
    expect(kit.venue.fills('bob', 0)[0]).toMatchObject({
      tradeType: 'adl',
      side: 'buy',
      price: '45000',
      value: '450',
    });
    // 1000 + 50 of gain − 0.1 maker fee
    expect(kit.available('bob')).toBe('1049.9');
    expect(kit.available('futures-clearing')).toBe('0');
    // the closing reserve
    expect(kit.available('insurance')).toBe('0.33');
  });

  it('deleverages the largest gain first, as far as needed', () => {
    const kit = open('0');
    kit.mustOrder('cyd', 'sell', { price: '50000', size: '6', leverage: '50' });
    kit.fund('dan', '1000');
    kit.mustOrder('dan', 'buy', { size: '6', leverage: '1' });
    kit.venue.setIndexPrice('XBTUSDTM', '47500');
    expect(['bob', 'cyd'].map(name => kit.venue.position(name, 'XBTUSDTM')?.delevPercentage)).toEqual(['0.5', '1']);
    kit.venue.setIndexPrice('XBTUSDTM', '45000');
    expect(kit.venue.position('cyd', 'XBTUSDTM')).toBeNull();
    expect(kit.venue.position('bob', 'XBTUSDTM')?.currentQty).toBe('-6');
    expect(kit.venue.position('dan', 'XBTUSDTM')?.currentQty).toBe('6');
  });

  it('deleverages the insurance account itself when its money is used up', () => {
    const kit = open('60');
    kit.venue.setIndexPrice('XBTUSDTM', '45000');
    expect(kit.venue.position('insurance', 'XBTUSDTM')?.currentQty).toBe('10');
    kit.venue.setIndexPrice('XBTUSDTM', '39000');
    expect(kit.venue.position('insurance', 'XBTUSDTM')).toBeNull();
    expect(kit.venue.position('bob', 'XBTUSDTM')).toBeNull();
    expect(isNegative(kit.available('insurance'))).toBe(false);
    const money = ['ada', 'bob', 'cyd', 'insurance', 'fees', 'futures-clearing'].map(accountId =>
      kit.available(accountId),
    );
    expect(sum(money)).toBe('3060');
  });

  it('nets a taken position with an opposite one of the insurance account', () => {
    const kit = open('1000');
    kit.mustOrder('cyd', 'buy', { price: '50000', size: '4', leverage: '50' });
    kit.mustOrder('insurance', 'sell', { size: '4', leverage: '5', marginMode: 'CROSS' });
    kit.venue.setIndexPrice('XBTUSDTM', '49000');
    expect(kit.venue.position('insurance', 'XBTUSDTM')).toBeNull();
    expect(kit.venue.position('cyd', 'XBTUSDTM')).toBeNull();
  });

  it('lets the insurance account close on the book over time', () => {
    const kit = open('1000');
    kit.venue.setIndexPrice('XBTUSDTM', '45000');
    kit.venue.tick(kit.clock.nowMs());
    expect(kit.venue.position('insurance', 'XBTUSDTM')?.currentQty).toBe('10');
    kit.mustOrder('cyd', 'buy', { price: '44990', size: '7' });
    kit.venue.tick(kit.clock.nowMs());
    expect(kit.venue.position('insurance', 'XBTUSDTM')?.currentQty).toBe('3');
    expect(kit.venue.prints('XBTUSDTM', 1)).toMatchObject([{ price: '44990', size: '7', takerSide: 'sell' }]);
  });

  it('closes a short when the mark rises to its price', () => {
    const kit = open('0');
    kit.venue.setIndexPrice('XBTUSDTM', '54750');
    expect(kit.venue.position('bob', 'XBTUSDTM')).toBeNull();
    expect(kit.venue.position('ada', 'XBTUSDTM')).toBeNull();
    const price = '55000';
    expect(kit.venue.fills('bob', 0)[0]).toMatchObject({ tradeType: 'liquid', side: 'buy', price });
    // no insurance paid: the other side was reduced to close it
    expect(kit.venue.fills('ada', 0)[0]).toMatchObject({ tradeType: 'adl', side: 'sell', price, fee: '0' });
  });
});
