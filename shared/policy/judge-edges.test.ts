import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { judge, type PolicyFacts } from './judge.ts';
import { nothingMoved } from './movements.ts';
import { defaultPolicy, Policy, practicePolicy } from './policy.ts';
import { type PolicyAct, type PolicyMarket, type PolicyOrder, placeFutures, placeSpotStop } from './policy-act.ts';
import { ratesFrom } from './rates.ts';

/** Where a figure just meets its limit, and where a remainder decides. */

const market: PolicyMarket = {
  venue: 'spot',
  symbol: 'A-B',
  currency: 'USDT',
  unitWords: 'A',
  multiplier: '1',
  isInverse: false,
};
const facts: PolicyFacts = {
  book: {
    bids: [['2', '9']],
    asks: [
      ['3', '1'],
      ['4', '2'],
    ],
  },
  rates: {},
  spentToday: '0',
  moved: nothingMoved,
};
const wide: Policy = {
  ...defaultPolicy,
  largestOrder: '1000',
  largestBatch: '1000',
  dailyNotional: '1000',
  furthestPrice: '1',
  marketSlippage: '1',
  bands: [{ fromNotional: '10', level: 'type-symbol' }],
};
const buy: PolicyOrder = {
  side: 'buy',
  type: 'limit',
  price: '4',
  amount: { in: 'units', figure: '1' },
  trigger: null,
  isReducing: false,
};
const atMarket: PolicyOrder = { ...buy, type: 'market', price: null, amount: { in: 'units', figure: '3' } };
const place = (...orders: PolicyOrder[]): PolicyAct => ({ kind: 'place', market, orders, isBorrowing: false });
const ask = (act: PolicyAct, policy: Partial<Policy> = {}, known: Partial<PolicyFacts> = {}) =>
  judge(act, { ...wide, ...policy }, { ...facts, ...known });
const rules = (...asked: Parameters<typeof ask>) => ask(...asked).refusals.map(({ rule }) => rule);

describe('a figure that meets its limit passes, and by the last digit above it does not', () => {
  it('the distance of a price', () => {
    expect(rules(place(buy), { furthestPrice: '0.333333333334' })).toEqual([]);
    expect(rules(place(buy), { furthestPrice: '0.333333333333' })).toEqual(['furthest-price']);
  });

  it('the slippage of a market order', () => {
    expect(rules(place(atMarket), { marketSlippage: '0.222222222223' })).toEqual([]);
    expect(rules(place(atMarket), { marketSlippage: '0.222222222222' })).toEqual(['market-slippage']);
    const even = { book: { bids: [], asks: [['4', '1'] as const, ['6', '1'] as const] } };
    const two = place({ ...atMarket, amount: { in: 'units', figure: '2' } });
    expect(rules(two, { marketSlippage: '0.25' }, even)).toEqual([]);
  });

  it('the value of an inverse contract', () => {
    const act: PolicyAct = { kind: 'place', market: { ...market, isInverse: true }, orders: [buy], isBorrowing: false };
    expect(rules(act, { largestOrder: '0.333333333333333334' })).toEqual([]);
    expect(rules(act, { largestOrder: '0.333333333333333333' })).toEqual(['largest-order']);
  });

  it('the sum of the day', () => {
    expect(rules(place(buy), { dailyNotional: '4' })).toEqual([]);
    expect(rules(place(buy), { dailyNotional: '4' }, { spentToday: '0.000000000000000001' })).toEqual([
      'daily-notional',
    ]);
  });
});

describe('an order alone', () => {
  it('is not held against the largest batch', () => {
    expect(rules(place(buy), { largestBatch: '0' })).toEqual([]);
    expect(ask(place(buy, buy), { largestBatch: '0' }).refusals[0]?.message).toBe(
      'This batch is worth 8 USDT; the largest batch of this profile is 0 USDT.',
    );
  });

  it('that rests far below is worth its own price, not what the book would take', () => {
    expect(ask(place({ ...buy, price: '1' })).notional).toBe('1');
  });

  it('that cannot be priced on a day that cannot be counted is told both', () => {
    expect(rules(place(buy), {}, { book: null, spentToday: null })).toEqual(['price-unknown', 'daily-notional']);
  });
});

