import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesToAllow, loosened, tighter } from './compare-policies.ts';
import { movementFigures } from './movements.ts';
import { confirmLevels, defaultPolicy, levelOf, Policy, practicePolicy } from './policy.ts';
import { ratesFrom, rateIn } from './rates.ts';
import { arbitraryPolicy } from './testing/arbitrary-policy.ts';
import { amountWithCurrency, percentText, groupDigits } from './figure-texts.ts';

const figures = (before: Policy, after: Policy) => loosened(before, after).map(({ figure }) => figure);

describe('a change of policy', () => {
  it('names each figure that loosens, before and after, with units', () => {
    const after: Policy = {
      ...defaultPolicy,
      mayTransfer: true,
      mayCancel: false,
      largestOrder: '2500.5',
      dailyNotional: '1',
      furthestPrice: '0.025',
      acts: { perSecond: 21, perMinute: 1 },
      bands: [{ fromNotional: '10', level: 'type-symbol' }],
      movements: {
        ...defaultPolicy.movements,
        loans: { perHour: '1', perDay: '10001', askFrom: '1000' },
        settings: { perHour: '20', perDay: '1', askFrom: '11' },
      },
    };
    expect(loosened(defaultPolicy, after)).toEqual([
      { figure: 'mayTransfer', label: 'May move money between wallets', before: 'no', after: 'yes' },
      { figure: 'largestOrder', label: 'Largest order or loan', before: '2,000 USDT', after: '2,500.5 USDT' },
      { figure: 'furthestPrice', label: 'Furthest price', before: '1 %', after: '2.5 %' },
      { figure: 'perSecond', label: 'Orders in any second', before: '20', after: '21' },
      { figure: 'loans.perDay', label: 'Loans in a day', before: '10,000 USDT', after: '10,001 USDT' },
      { figure: 'settings.askFrom', label: 'Contract settings are typed from', before: '10', after: '11' },
      {
        figure: 'bands',
        label: 'Confirmation',
        before: 'from 0 USDT a summary, from 1,000 USDT typing the symbol',
        after: 'from 10 USDT typing the symbol',
      },
    ]);
    expect(loosened(after, { ...after, bands: [] }).at(-1)?.after).toBe('nothing');
  });

  it('needs consent when it removes the right to cancel, although it loosens nothing', () => {
    const after: Policy = { ...defaultPolicy, mayCancel: false, mayPlace: false, largestOrder: '1' };
    expect(loosened(defaultPolicy, after)).toEqual([]);
    expect(changesToAllow(defaultPolicy, after)).toEqual([
      { figure: 'mayCancel', label: 'May cancel orders', before: 'yes', after: 'no' },
    ]);
    expect(changesToAllow(after, after)).toEqual([]);
    expect(changesToAllow(after, defaultPolicy).map(({ figure }) => figure)).toContain('mayCancel');
    const looser = { ...after, mayTransfer: true };
    expect(changesToAllow(defaultPolicy, looser).map(({ figure }) => figure)).toEqual(['mayCancel', 'mayTransfer']);
  });

  it('a change of policy of the currency changes every amount', () => {
    expect(figures(defaultPolicy, { ...defaultPolicy, currency: 'BTC' })).toEqual([
      'currency',
      'largestOrder',
      'largestBatch',
      'dailyNotional',
      ...['loans', 'transfers', 'removedMargin'].flatMap(kind => movementFigures.map(figure => `${kind}.${figure}`)),
      'bands',
    ]);
  });

  it('a change of policy to itself, and from practice to a real profile, loosens nothing', () => {
    expect(loosened(defaultPolicy, defaultPolicy)).toEqual([]);
    expect(loosened(practicePolicy, defaultPolicy)).toEqual([]);
    expect(loosened(defaultPolicy, practicePolicy)).not.toEqual([]);
  });
});

