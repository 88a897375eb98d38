import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, type Decimal, isPositive, roundToStep, subtract } from '#shared/decimal.ts';
import { furthestPrice, largestAmount, unitsWorth } from './bounds.ts';
import { judge, type PolicyFacts } from './judge.ts';
import { defaultPolicy, type Policy } from './policy.ts';
import type { PolicyMarket, PolicyOrder } from './policy-action.ts';
import type { PolicyRule } from './policy-errors.ts';
import { arbitraryAction, arbitraryFacts, arbitraryPolicy } from './testing/arbitrary-policy.ts';

interface World {
  readonly market: PolicyMarket;
  readonly policy: Policy;
  readonly facts: PolicyFacts;
}

function rulesOf(order: PolicyOrder, { market, policy, facts }: World): readonly PolicyRule[] {
  const action = { kind: 'place', market, orders: [order], isBorrowing: false } as const;
  return judge(action, policy, facts).validationErrors.map(({ rule }) => rule);
}

/** Limits, as one order in a world. */
const arbitraryCase = fc
  .tuple(arbitraryAction, arbitraryPolicy, arbitraryFacts)
  .filter(([action]) => action.kind === 'place')
  .map(([action, policy, facts]) => {
    if (action.kind !== 'place') throw new Error('filtered before');
    const [order] = action.orders;
    if (order === undefined) throw new Error('a place has an order');
    return { order, world: { market: action.market, policy, facts } };
  });
const fine: Decimal = '0.001';

const market: PolicyMarket = {
  venue: 'spot',
  symbol: 'BTC-USDT',
  currency: 'USDT',
  unitWords: 'BTC',
  multiplier: '1',
  isInverse: false,
};
const facts: PolicyFacts = { book: { bids: [['99', '1']], asks: [['100', '1']] }, rates: {}, spentToday: '0' };
const limit: PolicyOrder = {
  side: 'buy',
  type: 'limit',
  price: '200',
  amount: { in: 'units', figure: '1' },
  trigger: null,
  isReducing: false,
};

describe('policy bounds, against the policy check', () => {
  it('allow the furthest price on a tick, and not a tick beyond it', () => {
    fc.assert(
      fc.property(arbitraryCase, ({ order, world }) => {
        const most = furthestPrice(order, world.policy, { market: world.market, book: world.facts.book });
        fc.pre(most !== null);
        const isBuy = order.side === 'buy';
        const price = roundToStep(most, fine, isBuy ? 'floor' : 'ceil');
        const beyond = isBuy ? add(price, fine) : subtract(price, fine);
        fc.pre(isPositive(beyond));
        expect(rulesOf({ ...order, price }, world)).not.toContain('furthest-price');
        expect(rulesOf({ ...order, price: beyond }, world)).toContain('furthest-price');
      }),
      { numRuns: 2000 },
    );
  });

  it('allow the number of lots, and not one more', () => {
    fc.assert(
      fc.property(arbitraryCase, ({ order, world }) => {
        const units = unitsWorth(order, { ...world, most: world.policy.largestOrder });
        fc.pre(units !== null && !order.isReducing);
        const figure = roundToStep(units, fine, 'down');
        const sized = (of: Decimal): PolicyOrder => ({ ...order, amount: { in: 'units', figure: of } });
        expect(rulesOf(sized(figure), world)).not.toContain('largest-order');
        expect(rulesOf(sized(add(figure, fine)), world)).toContain('largest-order');
      }),
      { numRuns: 2000 },
    );
  });
});

it('policy bounds give no number of lots for a market without a known currency', () => {
  const policy = { ...defaultPolicy, currency: 'USDT' };
  expect(unitsWorth(limit, { most: '100', market, policy, facts })).not.toBeNull();
  expect(unitsWorth(limit, { most: '100', market: { ...market, currency: null }, policy, facts })).toBeNull();
});

describe('the largest amount', () => {
  it('passes, and one step more does not, by every rule', () => {
    const rules = ['largest-order', 'daily-notional', 'market-slippage'] as const;
    fc.assert(
      fc.property(arbitraryCase, fc.constantFrom(...rules), ({ order, world }, rule) => {
        fc.pre(order.amount !== null && rulesOf(order, world).includes(rule));
        const { market: on, policy, facts: known } = world;
        const action = { kind: 'place', market: on, isBorrowing: false } as const;
        const largest = largestAmount(order, action, { rule, step: fine, policy, facts: known });
        const amounted = (figure: Decimal): PolicyOrder => ({
          ...order,
          amount: { in: order.amount?.in ?? 'units', figure },
        });
        expect(rulesOf(amounted(add(largest ?? '0', fine)), world)).toContain(rule);
        if (largest !== null) expect(rulesOf(amounted(largest), world)).not.toContain(rule);
      }),
      { numRuns: 500 },
    );
  });

  it('has no value for an action without an amount', () => {
    const action = { kind: 'place', market, isBorrowing: false } as const;
    const asked = { rule: 'largest-order', step: '1', policy: defaultPolicy, facts } as const;
    expect(largestAmount({ ...limit, amount: null }, action, asked)).toBeNull();
    expect(largestAmount({ ...limit, amount: { in: 'units', figure: '12.5' } }, action, asked)).toBe('10');
    expect(largestAmount({ ...limit, amount: { in: 'units', figure: '9.5' } }, action, asked)).toBe('9');
  });
});

describe('a bound', () => {
  it('has the precision of its distance', () => {
    const policy = { ...defaultPolicy, furthestPrice: '0.0123456789019' } as const;
    expect(furthestPrice(limit, policy, { market, book: facts.book })).toBe('101.2345678901');
    expect(furthestPrice({ ...limit, side: 'sell' }, policy, { market, book: facts.book })).toBe('97.777777788801');
  });

  it('has no value without a price', () => {
    const world = { most: '2000', policy: defaultPolicy, market, facts } as const;
    expect(unitsWorth(limit, world)).toBe('10');
    expect(compare(unitsWorth({ ...limit, price: '3' }, world) ?? '0', '666.666666666666666666')).toBe(0);
    expect(unitsWorth({ ...limit, type: 'market', price: null }, world)).toBeNull();
    expect(unitsWorth(limit, { ...world, facts: { ...facts, book: null } })).toBeNull();
    expect(unitsWorth(limit, { ...world, market: { ...market, currency: 'XRP' } })).toBeNull();
    expect(
      unitsWorth(limit, { ...world, facts: { ...facts, rates: { XRP: '0' } }, market: { ...market, currency: 'XRP' } }),
    ).toBeNull();
    expect(furthestPrice(limit, defaultPolicy, { market, book: null })).toBeNull();
    expect(furthestPrice({ ...limit, price: null }, defaultPolicy, { market, book: facts.book })).toBeNull();
  });
});
