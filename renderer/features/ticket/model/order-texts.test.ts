import { describe, expect, it } from 'vitest';
import { summariseTicket } from '../checks/summary.ts';
import { policySummary } from '#lib/orders/policy-summary.ts';
import { judgeOrder } from '../checks/policy.ts';
import {
  buildDraft,
  buildFuturesDraft,
  buildFuturesFacts,
  buildSpotFacts,
  openPolicy,
} from '../testing/build-ticket.ts';
import type { DraftEdit } from './ticket-draft.ts';
import { accountText } from '#lib/accounts/account-text.ts';
import { computeTicket } from './figures.ts';
import { moneyText, otherForm, requestText } from './order-texts.ts';

const spot = buildSpotFacts();
const futures = buildFuturesFacts();
const buy = buildDraft({ size: '1', price: '100' });
const long = buildFuturesDraft({ size: '10', price: '100' });

function lotWords(edit: DraftEdit): string | null {
  const { request } = summariseTicket({ ...long, ...edit }, futures);
  return request === null ? null : requestText(request, futures.terms);
}

function form(edit: DraftEdit, said: 'size' | 'funds' = 'size'): string | null {
  return otherForm(summariseTicket({ ...buy, ...edit }, spot).figures, spot.terms, said);
}

function formOfLots(edit: DraftEdit): string | null {
  return otherForm(summariseTicket({ ...long, ...edit }, futures).figures, futures.terms, 'size');
}

function judged(facts: typeof spot): string | null {
  const { request } = summariseTicket(buy, facts);
  return request === null ? null : policySummary(judgeOrder(request, facts)?.policyResult ?? null, facts.policy);
}

describe('an order as a sentence', () => {
  it.each<[DraftEdit, string]>([
    [{}, 'Buy 1 BTC at 100.00'],
    [{ side: 'sell', price: 'm' }, 'Sell 1 BTC at market'],
    [{ size: '150q', price: 'm' }, 'Buy for 150.00 USDT of BTC at market'],
    [{ kind: 'stop-limit', trigger: '110', price: '111' }, 'Buy 1 BTC at 111.00 once the price is at or above 110.00'],
    [
      { side: 'sell', kind: 'stop-market', trigger: '90', price: '' },
      'Sell 1 BTC at market once the price is at or below 90.00',
    ],
    [
      { side: 'sell', kind: 'pair', takeProfit: '110', stopLoss: '95', price: '94' },
      'Sell 1 BTC at 110.00, or at 94.00 once the last price is 95.00',
    ],
  ])('%j', (edit, words) => {
    const { request } = summariseTicket({ ...buy, ...edit }, spot);
    expect(request === null ? null : requestText(request, spot.terms)).toBe(words);
  });

  it('a contract order names its contract', () => {
    expect(lotWords({})).toBe('Buy 10 lots of XBTUSDTM at 100.0');
    expect(lotWords({ kind: 'stop-market', trigger: '90', price: '' })).toBe(
      'Buy 10 lots of XBTUSDTM at market once the price is at or below 90.0',
    );
  });
});

it('a size has the other form that is not shown beside it', () => {
  expect(form({})).toBe('100.00 USDT');
  expect(form({ size: '50q' })).toBe('50.00 USDT');
  expect(form({ size: '50', sizeUnit: 'quote' })).toBe('50.00 USDT');
  expect(form({ size: '150q', price: 'm' })).toBe('150.00 USDT');
  expect(form({ size: '150q', price: 'm' }, 'funds')).toBe('1.48039 BTC');
  expect(form({ size: '' })).toBeNull();
  expect(formOfLots({})).toBe('100.00 USDT');
  expect(formOfLots({ size: '105q' })).toBe('1 XBT');
  expect(formOfLots({ size: '105', sizeUnit: 'quote' })).toBe('1 XBT');
});

it('an amount has the significant digits of its currency', () => {
  expect(moneyText('1234.5', 'USDT')).toBe('1,234.50 USDT');
  expect(moneyText('0.123456789', 'XBT')).toBe('0.12345679 XBT');
});

it('an order sentence names the trading account', () => {
  const accounts = (['spot', 'cross', 'isolated', 'futures'] as const).map(accountText);
  expect(new Set(accounts).size).toBe(4);
});

describe('the policy text', () => {
  it('has order and day against their limits, and the confirmation', () => {
    expect(judged(spot)).toBe('ok: 100 USDT of 1,000,000 USDT; today 100 USDT of 20,000,000 USDT');
    const asked = { ...openPolicy.policy, bands: [{ fromNotional: '50' as const, level: 'type-symbol' as const }] };
    expect(judged(buildSpotFacts({ policy: { ...openPolicy, policy: asked } }))).toMatch(
      /symbol in the trusted window$/,
    );
  });

  it('states no policy result when the page cannot compute it', () => {
    expect(judged(buildSpotFacts({ policy: null }))).toBe('Unknown here; checked before sending');
    const { request } = summariseTicket(buy, spot);
    if (request === null) throw new Error('it can be sent');
    expect(judgeOrder(request, buildSpotFacts({ pair: null }))).toBeNull();
    expect(judgeOrder(request, futures)).toBeNull();
    expect(judgeOrder(request, buildSpotFacts({ book: { state: 'none', reason: 'stale' } }))).toBeNull();
    expect(
      policySummary(
        { validationErrors: [], notional: null, counted: [], movement: null, level: 'none', currency: 'USDT' },
        spot.policy,
      ),
    ).toBe('ok');
  });
});

it('a size in quote currency shows its other form, however typed', () => {
  const formOf = (size: string) =>
    otherForm(computeTicket(buildFuturesDraft({ size, price: '100' }), futures), futures.terms, 'size');
  for (const size of ['1000q', '1000 USDT']) expect(formOf(size)).toBe('10 XBT');
  expect(formOf('100')).toBe('1,000.00 USDT');
  const figures = computeTicket(buildFuturesDraft({ size: '100', price: '100' }), futures);
  const closing = { ...figures, draft: { ...figures.draft, size: '' } };
  expect(otherForm(closing, futures.terms, 'size')).toBe('1,000.00 USDT');
});
