import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits } from '#shared/decimal.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { contractTerms, spotTerms } from '../market-terms.ts';
import { pasteUnits, readPastedLadder } from './paste.ts';

const inCoins = pasteUnits(spotTerms(buildSpotSymbol()));
const read = (text: string) => readPastedLadder(text, inCoins);
const reasonOf = (text: string) => {
  const pasted = read(text);
  return pasted.ok ? null : pasted.reason;
};
const rungsOf = (text: string) => {
  const pasted = read(text);
  return pasted.ok ? pasted.rungs.map(({ price, size }) => `${size}@${price}`) : pasted.reason;
};

describe('a paste from a spreadsheet', () => {
  it('finds its columns by name, in any order and among others', () => {
    expect(rungsOf('Note\tQty\tPrice\r\nfirst\t0.5\t100.50\r\n\r\nsecond\t1\t99')).toEqual(['0.5@100.5', '1@99']);
    expect(rungsOf('price;size\n100;1')).toEqual(['1@100']);
    expect(rungsOf('"Limit price","Amount"\n"100","1"')).toEqual(['1@100']);
  });

  it('takes a side when all rows have the same', () => {
    expect(read('side,price,size\nBuy,100,1\nbuy,99,1')).toMatchObject({ ok: true, side: 'buy' });
    expect(read('side,price,size\nsell,100,1')).toMatchObject({ ok: true, side: 'sell' });
    expect(read('price,size\n100,1')).toMatchObject({ side: null });
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

  it('rejects an ambiguous number', () => {
    expect(reasonOf('price\tsize\n67,412\t1')).toBe(
      'Row 1: "67,412" may be thousands or a decimal comma. Write the price without separators.',
    );
    expect(reasonOf('price\tsize\n100\t1,234')).toMatch(/^Row 1: "1,234" may be .* Write the size/);
    expect(reasonOf('price\tsize\n100,5\t0.5')).toMatch(/use one/);
    expect(reasonOf('price,size\n67,412,1')).toMatch(/^Row 1 does not have the 2 columns of the first row/);
    expect(reasonOf('price\tsize\n12,34.5\t1')).toMatch(/is no price above zero/);
  });

  it('rejects a row that is not an order', () => {
    expect(reasonOf('')).toMatch(/^Copy a header/);
    expect(reasonOf('price,size')).toMatch(/^Copy a header/);
    expect(reasonOf('price,volume\n1,2')).toMatch(/none is called size/);
    expect(reasonOf('100,1\n99,1')).toMatch(/none is called price/);
    expect(reasonOf('price,limit,size\n1,1,1')).toMatch(/same meaning/);
    expect(reasonOf('price,size\n-1,1')).toMatch(/^Row 1: "-1" is no price/);
    expect(reasonOf('price,size\n1,1\n1,0')).toMatch(/^Row 2: "0" is no size/);
    expect(reasonOf(`price,size\n${'1,1\n'.repeat(101)}`)).toMatch(/^101 rows/);
  });

  it('takes two columns of numbers without a header as price and size', () => {
    expect(rungsOf('100\t1\n99\t2')).toEqual(['1@100', '2@99']);
    expect(rungsOf('100\t1')).toEqual(['1@100']);
    expect(rungsOf('100;1\n99;2')).toEqual(['1@100', '2@99']);
    expect(rungsOf('first\t$67,412.50\t1 BTC\nsecond\t67,000.00 USDT\t2')).toEqual(['1@67412.5', '2@67000']);
    expect(read('\t100\t1\nsell\t99\t2')).toMatchObject({ ok: false });
    expect(read('Sell\t100\t1\nsell\t99\t2')).toMatchObject({ ok: true, side: 'sell' });
    expect(reasonOf('100\t1\tfirst\n99\t2')).toMatch(/^Row 2 does not have the 3 columns/);
    // it is unknown which of three numbers is the price, and whether a comma separates two numbers or is part of one
    expect(reasonOf('1\t100\t1')).toMatch(/none is called price/);
    expect(reasonOf('100\n99')).toMatch(/none is called price/);
    expect(reasonOf('100,1')).toMatch(/none is called price/);
    // a column with a name is found by its name
    expect(reasonOf('Price\t1\t2')).toMatch(/none is called size/);
  });

  it('reads the unit of the columns, and rejects others', () => {
    const rows = '\n100\t1';
    for (const header of ['Price (USDT)\tSize (BTC)', 'Price in USDT\tsize btc', 'Limit price [$]\tQty, ₿'])
      expect(rungsOf(header + rows)).toEqual(['1@100']);
    expect(reasonOf(`Price\tSize (USDT)${rows}`)).toBe('The column "Size (USDT)" is not in BTC.');
    expect(reasonOf(`Price (EUR)\tSize${rows}`)).toBe('The column "Price (EUR)" is not in USDT.');
    // what a row comes to in money is another column
    expect(rungsOf('Price\tSize (BTC)\tAmount (USDT)\n100\t1\t100')).toEqual(['1@100']);
    const lots = pasteUnits(contractTerms(buildFuturesContract()));
    expect(readPastedLadder(`Price\tSize (contracts)${rows}`, lots)).toMatchObject({ ok: true });
    expect(readPastedLadder(`Price\tSize (XBT)${rows}`, lots)).toMatchObject({
      reason: 'The column "Size (XBT)" is not in lots.',
    });
  });

  it('reads figures with the sign of their currency, and with spaces', () => {
    expect(rungsOf('price\tsize\n$ 67 412.50\t1 BTC')).toEqual(['1@67412.5']);
    expect(rungsOf('price\tsize\nUSD 67 412.50\t₿1')).toEqual(['1@67412.5']);
    expect(reasonOf('price\tsize\n€67412\t1')).toBe('Row 1: "€67412" is no price above zero.');
    expect(reasonOf('price\tsize\n67412\t1 ETH')).toBe('Row 1: "1 ETH" is no size above zero.');
    // a currency may be called by digits alone: it is no part of a figure then
    const digits = { price: ['USDT'], size: ['42'] } as const;
    expect(readPastedLadder('price\tsize\n1\t142', digits)).toMatchObject({ rungs: [{ size: '142' }] });
  });

  it('omits empty rows, and rows of totals at the end, and says which', () => {
    expect(rungsOf('price\tsize\n100\t1\n\t\n \t \n')).toEqual(['1@100']);
    expect(rungsOf('price;size\n100;1\n;\n')).toEqual(['1@100']);
    const totalled = { ok: true, rungs: [{ price: '100', size: '1' }], side: null };
    expect(read('price\tsize\n100\t1')).toEqual({ ...totalled, leftOut: [] });
    expect(read('price\tsize\tnote\n100\t1\t\n\t3\tall')).toEqual({ ...totalled, leftOut: ['3 all'] });
    expect(read('Price\tSize\n100\t1\nTotal:\t1\n')).toEqual({ ...totalled, leftOut: ['Total: 1'] });
    expect(read('100\t1\n\t1')).toEqual({ ...totalled, leftOut: ['1'] });
    expect(reasonOf('size\tprice\n1\t100\n2')).toMatch(/^Row 2 does not have the 2 columns/);
    // in between, and where nothing else is, it may be an order whose price is missing
    expect(reasonOf('price\tsize\n\t1\n100\t1')).toMatch(/^Row 1: "" is no price/);
    expect(reasonOf('price\tsize\n\t1')).toMatch(/^Row 1: "" is no price/);
    expect(reasonOf('price\tsize\n100\t1\nmarket\t1')).toMatch(/^Row 2: "market" is no price/);
  });

  it('restores every written row, with any sign between columns', () => {
    const number = fc.integer({ min: 1, max: 9_999_999 }).map(units => fromUnits(BigInt(units), 4));
    const rows = fc.array(fc.record({ price: number, size: number }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(rows, fc.constantFrom('\t', ';', ','), (rungs, mark) => {
        const text = [['size', 'price'], ...rungs.map(({ price, size }) => [size, price])];
        expect(read(text.map(row => row.join(mark)).join('\n'))).toMatchObject({ ok: true, rungs, side: null });
      }),
    );
  });
});
