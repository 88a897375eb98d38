import { describe, expect, it } from 'vitest';
import type { PolicyState } from '#shared/calls/policy-calls.ts';
import { contractTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { defaultPolicy } from '#shared/policy/policy.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { firstDraft, type LadderDraft, templates, turned } from './ladder-draft.ts';
import type { LadderFacts } from './ladder-facts.ts';
import { contractForm, pairForm, sendModeOf, tradeTypeOf, typedEnd } from './ladder-orders.ts';
import { crossingText, summarise } from './summary.ts';

const pair = buildSpotSymbol({ minFunds: '5' });
const policy: PolicyState = {
  policy: { ...defaultPolicy, largestOrder: '1000', largestBatch: '5000', dailyNotional: '100000' },
  spentToday: '0',
  rates: { USDT: '1' },
  ratesAsOfMs: 1,
  sentLately: [],
  moved: nothingMoved,
};
const facts: LadderFacts = {
  terms: spotTerms(pair),
  market: { venue: 'spot', pair },
  book: { state: 'live', bids: [['100', '5']], asks: [['101', '5']] },
  rates: { takerFeeRate: '0.001', makerFeeRate: '0.001' },
  free: { base: '10', quote: '1000' },
  policy,
  validationError: null,
};
const draft: LadderDraft = { ...firstDraft, near: 'b', far: '97', count: '4', size: '4' };
const of = (change: Partial<LadderDraft> = {}, world: Partial<LadderFacts> = {}) =>
  summarise({ ...draft, ...change }, { ...facts, ...world });

describe('a ladder in the form', () => {
  it('follows the range, with totals and no validation error', () => {
    const made = of();
    expect(made.rungs.map(({ price }) => price)).toEqual(['100', '99', '98', '97']);
    expect(made.totals).toMatchObject({ size: '4', worth: '394', averagePrice: '98.5' });
    expect(made.validationError).toBeNull();
    expect(made.form.order).toMatchObject({ isPostOnly: true, timeInForce: 'GTC' });
    for (const life of ['90m', '17:30']) {
      expect(of({ life }).validationError).toBeNull();
      expect(of({ life }).form.order).toMatchObject({ timeInForce: 'GTT' });
    }
  });

  it('names the errors of the form, and none of empty fields', () => {
    expect(of({ size: '' })).toMatchObject({ fault: null, rows: [] });
    expect(of({ size: '' }).validationError).toMatch(/Enter the total size/);
    expect(of({ near: '' })).toMatchObject({ fault: null });
    expect(of({ far: 'x' }).fault).toMatchObject({ field: 'far' });
    expect(of({ near: 'x' }).fault).toMatchObject({ field: 'near' });
    expect(of({ count: 'x' }).fault).toMatchObject({ field: 'count' });
    expect(of({ shape: 'linear', skew: 'x' }).fault).toMatchObject({ field: 'skew' });
    expect(of({ size: 'r20' }).fault).toMatchObject({ field: 'size' });
    expect(of({ size: 'x' }).fault).toMatchObject({ field: 'size' });
    expect(of({ life: '1.5' }).fault).toMatchObject({ field: 'life' });
    expect(of({}, { book: { state: 'none', reason: 'The book is stale.' } }).fault?.reason).toBe('The book is stale.');
    expect(of({ near: '-100%' }).fault?.reason).toMatch(/No such price/);
    expect(of({}, { validationError: 'This profile is read-only' }).validationError).toBe('This profile is read-only');
  });

  it('accepts a share of the available balance, fees on top, and an amount of quote currency', () => {
    expect(of({ size: '100%' }).totals?.worth.slice(0, 3)).toBe('999');
    expect(of({ size: '50%', side: 'sell', near: '101', far: '104' }).totals?.size).toBe('5');
    expect(of({ size: '50%' }, { free: { base: null, quote: null } }).fault?.reason).toMatch(/unknown/);
    expect(of({ size: '50%' }, { rates: null }).totals?.fee).toBeNull();
    expect(of({ size: '394q' }).totals?.size).toBe('4');
  });

  it('checks each row by the rules, and fixes it by one click', () => {
    const small = of({ size: '0.12' });
    expect(small.rows[0]?.validationErrors).toEqual(['The order value must be at least 5 USDT.']);
    expect(small.validationError).toBe('4 of 4 rows cannot be sent as they are');
    const press = (label: RegExp, from = small, change: Partial<LadderDraft> = {}) =>
      of({ ...change, ...from.fixes.find(fix => label.test(fix.label))?.edit });
    expect(press(/^Raise 4/).validationError).toBeNull();
    expect(press(/^Raise 4/).rungs[0]).toEqual({ price: '100', size: '0.05' });
    expect(press(/^Drop 4/).validationError).toBe('No row is left: a scaled order needs at least one.');
    // of rows by hand only those are raised that need it
    const mixed = of({
      rows: [
        { price: '100', size: '0.01' },
        { price: '99', size: '1' },
      ],
    });
    expect(press(/^Raise 1/, mixed).rungs).toEqual([
      { price: '100', size: '0.05' },
      { price: '99', size: '1' },
    ]);
    const taking = of({ near: '102' });
    expect(taking.rows[0]?.validationErrors[0]).toMatch(/Post-only: this price would execute now/);
    expect(press(/^Remove 1 that would execute/, taking).rungs).toHaveLength(3);
    const open = of({ near: '102', isPostOnly: false });
    expect(open.warnings).toEqual([]);
    expect(open.crossing).toMatch(/^1 of \d+ rungs cross the book: they execute at once/);
    expect(open.fixes[0]?.edit).toEqual({ isPostOnly: true });
    // under the review the market moves on
    expect(crossingText(open.rungs, { ...firstDraft, isPostOnly: true }, facts)).toMatch(/rejects them, because/);
    expect(of({}).crossing).toBeNull();
  });

  it('checks the whole ladder as one batch by the policy, and each row by itself', () => {
    const big = of({ size: '44' }, { free: { base: '0', quote: '10000' } });
    expect(big.rows[0]?.validationErrors[0]).toMatch(/1,?000 USDT/);
    const long = of({ size: '60', count: '10', far: '90' }, { free: { base: '0', quote: '10000' } });
    expect(long.rows.flatMap(({ validationErrors }) => validationErrors)).toEqual([]);
    expect(long.validationError).toMatch(/batch/);
    expect(of({}, { policy: null }).policyResult).toBeNull();
  });

  it('needs the balance for all rungs at once', () => {
    expect(of({}, { free: { base: '0', quote: '394' } }).validationError).toBe(
      'All rungs with fees need 394.394 USDT; 394 available.',
    );
    expect(of({}, { rates: null, free: { base: '0', quote: '394' } }).validationError).toBeNull();
    expect(of({ side: 'sell', near: '101', far: '104', size: '11' }).validationError).toMatch(
      /need 11 BTC; 10 available/,
    );
  });

  it('keeps manual rows as they are', () => {
    const rows = [
      { price: '99', size: '1' },
      { price: '', size: '1' },
    ];
    const made = of({ rows });
    expect(made.rungs).toHaveLength(1);
    expect(made.rows[1]?.validationErrors).toEqual(['Type a price and a size above zero.']);
    expect(of({ rows: Array.from({ length: 101 }, () => ({ price: '99', size: '0.1' })) }).validationError).toMatch(
      /at most 100/,
    );
  });

  it('accepts the entries of the ticket: currencies of the market, lots and a share of the available balance', () => {
    const sizeOf = (size: string, world: Partial<LadderFacts> = {}) => of({ size }, world).totals?.size;
    expect(sizeOf('4 BTC')).toBe('4');
    expect(of({ size: '394 USDT' }).totals?.worth.slice(0, 3)).toBe('394');
    expect(of({ size: '4 lots' }).fault?.reason).toBe('Only contracts are counted in lots.');
    const contract = buildFuturesContract({ multiplier: '0.1', tickSize: '1' });
    const market = { venue: 'futures', contract, positionMode: 'one-way', positions: [], margin: null } as const;
    const onFutures = { terms: contractTerms(contract), market } as const;
    expect(sizeOf('4 BTC', onFutures)).toBe('40');
    expect(sizeOf('40 lots', onFutures)).toBe('40');
    // 1000 USDT at 5×, fees counted, pay for some 495 lots of a tenth at the dearest price, 100
    expect(Number(sizeOf('100%', onFutures))).toBeGreaterThan(490);
    expect(Number(sizeOf('100%', onFutures))).toBeLessThan(500);
    const inverse = buildFuturesContract({ isInverse: true, multiplier: '-1', tickSize: '1' });
    const onInverse = { terms: contractTerms(inverse), market: { ...market, contract: inverse } } as const;
    expect(of({ size: '4 BTC' }, onInverse).fault?.reason).toMatch(/depend on the price/);
    expect(Number(sizeOf('10%', { ...onInverse, rates: null, free: { base: null, quote: '1' } }))).toBeGreaterThan(0);
  });

  it('counts lots with leverage on futures, and has no expiry', () => {
    const contract = buildFuturesContract();
    const world = {
      terms: contractTerms(contract),
      market: {
        venue: 'futures',
        contract,
        positionMode: 'one-way',
        positions: [],
        margin: { marginMode: 'isolated', crossLeverage: '20' },
      },
    } as const;
    const made = of({ size: '40' }, world);
    expect([tradeTypeOf(made.form), sendModeOf(draft, made.form)]).toEqual(['futures', 'batch']);
    expect(sendModeOf({ ...draft, futuresMode: 'single' }, made.form)).toBe('single');
    expect(sendModeOf({ ...draft, mode: 'async' }, of().form)).toBe('async');
    expect(made.form.order).toMatchObject({ leverage: '5', marginMode: 'isolated' });
    expect(made.validationError).toBeNull();
    expect(made.warnings).toEqual([expect.stringMatching(/stay until/)]);
    const unpaid = { ...world, free: { base: null, quote: null } } as const;
    expect(of({ size: '50%' }, unpaid).fault?.reason).toMatch(/unknown/);
    expect(of({ size: '40', marginMode: 'cross' }, world).form.order).toMatchObject({ leverage: undefined });
    expect(of({ size: '40' }, { ...world, free: { base: null, quote: '0' } }).warnings[0]).toMatch(
      /reduces a position/,
    );
    expect(of({ size: '40', leverage: 'x' }, { ...world, free: { base: null, quote: '0' } }).warnings).toHaveLength(2);
  });
});

it('a margin ladder is sent one by one from the chosen account, and may borrow the missing amount', () => {
  const made = of({ account: 'cross' });
  expect(made.form).toMatchObject({ kind: 'margin', order: { tradeType: 'cross', isAutoBorrow: false } });
  expect(tradeTypeOf(made.form)).toBe('cross');
  expect(sendModeOf(draft, made.form)).toBe('single');
  expect(made.validationError).toBeNull();
  expect(made.warnings).toEqual([expect.stringMatching(/one by one/)]);
  const poor = { free: { base: '0', quote: '0' } } as const;
  expect(of({ account: 'isolated' }, poor).validationError).toMatch(/available/);
  const permitted: PolicyState = { ...policy, policy: { ...policy.policy, mayBorrow: true } };
  const borrowing = of({ account: 'isolated', isAutoBorrow: true }, { ...poor, policy: permitted });
  expect(borrowing.validationError).toBeNull();
  expect(borrowing.warnings[0]).toMatch(/is borrowed/);
  const forbidden: PolicyState = { ...policy, policy: { ...policy.policy, mayBorrow: false } };
  expect(of({ account: 'cross', isAutoBorrow: true }, { policy: forbidden }).validationError).toMatch(/borrow/i);
});

const tight = { state: 'live', bids: [['100', '5']], asks: [['100.05', '5']] } as const;

it('a futures ladder has no expiry', () => {
  const ending = { ...firstDraft, life: '90m' };
  expect(
    typedEnd(
      ending,
      contractForm(ending, {
        venue: 'futures',
        contract: buildFuturesContract(),
        positionMode: 'one-way',
        positions: [],
        margin: null,
      }),
    ),
  ).toBeNull();
  expect(typedEnd(ending, pairForm(ending, buildSpotSymbol()))).toEqual({ kind: 'after', seconds: 5400 });
});

it('templates are relative to the mid, and mirrored with the side', () => {
  for (const { edit } of templates) {
    for (const side of ['buy', 'sell'] as const) {
      const range = side === 'buy' ? { near: 'b' } : { near: 'a' };
      const made = of({ ...range, side, size: '4', ...edit(side) }, { book: tight });
      expect(made.fault).toBeNull();
      expect(made.totals?.crossing).toBe(0);
    }
  }
  const flipped = turned({ ...draft, near: 'b', far: '-2%' }, 'sell');
  expect(flipped).toMatchObject({ near: 'a', far: '+2%', rows: null });
  expect(turned({ ...draft, side: 'sell', near: 'a', far: '104' }, 'buy')).toMatchObject({ near: 'b', far: '104' });
  expect(turned(draft, 'buy')).toEqual({});
});
