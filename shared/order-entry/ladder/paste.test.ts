import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits } from '#shared/decimal.ts';
import { readPastedLadder } from './paste.ts';

const reasonOf = (text: string) => {
  const pasted = readPastedLadder(text);
  return pasted.ok ? null : pasted.reason;
};
const rungsOf = (text: string) => {
  const pasted = readPastedLadder(text);
  return pasted.ok ? pasted.rungs.map(({ price, size }) => `${size}@${price}`) : pasted.reason;
};

describe('a paste from a spreadsheet', () => {
  it('finds its columns by name, in any order and among others', () => {
    expect(rungsOf('Note\tQty\tPrice\r\nfirst\t0.5\t100.50\r\n\r\nsecond\t1\t99')).toEqual(['0.5@100.5', '1@99']);
    expect(rungsOf('price;size\n100;1')).toEqual(['1@100']);
    expect(rungsOf('"Limit price","Amount"\n"100","1"')).toEqual(['1@100']);
  });

  it('takes a side when all rows have the same', () => {
    expect(readPastedLadder('side,price,size\nBuy,100,1\nbuy,99,1')).toMatchObject({ ok: true, side: 'buy' });
    expect(readPastedLadder('side,price,size\nsell,100,1')).toMatchObject({ ok: true, side: 'sell' });
    expect(readPastedLadder('price,size\n100,1')).toMatchObject({ side: null });
    expect(reasonOf('side,price,size\nbuy,100,1\nsell,99,1')).toMatch(/one side/);
    expect(reasonOf('side,price,size\nhold,100,1')).toMatch(/one side/);
  });

  it('reads the decimal sign and thousands that the numbers prove', () => {
    expect(rungsOf('price\tsize\n67.412,50\t0,5')).toEqual(['0.5@67412.5']);
    expect(rungsOf('price\tsize\n67,412.50\t1')).toEqual(['1@67412.5']);
    expect(rungsOf('price\tsize\n67,412\t0.5')).toEqual(['0.5@67412']);
    expect(rungsOf('price\tsize\n1.234.567\t0,5')).toEqual(['0.5@1234567']);
    expect(rungsOf('price\tsize\n1,234,567\t1')).toEqual(['1@1234567']);
    expect(rungsOf('price\tsize\n67 412,5\t1')).toEqual(['1@67412.5']);
    expect(rungsOf('price\tsize\n1.234\t2')).toEqual(['2@1.234']);
  });

  it('refuses a number that may be two', () => {
    expect(reasonOf('price\tsize\n67,412\t1')).toBe(
      'Row 1: "67,412" may be thousands or a decimal comma. Write the price without separators.',
    );
    expect(reasonOf('price\tsize\n100\t1,234')).toMatch(/^Row 1: "1,234" may be .* Write the size/);
    expect(reasonOf('price\tsize\n100,5\t0.5')).toMatch(/use one/);
    expect(reasonOf('price,size\n67,412,1')).toMatch(/^Row 1 has not the 2 columns of the header/);
    expect(reasonOf('price\tsize\n12,34.5\t1')).toMatch(/is no price above zero/);
  });

  it('refuses what is no order', () => {
    expect(reasonOf('')).toMatch(/^Copy a header/);
    expect(reasonOf('price,size')).toMatch(/^Copy a header/);
    expect(reasonOf('price,volume\n1,2')).toMatch(/none is called size/);
    expect(reasonOf('100,1\n99,1')).toMatch(/none is called price/);
    expect(reasonOf('price,limit,size\n1,1,1')).toMatch(/same meaning/);
    expect(reasonOf('price,size\n-1,1')).toMatch(/^Row 1: "-1" is no price/);
    expect(reasonOf('price,size\n1,1\n1,0')).toMatch(/^Row 2: "0" is no size/);
    expect(reasonOf(`price,size\n${'1,1\n'.repeat(101)}`)).toMatch(/^101 rows/);
  });

  it('brings back every row that was written, whatever the sign between columns', () => {
    const number = fc.integer({ min: 1, max: 9_999_999 }).map(units => fromUnits(BigInt(units), 4));
    const rows = fc.array(fc.record({ price: number, size: number }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(rows, fc.constantFrom('\t', ';', ','), (rungs, mark) => {
        const text = [['size', 'price'], ...rungs.map(({ price, size }) => [size, price])];
        expect(readPastedLadder(text.map(row => row.join(mark)).join('\n'))).toEqual({ ok: true, rungs, side: null });
      }),
    );
  });
});
