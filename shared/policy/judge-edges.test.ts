import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { judge, type PolicyFacts } from './judge.ts';
import { nothingMoved } from './movements.ts';
import { defaultPolicy, Policy, practicePolicy } from './policy.ts';
import {
  type PolicyAction,
  type PolicyMarket,
  type PolicyOrder,
  placeFutures,
  placeSpotStop,
} from './policy-action.ts';
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
const place = (...orders: PolicyOrder[]): PolicyAction => ({ kind: 'place', market, orders, isBorrowing: false });
const ask = (action: PolicyAction, policy: Partial<Policy> = {}, known: Partial<PolicyFacts> = {}) =>
  judge(action, { ...wide, ...policy }, { ...facts, ...known });
const rules = (...asked: Parameters<typeof ask>) => ask(...asked).validationErrors.map(({ rule }) => rule);

describe('a figure at its limit passes, and fails one digit above', () => {
  it('compares the distance of a price', () => {
    expect(rules(place(buy), { furthestPrice: '0.333333333334' })).toEqual([]);
    expect(rules(place(buy), { furthestPrice: '0.333333333333' })).toEqual(['furthest-price']);
  });

  it('compares the slippage of a market order', () => {
    expect(rules(place(atMarket), { marketSlippage: '0.222222222223' })).toEqual([]);
    expect(rules(place(atMarket), { marketSlippage: '0.222222222222' })).toEqual(['market-slippage']);
    const even = { book: { bids: [], asks: [['4', '1'] as const, ['6', '1'] as const] } };
    const two = place({ ...atMarket, amount: { in: 'units', figure: '2' } });
    expect(rules(two, { marketSlippage: '0.25' }, even)).toEqual([]);
  });

  it('compares the value of an inverse contract', () => {
    const action: PolicyAction = {
      kind: 'place',
      market: { ...market, isInverse: true },
      orders: [buy],
      isBorrowing: false,
    };
    expect(rules(action, { largestOrder: '0.333333333333333334' })).toEqual([]);
    expect(rules(action, { largestOrder: '0.333333333333333333' })).toEqual(['largest-order']);
  });

  it('compares the sum of the day', () => {
    expect(rules(place(buy), { dailyNotional: '4' })).toEqual([]);
    expect(rules(place(buy), { dailyNotional: '4' }, { spentToday: '0.000000000000000001' })).toEqual([
      'daily-notional',
    ]);
  });
});

describe('a single order', () => {
  it('ignores the limit of batches', () => {
    expect(rules(place(buy), { largestBatch: '0' })).toEqual([]);
    expect(ask(place(buy, buy), { largestBatch: '0' }).validationErrors[0]?.message).toBe(
      'This batch has a value of 8 USDT; the largest batch of this profile is 0 USDT.',
    );
  });

  it('a single order that rests far below has the value of its own price, not of the book', () => {
    expect(ask(place({ ...buy, price: '1' })).notional).toBe('1');
  });

  it('reports both a missing price and a day that cannot be counted', () => {
    expect(rules(place(buy), {}, { book: null, spentToday: null })).toEqual(['price-unknown', 'daily-notional']);
  });
});

it('a batch with one opening order is confirmed by its value', () => {
  const reducing = { ...buy, isReducing: true, amount: { in: 'units', figure: '5' } } as const;
  expect(ask(place(reducing)).level).toBe('summary');
  expect(ask(place(reducing, buy)).level).toBe('type-symbol');
});

it('a loan that is too large is reported as a loan', () => {
  const borrow: PolicyAction = { kind: 'borrow', money: { currency: 'USDT', amount: '2' } };
  expect(ask(borrow, { mayBorrow: true, largestOrder: '1' }).validationErrors[0]?.message).toMatch(
    /^This loan has a value of 2 USDT/,
  );
});

