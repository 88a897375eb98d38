import { describe, expect, it } from 'vitest';
import type { AccountChange } from '#shared/domain/overseen/watched-accounts.ts';
import { valuationIn } from '../model/valuation.ts';
import { changeText } from './change-text.ts';

const prices = { base: 'BTC', prices: { BTC: '1', USDT: '50000' } } as const;
const inUsdt = valuationIn(prices, 'USDT');

const change = (part: Partial<AccountChange>): AccountChange => ({
  userId: 'a',
  name: 'alpha',
  kind: 'figures',
  before: '',
  after: '',
  coin: null,
  moved: null,
  currency: null,
  ...part,
});

it.each([
  [{ before: 'untold', after: 'told' }, 'its figures are back'],
  [{ before: 'told', after: 'untold' }, 'its figures are not told any more'],
  [{ kind: 'renamed', before: 'omega', after: 'alpha' }, 'renamed from omega'],
  [{ kind: 'status', before: '2', after: '3' }, 'enabled → frozen'],
  [{ kind: 'access', before: 'All', after: 'Spot' }, 'access All → Spot'],
  [{ kind: 'remarks', before: '', after: 'new words' }, 'remarks none → “new words”'],
  [
    { kind: 'balance', before: '0', after: '1500.129', coin: 'USDT', moved: '1500.129', currency: 'USDT' },
    'balance change +1,500.13 USDT (0 → 1,500.13 USDT)',
  ],
] as const)('tells %o', (part, text) => expect(changeText(change(part), inUsdt)).toBe(text));

describe('the value of a stored balance change', () => {
  const stored = { kind: 'balance', before: '0', after: '144600', coin: 'USDT', moved: '144600' } as const;
  const textIn = (currency: string | null, valuation = valuationIn(prices, 'BTC')) =>
    changeText(change({ ...stored, currency }), valuation);

  it('is converted into the currency of the page', () => {
    expect(textIn('USDT')).toBe('balance change +2.892000 BTC (0 → 144,600 USDT)');
  });

  it('keeps its own currency when that has no price', () => {
    expect(textIn('EUR')).toBe('balance change +144,600.00 EUR (0 → 144,600 USDT)');
  });

  it('is left out when an earlier version stored no currency', () => {
    expect(textIn(null)).toBe('balance change: 0 → 144,600 USDT');
  });
});
