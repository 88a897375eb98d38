import { expect, it } from 'vitest';
import type { Fill } from '#shared/domain/fill.ts';
import { createFirstWords } from './first-words.ts';

const fill: Fill = {
  venue: 'futures',
  tradeId: 't1',
  orderId: '1',
  symbol: 'XBTUSDTM',
  tradeType: 'futures',
  side: 'buy',
  price: '100',
  size: '1',
  funds: '0.1',
  fee: '0.1',
  feeRate: '0.001',
  feeCurrency: 'USDT',
  openFee: '0.1',
  closeFee: '0',
  settleCurrency: 'USDT',
  liquidity: 'taker',
  isForceTaker: false,
  cause: 'trade',
  createdAtMs: 1,
};

function build(most?: number) {
  const told: string[] = [];
  const words = createFirstWords((first, other) => told.push(`${first.price} then ${other.price}`), most);
  return { told, settle: (next: Fill, profileId = 'p') => words.settle(profileId, next) };
}

it('20: the first word on a trade stands, and a contradiction is told once', () => {
  const { told, settle } = build();
  expect(settle(fill)).toBe(fill);
  const repeat: Fill = { ...fill, price: '100.0', fee: '0.2' };
  expect(settle(repeat)).toBe(repeat);
  const other: Fill = { ...fill, price: '101' };
  expect([settle(other), settle(other), settle({ ...fill, size: '2' })]).toEqual([fill, fill, fill]);
  expect(told).toEqual(['100 then 101']);
});

it('20: another venue, symbol, order or account has trades of its own', () => {
  const { told, settle } = build();
  settle(fill);
  const next: Fill = { ...fill, price: '7' };
  settle({ ...next, venue: 'spot' });
  settle({ ...next, symbol: 'XBTUSDM' });
  settle({ ...next, orderId: '2' });
  settle(next, 'q');
  expect(told).toEqual([]);
});

it('the memory is bounded: the oldest goes first', () => {
  const { told, settle } = build(1);
  settle(fill);
  settle({ ...fill, tradeId: 't2' });
  settle({ ...fill, price: '101' });
  expect(told).toEqual([]);
});