it('stops and contracts borrow nothing', () => {
  const spot = { clientOid: 'a', symbol: 'A-B', side: 'buy', type: 'limit', price: '4', size: '1' } as const;
  const stop = placeSpotStop({ ...spot, stop: 'loss', stopPrice: '4' }, buildSpotSymbol());
  const futures = placeFutures({ ...spot, stopPrice: '4' }, buildFuturesContract(), null);
  for (const action of [stop, futures]) expect(action).toMatchObject({ kind: 'place', isBorrowing: false });
  expect(futures.orders[0]?.trigger).toBeNull();
});

describe('a policy', () => {
  it('starts tight, and wider for practice', () => {
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
  ])('rejects a policy with %s', (_what, change, isOne) => {
    expect(Policy.safeParse({ ...defaultPolicy, ...change }).success).toBe(isOne);
  });
});

const pair = (symbol: string, price: Decimal) => ({ symbol, bid: price, ask: price });

describe('derived rates', () => {
  it('use the direct rate, whatever another route gives', () => {
    expect(ratesFrom([pair('X-EUR', '7'), pair('X-BTC', '1'), pair('BTC-EUR', '9')], 'EUR')['X']).toBe('7');
  });

  it.each(['USDT', 'USDC', 'BTC', 'ETH'])('use %s', hub => {
    expect(ratesFrom([pair(`X-${hub}`, '3'), pair(`${hub}-EUR`, '2')], 'EUR')['X']).toBe('6');
    expect(ratesFrom([pair(`X-${hub}`, '3')], 'EUR')['X']).toBeNull();
  });

  it('round up, and are one for the same currency', () => {
    expect(ratesFrom([pair('A-B', '3')], 'A')).toEqual({ A: '1', B: '0.333333333333333334' });
    expect(ratesFrom([{ symbol: 'A-B', bid: '0.000000000000000001', ask: '0.000000000000000002' }], 'B')['A']).toBe(
      '0.000000000000000002',
    );
  });
});

describe('an order of a contract whose value the exchange does not state', () => {
  const order = { clientOid: 'a', symbol: 'XBTUSDTM', side: 'sell', type: 'market', size: '5' } as const;
  const book = { bids: [['100', '50']], asks: [['101', '50']] } as const;
  const known = { book, rates: {}, spentToday: '0' } as const;
  const unstated = [{ multiplier: null }, { settleCurrency: null }] as const;

  it.each(unstated)('passes when it is reduce-only, and counts nothing (%o)', missing => {
    const contract = { ...buildFuturesContract(), ...missing };
    const result = judge(placeFutures({ ...order, isReduceOnly: true }, contract, null), practicePolicy, known);
    expect(result).toMatchObject({ validationErrors: [], notional: null, counted: ['0'], level: 'summary' });
  });

  it.each(unstated)('is rejected when it is new (%o)', missing => {
    const contract = { ...buildFuturesContract(), ...missing };
    const { validationErrors } = judge(placeFutures(order, contract, null), practicePolicy, known);
    expect(validationErrors[0]?.message).toBe(
      'The exchange does not state the value of XBTUSDTM, so only reduce-only orders are sent.',
    );
  });

  it('is rejected for its slippage when it is reduce-only', () => {
    const contract = { ...buildFuturesContract(), multiplier: null };
    const thin = {
      ...known,
      book: {
        ...book,
        bids: [
          ['100', '1'],
          ['50', '50'],
        ],
      },
    } as const;
    const { validationErrors } = judge(
      placeFutures({ ...order, isReduceOnly: true }, contract, null),
      practicePolicy,
      thin,
    );
    expect(validationErrors.map(({ rule }) => rule)).toEqual(['market-slippage']);
  });

  it('has no lots when its size is a quantity or a value', () => {
    const contract = { ...buildFuturesContract(), multiplier: null };
    const { size: _size, ...bare } = order;
    for (const amount of [{ quantity: '1' }, { value: '1' }] as const)
      expect(placeFutures({ ...bare, ...amount }, contract, null).orders[0]?.amount).toBeNull();
  });
});
