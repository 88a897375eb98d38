import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, type Decimal, fromUnits, isMultipleOf, multiply, subtract } from '../decimal.ts';
import { beyondTypes } from '../testing/proof/beyond-types.ts';
import { buildFuturesContract, buildSpotSymbol } from '../testing/build-instrument.ts';
import { baseAmountOf, contractTerms, type MarketTerms, quoteWorthOf, spotTerms, worthOf } from './market-terms.ts';
import { largestSize, resolveSize, resultAtStop, type SizeContext } from './size.ts';
import type { SizeText } from './size-text.ts';

const spot = spotTerms(buildSpotSymbol());
const linear = contractTerms(buildFuturesContract());
const inverse = contractTerms(buildFuturesContract({ isInverse: true, multiplier: '-1', settleCurrency: 'XBT' }));
const base: SizeContext = {
  terms: spot,
  side: 'buy',
  sizeUnit: 'base',
  price: '50000',
  levels: null,
  largest: '2',
  position: '0.5',
  lossAtStop: null,
};
type LossAt = NonNullable<SizeContext['lossAtStop']>;

/** The loss of a trade that fills at one price, with the same fee rate in and out. */
function lossFor(terms: MarketTerms, { entry = '50000', stop = '49000', feeRate = '0.001' }: Partial<LossTrade> = {}) {
  return (size: Decimal): ReturnType<LossAt> => {
    const side = compare(entry, stop) > 0 ? 'buy' : 'sell';
    const worth = worthOf(size, entry, terms);
    const result = resultAtStop({ side, size, worth, stop }, terms);
    if (result === null) return { ok: false, reason: 'no way', isBeyondBook: false };
    return { ok: true, loss: add(result.priceLoss, multiply(add(worth, result.exitWorth), feeRate)) };
  };
}

const lossFromOne: LossAt = counted => ({ ok: true, loss: compare(counted, '1') < 0 ? '0' : counted });
const lossWithoutPrice: LossAt = counted =>
  compare(counted, '0.1') > 0 ? { ok: false, reason: 'no price', isBeyondBook: false } : lossFor(spot)(counted);

interface LossTrade {
  readonly entry: Decimal;
  readonly stop: Decimal;
  readonly feeRate: Decimal;
}

const amount = (text: Decimal, unit: 'base' | 'quote' | 'lots' | null = null): SizeText => ({
  kind: 'amount',
  amount: text,
  unit,
});
const size = (text: SizeText, change: Partial<SizeContext> = {}) => {
  const result = resolveSize(text, { ...base, ...change });
  return result.ok ? result.size : result.reason;
};

it('an unknown kind of size is an error and no size', () => {
  expect(() => resolveSize(beyondTypes({ kind: 'all' }), base)).toThrow('unexpected value');
});

