import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loosened } from '#shared/policy/compare-policies.ts';
import { defaultPolicy, type Policy, practicePolicy } from '#shared/policy/policy.ts';
import { arbitraryPolicy } from '#shared/policy/testing/arbitrary-policy.ts';
import { emptyDraft, type PolicyText, summarise, textOf } from './policy-form.ts';

const always = () => true;
const typed = (text: Partial<PolicyText>, policy: Policy = defaultPolicy) =>
  summarise(policy, { text, rights: {} }, always);

const bands = (summaryFrom: string, typeFrom: string) => typed({ summaryFrom, typeFrom }).wanted?.bands;

describe('the form of a policy', () => {
  it('shows it in the units of the form, without a change at first', () => {
    expect(textOf(defaultPolicy)).toEqual({
      currency: 'USDT',
      largestOrder: '2000',
      largestBatch: '5000',
      dailyNotional: '20000',
      furthestPrice: '1',
      marketSlippage: '0.5',
      perSecond: '20',
      perMinute: '200',
      summaryFrom: '0',
      typeFrom: '1000',
      'loans.perHour': '5000',
      'loans.perDay': '10000',
      'loans.askFrom': '1000',
      'transfers.perHour': '10000',
      'transfers.perDay': '20000',
      'transfers.askFrom': '2000',
      'removedMargin.perHour': '2000',
      'removedMargin.perDay': '5000',
      'removedMargin.askFrom': '1000',
      'settings.perHour': '20',
      'settings.perDay': '100',
      'settings.askFrom': '10',
    });
    expect(summarise(defaultPolicy, emptyDraft, always)).toMatchObject({
      wanted: defaultPolicy,
      errors: {},
      isChanged: false,
      looser: [],
    });
  });

  it('reads typed values, and lists which of them loosen', () => {
    const summary = typed({ largestOrder: '5k', furthestPrice: '.25', perSecond: '7', typeFrom: '' });
    expect(summary.wanted).toEqual({
      ...defaultPolicy,
      largestOrder: '5000',
      furthestPrice: '0.0025',
      acts: { perSecond: 7, perMinute: 200 },
      bands: [{ fromNotional: '0', level: 'summary' }],
    });
    expect(summary.isChanged).toBe(true);
    expect(summary.looser.map(({ figure }) => figure)).toEqual(['largestOrder', 'bands']);
    expect(summarise(defaultPolicy, { text: {}, rights: { mayBorrow: true } }, always)).toMatchObject({
      isChanged: true,
      looser: [{ figure: 'mayBorrow' }],
    });
  });

  it('reads the limits of loans, transfers, removed margin and settings', () => {
    const summary = typed({ 'loans.perDay': '7k', 'settings.askFrom': '11' });
    expect(summary.wanted?.movements).toEqual({
      ...defaultPolicy.movements,
      loans: { ...defaultPolicy.movements.loans, perDay: '7000' },
      settings: { ...defaultPolicy.movements.settings, askFrom: '11' },
    });
    expect(summary.looser.map(({ figure }) => figure)).toEqual(['settings.askFrom']);
  });

  it('never asks for a review whose start is at the limit of typing the symbol', () => {
    expect(bands('10', '10')).toEqual([{ fromNotional: '10', level: 'type-symbol' }]);
    expect(bands('', '')).toEqual([]);
    expect(bands('5', '10')).toHaveLength(2);
  });

  it.each<[Partial<PolicyText>, string]>([
    [{ largestOrder: '' }, 'An amount; 0 allows none.'],
    [{ dailyNotional: '.' }, 'An amount; 0 allows none.'],
    [{ furthestPrice: '100.1' }, 'From 0 to 100 %.'],
    [{ marketSlippage: '' }, 'From 0 to 100 %.'],
    [{ perSecond: '0' }, 'A whole number from 1 to 1000.'],
    [{ perMinute: '1.5' }, 'A whole number from 1 to 10000.'],
    [{ summaryFrom: '.' }, 'An amount, or empty for never.'],
    [{ 'loans.perHour': '' }, 'An amount; 0 allows none.'],
    [{ 'settings.perDay': '1.5' }, 'A whole number; 0 allows none.'],
  ])('rejects %j, and its field states why', (text, error) => {
    const summary = typed(text);
    expect([summary.wanted, summary.looser]).toEqual([null, []]);
    expect(Object.values(summary.errors)).toEqual([error]);
  });

  it('rejects a currency that no book prices, and a figure that is too long', () => {
    const unpriced = summarise(defaultPolicy, { text: { currency: 'NIX' }, rights: {} }, name => name === 'USDT');
    expect(unpriced.errors).toEqual({ currency: 'No book prices this currency now.' });
    expect(typed({ largestOrder: '1'.repeat(31) })).toMatchObject({ wanted: null, errors: {} });
  });

  it('reads a shown policy back as that policy, or a tighter one', () => {
    fc.assert(
      fc.property(arbitraryPolicy, policy => {
        const { wanted } = summarise(policy, emptyDraft, always);
        expect(wanted === null ? null : loosened(policy, wanted)).toEqual([]);
      }),
    );
    expect(summarise(practicePolicy, emptyDraft, always).wanted).toEqual(practicePolicy);
  });
});
