import { describe, expect, it } from 'vitest';
import type { AccountChange } from '#shared/domain/overseen/watched-accounts.ts';
import { valuationIn } from '../model/valuation.ts';
import { changeText } from './change-text.ts';

const prices = { base: 'BTC', prices: { BTC: '1', USDT: '50000' } } as const;
const inUsdt = valuationIn(prices, 'USDT');

const move = (wallet: string, coin: string, before: `${number}`, after: `${number}`) => ({
  wallet,
  coin,
  before,
  after,
});

it('a change between two snapshots lists the largest movements with wallet and both amounts', () => {
  const of = (...moves: readonly ReturnType<typeof move>[]) =>
    changeText({ ...change({ kind: 'balance' }), moves }, inUsdt);
  expect(of(move('main', 'USDT', '5', '782'))).toBe('balance change +777 USDT (main 5 → 782)');
  expect(
    of(
      move('trade', 'USDT', '100', '0'),
      move('margin', 'BTC', '0', '1'),
      move('odd', 'NONE', '2', '1.5'),
      move('main', 'USDT', '0', '1'),
    ),
  ).toBe('balance change −0.5 NONE (odd 2 → 1.5), +1 BTC (margin 0 → 1), −100 USDT (trade 100 → 0) and 1 more');
});

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
  [{ before: 'untold', after: 'told' }, 'values available again'],
  [{ before: 'told', after: 'untold' }, 'values no longer available'],
  [{ kind: 'renamed', before: 'omega', after: 'alpha' }, 'renamed from omega'],
  [{ kind: 'status', before: '2', after: '3' }, 'enabled → frozen'],
  [{ kind: 'access', before: 'All', after: 'Spot' }, 'access All → Spot'],
  [{ kind: 'remarks', before: '', after: 'new words' }, 'remarks none → “new words”'],
  [
    { kind: 'balance', before: '0', after: '1500.129', coin: 'USDT', moved: '1500.129', currency: 'USDT' },
    'balance change +1,500.13 USDT (0 → 1,500.13 USDT)',
  ],
] as const)('change text of %o', (part, text) => expect(changeText(change(part), inUsdt)).toBe(text));

describe('the value of a stored balance change', () => {
  const stored = { kind: 'balance', before: '0', after: '144600', coin: 'USDT', moved: '144600' } as const;
  const textIn = (currency: string | null, valuation = valuationIn(prices, 'BTC')) =>
    changeText(change({ ...stored, currency }), valuation);

  it('converts to the currency of the page', () => {
    expect(textIn('USDT')).toBe('balance change +2.892000 BTC (0 → 144,600 USDT)');
  });

  it('keeps its own currency when that has no price', () => {
    expect(textIn('EUR')).toBe('balance change +144,600.00 EUR (0 → 144,600 USDT)');
  });

  it('the value of a stored balance change is omitted when an earlier version stored no currency', () => {
    expect(textIn(null)).toBe('balance change: 0 → 144,600 USDT');
  });
});
