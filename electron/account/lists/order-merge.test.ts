import { describe, expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import type { OrderChange } from '#client/feed/messages/orders.ts';
import { foldChange, isBehind, mergeRead, orderFrom } from './order-merge.ts';

const change: OrderChange = {
  venue: 'spot',
  orderId: 'o1',
  clientOid: null,
  symbol: 'BTC-USDT',
  event: 'match',
  status: 'match',
  side: 'sell',
  type: null,
  price: '100',
  size: '10',
  funds: null,
  filledSize: '6',
  remainingSize: null,
  cancelledSize: null,
  remainingFunds: null,
  cancelledFunds: null,
  oldSize: null,
  match: { tradeId: 't', price: '100.5', size: '2', liquidity: 'maker' },
  marginMode: null,
  isLiquidation: false,
  createdAtMs: 1,
  timeMs: 20,
};
const known: Order = { ...orderFrom(change), filledSize: '4', filledFunds: '400', updatedAtMs: 10 };

describe('a frame about an order', () => {
  it('adds the value of a match when it follows the known state', () => {
    expect(foldChange(known, change)).toEqual({
      order: { ...known, filledSize: '6', filledFunds: '601', updatedAtMs: 20 },
      isWhole: true,
    });
  });

  it('a frame about an order is incomplete when a match is missing in between, when it has no match, or on a contract', () => {
    const parts: Partial<OrderChange>[] = [
      { filledSize: '7' },
      { match: null },
      { venue: 'futures' },
      { filledSize: null },
    ];
    for (const part of parts) expect(foldChange(known, { ...change, ...part }).isWhole).toBe(false);
    expect(foldChange(known, { ...change, filledSize: '7' }).order).toMatchObject({
      filledSize: '7',
      filledFunds: '400',
    });
  });

  it('a frame about an order is complete when REST omits the value of the fills, because no answer would add it', () => {
    const silent = { ...known, filledFunds: null };
    expect(foldChange(silent, change)).toMatchObject({ order: { filledSize: '6', filledFunds: null }, isWhole: true });
  });

  it('states the fills of an order with unknown fills, and an answer without fills changes nothing', () => {
    const unknown = { ...known, filledSize: null } as const;
    expect(foldChange(unknown, change).order.filledSize).toBe('6');
    expect(foldChange(unknown, { ...change, filledSize: null }).order.filledSize).toBeNull();
    expect(mergeRead(known, unknown).filledSize).toBe('4');
    expect(mergeRead(unknown, known).filledSize).toBe('4');
    expect(isBehind(unknown, known)).toBe(false);
    expect(isBehind({ ...known, filledSize: '3' }, known)).toBe(true);
  });

  it('changes nothing when it is a repeat', () => {
    expect(foldChange(known, { ...change, filledSize: '4', timeMs: 5 })).toEqual({ order: known, isWhole: true });
    expect(foldChange({ ...known, updatedAtMs: null }, { ...change, filledSize: '4' }).order.updatedAtMs).toBe(20);
  });

  it('ends the order permanently', () => {
    const cancelled = foldChange(known, { ...change, event: 'cancelled', status: 'done', filledSize: null }).order;
    expect(cancelled).toMatchObject({ isActive: false, isCancelled: true, filledSize: '4' });
    expect(foldChange(cancelled, { ...change, event: 'open', status: 'open', filledSize: '0' }).order).toMatchObject({
      isActive: false,
      isCancelled: true,
      filledSize: '4',
    });
  });

  it('changes price and size when it states them and is no older than the known state', () => {
    const update = { ...change, event: 'update', status: 'open', filledSize: '4', size: '8', price: '99' } as const;
    expect(foldChange(known, update).order).toMatchObject({ size: '8', price: '99' });
    expect(foldChange(known, { ...update, size: null, price: null }).order).toMatchObject({ size: '10', price: '100' });
    expect(foldChange(known, { ...update, timeMs: 9 }).order).toMatchObject({ size: '10', price: '100' });
    expect(foldChange({ ...known, updatedAtMs: null }, { ...update, timeMs: 0 }).order.size).toBe('8');
  });
});

describe('a REST answer about an order', () => {
  const read: Order = { ...known, fee: '1', isPostOnly: true };

  it('a REST answer about an order is used as it is when no other report exists', () => {
    expect(mergeRead(null, read)).toBe(read);
  });

  it('reverts nothing when it is older than the frames', () => {
    const ahead: Order = { ...known, filledSize: '6', filledFunds: '601', size: '8', price: '99', updatedAtMs: 20 };
    const done: Order = { ...ahead, isActive: false, isCancelled: true };
    expect(mergeRead(ahead, read)).toEqual({ ...ahead, fee: '1', isPostOnly: true });
    expect(mergeRead(done, read)).toEqual({ ...done, fee: '1', isPostOnly: true });
    expect([isBehind(read, ahead), isBehind(read, known), isBehind(read, { ...known, isActive: false })]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('replaces the state where it is newer', () => {
    const newer: Order = { ...read, filledSize: '9', filledFunds: '901', size: '9', isActive: false, updatedAtMs: 30 };
    expect(mergeRead(known, newer)).toEqual(newer);
    expect(mergeRead({ ...known, updatedAtMs: null }, { ...read, updatedAtMs: null }).updatedAtMs).toBeNull();
  });
});