it('a batch of which one order opens is confirmed by its worth', () => {
  const reducing = { ...buy, isReducing: true, amount: { in: 'units', figure: '5' } } as const;
  expect(ask(place(reducing)).level).toBe('summary');
  expect(ask(place(reducing, buy)).level).toBe('type-symbol');
});

it('a loan that is too large is called one', () => {
  const borrow: PolicyAct = { kind: 'borrow', money: { currency: 'USDT', amount: '2' } };
  expect(ask(borrow, { mayBorrow: true, largestOrder: '1' }).refusals[0]?.message).toMatch(
    /^This loan is worth 2 USDT/,
  );
});

it('stops and contracts lend nothing by themselves', () => {
  const spot = { clientOid: 'a', symbol: 'A-B', side: 'buy', type: 'limit', price: '4', size: '1' } as const;
  const stop = placeSpotStop({ ...spot, stop: 'loss', stopPrice: '4' }, buildSpotSymbol());
  const futures = placeFutures({ ...spot, stopPrice: '4' }, buildFuturesContract(), null);
  for (const act of [stop, futures]) expect(act).toMatchObject({ kind: 'place', isBorrowing: false });
  expect(futures.orders[0]?.trigger).toBeNull();
});

describe('a policy', () => {
  it('begins tight, and practice wider', () => {
    const rights = { mayPlace: true, mayCancel: true, mayMoveMargin: true };
    expect(defaultPolicy).toMatchObject({ ...rights, mayBorrow: false, mayTransfer: false, largestOrder: '2000' });
    expect(practicePolicy).toMatchObject({ ...rights, mayBorrow: true, mayTransfer: true, largestOrder: '1000000' });
    expect(practicePolicy.bands).toEqual([
      { fromNotional: '10000', level: 'summary' },
      { fromNotional: '500000', level: 'type-symbol' },
    ]);
  });

  it.each<[string, Partial<Policy>, boolean]>([
    ['the whole price', { furthestPrice: '1', marketSlippage: '1.0' }, true],
    ['thirty digits', { largestOrder: '123456789012345678901234567890' }, true],
    [
      'two bands at one notional',
      {
        bands: [
          { fromNotional: '1', level: 'summary' },
          { fromNotional: '1', level: 'type-symbol' },
        ],
      },
      false,
    ],
    [
      'the same level twice',
      {
        bands: [
          { fromNotional: '1', level: 'summary' },
          { fromNotional: '2', level: 'summary' },
        ],
      },
      false,
    ],
    ['a pair for a currency', { currency: 'BTC-USDT' }, false],
    ['small letters', { currency: 'usDT' }, false],
    ['a currency with a tail', { currency: 'USDT?' }, false],
  ])('with %s', (_what, change, isOne) => {
    expect(Policy.safeParse({ ...defaultPolicy, ...change }).success).toBe(isOne);
  });
});

const pair = (symbol: string, price: Decimal) => ({ symbol, bid: price, ask: price });

describe('rates', () => {
  it('the direct one counts, whatever a way round says', () => {
    expect(ratesFrom([pair('X-EUR', '7'), pair('X-BTC', '1'), pair('BTC-EUR', '9')], 'EUR')['X']).toBe('7');
  });

  it.each(['USDT', 'USDC', 'BTC', 'ETH'])('go over %s', hub => {
    expect(ratesFrom([pair(`X-${hub}`, '3'), pair(`${hub}-EUR`, '2')], 'EUR')['X']).toBe('6');
    expect(ratesFrom([pair(`X-${hub}`, '3')], 'EUR')['X']).toBeNull();
  });

  it('are rounded up, and one of a currency to itself is one', () => {
    expect(ratesFrom([pair('A-B', '3')], 'A')).toEqual({ A: '1', B: '0.333333333333333334' });
    expect(ratesFrom([{ symbol: 'A-B', bid: '0.000000000000000001', ask: '0.000000000000000002' }], 'B')['A']).toBe(
      '0.000000000000000002',
    );
  });
});
