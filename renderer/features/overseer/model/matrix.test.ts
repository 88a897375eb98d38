import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, fromUnits, sum } from '#shared/decimal.ts';
import { buildRows } from '../testing/overseen-builders.ts';
import { overseenTotals, shareOf } from './overseen-rows.ts';
import { columnTotal, heatOf, matrixOf, othersKey } from './matrix.ts';

const rows = buildRows({
  a: { USDT: '100', BTC: '1', ETH: '1' },
  b: { USDT: '300' },
  c: { USDT: '0' },
  d: { ETH: '0.01', NONE: '5' },
});

describe('the matrix', () => {
  it('shows the largest first, and joins the rest as others', () => {
    const matrix = matrixOf(rows, { accounts: 1, coins: 1 });
    expect(matrix.columns).toEqual(['BTC', othersKey]);
    expect(matrix.lines.map(({ key, name, cells, total }) => [key, name, cells, total])).toEqual([
      ['a', 'a', ['50000', '2600'], '52600'],
      [othersKey, '2 others', ['0', '325'], '325'],
    ]);
    expect(matrix.columns.map((_, index) => columnTotal(matrix.lines, index))).toEqual(['50000', '2925']);
    expect(matrix.total).toBe('52925');
    expect(matrix.largest).toBe('50000');
  });

  it('has no others when everything fits, and no line without value', () => {
    const matrix = matrixOf(rows, { accounts: 9, coins: 9 });
    expect(matrix.columns).toEqual(['BTC', 'ETH', 'USDT']);
    expect(matrix.lines.map(line => line.key)).toEqual(['a', 'b', 'd']);
    expect(matrixOf([], { accounts: 1, coins: 1 })).toEqual({
      columns: [],
      lines: [],
      total: '0',
      largest: '0',
    });
  });

  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((units): Decimal => fromUnits(units, 6));
  const overseen = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    fc.dictionary(fc.constantFrom('USDT', 'BTC', 'ETH', 'NONE'), amount),
  );

  it('has equal sums in both directions and with the total, for any selection', () => {
    fc.assert(
      fc.property(
        overseen,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 5 }),
        (amounts, accounts, coins) => {
          const any = buildRows(amounts);
          const matrix = matrixOf(any, { accounts, coins });
          expect(sum(matrix.columns.map((_, index) => columnTotal(matrix.lines, index)))).toBe(matrix.total);
          expect(matrix.total).toBe(overseenTotals(any).value);
          for (const line of matrix.lines) expect(sum(line.cells)).toBe(line.total);
          // by hand, from the amounts alone
          const prices: Readonly<Record<string, bigint>> = { USDT: 1n, BTC: 50_000n, ETH: 2500n, NONE: 0n };
          const byHand = Object.values(amounts)
            .flatMap(held => Object.entries(held))
            .reduce((all, [coin, held]) => all + BigInt(Math.round(Number(held) * 1e6)) * (prices[coin] ?? 0n), 0n);
          expect(matrix.total).toBe(fromUnits(byHand, 6));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('has shares that sum to a hundred within rounding', () => {
    fc.assert(
      fc.property(overseen, amounts => {
        const any = buildRows(amounts);
        const { value } = overseenTotals(any);
        const shares = any.map(row => shareOf(row.value, value)).filter(share => share !== null);
        if (shares.length > 0) expect(Math.abs(Number(sum(shares)) - 1)).toBeLessThan(0.000_01);
        else expect(value).toBe('0');
      }),
      { numRuns: 100 },
    );
  });
});

describe('the colour scale of a cell', () => {
  it.each([
    ['0', 0],
    ['-5', 0],
    ['1', 1],
    ['5', 1],
    ['6', 2],
    ['21', 3],
    ['51', 4],
    ['100', 4],
  ] as const)('%s of 100 is %d', (cell, heat) => {
    expect(heatOf(cell, '100')).toBe(heat);
  });

  it('has its minimum without a maximum', () => {
    expect(heatOf('1', '0')).toBe(1);
  });
});
