import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { Balance } from '#shared/domain/account.ts';
import type { Fill } from '#shared/domain/fill.ts';
import type { Position } from '#shared/domain/futures.ts';
import type { Order } from '#shared/domain/order.ts';
import type { StopOrder } from '#shared/domain/stop-order.ts';
import {
  patchActiveOrders,
  patchBalances,
  patchDoneOrders,
  patchFills,
  patchPositions,
  patchStops,
  withoutSettled,
} from './private-patches.ts';
import { createSettled } from './settled.ts';

const order: Order = {
  venue: 'spot',
  id: '1',
  clientOid: null,
  symbol: 'BTC-USDT',
  tradeType: 'spot',
  type: 'limit',
  side: 'buy',
  price: '100',
  size: '2',
  funds: null,
  filledSize: '0.5',
  filledFunds: '0',
  fee: null,
  feeCurrency: null,
  timeInForce: 'GTC',
  selfTradePrevention: null,
  cancelAfterS: null,
  isPostOnly: false,
  isHidden: false,
  isIceberg: false,
  visibleSize: null,
  leverage: null,
  isReduceOnly: false,
  stopPrice: null,
  remark: null,
  isActive: true,
  isCancelled: false,
  createdAtMs: 1,
  updatedAtMs: null,
};
const done: Order = { ...order, isActive: false, filledSize: '2' };
const stop: StopOrder = {
  venue: 'spot',
  id: 'vs1',
  clientOid: null,
  symbol: 'BTC-USDT',
  tradeType: 'spot',
  type: 'limit',
  side: 'buy',
  price: '100',
  size: '1',
  funds: null,
  stop: 'entry',
  stopPrice: '101',
  stopPriceType: null,
  timeInForce: 'GTC',
  isReduceOnly: false,
  status: 'new',
  placedBy: 'user',
  remark: null,
  createdAtMs: 1,
};
const fill: Fill = {
  venue: 'spot',
  tradeId: 't',
  orderId: '1',
  symbol: 'BTC-USDT',
  tradeType: 'spot',
  side: 'buy',
  price: '100',
  size: '1',
  funds: '100',
  fee: '0.1',
  feeRate: '0.001',
  feeCurrency: 'USDT',
  openFee: null,
  closeFee: null,
  settleCurrency: null,
  liquidity: 'taker',
  isForceTaker: false,
  cause: 'trade',
  createdAtMs: 1,
};

it('an active order comes first, moves on in its place, and goes when it is done', () => {
  const settled = createSettled();
  const other = { ...order, id: '2' };
  const list = patchActiveOrders([other], order, settled);
  expect(list.map(each => each.id)).toEqual(['1', '2']);
  const next = patchActiveOrders(list, { ...other, filledSize: '1' }, settled);
  expect(next.map(each => [each.id, each.filledSize])).toEqual([
    ['1', '0.5'],
    ['2', '1'],
  ]);
  expect(patchActiveOrders(next, done, settled).map(each => each.id)).toEqual(['2']);
  expect(patchActiveOrders(list, { ...done, id: '9' }, settled)).toBe(list);
});

it('what is filled stays filled, and done is for good', () => {
  const settled = createSettled();
  const list = [order];
  expect(patchActiveOrders(list, { ...order, filledSize: '0.4' }, settled)).toBe(list);
  settled.add(done);
  expect(patchActiveOrders(list, order, settled)).toEqual([]);
  expect(withoutSettled(list, settled)).toEqual([]);
  const futures = [{ ...order, venue: 'futures' as const }];
  expect(withoutSettled(futures, settled)).toBe(futures);
});

it('the memory of what is done is bounded: the oldest goes first', () => {
  const settled = createSettled(2);
  for (const id of ['a', 'b', 'c']) settled.add({ venue: 'spot', id });
  expect(['a', 'b', 'c'].map(id => settled.has({ venue: 'spot', id }))).toEqual([false, true, true]);
});

it('a done order enters the first page once; the page keeps its length', () => {
  const page = {
    page: 1,
    pageSize: 2,
    totalItems: 5,
    totalPages: 3,
    items: [
      { ...done, id: 'a' },
      { ...done, id: 'b' },
    ],
  };
  const next = patchDoneOrders(page, done);
  expect([next.items.map(each => each.id), next.totalItems]).toEqual([['1', 'a'], 6]);
  expect(patchDoneOrders(next, { ...done, remark: 'known' })).toMatchObject({ totalItems: 6 });
  expect(patchDoneOrders(page, order)).toBe(page);
  const second = { ...page, page: 2 };
  expect(patchDoneOrders(second, done)).toBe(second);
  expect(patchDoneOrders(next, { ...done, filledSize: '1' })).toBe(next);
});

it('a stop comes, changes and goes', () => {
  const settled = createSettled();
  const list = patchStops([], { stop, isGone: false }, settled);
  expect(patchStops(list, { stop: { ...stop, stopPrice: '102' }, isGone: false }, settled)[0]?.stopPrice).toBe('102');
  expect(patchStops(list, { stop, isGone: true }, settled)).toEqual([]);
  settled.add(stop);
  expect(patchStops(list, { stop, isGone: false }, settled)).toEqual([]);
});

it('a fill counts once and the first word on it stays; the list is bounded', () => {
  const list = patchFills([], fill);
  expect(patchFills(list, { ...fill, fee: '0' })).toBe(list);
  expect(patchFills(list, { ...fill, orderId: '2' })).toHaveLength(2);
  expect(patchFills(list, { ...fill, symbol: 'ETH-USDT' })).toHaveLength(2);
  const many = Array.from({ length: 1000 }, (_, index) => ({ ...fill, tradeId: `x${index}` }));
  expect(patchFills(many, fill)).toHaveLength(1000);
});

it('positions are replaced by newer pictures, never by older ones, and go when closed', () => {
  const markPrice: Decimal = '1';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the patch looks at
  const position = { id: 'p', isOpen: true, asOfMs: 10, markPrice } as Position;
  const list = patchPositions([], position);
  expect(list).toEqual([position]);
  expect(patchPositions(list, { ...position, asOfMs: 9, markPrice: '2' })).toBe(list);
  expect(patchPositions(list, { ...position, asOfMs: 11, markPrice: '3' })[0]?.markPrice).toBe('3');
  expect(patchPositions(list, { ...position, asOfMs: 12, isOpen: false })).toEqual([]);
});

it('a balance is the newest of its wallet and currency', () => {
  const balance: Balance = { accountId: 'a', wallet: 'trade', currency: 'BTC', total: '1', available: '1', held: '0' };
  const list = patchBalances([balance], { ...balance, wallet: 'main' });
  expect(list).toHaveLength(2);
  expect(patchBalances(list, { ...balance, total: '2' }).find(each => each.wallet === 'trade')?.total).toBe('2');
});
