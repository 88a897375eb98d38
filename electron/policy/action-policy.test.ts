import { beforeEach, describe, expect, it } from 'vitest';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { defaultPolicy, type Policy } from '#shared/policy/policy.ts';
import { type PolicyAction, placeFutures, placeSpot } from '#shared/policy/policy-action.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import type { MovedSums, SpentByCurrency } from '#store/intent-journal.ts';
import { type ActionPolicy, createActionPolicy, type PolicyQuestion } from './action-policy.ts';
import type { AskUser } from './allowances.ts';

const dayMs = 86_400_000;
const order = { clientOid: 'm', symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '100', size: '2' } as const;
const place = (size: '2' | '4' | '6'): PolicyAction => placeSpot([{ ...order, size }], buildSpotSymbol());
const question: PolicyQuestion = {
  profileId: 'p',
  action: place('2'),
  marks: ['m'],
  summary: 'Buy 2 BTC-USDT at 100',
  symbol: 'BTC-USDT',
  confirmed: 'none',
};
const wide: Policy = {
  ...defaultPolicy,
  dailyNotional: '1000',
  bands: [
    { fromNotional: '300', level: 'summary' },
    { fromNotional: '500', level: 'type-symbol' },
  ],
};

let world: {
  policy: Policy;
  nowMs: number;
  spent: Result<SpentByCurrency>;
  moved: Result<MovedSums>;
  doesAgree: boolean;
  bid: '100' | '50';
  rates: { USDT: '1'; BTC: '100' | null } | null;
};
let asked: unknown[];
let ratesRead: string[];
let sinceMs: number[];

beforeEach(() => {
  asked = [];
  ratesRead = [];
  sinceMs = [];
  world = {
    policy: wide,
    nowMs: 5 * dayMs + 7,
    spent: succeed({}),
    moved: succeed({ hour: {}, day: {}, sinceTyped: {} }),
    doesAgree: true,
    bid: '100',
    rates: { USDT: '1', BTC: '100' },
  };
});

const ask: AskUser = (asking, take) => {
  asked.push(asking);
  return world.doesAgree ? take() : Promise.resolve(fail('declined', 'no'));
};

const askLong: AskUser = (_asked, take) => {
  world.bid = '50';
  return take();
};

const build = (asking: AskUser = ask): ActionPolicy =>
  createActionPolicy({
    sentLately: profileId => [{ atMs: profileId.length, rows: 2 }],
    policyOf: () => world.policy,
    journal: {
      spent: (_profileId, since) => {
        sinceMs.push(since);
        return world.spent;
      },
      moved: () => world.moved,
    },
    prices: {
      book: () => Promise.resolve({ bids: [[world.bid, '10']], asks: [[world.bid, '10']] }),
      rates: (_profileId, to, priority) => {
        ratesRead.push(`${to} ${priority}`);
        return Promise.resolve(world.rates === null ? null : { rates: world.rates, asOfMs: 9 });
      },
    },
    ask: asking,
    profileOf: id => (id === 'p' ? succeed(buildProfile({ name: 'Desk' })) : fail('no-profile', 'gone')),
    nowMs: () => world.nowMs,
  });

/** Both halves at once. */
async function go(policy: ActionPolicy, change: Partial<PolicyQuestion> = {}) {
  const checked = await policy.check({ ...question, ...change });
  return checked.ok ? checked.value.pass() : checked;
}

describe('an action under the policy', () => {
  it('passes within the limits, and states the amount of each order', async () => {
    expect(await go(build())).toEqual(succeed([{ mark: 'm', currency: 'USDT', amount: '200' }]));
    expect(new Set(sinceMs)).toEqual(new Set([5 * dayMs]));
    expect([asked, ratesRead]).toEqual([[], []]);
  });

  it('an action under the policy is rejected with every reason, the first one in parts', async () => {
    world.policy = { ...wide, largestOrder: '199', dailyNotional: '150' };
    expect(await build().check(question)).toEqual(
      fail(
        'policy',
        'Nothing was sent. This order has a value of 200 USDT; the largest order of this profile is 199 USDT. With 0 USDT sent since midnight UTC, this would make 200 USDT; the most that this profile sends in a day is 150 USDT.',
        { validationError: { rule: 'largest-order', figure: '200 USDT', limit: '199 USDT' } },
      ),
    );
  });

  it('an action under the policy is checked again right before sending, so that two cannot both use the rest of the day', async () => {
    world.policy = { ...wide, dailyNotional: '399' };
    const policy = build();
    const both = await Promise.all([policy.check(question), policy.check(question)]);
    const first = both[0].ok ? both[0].value.pass() : both[0];
    expect(first.ok).toBe(true);
    world.spent = succeed({ USDT: '200' });
    const second = both[1].ok ? both[1].value.pass() : both[1];
    expect(second).toMatchObject({ ok: false, error: { kind: 'policy', validationError: { rule: 'daily-notional' } } });
  });

  it('counts nothing when it is reduce-only', async () => {
    const futures = { clientOid: 'm', symbol: 'X', side: 'sell', type: 'limit', price: '100', size: '1' } as const;
    const reducing = placeFutures({ ...futures, isReduceOnly: true }, buildFuturesContract(), null);
    expect(await go(build(), { action: reducing })).toEqual(succeed([]));
  });

  it('requires the confirmation for its size, which the page may state as read', async () => {
    expect(await go(build(), { action: place('4') })).toEqual(
      fail(
        'policy',
        'Nothing was sent. An action with a value of 400 USDT must be confirmed by the summary, and this was confirmed by nothing. Review it and send it again.',
        { validationError: { rule: 'confirmation', figure: 'nothing', limit: 'the summary' } },
      ),
    );
    expect(await go(build(), { action: place('4'), confirmed: 'summary' })).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
  });
});

