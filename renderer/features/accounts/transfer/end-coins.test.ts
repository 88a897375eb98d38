import { expect, it } from 'vitest';
import { coinsOf, endWithCoin } from './end-coins.ts';

const held = [
  { wallet: 'main', currency: 'USDT', total: '5' },
  { wallet: 'main', currency: 'ETH', total: '0' },
  { wallet: 'trade', currency: 'ETH', total: '2' },
  { wallet: 'margin', currency: 'ETH', total: '3' },
  { wallet: 'option', currency: 'SOL', total: '1' },
] as const;
const end = { wallet: 'main', symbol: null, userId: 'u' } as const;

it('transfer coins list each coin of any wallet once, and the chosen one', () => {
  expect(coinsOf(held, 'BTC')).toEqual(['BTC', 'ETH', 'SOL', 'USDT']);
  expect(coinsOf([], 'USDT')).toEqual(['USDT']);
});

it('transfer keeps the wallet while it has the coin, and otherwise takes the one with the most of it', () => {
  expect(endWithCoin(end, 'USDT', held)).toEqual(end);
  expect(endWithCoin(end, 'ETH', held)).toEqual({ ...end, wallet: 'margin' });
  expect(endWithCoin({ ...end, wallet: 'trade' }, 'ETH', held).wallet).toBe('trade');
});

it('transfer keeps the wallet when no wallet has the coin, or no transfer can use the one that has', () => {
  expect(endWithCoin(end, 'BTC', held)).toEqual(end);
  expect(endWithCoin(end, 'SOL', held)).toEqual(end);
});
