import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PolicyState } from '#shared/calls/policy-calls.ts';
import { compare, type Decimal, fromUnits, sum } from '#shared/decimal.ts';
import { mostRungs, type Rung } from '#shared/order-entry/ladder/rungs.ts';
import { contractTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { defaultPolicy, type Policy } from '#shared/policy/policy.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { firstDraft, type LadderDraft, type RowText } from '../model/ladder-draft.ts';
import type { LadderFacts } from '../model/ladder-facts.ts';
import { summarise } from '../model/summary.ts';
import { suggestLadderFixes } from './ladder-fixes.ts';

const pair = buildSpotSymbol({
  priceIncrement: '0.1',
  baseIncrement: '0.01',
  baseMinSize: '0.01',
  baseMaxSize: '500',
  minFunds: '5',
});
const stated: Policy = {
  ...defaultPolicy,
  largestOrder: '1000',
  largestBatch: '5000',
  dailyNotional: '20000',
  furthestPrice: '0.01',
};
const stateOf = (change: Partial<Policy> = {}, spentToday: Decimal | null = '0'): PolicyState => ({
  policy: { ...stated, ...change },
  spentToday,
  rates: { USDT: '1' },
  ratesAsOfMs: 1,
  sentLately: [],
  moved: nothingMoved,
});
const facts: LadderFacts = {
  terms: spotTerms(pair),
  market: { venue: 'spot', pair },
  book: { state: 'live', bids: [['100', '5']], asks: [['100.1', '5']] },
  rates: null,
  free: { base: '1000', quote: '1000000' },
  policy: stateOf(),
  validationError: null,
};
const draft: LadderDraft = { ...firstDraft, isPostOnly: false, rows: [] };
const of = (rows: readonly RowText[], change: Partial<LadderDraft> = {}, world: Partial<LadderFacts> = {}) =>
  summarise({ ...draft, rows, ...change }, { ...facts, ...world });
const rungsOf = (rungs: readonly Rung[]) => rungs.map(({ price, size }) => `${size} at ${price}`);
const pressesOf = (row: RowText, change: Partial<LadderDraft> = {}, world: Partial<LadderFacts> = {}) =>
  of([row], change, world).rows[0]?.fixes.map(({ label, rungs }) => [label, rungsOf(rungs)]);

/** What the first of some rows may be pressed for, where an order may be worth ten. */
const labelsUnderTen = (row: RowText, rows: readonly RowText[] = []) =>
  of([row, ...rows], {}, { policy: stateOf({ largestOrder: '10' }) }).rows[0]?.fixes.map(({ label }) => label);
const labelsOf = (made: ReturnType<typeof of>) => made.fixes.map(({ label }) => label);

describe('quick fixes of a row that the policy rejects', () => {
  it.each<[RowText, readonly (readonly [string, readonly string[]])[]]>([
    [{ price: '100', size: '10' }, []],
    [
      { price: '100', size: '25.01' },
      [
        ['Reduce to 10', ['10 at 100']],
        ['Split in 3', ['8.34 at 100', '8.34 at 100', '8.33 at 100']],
      ],
    ],
    // one per cent above the touch of 100.1, on the tick before it
    [{ price: '101.2', size: '1' }, [['Move to 101.1', ['1 at 101.1']]]],
    [
      { price: '200', size: '8' },
      [
        ['Move to 101.1', ['8 at 101.1']],
        ['Reduce to 5', ['5 at 200']],
        ['Split in 2', ['4 at 200', '4 at 200']],
      ],
    ],
  ])('quick fixes of a row that the policy rejects are %o', (row, presses) => {
    expect(pressesOf(row)).toEqual(presses);
  });

  it('do not repeat the number of the row', () => {
    const { rows } = of([
      { price: '100', size: '1' },
      { price: '99', size: '11' },
    ]);
    expect(rows[1]?.validationErrors).toEqual([expect.stringMatching(/^This order has a value of 1,089 USDT;/)]);
  });

  it('state the reason in the row, also for a single one', () => {
    const made = of([{ price: '200', size: '8' }]);
    expect(made.rows[0]?.validationErrors).toHaveLength(2);
    expect(made.validationErrors).toEqual([]);
    expect(made.validationError).toBe('1 of 1 rows cannot be sent as they are');
  });

  it('move a sale up, with the value at the bid', () => {
    expect(pressesOf({ price: '98.95', size: '1' }, { side: 'sell' })?.map(([label]) => label)).toEqual([
      'On the tick: 99.0',
      'Move to 99.0',
    ]);
    expect(pressesOf({ price: '99.5', size: '11' }, { side: 'sell' })?.[0]).toEqual(['Reduce to 10', ['10 at 99.5']]);
  });

  it('move a post-only row just to where it rests', () => {
    const made = of([{ price: '105', size: '1' }], { isPostOnly: true });
    expect(made.rows[0]?.fixes.map(({ label }) => label)).toEqual(['Rest at 100.0']);
    expect(made.fixes.map(({ label }) => label)).toEqual([
      'Move 1 to the first price that rests',
      'Remove 1 that would execute',
    ]);
  });

  it('never leave an order that the exchange would reject', () => {
    const tiny = { policy: stateOf({ largestOrder: '4' }) };
    expect(pressesOf({ price: '100', size: '1' }, {}, tiny)).toEqual([]);
    // 1.2 of 0.5 at most would be three of 0.4, and the least is worth 45
    const coarse = spotTerms(buildSpotSymbol({ ...pair, minFunds: '45' }));
    const world = { policy: stateOf({ largestOrder: '50' }), terms: coarse };
    expect(pressesOf({ price: '100', size: '1.2' }, {}, world)?.map(([label]) => label)).toEqual(['Reduce to 0.5']);
    expect(of([{ price: '100', size: '1' }], {}, tiny).fixes.map(({ label }) => label)).toEqual([
      'Remove 1 above the largest order',
    ]);
  });

  it('quick fixes of a row that the policy rejects are missing without a policy or a price', () => {
    const row = { price: '200', size: '500' };
    expect(pressesOf(row, {}, { policy: null })).toEqual([]);
    expect(pressesOf(row, {}, { book: { state: 'none', reason: 'stale' } })).toEqual([]);
    expect(pressesOf(row, {}, { book: { state: 'live', bids: [], asks: [] } })).toEqual([]);
  });

  it('do not split into more rows than a ladder has', () => {
    expect(labelsUnderTen({ price: '100', size: '10' })).toContain('Split in 100');
    expect(labelsUnderTen({ price: '100', size: '10' }, [{ price: '99', size: '0.1' }])).toEqual(['Reduce to 0.1']);
    expect(labelsUnderTen({ price: '100', size: '10.1' })).toEqual(['Reduce to 0.1']);
    // 0.15, in whole lots, would be too large
    expect(labelsUnderTen({ price: '100', size: '0.155' })).toEqual(['Reduce to 0.1']);
  });

  it('use lots for a contract', () => {
    const contract = buildFuturesContract();
    const world = {
      terms: contractTerms(contract),
      market: { venue: 'futures', contract, positionMode: 'one-way', positions: [], margin: null },
    } as const;
    const unit = of([{ price: '100', size: '1' }], {}, world).policyResult?.notional ?? '0';
    const policy = stateOf({ largestOrder: unit });
    expect(pressesOf({ price: '100', size: '3' }, {}, { ...world, policy })).toEqual([
      ['Reduce to 1', ['1 at 100']],
      ['Split in 3', ['1 at 100', '1 at 100', '1 at 100']],
    ]);
  });
});

it('apply to all rows of a kind', () => {
  const rows = [
    { price: '101.5', size: '1' },
    { price: '102', size: '1' },
    { price: '99', size: '15' },
    { price: 'x', size: '1' },
  ];
  const made = of(rows);
  const rowsAfter = (label: string) => made.fixes.find(fix => fix.label === label)?.edit.rows;
  expect(made.fixes.map(({ label }) => label)).toEqual([
    'All post-only',
    'Move 2 into the price band',
    'Reduce 1 to the largest order',
    'Split 1 into orders that the policy takes',
    'Remove 2 that would execute',
    'Drop 2 beyond the price band',
    'Remove 1 above the largest order',
  ]);
  expect(rowsAfter('Move 2 into the price band')?.map(({ price }) => price)).toEqual(['101.1', '101.1', '99', 'x']);
  expect(rowsAfter('Reduce 1 to the largest order')?.map(({ size }) => size)).toEqual(['1', '1', '10.1', '1']);
  expect(rowsAfter('Split 1 into orders that the policy takes')?.map(({ size }) => size)).toEqual([
    '1',
    '1',
    '7.5',
    '7.5',
    '1',
  ]);
  expect(rowsAfter('Drop 2 beyond the price band')).toEqual([rows[2], rows[3]]);
  expect(rowsAfter('Remove 1 above the largest order')).toEqual([rows[0], rows[1], rows[3]]);
});

/** Eight rungs of 900 each. */
const eight = Array.from({ length: 8 }, (_, row) => ({ price: fromUnits(BigInt(100 - row), 0), size: '9' }));

describe('quick fixes of the whole ladder', () => {
  it('reduce it to the largest batch, or remove its farthest rungs', () => {
    const made = of(eight);
    expect(labelsOf(made)).toEqual(['Reduce all to 5,000 USDT together', 'Drop the 3 farthest: 5,000 USDT together']);
    const [reduce, drop] = made.fixes.map(({ edit }) => of(edit.rows ?? []));
    expect(reduce?.validationError).toBeNull();
    expect(reduce?.rungs[0]).toEqual({ price: '100', size: '6.47' });
    expect(drop?.validationError).toBeNull();
    expect(drop?.rungs.map(({ price }) => price)).toEqual(['100', '99', '98', '97', '96']);
    const sale = of(eight, { side: 'sell' }, { book: { state: 'live', bids: [['80', '1']], asks: [['81', '1']] } });
    expect(sale.fixes.at(-1)?.edit.rows?.map(({ price }) => price)).toEqual(['97', '96', '95', '94', '93']);
  });

  it('reduce it to the rest of the day', () => {
    const world = { policy: stateOf({}, '19500') };
    expect(labelsOf(of(eight, {}, world))[0]).toBe('Reduce all to 500 USDT together');
    // of a single order the batch says nothing
    expect(labelsOf(of([{ price: '100', size: '9' }], {}, world))).toEqual(['Reduce all to 500 USDT together']);
    // nothing is left, or it cannot be counted
    expect(labelsOf(of(eight, {}, { policy: stateOf({}, '20000') }))).toEqual([]);
    expect(labelsOf(of(eight, {}, { policy: stateOf({}, null) }))).toEqual([]);
    const unpriced = { policy: { ...stateOf({ currency: 'BTC', largestBatch: '0' }), rates: {} } };
    expect(labelsOf(of(eight, {}, unpriced))).toEqual([]);
  });

  it('do not reduce it to orders that the exchange would reject', () => {
    expect(labelsOf(of(eight, {}, { policy: stateOf({ largestBatch: '30' }) }))).toEqual([]);
  });

  it('quick fixes of the whole ladder are missing for a check without a price', () => {
    const rung = { price: '100', size: '90' } as const;
    const { policyResult } = of(eight);
    const counted = policyResult === null ? null : { ...policyResult, counted: [null] };
    const whole = { draft, facts, policyResult: counted, lack: null };
    expect(policyResult?.validationErrors).toHaveLength(1);
    expect(suggestLadderFixes([{ ...rung, rung }], whole)).toEqual([]);
  });

  it('keep an unreadable row', () => {
    const made = of([...eight, { price: 'x', size: '1' }]);
    expect(made.fixes.map(({ edit }) => edit.rows?.at(-1))).toEqual([
      { price: 'x', size: '1' },
      { price: 'x', size: '1' },
    ]);
  });

  it('reduce it to the available balance', () => {
    const made = of(eight, {}, { policy: null, free: { base: '30', quote: '1000' } });
    expect(labelsOf(made)).toEqual([
      'Reduce all to the available balance',
      'Drop the 7 farthest: the available balance suffices',
    ]);
    for (const { edit } of made.fixes)
      expect(of(edit.rows ?? [], {}, { policy: null, free: { base: '30', quote: '1000' } }).validationError).toBeNull();
    const sale = of(eight, { side: 'sell' }, { policy: null, free: { base: '30', quote: '0' } });
    expect(sale.fixes.find(({ label }) => label.startsWith('Reduce'))?.edit.rows?.map(({ size }) => size)).toEqual(
      Array.from({ length: 8 }, () => '3.75'),
    );
    const borrowed = of(
      eight,
      { account: 'cross', isAutoBorrow: true },
      { policy: null, free: { base: '0', quote: '0' } },
    );
    expect(labelsOf(borrowed)).toEqual([]);
  });
});

const units = (most: number) => fc.integer({ min: 1, max: most });
const arbitraryRow = fc
  .tuple(units(150_000), units(6_000_000))
  .map(([price, size]) => ({ price: fromUnits(BigInt(price), 3), size: fromUnits(BigInt(size), 5) }));

it('quick fixes applied one after the other leave what the policy and the exchange accept, or state that nothing does', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryRow, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('buy', 'sell'),
      (rows, side) => {
        let now: readonly RowText[] = rows;
        for (let press = 0; press < 20; press += 1) {
          const [fix] = of(now, { side, isPostOnly: true }).fixes;
          if (fix === undefined) break;
          now = fix.edit.rows ?? now;
        }
        const made = of(now, { side, isPostOnly: true });
        expect(made.fixes).toEqual([]);
        expect(made.rungs.length).toBeLessThanOrEqual(mostRungs);
      },
    ),
    { numRuns: 200 },
  );
});

it('a split has exactly the same total as before', () => {
  fc.assert(
    fc.property(arbitraryRow, row => {
      const size = fromUnits(BigInt(Math.max(1, Math.round(Number(row.size) * 100))), 2);
      const split = of([{ price: '100', size }]).rows[0]?.fixes.find(({ label }) => label.startsWith('Split'));
      fc.pre(split !== undefined);
      expect(compare(sum(split.rungs.map(rung => rung.size)), size)).toBe(0);
      expect(of(split.rungs).rows.every(({ validationErrors }) => validationErrors.length === 0)).toBe(true);
    }),
  );
});
