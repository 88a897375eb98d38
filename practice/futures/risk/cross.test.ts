import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, type Decimal, multiply, subtract, sum } from '#shared/decimal.ts';
import { createFuturesKit, type FuturesKit } from '../testing/venue-kit.ts';
import type { FuturesPlacement } from '../order-types.ts';
import type { FuturesEvent } from '../types.ts';

const bitcoin = 'XBTUSDTM';
const ether = 'ETHUSDTM';

/** ada long on cross margin with leverage 10, bob short with all his money behind it, 10 lots at 50000. */
function open(insurance: Decimal, changes: Partial<FuturesPlacement> = {}): FuturesKit {
  const kit = createFuturesKit();
  for (const accountId of ['ada', 'bob', 'cyd']) kit.fund(accountId, '1000');
  if (insurance !== '0') kit.fund('insurance', insurance);
  kit.mustOrder('bob', 'sell', { price: '50000', size: '10', leverage: '1' });
  kit.mustOrder('ada', 'buy', { size: '10', marginMode: 'CROSS', ...changes });
  return kit;
}

/** ada also short 20 lots of ether at 2000 (0.2 ETH) on cross margin, cyd long. */
function openBoth(insurance: Decimal): FuturesKit {
  const kit = open(insurance);
  kit.mustOrder('cyd', 'buy', { symbol: ether, price: '2000', size: '20', leverage: '1' });
  kit.mustOrder('ada', 'sell', { symbol: ether, size: '20', marginMode: 'CROSS' });
  return kit;
}

function leave(kit: FuturesKit, amount: Decimal): void {
  const surplus = subtract(kit.available('ada'), amount);
  kit.ledger.withdraw({ accountId: 'ada', wallet: 'futures', currency: 'USDT', amount: surplus });
}

const lotsOf = (kit: FuturesKit, symbol: string, accountId = 'ada') =>
  kit.venue.position(accountId, symbol)?.currentQty ?? '0';

describe('a cross position', () => {
  it('takes missing margin from the wallet and returns excess margin', () => {
    const kit = open('0');
    const wallet = kit.available('ada');
    kit.venue.setIndexPrice(bitcoin, '44000');
    expect(kit.venue.position('ada', bitcoin)).toMatchObject({ posCross: '60', maintMargin: '50.33' });
    expect(kit.available('ada')).toBe(subtract(wallet, '60'));
    kit.venue.setIndexPrice(bitcoin, '49000');
    expect(kit.venue.position('ada', bitcoin)?.posCross).toBe('10');
    kit.venue.setIndexPrice(bitcoin, '51000');
    expect(kit.venue.position('ada', bitcoin)?.posCross).toBe('0');
    expect(kit.available('ada')).toBe(wallet);
  });

  it('shows the liquidation price at which its whole wallet is used up', () => {
    const kit = open('0');
    expect(kit.venue.position('ada', bitcoin)?.liquidationPrice).toBe('0');
    leave(kit, '100');
    // 50.33 of margin and 100 in the wallet, less 2.83 of maintenance, on 0.01 XBT
    expect(kit.venue.position('ada', bitcoin)?.liquidationPrice).toBe('35250');
    kit.venue.setIndexPrice(bitcoin, '35260');
    expect(lotsOf(kit, bitcoin)).toBe('10');
    kit.venue.setIndexPrice(bitcoin, '35250');
    expect(lotsOf(kit, bitcoin)).toBe('0');
    expect(kit.available('ada')).toBe('0');
  });

  it('has the margin of its mark value at its leverage', () => {
    const kit = open('0');
    kit.venue.setIndexPrice(bitcoin, '51000');
    expect(kit.venue.position('ada', bitcoin)).toMatchObject({ posInit: '50', leverageMargin: '51' });
  });

  it('has a risk ratio', () => {
    const kit = open('0');
    expect(kit.venue.overview('bob', 'USDT').riskRatio).toBe('0');
    // 2.83 of maintenance over 1000 − 0.3 of fee
    expect(kit.venue.overview('ada', 'USDT').riskRatio).toBe('0.0028308493');
  });
});

