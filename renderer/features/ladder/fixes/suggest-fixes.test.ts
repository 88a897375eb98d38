import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, fromUnits } from '#shared/decimal.ts';
import { contractTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { firstDraft, type LadderDraft, type RowText } from '../model/ladder-draft.ts';
import type { LadderFacts } from '../model/ladder-facts.ts';
import { summarise } from '../model/summary.ts';

const pair = buildSpotSymbol({
  priceIncrement: '0.1',
  baseIncrement: '0.01',
  baseMinSize: '0.01',
  baseMaxSize: '50',
  minFunds: '5',
});
const facts: LadderFacts = {
  terms: spotTerms(pair),
  market: { venue: 'spot', pair },
  book: { state: 'live', bids: [['100', '5']], asks: [['101', '5']] },
  rates: null,
  free: { base: '1000', quote: '1000000' },
  policy: null,
  validationError: null,
};
const draft: LadderDraft = { ...firstDraft, rows: [] };
const of = (rows: readonly RowText[], change: Partial<LadderDraft> = {}, world: Partial<LadderFacts> = {}) =>
  summarise({ ...draft, rows, ...change }, { ...facts, ...world });
/** What the presses of a row say, and what each makes of it. */
const pressesOf = (row: RowText, change: Partial<LadderDraft> = {}, world: Partial<LadderFacts> = {}) =>
  of([row], change, world).rows[0]?.fixes.map(({ label, rungs }) => [label, rungs[0]?.price, rungs[0]?.size]);

describe('quick fixes of a row with an error', () => {
  it.each<[RowText, readonly (readonly [string, string, string])[]]>([
    [{ price: '99', size: '1' }, []],
    [{ price: '99.05', size: '1' }, [['On the tick: 99.0', '99', '1']]],
    [{ price: '99', size: '1.005' }, [['Whole lots: 1', '99', '1']]],
    [{ price: '99', size: '0.01' }, [['Raise to 0.06', '99', '0.06']]],
    [{ price: '99', size: '51' }, [['Cut to 50', '99', '50']]],
    [{ price: '101', size: '1' }, [['Rest at 100.9', '100.9', '1']]],
    // one value for each field: the one that needs no further fix
    [
      { price: '101.05', size: '51.005' },
      [
        ['Rest at 100.9', '100.9', '51.005'],
        ['Cut to 50', '101.05', '50'],
      ],
    ],
    [{ price: '99', size: '0.055' }, [['Raise to 0.06', '99', '0.06']]],
    // nothing would be left of it: it is raised
    [{ price: '99', size: '0.001' }, [['Raise to 0.06', '99', '0.06']]],
    // not even the largest order is worth enough there
    [{ price: '0.05', size: '40' }, []],
  ])('quick fixes of a row with an error are %o', (row, presses) => {
    expect(pressesOf(row)).toEqual(presses);
  });

  it('move a sale up, away from the market', () => {
    expect(pressesOf({ price: '101.05', size: '1' }, { side: 'sell' })).toEqual([['On the tick: 101.1', '101.1', '1']]);
    expect(pressesOf({ price: '99', size: '1' }, { side: 'sell' })).toEqual([['Rest at 100.1', '100.1', '1']]);
  });

  it('do not change a row that may take, and are missing for an unreadable row', () => {
    expect(pressesOf({ price: '101', size: '1' }, { isPostOnly: false })).toEqual([]);
    expect(pressesOf({ price: 'x', size: '1' })).toEqual([]);
    expect(pressesOf({ price: '101', size: '1' }, {}, { book: { state: 'none', reason: 'stale' } })).toEqual([]);
  });

  it('have no maximum size when the exchange states none', () => {
    const unlimited = { ...pair, baseMaxSize: null };
    const world = { terms: spotTerms(unlimited), market: { venue: 'spot', pair: unlimited } } as const;
    expect(pressesOf({ price: '99.05', size: '51' }, {}, world)).toEqual([['On the tick: 99.0', '99', '51']]);
  });

  it('raise a contract to a lot', () => {
    const contract = buildFuturesContract();
    const world = {
      terms: contractTerms(contract),
      market: { venue: 'futures', contract, positionMode: 'one-way', positions: [], margin: null },
    } as const;
    expect(pressesOf({ price: '99', size: '0.5' }, {}, world)).toEqual([['Raise to 1', '99', '1']]);
  });
});

it('quick fixes apply to all rows that need them, and keep an unreadable row as typed', () => {
  const rows = [
    { price: '99.05', size: '1.005' },
    { price: '98.05', size: '1' },
    { price: 'x', size: '1' },
  ];
  const made = of(rows);
  expect(made.fixes.map(({ label }) => label)).toEqual(['Put 2 on the tick', 'Cut 1 to whole lots']);
  expect(made.fixes[0]?.edit.rows).toEqual([
    { price: '99', size: '1.005' },
    { price: '98', size: '1' },
    { price: 'x', size: '1' },
  ]);
  const drop = of([...rows, { price: '102', size: '1' }]).fixes.find(({ label }) => label.startsWith('Remove 1 that'));
  expect(drop?.edit.rows).toEqual(rows);
});

const units = (most: number) => fc.integer({ min: 1, max: most });

it('quick fixes applied one after the other leave a row that the exchange accepts', () => {
  fc.assert(
    fc.property(units(120_000), units(6_000_000), fc.constantFrom('buy', 'sell'), (price, size, side) => {
      let row: { readonly price: Decimal; readonly size: Decimal } = {
        price: fromUnits(BigInt(price), 3),
        size: fromUnits(BigInt(size), 5),
      };
      for (let press = 0; press < 8; press += 1) {
        const [fix] = of([row], { side }).rows[0]?.fixes ?? [];
        if (fix === undefined) break;
        row = fix.rungs[0] ?? row;
      }
      const { fixes = [], validationErrors = [] } = of([row], { side }).rows[0] ?? {};
      // at next to nothing not even the largest order is worth enough
      const isImpossible = Number(row.price) * 50 < 5;
      expect(fixes).toEqual([]);
      if (!isImpossible) expect(validationErrors).toEqual([]);
    }),
  );
});
