import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDecimal } from '#client/wire/scalars.ts';
import { leanDecimal, leanInteger } from './parser.ts';
import { valueOf, frame } from './testing/parse.ts';

const readLevels = (data: unknown) => valueOf('spot.level2', frame('/market/level2:A-B', 'trade.l2update', data));

const readLots = (change: unknown, sequence: unknown = 1) =>
  valueOf('futures.level2', frame('/contractMarket/level2:X', 'level2', { sequence, change, timestamp: 1 }));

describe('levels', () => {
  const whole = { sequenceStart: 1, sequenceEnd: 3, symbol: 'A-B', time: 5 };

  it('accepts a price of zero, missing sides and unsorted rows', () => {
    const bids = [
      ['10', '2', 3],
      ['10', '1', 2],
    ];
    expect(readLevels({ ...whole, changes: { bids, asks: [['0', '0', '1']] } })).toMatchObject({
      changes: [
        { price: '0', sequence: 1 },
        { price: '10', size: '1', sequence: 2 },
        { price: '10', size: '2', sequence: 3 },
      ],
    });
    const apart = { asks: [['11', '3', 2]], bids: [['10', '2', 1]] };
    expect(readLevels({ ...whole, changes: apart })).toMatchObject({
      changes: [
        { side: 'sell', price: '11', size: '3', sequence: 2 },
        { side: 'buy', price: '10', size: '2', sequence: 1 },
      ],
    });
    expect(readLevels({ ...whole, changes: {} })).toMatchObject({ changes: [] });
    expect(readLevels({ ...whole, symbol: undefined, time: 'soon', changes: { bids: null } })).toMatchObject({
      symbol: 'A-B',
      timeMs: 0,
    });
  });

  it.each([
    ['no data', 'x', 'changes'],
    ['a list for the changes', { ...whole, changes: [] }, 'changes'],
    ['no sequence', { ...whole, sequenceEnd: undefined, changes: {} }, 'sequenceEnd'],
    ['an end before the start', { ...whole, sequenceEnd: 0, changes: {} }, 'sequenceEnd'],
    ['a sequence that no double can hold', { ...whole, sequenceEnd: '12345678901234567', changes: {} }, 'sequenceEnd'],
    ['rows that are none', { ...whole, changes: { asks: 'x' } }, 'changes.asks'],
    ['a row that is none', { ...whole, changes: { asks: [5] } }, 'changes.asks'],
    ['a price that is none', { ...whole, changes: { bids: [['NaN', '1', '1']] } }, 'changes.bids'],
    ['an empty price', { ...whole, changes: { bids: [['', '1', '1']] } }, 'changes.bids'],
    ['a negative size', { ...whole, changes: { bids: [['1', '-1', '1']] } }, 'changes.bids'],
    [
      'a bad row behind a good one',
      {
        ...whole,
        changes: {
          asks: [
            ['1', '1', '1'],
            ['1', 'x', '2'],
          ],
        },
      },
      'changes.asks',
    ],
    ['a row without a sequence', { ...whole, changes: { bids: [['1', '1']] } }, 'changes.bids'],
    [
      'a million rows',
      { ...whole, changes: { bids: Array.from({ length: 20_001 }, () => ['1', '1', 1]) } },
      'changes.bids',
    ],
    ['another symbol', { ...whole, symbol: 'C-D', changes: {} }, 'symbol'],
  ])('rejects %s (fault 26)', (_name, data, field) => {
    expect(readLevels(data)).toBe(`unreadable: ${field}`);
  });

  it.each([
    ['no text', 5],
    ['too few parts', '1,buy'],
    ['no commas', '1'],
    ['another side', '1,both,2'],
    ['a price that is none', 'x,buy,2'],
    ['a size that is none', '1,buy,2,3'],
    ['a negative size', '1,buy,-2'],
  ])('rejects a futures change with %s (fault 26)', (_name, change) => {
    expect(readLots(change)).toBe('unreadable: change');
  });

  it('rejects an invalid futures sequence (fault 26)', () => {
    expect(readLots('1,buy,2', 'x')).toBe('unreadable: sequence');
    expect(valueOf('futures.level2', frame('/contractMarket/level2:X', 'level2', null))).toBe('unreadable: change');
    const timeless = frame('/contractMarket/level2:X', 'level2', { sequence: 1, change: '1,buy,2' });
    expect(valueOf('futures.level2', timeless)).toMatchObject({ timeMs: 0 });
  });

  it.each([
    [null, 'data'],
    [{ bids: 'x', asks: [] }, 'bids'],
    [{ bids: [], asks: [['0', '1']] }, 'asks'],
    [{ bids: [['1', '0']], asks: [] }, 'bids'],
    [{ bids: [7], asks: [] }, 'bids'],
    [{ bids: [], asks: [['1', 'x']] }, 'asks'],
  ])('rejects the depth %j (fault 26)', (data, field) => {
    expect(valueOf('spot.depth5', frame('/spotMarket/level2Depth5:A-B', 'level2', data))).toBe(`unreadable: ${field}`);
  });

  it('accepts a depth without a time', () => {
    const text = frame('/spotMarket/level2Depth5:A-B', 'level2', { bids: [], asks: [] });
    expect(valueOf('spot.depth5', text)).toEqual({ symbol: 'A-B', sequence: null, timeMs: 0, bids: [], asks: [] });
  });
});

describe('fast scalar parsers', () => {
  it.each([
    ['1.50', '1.5'],
    ['0.0', '0'],
    ['00.5', '0.5'],
    ['1e-7', '0.0000001'],
    [12.5, '12.5'],
    [1e-7, '0.0000001'],
    [0.1 + 0.2, null],
    [Number('12345678901234567'), null],
    ['-1', null],
    [-1, null],
    [Number.NaN, null],
    ['1,5', null],
    [null, null],
    [[], null],
  ])('read the decimal of %j as %j', (value, expected) => {
    expect(leanDecimal(value)).toBe(expected);
  });

  it.each([
    ['5', 5],
    [5, 5],
    ['', null],
    [5.5, null],
    [-5, null],
    ['5x', null],
    ['12345678901234567', null],
    ['9007199254740991', 2 ** 53 - 1],
    ['9007199254740993', null],
    [' 5', null],
    ['1e3', null],
    ['0x1f', null],
    [2 ** 53, null],
    [null, null],
  ])('read the whole number of %j as %j', (value, expected) => {
    expect(leanInteger(value)).toBe(expected);
  });

  it('accept and write a decimal like the full decimal parser', () => {
    const digits = fc
      .array(fc.constantFrom('0', '0', '1', '9', '.', '-', 'e'), { maxLength: 12 })
      .map(list => list.join(''));
    const long = fc.integer({ min: 30, max: 100 }).map(length => '7'.repeat(length));
    fc.assert(
      fc.property(fc.oneof(digits, long), text => {
        const decimal = readDecimal(text) ?? null;
        expect(leanDecimal(text)).toBe(decimal?.startsWith('-') === true ? null : decimal);
      }),
      { numRuns: 3_000 },
    );
  });

  it('write a decimal of 15 digits unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 5 }), (units, scale) => {
        const written = (units / 10 ** scale).toFixed(scale);
        expect(leanDecimal(Number(written))).toBe(leanDecimal(written));
      }),
    );
  });
});
