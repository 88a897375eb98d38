import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import type { Column } from './column.ts';
import { decimalColumn, momentColumn, priceColumn, remarkColumn, sizeColumn, textColumn } from './column-factories.tsx';

afterEach(cleanup);

const cellOf = (column: Column<Order>, overrides: Partial<Order> = {}) => {
  const { container } = render(column.render(buildOrder(overrides)));
  return container;
};
const sorted = (column: Column<Order>, rows: readonly Order[]) => rows.toSorted(column.compare).map(row => row.id);

it('a text column draws its sort value, unless it has another drawing', () => {
  const plain = textColumn<Order>({ key: 'id', title: 'Id', hint: '', width: 10, read: order => order.id });
  const shouting = textColumn<Order>({
    key: 'id',
    title: 'Id',
    hint: '',
    width: 10,
    read: order => order.id,
    render: order => `${order.id}!`,
  });
  expect(cellOf(plain).textContent).toBe('o1');
  expect(cellOf(plain, { id: 'o\u202e1' }).textContent).toBe('o\ufffd1');
  expect(cellOf(shouting).textContent).toBe('o1!');
  expect(sorted(shouting, [buildOrder({ id: 'b' }), buildOrder({ id: 'a' })])).toEqual(['a', 'b']);
});

it('a column of moments shows an unknown time as unknown and sorts it as the oldest', () => {
  const column = momentColumn<Order>({ key: 'created', title: 'Created', hint: '' });
  expect(cellOf(column, { createdAtMs: null }).textContent).toContain('unknown');
  const rows = [
    buildOrder({ id: 'b', createdAtMs: 2 }),
    buildOrder({ id: 'n', createdAtMs: null }),
    buildOrder({ id: 'a', createdAtMs: 1 }),
  ];
  expect(sorted(column, rows)).toEqual(['n', 'a', 'b']);
  expect(column.number?.(buildOrder({ createdAtMs: null }))).toBe(-Infinity);
});

it('a number column is right-aligned, sorts as numbers, and puts unknown below all', () => {
  const fee = decimalColumn<Order>({
    key: 'fee',
    title: 'Fee',
    hint: '',
    width: 10,
    read: order => order.fee,
    format: order => ({ unit: order.feeCurrency ?? undefined }),
  });
  const rows = [
    buildOrder({ id: 'ten', fee: '10' }),
    buildOrder({ id: 'unknown' }),
    buildOrder({ id: 'nine', fee: '9' }),
  ];
  expect(fee.align).toBe('end');
  expect(sorted(fee, rows)).toEqual(['unknown', 'nine', 'ten']);
  expect(cellOf(fee, { fee: '10', feeCurrency: 'KCS' }).textContent).toBe('10 KCS');
});

it('a price column has the digits of its tick, and states why there is none', () => {
  const instruments = new Map([['BTC-USDT', buildSpotSymbol({ priceIncrement: '0.01' })]]);
  const price = priceColumn<Order>({
    key: 'price',
    title: 'Price',
    hint: '',
    instruments,
    read: order => order.price,
    unknownReason: 'At market.',
  });
  expect(cellOf(price, { price: '100' }).textContent).toBe('100.00');
  expect(cellOf(price, { symbol: 'ETH-USDT', price: '100' }).textContent).toBe('100');
  expect(cellOf(price, { price: null }).textContent).toContain('At market.');
});

it('a size column shows its lots, or the funds in place of them', () => {
  const size = sizeColumn<Order>();
  expect(cellOf(size, { size: '2' }).textContent).toBe('2');
  expect(cellOf(size, { venue: 'futures', size: '2' }).textContent).toBe('2 lots');
  expect(cellOf(size, { size: null, funds: '50' }).textContent).toContain('Given by funds: 50');
});

it('a size column counts its coin, or the lots of its contract, and sums nothing else with it', () => {
  const { value } = sizeColumn<Order>();
  if (value?.kind !== 'decimal') throw new Error('a size is a figure');
  const unitOf = (overrides: Partial<Order>) => value.unit?.(buildOrder(overrides));
  expect(unitOf({ venue: 'spot', symbol: 'ETH-USDT' })).toBe('ETH');
  expect(unitOf({ venue: 'futures', symbol: 'XBTUSDTM' })).toBe('lots XBTUSDTM');
});

it('a remark beside an order cannot reverse its text', () => {
  expect(cellOf(remarkColumn(), { remark: 'a\u202eb' }).textContent).not.toContain('\u202e');
  expect(cellOf(remarkColumn()).textContent).toBe('');
});