describe('a size on spot', () => {
  it('keeps base currency as typed without rounding, and states its error', () => {
    expect(size(amount('0.123456789'))).toBe('0.123456789');
  });

  it('rounds quote currency down to lots at the limit, or level by level at the market', () => {
    expect(size(amount('1000', 'quote'))).toBe('0.02');
    expect(size(amount('1000.4', 'quote'))).toBe('0.02');
    expect(size(amount('1000'), { sizeUnit: 'quote' })).toBe('0.02');
    expect(
      size(amount('1000', 'quote'), {
        levels: [
          ['40000', '0.01'],
          ['50000', '1'],
        ],
      }),
    ).toBe('0.022');
    expect(size(amount('1000', 'quote'), { price: null })).toMatch(/^Enter the price/);
    // an amount cut to the known depth is smaller than the user entered, without a message
    expect(size(amount('1000.01', 'quote'), { levels: [['40000', '0.025']] })).toMatch(/loaded order book holds less/);
    expect(size(amount('1000', 'quote'), { levels: [['40000', '0.025']] })).toBe('0.025');
  });

  it('has no lots', () => {
    expect(size(amount('3', 'lots'))).toMatch(/Only contracts/);
  });

  it('follows a share of the available or held amount', () => {
    expect(size({ kind: 'share', fraction: '0.25' })).toBe('0.5');
    expect(size({ kind: 'share', fraction: '0.25' }, { largest: null })).toMatch(/unknown/);
    expect(size({ kind: 'position', fraction: '0.33333333' })).toBe('0.16666');
    expect(size({ kind: 'position', fraction: '1' }, { position: null })).toMatch(/unknown/);
    expect(size({ kind: 'position', fraction: '1' }, { position: '0' })).toMatch(/no position/);
  });

  it('a size by risk is the largest whose loss at the stop, with fees, stays within the risk', () => {
    // 200 ÷ (50 000 − 49 000 + (50 000 + 49 000) × 0.001) = 0.181983…
    expect(size({ kind: 'risk', amount: '200' }, { lossAtStop: lossFor(spot) })).toBe('0.18198');
    expect(size({ kind: 'risk', amount: '0.001' }, { lossAtStop: lossFor(spot) })).toMatch(/already loses/);
    expect(size({ kind: 'risk', amount: '200' })).toMatch(/needs a stop/);
    const unknown = { ok: false, reason: 'no rates', isBeyondBook: false } as const;
    expect(size({ kind: 'risk', amount: '200' }, { lossAtStop: () => unknown })).toBe('no rates');
  });

  it('a size by risk is rejected when the book ends before the risk is used up', () => {
    const beyond = { ok: false, reason: 'beyond', isBeyondBook: true } as const;
    const inBook: LossAt = counted => (compare(counted, '0.1') > 0 ? beyond : lossFor(spot)(counted));
    expect(size({ kind: 'risk', amount: '200' }, { lossAtStop: inBook })).toMatch(/loaded order book holds less/);
    expect(size({ kind: 'risk', amount: '100' }, { lossAtStop: inBook })).toBe('0.09099');
    expect(size({ kind: 'risk', amount: '200' }, { lossAtStop: lossWithoutPrice })).toBe('no price');
  });
});

describe('a size in contracts', () => {
  it('takes lots as typed', () => {
    expect(size(amount('3'), { terms: linear, sizeUnit: 'lots' })).toBe('3');
  });

  it('converts base or quote currency to whole lots', () => {
    expect(size(amount('0.0129', 'base'), { terms: linear, price: null })).toBe('12');
    expect(size(amount('130', 'quote'), { terms: linear })).toBe('2');
    expect(size(amount('130.5', 'quote'), { terms: inverse, price: null })).toBe('130');
    expect(size(amount('0.01', 'base'), { terms: inverse })).toBe('500');
  });

  it('counts an inverse stop by reciprocals', () => {
    // 1/40 000 − 1/50 000 = 0.000005 XBT a dollar
    const lossAtStop = lossFor(inverse, { stop: '40000', feeRate: '0' });
    expect(size({ kind: 'risk', amount: '0.001' }, { terms: inverse, lossAtStop })).toBe('200');
  });
});

it('size has no loss at a stop on the wrong side of the entry', () => {
  const trade = { side: 'sell', size: '1', worth: '10', stop: '9' } as const;
  expect(resultAtStop(trade, spot)).toBeNull();
  expect(resultAtStop({ ...trade, stop: '11' }, spot)).toEqual({ priceLoss: '1', exitWorth: '11' });
});

const prices = fc.bigInt({ min: 100n, max: 10n ** 8n }).map(units => fromUnits(units, 2));
const amounts = fc.bigInt({ min: 1n, max: 10n ** 9n }).map(units => fromUnits(units, 3));
const allTerms = fc.constantFrom(spot, linear, inverse);
/** a hair for the digits beyond the 24th of a quotient */
const hair = '0.000000000000001';

it('money at risk is never exceeded, and one lot more would exceed it', () => {
  fc.assert(
    fc.property(prices, prices, amounts, allTerms, (entry, stop, risk, terms) => {
      const side = compare(entry, stop) > 0 ? 'buy' : 'sell';
      const result = resolveSize(
        { kind: 'risk', amount: risk },
        { ...base, terms, side, lossAtStop: lossFor(terms, { entry, stop }) },
      );
      if (!result.ok) return;
      // by hand: bought at the entry, sold at the stop, the fees of both
      const lost = (lots: Decimal) => {
        const [a, b] = [worthOf(lots, entry, terms), worthOf(lots, stop, terms)];
        return add(compare(a, b) > 0 ? subtract(a, b) : subtract(b, a), multiply(add(a, b), '0.001'));
      };
      expect(compare(lost(result.size), add(risk, hair))).toBeLessThanOrEqual(0);
      expect(compare(add(lost(add(result.size, terms.lot)), hair), risk)).toBe(1);
    }),
  );
});

