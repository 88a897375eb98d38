import { describe, expect, it } from 'vitest';
import { summariseTicket } from '../checks/summary.ts';
import { policyWords } from '#lib/orders/policy-words.ts';
import { judgeOrder } from '../checks/policy.ts';
import {
  buildDraft,
  buildFuturesDraft,
  buildFuturesFacts,
  buildSpotFacts,
  openPolicy,
} from '../testing/build-ticket.ts';
import type { DraftEdit } from './ticket-draft.ts';
import { accountWords, moneyText, otherForm, requestWords } from './words.ts';

const spot = buildSpotFacts();
const futures = buildFuturesFacts();
const buy = buildDraft({ size: '1', price: '100' });
const long = buildFuturesDraft({ size: '10', price: '100' });

function lotWords(edit: DraftEdit): string | null {
  const { request } = summariseTicket({ ...long, ...edit }, futures);
  return request === null ? null : requestWords(request, futures.terms);
}

function form(edit: DraftEdit, said: 'size' | 'funds' = 'size'): string | null {
  return otherForm(summariseTicket({ ...buy, ...edit }, spot).figures, spot.terms, said);
}

function formOfLots(edit: DraftEdit): string | null {
  return otherForm(summariseTicket({ ...long, ...edit }, futures).figures, futures.terms, 'size');
}

function judged(facts: typeof spot): string | null {
  const { request } = summariseTicket(buy, facts);
  return request === null ? null : policyWords(judgeOrder(request, facts)?.verdict ?? null, facts.policy);
}

describe('an order in a sentence', () => {
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
    expect(request === null ? null : requestWords(request, spot.terms)).toBe(words);
  });

  it('of a contract names it', () => {
    expect(lotWords({})).toBe('Buy 10 lots of XBTUSDTM at 100.0');
    expect(lotWords({ kind: 'stop-market', trigger: '90', price: '' })).toBe(
      'Buy 10 lots of XBTUSDTM at market once the price is at or below 90.0',
    );
  });
});

it('the other form is the one that is not said beside it', () => {
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

it('money has as many digits as its currency says something with', () => {
  expect(moneyText('1234.5', 'USDT')).toBe('1,234.50 USDT');
  expect(moneyText('0.123456789', 'XBT')).toBe('0.12345679 XBT');
});

it('names the account that an order trades from', () => {
  const accounts = (['spot', 'cross', 'isolated', 'futures'] as const).map(accountWords);
  expect(new Set(accounts).size).toBe(4);
});

describe('what the policy says', () => {
  it('order and day against their limits, and how it is confirmed', () => {
    expect(judged(spot)).toBe('ok: 100 USDT of 1,000,000 USDT; today 100 USDT of 20,000,000 USDT');
    const asked = { ...openPolicy.policy, bands: [{ fromNotional: '50' as const, level: 'type-symbol' as const }] };
    expect(judged(buildSpotFacts({ policy: { ...openPolicy, policy: asked } }))).toMatch(
      /typed in a window of its own$/,
    );
  });

  it('nothing where it cannot be judged here', () => {
    expect(judged(buildSpotFacts({ policy: null }))).toBe('Not known here; judged before it is sent');
    const { request } = summariseTicket(buy, spot);
    if (request === null) throw new Error('it can be sent');
    expect(judgeOrder(request, buildSpotFacts({ pair: null }))).toBeNull();
    expect(judgeOrder(request, futures)).toBeNull();
    expect(judgeOrder(request, buildSpotFacts({ book: { state: 'none', reason: 'stale' } }))).toBeNull();
    expect(
      policyWords(
        { refusals: [], notional: null, counted: [], movement: null, level: 'none', currency: 'USDT' },
        spot.policy,
      ),
    ).toBe('ok');
  });
});