describe('cross positions of one settle currency', () => {
  it('cover each other with their gains, and the reverse', () => {
    const kit = openBoth('0');
    leave(kit, '0');
    kit.venue.setIndexPrice(ether, '1800');
    expect(kit.venue.position('ada', ether)?.unrealisedPnl).toBe('40');
    // 30 of loss: covered by the gain of the other
    kit.venue.setIndexPrice(bitcoin, '47000');
    expect(kit.venue.position('ada', bitcoin)).toMatchObject({ posCross: '30', maintMargin: '50.33' });
    expect(kit.venue.position('ada', ether)?.posCross).toBe('-30');
    kit.venue.setIndexPrice(bitcoin, '50000');
    for (const symbol of [bitcoin, ether]) expect(kit.venue.position('ada', symbol)?.posCross).toBe('0');
    expect(kit.available('ada')).toBe('0');
  });

  it('count each other in the liquidation price', () => {
    const kit = openBoth('0');
    leave(kit, '0');
    const before = kit.venue.position('ada', bitcoin)?.liquidationPrice ?? '0';
    kit.venue.setIndexPrice(ether, '1800');
    const after = kit.venue.position('ada', bitcoin)?.liquidationPrice ?? '0';
    // 40 of gain on 0.01 XBT
    expect(subtract(before, after)).toBe('4000');
  });

  it('do not affect the isolated position of another contract', () => {
    const kit = open('0');
    kit.mustOrder('cyd', 'buy', { symbol: ether, price: '2000', size: '20', leverage: '1' });
    kit.mustOrder('ada', 'sell', { symbol: ether, size: '20' });
    const isolated = kit.venue.position('ada', ether);
    leave(kit, '0');
    kit.venue.setIndexPrice(bitcoin, '45000');
    expect(lotsOf(kit, bitcoin)).toBe('0');
    expect(kit.venue.position('ada', ether)).toEqual(isolated);
  });

  it.each([-30, -9, 4, 12, 25])('keep the account consistent at any price (%i %%)', percent => {
    const kit = openBoth('0');
    const wealth = () =>
      sum([
        kit.available('ada'),
        kit.ledger.balance('ada', 'futures', 'USDT').held,
        ...kit.venue.positions('ada').map(position => position.maintMargin),
      ]);
    const before = wealth();
    const price = multiply('50000', `${(100 + percent) / 100}`);
    kit.venue.setIndexPrice(bitcoin, price);
    expect(wealth()).toBe(add(before, multiply(subtract(price, '50000'), '0.01')));
  });

  it('never have less in total than before a move from which both gain, and none is ever below zero', () => {
    const moves = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: -40, max: 40 })), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(moves, fc.integer({ min: 0, max: 60 }), (steps, left) => {
        const kit = openBoth('100000');
        leave(kit, `${left}`);
        for (const [isBitcoin, perMille] of steps) {
          const symbol = isBitcoin ? bitcoin : ether;
          const mark = kit.venue.state(symbol)?.markPrice ?? '1';
          kit.venue.setIndexPrice(symbol, multiply(mark, `${(1000 + perMille) / 1000}`));
          for (const position of kit.venue.positions('ada')) expect(compare(position.maintMargin, '0')).toBe(1);
          expect(compare(kit.available('ada'), '0')).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** Both positions together can stand down to 41451, a tick of ether spared: dan buys there what ada must sell. */
function bid(kit: FuturesKit, size: Decimal, price: Decimal = '41399.9'): void {
  kit.fund('dan', '10000');
  kit.mustOrder('dan', 'buy', { price, size, leverage: '1' });
}

describe('the liquidation of a cross wallet', () => {
  it('closes the largest loss through the book, and stops when the rest is covered', () => {
    const kit = openBoth('1000');
    leave(kit, '0');
    bid(kit, '10');
    kit.mustOrder('dan', 'sell', { symbol: ether, price: '2001', size: '20', leverage: '1' });
    kit.venue.setIndexPrice(bitcoin, '41451.01');
    expect(lotsOf(kit, bitcoin)).toBe('10');
    kit.venue.setIndexPrice(bitcoin, '41451');
    expect(lotsOf(kit, bitcoin)).toBe('0');
    expect(lotsOf(kit, ether)).toBe('-20');
    expect(kit.venue.fills('ada', 0)[0]).toMatchObject({
      tradeType: 'liquid',
      side: 'sell',
      size: '10',
      price: '41399.9',
      feeRate: '0.0006',
      marginMode: 'CROSS',
    });
    expect(kit.venue.fills('dan', 0)[0]).toMatchObject({ tradeType: 'trade', liquidity: 'maker' });
    expect(kit.venue.orders('ada', 'done', {})[0]).toMatchObject({ placement: { size: '10' }, cancelExist: false });
    expect(kit.venue.position('insurance', bitcoin)).toBeNull();
  });

  it('passes to the insurance account what the book does not take', () => {
    const kit = openBoth('1000');
    leave(kit, '0');
    bid(kit, '1', '41290');
    kit.venue.setIndexPrice(bitcoin, '41300');
    expect(lotsOf(kit, bitcoin)).toBe('0');
    expect(lotsOf(kit, bitcoin, 'insurance')).toBe('9');
    const [taken] = kit.venue.orders('ada', 'done', {});
    expect(taken?.placement).toMatchObject({ marginMode: 'CROSS', size: '9' });
  });

  it('closes no more than necessary', () => {
    const kit = openBoth('1000');
    leave(kit, '0');
    bid(kit, '1');
    kit.venue.setIndexPrice(bitcoin, '41440');
    expect(lotsOf(kit, bitcoin)).toBe('9');
    expect(lotsOf(kit, bitcoin, 'insurance')).toBe('0');
  });

  it('cancels the cross orders of every contract first, and stops when that is enough', () => {
    const kit = openBoth('1000');
    const order = kit.mustOrder('ada', 'buy', { symbol: ether, price: '1950', size: '60', marginMode: 'CROSS' });
    leave(kit, '0');
    kit.venue.setIndexPrice(bitcoin, '41451');
    expect(kit.venue.order('ada', order.id)).toMatchObject({ status: 'done', cancelExist: true });
    expect(lotsOf(kit, bitcoin)).toBe('10');
  });

  it('publishes each position', () => {
    const kit = openBoth('1000');
    leave(kit, '0');
    const heard: FuturesEvent[] = [];
    kit.venue.onEvent(event => heard.push(event));
    bid(kit, '10');
    kit.venue.setIndexPrice(bitcoin, '41440');
    const news = heard.flatMap(event => (event.kind === 'position' ? [[event.position.accountId, event.reason]] : []));
    expect(news).toContainEqual(['ada', 'liquidation']);
  });
});
