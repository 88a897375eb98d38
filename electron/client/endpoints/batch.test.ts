import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import type { SpotOrderRequest } from '#shared/domain/account/order.ts';
import { batchRows, checkBatch, matchOutcomes } from './batch.ts';

function order(clientOid: string, rest: Partial<SpotOrderRequest> = {}): SpotOrderRequest {
  return { clientOid, symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '1', size: '1', ...rest };
}

function match(oids: string, rows: unknown) {
  return matchOutcomes(
    Array.from(oids, oid => order(oid)),
    z.parse(batchRows, rows),
  ).map(({ clientOid, outcome, orderId, failMessage }) => [clientOid, outcome, orderId ?? failMessage]);
}

describe('matchOutcomes', () => {
  it('matches rows without clientOid by their place', () => {
    expect(
      match('abc', [
        { orderId: '1', success: true },
        { success: false, failMsg: 'too small' },
        { orderId: '3', success: true },
      ]),
    ).toEqual([
      ['a', 'acknowledged', '1'],
      ['b', 'rejected', 'too small'],
      ['c', 'acknowledged', '3'],
    ]);
  });

  it('matches rows by clientOid, in whatever order', () => {
    expect(
      match('ab', [
        { orderId: '2', clientOid: 'b', success: true },
        { orderId: '1', clientOid: 'a', success: true },
      ]),
    ).toEqual([
      ['a', 'acknowledged', '1'],
      ['b', 'acknowledged', '2'],
    ]);
  });

  it('marks missing rows as unknown, never as failed', () => {
    expect(match('abc', [{ orderId: '1', clientOid: 'a', success: true }])).toEqual([
      ['a', 'acknowledged', '1'],
      ['b', 'unknown', null],
      ['c', 'unknown', null],
    ]);
    expect(match('ab', [{ orderId: '1', success: true }])).toEqual([
      ['a', 'unknown', null],
      ['b', 'unknown', null],
    ]);
    expect(match('ab', [])).toEqual([
      ['a', 'unknown', null],
      ['b', 'unknown', null],
    ]);
  });

  it('reads the other rows when one is unreadable, and marks its order as unknown', () => {
    const odd = { orderId: '2', success: 'yes', clientOid: 'b' };
    expect(
      match('abc', [
        { orderId: '1', clientOid: 'a', success: true },
        odd,
        { clientOid: 'c', success: false, failMsg: 'no' },
      ]),
    ).toEqual([
      ['a', 'acknowledged', '1'],
      ['b', 'unknown', null],
      ['c', 'rejected', 'no'],
    ]);
    expect(match('ab', [{ orderId: '1', success: true }, 7])).toEqual([
      ['a', 'acknowledged', '1'],
      ['b', 'unknown', null],
    ]);
  });

  it('gives no order the row of another', () => {
    expect(
      match('ab', [
        { orderId: '9', clientOid: 'z', success: true },
        { orderId: '1', clientOid: 'a', success: true },
      ]),
    ).toEqual([
      ['a', 'acknowledged', '1'],
      ['b', 'unknown', null],
    ]);
  });

  it('matches mixed rows, where failed rows have no name', () => {
    expect(
      match('ab', [
        { orderId: '1', clientOid: 'a', success: true },
        { success: false, failMsg: 'no' },
      ]),
    ).toEqual([
      ['a', 'acknowledged', '1'],
      ['b', 'rejected', 'no'],
    ]);
  });

  it.each([
    [{ orderId: '1', success: true, status: 'open' }, 'open'],
    [{ orderId: '1', success: true, status: 'done' }, 'done'],
    [{ orderId: '1', status: 'success' }, 'acknowledged'],
    [{ orderId: '1', status: 'fail' }, 'rejected'],
    [{ orderId: '1', success: false }, 'rejected'],
    [{ failMsg: 'no' }, 'rejected'],
    [{ success: true }, 'unknown'],
    [{ orderId: '', success: true }, 'unknown'],
    [{}, 'unknown'],
  ])('reads %j as %s', (row, outcome) => {
    expect(match('a', [row])[0]?.[1]).toBe(outcome);
  });

  it('keeps the sizes of the synchronous answer exactly', () => {
    const rows = z.parse(batchRows, [
      { orderId: '1', dealSize: '0.10', remainSize: '0.00000001', canceledSize: 0, success: true, status: 'open' },
    ]);
    expect(matchOutcomes([order('a')], rows)).toEqual([
      {
        clientOid: 'a',
        orderId: '1',
        outcome: 'open',
        failMessage: null,
        filledSize: '0.1',
        remainingSize: '0.00000001',
        cancelledSize: '0',
      },
    ]);
  });
});

describe('checkBatch', () => {
  it('accepts 1 to 5 limit orders of one symbol', () => {
    expect(checkBatch([order('a'), order('b')], 5).ok).toBe(true);
    expect(
      checkBatch(
        Array.from('abcde', oid => order(oid)),
        5,
      ).ok,
    ).toBe(true);
  });

  it.each([
    ['none', [], 'orders'],
    ['six', Array.from('abcdef', oid => order(oid)), 'orders'],
    ['two symbols', [order('a'), order('b', { symbol: 'ETH-USDT' })], 'orders'],
    ['one name twice', [order('a'), order('a')], 'orders'],
    ['a market order', [order('a'), order('b', { type: 'market' })], 'orders.1.type'],
    ['no price', [{ ...order('a'), price: undefined }], 'orders.0.price'],
    ['no size', [{ ...order('a'), size: undefined }], 'orders.0.size'],
  ] as const)('rejects %s', (_name, orders, field) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an absent price, as a form may hand it over
    const given = orders as readonly SpotOrderRequest[];
    expect(checkBatch(given, 5)).toMatchObject({ ok: false, error: { kind: 'invalid-request', field } });
  });
});