it('the risk is used up when the price gets worse level by level, and when it gets better', () => {
  const step = fc.bigInt({ min: 1n, max: 10n ** 6n }).map(units => fromUnits(units, 4));
  fc.assert(
    fc.property(amounts, step, step, prices, (risk, first, then, edge) => {
      const loss = (lots: Decimal) =>
        compare(lots, edge) <= 0
          ? multiply(lots, first)
          : add(multiply(edge, first), multiply(subtract(lots, edge), then));
      const result = resolveSize(
        { kind: 'risk', amount: risk },
        { ...base, lossAtStop: counted => ({ ok: true, loss: loss(counted) }) },
      );
      if (!result.ok) throw new Error(result.reason);
      expect(compare(loss(result.size), risk)).toBeLessThanOrEqual(0);
      expect(compare(loss(add(result.size, spot.lot)), risk)).toBe(1);
    }),
  );
});

it('the risk is used up also when small sizes lose nothing', () => {
  expect(size({ kind: 'risk', amount: '5' }, { lossAtStop: lossFromOne })).toBe('5');
});

it('an amount of either currency is never exceeded, and one lot more would exceed it', () => {
  fc.assert(
    fc.property(prices, amounts, allTerms, fc.constantFrom('base', 'quote'), (price, wanted, terms, unit) => {
      if (terms.venue === 'spot' && unit === 'base') return;
      const result = resolveSize(amount(wanted, unit), { ...base, terms, price });
      if (!result.ok) throw new Error(result.reason);
      const of = (lots: Decimal) =>
        unit === 'base' ? baseAmountOf(lots, price, terms) : quoteWorthOf(lots, price, terms);
      expect(isMultipleOf(result.size, terms.lot)).toBe(true);
      expect(compare(of(result.size), add(wanted, hair))).toBeLessThanOrEqual(0);
      expect(compare(add(of(add(result.size, terms.lot)), hair), wanted)).toBe(1);
    }),
  );
});

describe('the largest size for the available balance', () => {
  const options = {
    terms: spot,
    side: 'buy',
    price: '50000',
    available: '1000',
    feeRate: '0.001',
    leverage: '1',
  } as const;

  it('pays the fee on top for a spot buy, and sells the balance for a spot sell', () => {
    // 1000 ÷ 1.001 ÷ 50 000 = 0.019980…
    expect(largestSize(options)).toBe('0.01998');
    expect(largestSize({ ...options, side: 'sell', available: '0.123456', price: null })).toBe('0.12345');
    expect(largestSize({ ...options, available: null })).toBeNull();
    expect(largestSize({ ...options, price: null })).toBeNull();
  });

  it('pays margin, fee and the closing reserve for a contract', () => {
    const leverage = '10';
    const most = largestSize({ ...options, terms: linear, leverage, feeRate: '0.0006' });
    // a lot is worth 50: 5 + 50 × 0.0006 + 55 × 0.0006 = 5.063
    expect(most).toBe('197');
  });

  it('costs at most the available balance, and one lot more does not', () => {
    fc.assert(
      fc.property(prices, amounts, allTerms, fc.integer({ min: 1, max: 100 }), (price, available, terms, leverage) => {
        const most = largestSize({ ...options, terms, price, available, leverage: `${leverage}` }) ?? '0';
        const costs10 = (lots: Decimal) => {
          const worth = worthOf(lots, price, terms);
          if (terms.venue === 'spot') return multiply(worth, '1.001');
          // times the leverage, so that nothing is divided
          return add(worth, multiply('0.001', add(multiply(worth, `${2 * leverage}`), worth)));
        };
        const limit = terms.venue === 'spot' ? available : multiply(available, `${leverage}`);
        expect(compare(costs10(most), add(limit, hair))).toBeLessThanOrEqual(0);
        expect(compare(add(costs10(add(most, terms.lot)), hair), limit)).toBe(1);
      }),
    );
  });
});