describe('the largest actions', () => {
  const large = { action: place('6') };

  it('the largest actions are typed in the trusted window, whatever the page states', async () => {
    expect(await go(build(), { ...large, confirmed: 'type-symbol' })).toMatchObject({ ok: true });
    expect(asked).toEqual([
      expect.objectContaining({
        title: 'Send this with Desk?',
        typeBack: 'BTC-USDT',
        facts: expect.arrayContaining([
          { label: 'Action', value: 'Buy 2 BTC-USDT at 100' },
          { label: 'Value', value: '600 USDT' },
          { label: 'Sent today', value: '0 USDT of 1,000 USDT' },
        ]),
      }),
    ]);
  });

  it('the largest actions are not sent when the user declines, nor for a removed profile', async () => {
    world.doesAgree = false;
    expect(await go(build(), large)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(await go(build(), { ...large, profileId: 'gone' })).toMatchObject({ error: { kind: 'no-profile' } });
  });

  it('the largest actions are checked with the prices after the answer of the user', async () => {
    expect(await go(build(askLong), large)).toMatchObject({
      error: { validationError: { rule: 'furthest-price', figure: '100 %' } },
    });
  });

  it('cannot bypass a policy that is tightened between the two checks', async () => {
    const checked = await build().check({ ...question, confirmed: 'type-symbol' });
    world.policy = { ...wide, bands: [{ fromNotional: '0', level: 'type-symbol' }] };
    expect(checked.ok && checked.value.pass()).toMatchObject({
      error: { validationError: { rule: 'confirmation', figure: 'the summary', limit: 'the symbol typed' } },
    });
  });

  it('the largest actions are confirmed also without a price, which is stated as unknown', async () => {
    const money = { currency: 'XRP', amount: '5' } as const;
    expect(await go(build(), { action: { kind: 'transfer', money }, marks: [], symbol: 'XRP' })).toMatchObject({
      error: { validationError: { rule: 'may-transfer' } },
    });
    world.policy = { ...wide, mayTransfer: true };
    expect(await go(build(), { action: { kind: 'transfer', money }, marks: [], symbol: 'XRP' })).toEqual(succeed([]));
    expect(asked).toEqual([
      expect.objectContaining({ facts: expect.arrayContaining([{ label: 'Value', value: 'unknown' }]) }),
    ]);
  });
});

function loan(amount: '20' | '40' | '60'): Partial<PolicyQuestion> {
  return { action: { kind: 'borrow', money: { currency: 'USDT', amount } }, marks: [], symbol: 'USDT' };
}

describe('loans, transfers, removed margin and settings', () => {
  const limits = { perHour: '100', perDay: '150', askFrom: '50' } as const;
  beforeEach(() => {
    world.policy = { ...wide, mayBorrow: true, movements: { ...wide.movements, loans: limits } };
  });

  it('count with those in flight until they are in the journal or not sent', async () => {
    const policy = build();
    const first = await policy.check({ ...question, ...loan('40') });
    expect((await policy.state('p')).moved.loans).toEqual({ hour: '40', day: '40', sinceTyped: '40' });
    // it is typed, for both come to 60
    const second = await policy.check({ ...question, ...loan('20') });
    expect(asked).toHaveLength(1);
    expect((await policy.state('p')).moved.loans).toEqual({ hour: '60', day: '60', sinceTyped: '40' });
    expect(await policy.check({ ...question, ...loan('60') })).toMatchObject({
      error: { validationError: { rule: 'loans-per-hour', figure: '120 USDT' } },
    });
    const row = { mark: 'loans', currency: 'USDT' };
    expect([first.ok && first.value.pass(), second.ok && second.value.pass()]).toEqual([
      succeed([{ ...row, amount: '40', movement: { kind: 'loans', isTyped: false } }]),
      succeed([{ ...row, amount: '20', movement: { kind: 'loans', isTyped: true } }]),
    ]);
    for (const check of [first, second]) if (check.ok) check.value.release();
    expect((await policy.state('p')).moved.loans).toEqual({ hour: '0', day: '0', sinceTyped: '0' });
  });

  it('loans, transfers, removed margin and settings are confirmed with their total, and count nothing when the user declines', async () => {
    world.doesAgree = false;
    world.moved = succeed({ hour: { USDT: '10' }, day: { BTC: '0.8' }, sinceTyped: { USDT: '30' } });
    const policy = build();
    expect(await policy.check({ ...question, ...loan('20') })).toMatchObject({ error: { kind: 'declined' } });
    expect(asked).toMatchObject([
      {
        facts: [
          { label: 'Action' },
          { label: 'Value', value: '20 USDT' },
          { label: 'Loans in the last hour, with this', value: '30 USDT of 100 USDT' },
          { label: 'Loans today, with this', value: '100 USDT of 150 USDT' },
          { label: 'Spot' },
          { label: 'Futures' },
        ],
      },
    ]);
    expect((await policy.state('p')).moved.loans).toMatchObject({ hour: '10' });
  });

  it('loans, transfers, removed margin and settings are checked again when they are sent, with limits and amounts changed meanwhile', async () => {
    const checked = await build().check({ ...question, ...loan('40') });
    world.moved = succeed({ hour: { USDT: '61' }, day: {}, sinceTyped: {} });
    expect(checked.ok && checked.value.pass()).toMatchObject({
      error: { validationError: { rule: 'loans-per-hour' } },
    });
    world.moved = succeed({ hour: {}, day: {}, sinceTyped: { USDT: '10' } });
    expect(checked.ok && checked.value.pass()).toMatchObject({ error: { validationError: { rule: 'confirmation' } } });
    world.policy = { ...world.policy, mayBorrow: false };
    expect(checked.ok && checked.value.recheck()).toMatchObject({ error: { validationError: { rule: 'may-borrow' } } });
  });

  it('loans, transfers, removed margin and settings are rejected while they cannot be counted', async () => {
    world.moved = fail('storage', 'broken');
    const policy = build();
    expect(await policy.check({ ...question, ...loan('20') })).toMatchObject({
      error: { validationError: { rule: 'loans-per-day', figure: 'unknown' } },
    });
    expect((await policy.state('p')).moved.settings).toBeNull();
    world.moved = succeed({ hour: { XRP: '1' }, day: {}, sinceTyped: {} });
    expect((await policy.state('p')).moved).toMatchObject({ loans: null, settings: { hour: '1' } });
  });
});

describe('conversion rates', () => {
  it('conversion rates are read for amounts in another currency, and nothing is sent without them', async () => {
    world.policy = { ...wide, currency: 'BTC' };
    world.rates = null;
    expect(await go(build())).toMatchObject({ error: { validationError: { rule: 'price-unknown' } } });
    world.policy = wide;
    world.rates = { USDT: '1', BTC: '100' };
    world.spent = succeed({ BTC: '3', USDT: '1' });
    ratesRead = [];
    expect(await go(build())).toMatchObject({ ok: true });
    expect(ratesRead).toEqual(['USDT action']);
    world.policy = { ...wide, dailyNotional: '500' };
    expect(await go(build())).toMatchObject({ error: { validationError: { figure: '501 USDT' } } });
    world.rates = null;
    expect(await go(build())).toMatchObject({
      error: { validationError: { rule: 'daily-notional', figure: 'unknown' } },
    });
  });

  it('conversion rates are not needed for actions without an amount', async () => {
    for (const action of [{ kind: 'cancel' }, { kind: 'repay' }] as const)
      expect(await go(build(), { action, marks: [] })).toEqual(succeed([]));
    const setting = { kind: 'move-margin', money: null, isAdding: false } as const;
    expect(await go(build(), { action: setting, marks: [] })).toMatchObject({ value: [{ amount: '1' }] });
    expect(ratesRead).toEqual([]);
  });
});

describe('the policy state for the page', () => {
  it('has the policy, the day and the rates', async () => {
    world.spent = succeed({ BTC: '3', USDT: '1' });
    expect(await build().state('p')).toEqual({
      policy: wide,
      spentToday: '301',
      moved: nothingMoved,
      rates: { USDT: '1', BTC: '100' },
      ratesAsOfMs: 9,
      sentLately: [{ atMs: 1, rows: 2 }],
    });
    expect(ratesRead).toEqual(['USDT visible']);
  });

  it('states that the day cannot be counted', async () => {
    world.rates = null;
    world.spent = fail('storage', 'broken');
    expect(await build().state('p')).toEqual({
      policy: wide,
      spentToday: null,
      moved: nothingMoved,
      rates: {},
      ratesAsOfMs: null,
      sentLately: [{ atMs: 1, rows: 2 }],
    });
  });
});
