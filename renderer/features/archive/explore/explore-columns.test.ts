import { expect, it } from 'vitest';
import type { ArchiveView, ExploredRow } from '#shared/domain/archive/explore.ts';
import { buildExploredRow } from '#shared/domain/archive/testing/build-explored-row.ts';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { exploreColumns } from './explore-columns.tsx';

const columns = exploreColumns(new Map([['BTC-USDT', buildSpotSymbol({ priceIncrement: '0.01' })]]));

function decimalOf(view: ArchiveView, key: string) {
  const value = columns[view].find(column => column.key === key)?.value;
  if (value?.kind !== 'decimal') throw new Error(`${key} of ${view} is no decimal`);
  return value;
}

const booking = (side: ExploredRow['side']) =>
  buildExploredRow({ record: 'ledger', symbol: null, currency: 'USDT', side, amount: '300' });

it.each(['ledger', 'transfers'] as const)(
  'archive table shows bookings out of a wallet as negative amounts in %s',
  view => {
    const { read } = decimalOf(view, 'amount');
    expect([read(booking('in')), read(booking('out'))]).toEqual(['300', '-300']);
    expect(read({ ...booking('out'), amount: null })).toBeNull();
  },
);

it('archive table shows the amounts of withdrawals without a sign', () => {
  expect(decimalOf('withdrawals', 'amount').read({ ...booking('out'), record: 'withdrawals' })).toBe('300');
});

it.each([
  ['fills', buildExploredRow(), 'BTC'],
  ['fills', buildExploredRow({ record: 'futures-fills', symbol: 'XBTUSDTM' }), 'lots XBTUSDTM'],
  ['funding', buildExploredRow({ record: 'funding', symbol: 'XBTUSDTM' }), 'lots XBTUSDTM'],
  ['loans', buildExploredRow({ record: 'loans', symbol: 'BTC-USDT', currency: 'USDT' }), 'USDT'],
  ['loans', buildExploredRow({ record: 'loans', symbol: null, currency: 'BTC' }), 'BTC'],
] as const)('counts the size of %s in the unit of its record', (view, row, unit) => {
  expect(decimalOf(view, 'size').unit?.(row)).toBe(unit);
});

const shown = (key: string, row: ExploredRow) => columns.fills.find(column => column.key === key)?.figure?.(row);

it('writes lots beside the size of a contract, and the currency beside a value', () => {
  const contract = buildExploredRow({ record: 'futures-fills', symbol: 'XBTUSDM', currency: 'XBT', size: '1000' });
  expect([shown('size', contract), shown('value', contract)]).toEqual(['1,000 lots', '6,000 XBT']);
  expect([shown('size', buildExploredRow()), shown('value', buildExploredRow())]).toEqual(['0.1', '6,000 USDT']);
  const closed = columns['closed-positions'].find(({ key }) => key === 'amount');
  expect(closed?.figure?.(buildExploredRow({ currency: 'XBT', amount: '0.5' }))).toBe('+0.5 XBT');
});

it('writes prices with the digits of the tick, and as they came when the tick is unknown', () => {
  const fill = buildExploredRow({ price: '60000.5' });
  expect(shown('price', fill)).toBe('60,000.50');
  expect(shown('price', { ...fill, symbol: 'ETH-USDT' })).toBe('60,000.5');
  expect(shown('price', { ...fill, symbol: null })).toBe('60,000.5');
  const closed = columns['closed-positions'].find(({ key }) => key === 'openPrice');
  expect(closed?.figure?.({ ...fill, rest: { openPrice: '59000' } })).toBe('59,000.00');
});
