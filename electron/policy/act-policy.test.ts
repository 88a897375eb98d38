import { beforeEach, describe, expect, it } from 'vitest';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { defaultPolicy, type Policy } from '#shared/policy/policy.ts';
import { type PolicyAct, placeFutures, placeSpot } from '#shared/policy/policy-act.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import type { MovedSums, SpentByCurrency } from '#store/intent-journal.ts';
import { type ActPolicy, createActPolicy, type PolicyQuestion } from './act-policy.ts';
import type { AskUser } from './allowances.ts';

const dayMs = 86_400_000;
const order = { clientOid: 'm', symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '100', size: '2' } as const;
const place = (size: '2' | '4' | '6'): PolicyAct => placeSpot([{ ...order, size }], buildSpotSymbol());
const question: PolicyQuestion = {
  profileId: 'p',
  act: place('2'),
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

const build = (asking: AskUser = ask): ActPolicy =>
  createActPolicy({
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
async function go(policy: ActPolicy, change: Partial<PolicyQuestion> = {}) {
  const checked = await policy.check({ ...question, ...change });
  return checked.ok ? checked.value.pass() : checked;
}

describe('an act', () => {
  it('within the policy passes, and says what each order counts', async () => {
    expect(await go(build())).toEqual(succeed([{ mark: 'm', currency: 'USDT', amount: '200' }]));
    expect(new Set(sinceMs)).toEqual(new Set([5 * dayMs]));
    expect([asked, ratesRead]).toEqual([[], []]);
  });

  it('against it is refused with every reason, the first one in parts', async () => {
    world.policy = { ...wide, largestOrder: '199', dailyNotional: '150' };
    expect(await build().check(question)).toEqual(
      fail(
        'policy',
        'Nothing was sent. This order is worth 200 USDT; the largest order of this profile is 199 USDT. With 0 USDT sent since midnight UTC, this would make 200 USDT; the most that this profile sends in a day is 150 USDT.',
        { refusal: { rule: 'largest-order', figure: '200 USDT', limit: '199 USDT' } },
      ),
    );
  });

  it('is judged again right before it goes: two at once cannot both have the last of the day', async () => {
    world.policy = { ...wide, dailyNotional: '399' };
    const policy = build();
    const both = await Promise.all([policy.check(question), policy.check(question)]);
    const first = both[0].ok ? both[0].value.pass() : both[0];
    expect(first.ok).toBe(true);
    world.spent = succeed({ USDT: '200' });
    const second = both[1].ok ? both[1].value.pass() : both[1];
    expect(second).toMatchObject({ ok: false, error: { kind: 'policy', refusal: { rule: 'daily-notional' } } });
  });

  it('that only reduces counts nothing', async () => {
    const futures = { clientOid: 'm', symbol: 'X', side: 'sell', type: 'limit', price: '100', size: '1' } as const;
    const reducing = placeFutures({ ...futures, isReduceOnly: true }, buildFuturesContract(), null);
    expect(await go(build(), { act: reducing })).toEqual(succeed([]));
  });

  it('needs the summary that its size asks for, and the page may say that it was read', async () => {
    expect(await go(build(), { act: place('4') })).toEqual(
      fail(
        'policy',
        'Nothing was sent. An act worth 400 USDT must be confirmed by the summary, and this was confirmed by nothing. Review it and send it again.',
        { refusal: { rule: 'confirmation', figure: 'nothing', limit: 'the summary' } },
      ),
    );
    expect(await go(build(), { act: place('4'), confirmed: 'summary' })).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
  });
});

describe('the largest acts', () => {
  const large = { act: place('6') };

  it('are typed in the trusted window, whatever the page says', async () => {
    expect(await go(build(), { ...large, confirmed: 'type-symbol' })).toMatchObject({ ok: true });
    expect(asked).toEqual([
      expect.objectContaining({
        title: 'Send this with Desk?',
        typeBack: 'BTC-USDT',
        facts: expect.arrayContaining([
          { label: 'Act', value: 'Buy 2 BTC-USDT at 100' },
          { label: 'Worth', value: '600 USDT' },
          { label: 'Sent today', value: '0 USDT of 1,000 USDT' },
        ]),
      }),
    ]);
  });

  it('are not sent when the user declines, nor for a profile that is gone', async () => {
    world.doesAgree = false;
    expect(await go(build(), large)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(await go(build(), { ...large, profileId: 'gone' })).toMatchObject({ error: { kind: 'no-profile' } });
  });

  it('are judged by the prices of when the user has answered', async () => {
    expect(await go(build(askLong), large)).toMatchObject({
      error: { refusal: { rule: 'furthest-price', figure: '100 %' } },
    });
  });

  it('cannot slip through a policy that is tightened between the two looks', async () => {
    const checked = await build().check({ ...question, confirmed: 'type-symbol' });
    world.policy = { ...wide, bands: [{ fromNotional: '0', level: 'type-symbol' }] };
    expect(checked.ok && checked.value.pass()).toMatchObject({
      error: { refusal: { rule: 'confirmation', figure: 'the summary', limit: 'the symbol typed' } },
    });
  });

  it('without a price are asked too, and it is said that it is not known', async () => {
    const money = { currency: 'XRP', amount: '5' } as const;
    expect(await go(build(), { act: { kind: 'transfer', money }, marks: [], symbol: 'XRP' })).toMatchObject({
      error: { refusal: { rule: 'may-transfer' } },
    });
    world.policy = { ...wide, mayTransfer: true };
    expect(await go(build(), { act: { kind: 'transfer', money }, marks: [], symbol: 'XRP' })).toEqual(succeed([]));
    expect(asked).toEqual([
      expect.objectContaining({ facts: expect.arrayContaining([{ label: 'Worth', value: 'not known' }]) }),
    ]);
  });
});

function loan(amount: '20' | '40' | '60'): Partial<PolicyQuestion> {
  return { act: { kind: 'borrow', money: { currency: 'USDT', amount } }, marks: [], symbol: 'USDT' };
}

describe('loans, transfers, removed margin and settings', () => {
  const limits = { perHour: '100', perDay: '150', askFrom: '50' } as const;
  beforeEach(() => {
    world.policy = { ...wide, mayBorrow: true, movements: { ...wide.movements, loans: limits } };
  });

  it('count with those in flight, until these are in the journal or not sent', async () => {
    const policy = build();
    const first = await policy.check({ ...question, ...loan('40') });
    expect((await policy.state('p')).moved.loans).toEqual({ hour: '40', day: '40', sinceTyped: '40' });
    // it is typed, for both come to 60
    const second = await policy.check({ ...question, ...loan('20') });
    expect(asked).toHaveLength(1);
    expect((await policy.state('p')).moved.loans).toEqual({ hour: '60', day: '60', sinceTyped: '40' });
    expect(await policy.check({ ...question, ...loan('60') })).toMatchObject({
      error: { refusal: { rule: 'loans-per-hour', figure: '120 USDT' } },
    });
    const row = { mark: 'loans', currency: 'USDT' };
    expect([first.ok && first.value.pass(), second.ok && second.value.pass()]).toEqual([
      succeed([{ ...row, amount: '40', movement: { kind: 'loans', isTyped: false } }]),
      succeed([{ ...row, amount: '20', movement: { kind: 'loans', isTyped: true } }]),
    ]);
    for (const check of [first, second]) if (check.ok) check.value.release();
    expect((await policy.state('p')).moved.loans).toEqual({ hour: '0', day: '0', sinceTyped: '0' });
  });

  it('are asked with what they come to, and count no more when the user declines', async () => {
    world.doesAgree = false;
    world.moved = succeed({ hour: { USDT: '10' }, day: { BTC: '0.8' }, sinceTyped: { USDT: '30' } });
    const policy = build();
    expect(await policy.check({ ...question, ...loan('20') })).toMatchObject({ error: { kind: 'declined' } });
    expect(asked).toMatchObject([
      {
        facts: [
          { label: 'Act' },
          { label: 'Worth', value: '20 USDT' },
          { label: 'Loans in the last hour, with this', value: '30 USDT of 100 USDT' },
          { label: 'Loans today, with this', value: '100 USDT of 150 USDT' },
          { label: 'Spot' },
          { label: 'Futures' },
        ],
      },
    ]);
    expect((await policy.state('p')).moved.loans).toMatchObject({ hour: '10' });
  });

  it('are judged again when they go: what was tightened or counted meanwhile holds', async () => {
    const checked = await build().check({ ...question, ...loan('40') });
    world.moved = succeed({ hour: { USDT: '61' }, day: {}, sinceTyped: {} });
    expect(checked.ok && checked.value.pass()).toMatchObject({ error: { refusal: { rule: 'loans-per-hour' } } });
    world.moved = succeed({ hour: {}, day: {}, sinceTyped: { USDT: '10' } });
    expect(checked.ok && checked.value.pass()).toMatchObject({ error: { refusal: { rule: 'confirmation' } } });
    world.policy = { ...world.policy, mayBorrow: false };
    expect(checked.ok && checked.value.recheck()).toMatchObject({ error: { refusal: { rule: 'may-borrow' } } });
  });

  it('are refused while they cannot be counted', async () => {
    world.moved = fail('storage', 'broken');
    const policy = build();
    expect(await policy.check({ ...question, ...loan('20') })).toMatchObject({
      error: { refusal: { rule: 'loans-per-day', figure: 'unknown' } },
    });
    expect((await policy.state('p')).moved.settings).toBeNull();
    world.moved = succeed({ hour: { XRP: '1' }, day: {}, sinceTyped: {} });
    expect((await policy.state('p')).moved).toMatchObject({ loans: null, settings: { hour: '1' } });
  });
});

describe('rates', () => {
  it('are read where something is in another currency, and without them nothing is sent', async () => {
    world.policy = { ...wide, currency: 'BTC' };
    world.rates = null;
    expect(await go(build())).toMatchObject({ error: { refusal: { rule: 'price-unknown' } } });
    world.policy = wide;
    world.rates = { USDT: '1', BTC: '100' };
    world.spent = succeed({ BTC: '3', USDT: '1' });
    ratesRead = [];
    expect(await go(build())).toMatchObject({ ok: true });
    expect(ratesRead).toEqual(['USDT act']);
    world.policy = { ...wide, dailyNotional: '500' };
    expect(await go(build())).toMatchObject({ error: { refusal: { figure: '501 USDT' } } });
    world.rates = null;
    expect(await go(build())).toMatchObject({ error: { refusal: { rule: 'daily-notional', figure: 'unknown' } } });
  });

  it('no rate is needed for what moves no money', async () => {
    for (const act of [{ kind: 'cancel' }, { kind: 'repay' }] as const)
      expect(await go(build(), { act, marks: [] })).toEqual(succeed([]));
    const setting = { kind: 'move-margin', money: null, isAdding: false } as const;
    expect(await go(build(), { act: setting, marks: [] })).toMatchObject({ value: [{ amount: '1' }] });
    expect(ratesRead).toEqual([]);
  });
});

describe('what the page is told', () => {
  it('is the policy, the day and the rates', async () => {
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

  it('is that the day cannot be counted, when it cannot', async () => {
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
