import { describe, expect, it } from 'vitest';
import { readSizeAsk, type SizeAsk } from './size-ask.ts';

const read = (typed: string): SizeAsk | string => {
  const reading = readSizeAsk(typed);
  if (reading.state === 'empty') return 'empty';
  return reading.state === 'read' ? reading.value : reading.reason;
};
const sale: SizeAsk = { side: 'sell', amount: '2', coin: 'BTC', money: null, target: null };

describe('the typed order', () => {
  it('has a side, a size and a coin, in any case; bitcoin is BTC', () => {
    for (const typed of ['sell 2 BTC', ' s 2 btc ', 's 2xbt', 'sell 2. xbt']) expect(read(typed)).toEqual(sale);
    expect(read('b .5 btc')).toEqual({ ...sale, side: 'buy', amount: '0.5' });
    expect(read('buy 1_000,5 doge')).toEqual({ ...sale, side: 'buy', amount: '1000.5', coin: 'DOGE' });
    expect(read('sell 2 1inch')).toEqual({ ...sale, coin: '1INCH' });
  });

  it('reads k and m as factors before a space, and as letters of a coin otherwise', () => {
    expect(read('sell 2k doge')).toEqual({ ...sale, amount: '2000', coin: 'DOGE' });
    expect(read('sell 1.5m doge')).toEqual({ ...sale, amount: '1500000', coin: 'DOGE' });
    expect(read('sell 2kcs')).toEqual({ ...sale, coin: 'KCS' });
  });

  it('may be an amount of money, and may name the target currency', () => {
    expect(read('buy 50k USDT of ETH')).toEqual({
      side: 'buy',
      amount: '50000',
      coin: 'ETH',
      money: 'USDT',
      target: null,
    });
    expect(read('sell 2 btc in usdc')).toEqual({ ...sale, target: 'USDC' });
  });

  it('rejects another sentence with the reason', () => {
    expect(read('')).toBe('empty');
    for (const typed of ['2 btc', 'sell', 'sell 2', 'sell 20', 'hold 2 btc', 'sell 2 btc of', 'sell 2 btc now'])
      expect(read(typed)).toMatch(/^Type it like/);
    expect(read('sell 0 btc')).toMatch(/above zero/);
    expect(read('sell 1.2.3 btc')).toBe('1.2.3 is no size.');
    expect(read('sell 2 btc of xbt')).toMatch(/no trade/);
    expect(read('sell 2 btc in xbt')).toMatch(/no trade/);
  });

  it('rejects a comma that may group thousands', () => {
    expect(read('sell 50,000 usdt of btc')).toMatch(/thousands/);
    expect(read('sell 50,0001 btc')).toEqual({ ...sale, amount: '50.0001' });
  });
});