describe('the tighter of two policies', () => {
  it('loosens neither, and is the loosest of those', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitraryPolicy, (policy, bound) => {
        const both = tighter(policy, bound);
        expect(Policy.safeParse(both).success).toBe(true);
        expect(loosened(bound, both)).toEqual([]);
        if (policy.currency === bound.currency) {
          expect(loosened(policy, both)).toEqual([]);
          if (loosened(policy, bound).length === 0) expect(loosened(both, bound)).toEqual([]);
          for (const from of ['0', '13', '27', '60'] as const) {
            const levels = [policy, bound].map(({ bands }) => confirmLevels.indexOf(levelOf(bands, from)));
            expect(confirmLevels.indexOf(levelOf(both.bands, from))).toBe(Math.max(...levels));
          }
        } else {
          const { settings } = both.movements;
          expect({ ...both, ...amountsOf(bound), movements: { ...bound.movements, settings } }).toEqual(both);
        }
        expect(tighter(both, both)).toEqual(both);
        expect(loosened(tighter(policy, policy), policy)).toEqual([]);
      }),
    );
  });
});

function amountsOf({ currency, largestOrder, largestBatch, dailyNotional }: Policy) {
  return { currency, largestOrder, largestBatch, dailyNotional };
}

describe('a policy', () => {
  it.each<[string, Partial<Policy>]>([
    [
      'a limit of loans below zero',
      { movements: { ...defaultPolicy.movements, loans: { perHour: '-1', perDay: '1', askFrom: '1' } } },
    ],
    ['an amount below zero', { largestOrder: '-1' }],
    ['an amount too long to read', { dailyNotional: '1000000000000000000000000000000' }],
    ['more than the whole price', { furthestPrice: '1.01' }],
    ['no currency', { currency: '' }],
    ['bands that fall back', { bands: [...defaultPolicy.bands, { fromNotional: '2000', level: 'none' }] }],
    ['a band below the one before', { bands: defaultPolicy.bands.toReversed() }],
    ['no row a second', { acts: { perSecond: 0, perMinute: 1 } }],
  ])('rejects a policy with %s', (_what, change) => {
    expect(Policy.safeParse({ ...defaultPolicy, ...change }).success).toBe(false);
  });

  it('a policy is accepted in its default form', () => {
    for (const policy of [defaultPolicy, practicePolicy]) expect(Policy.safeParse(policy).success).toBe(true);
  });
});

describe('conversion rates', () => {
  const pairs = [
    { symbol: 'BTC-USDT', bid: '99', ask: '101' },
    { symbol: 'BTC-EUR', bid: '49', ask: '51' },
    { symbol: 'USDT-DAI', bid: '2', ask: '2' },
    { symbol: 'XRP-BTC', bid: '0.01', ask: '0.01' },
    { symbol: 'DEAD-USDT', bid: null, ask: '1' },
    { symbol: 'HALF-USDT', bid: '1', ask: null },
    { symbol: 'NULL-USDT', bid: '0', ask: '1' },
    { symbol: 'NONE-USDT', bid: '1', ask: '0' },
  ] as const;
  const rates = ratesFrom(pairs, 'USDT');

  it('conversion rates are the mid of the best prices, in either direction or over one other currency', () => {
    expect(rates).toEqual({ BTC: '100', USDT: '1', EUR: '2', DAI: '0.5', XRP: '1' });
    expect(rateIn(rates, 'XBT', 'USDT')).toBe('100');
    expect(rateIn(ratesFrom(pairs, 'XBT'), 'BTC', 'XBT')).toBe('1');
  });

  it('conversion rates are missing without a book', () => {
    expect(rateIn(rates, 'DEAD', 'USDT')).toBeNull();
    expect(rateIn({ ODD: null }, 'ODD', 'USDT')).toBeNull();
    expect(rateIn(rates, 'constructor', 'USDT')).toBeNull();
    expect(rateIn({}, 'USDT', 'USDT')).toBe('1');
    expect(ratesFrom([{ symbol: 'A-B', bid: '1', ask: '1' }], 'USDT')).toEqual({ A: null, B: null });
  });
});

it('figures are readable, and never rounded down to their limit', () => {
  expect(groupDigits('1250000.50')).toBe('1,250,000.5');
  expect(groupDigits('999')).toBe('999');
  expect(amountWithCurrency('10.000000001', 'USDT')).toBe('10.00000001 USDT');
  expect(percentText('0.0100000001')).toBe('1.0001 %');
});
