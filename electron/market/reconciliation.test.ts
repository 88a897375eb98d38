import { expect, it } from 'vitest';
import type { Result } from '#shared/errors.ts';
import { fail, succeed } from '#shared/errors.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createNotes } from '#log/testing/notes.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import type { WantedAction } from '#shared/rules/risk-reduction.ts';
import { createLiveMarkets } from './live-markets.ts';
import type { OpenAction } from './reconciliation.ts';

const orders = { venue: 'spot', kind: 'orders' } as const;
const lists = ['spot.orders', 'futures.orders', 'spot.stops', 'futures.stops', 'positions', 'balances'] as const;
const none = succeed({ items: [], isComplete: true });
type Answer = Result<never[]> | null;

/** A profile whose account is known; answers of REST are held back, or are failures, on demand. */
async function open() {
  const clock = createFakeClock();
  const fake = createFakeFeed();
  const said: unknown[] = [];
  let isHeld = false;
  let reads = 0;
  let actions: readonly OpenAction[] = [];
  let positions: Answer = null;
  let futuresOrders: Result<never> | null = null;
  const held: (() => void)[] = [];
  const client = createFakeClient({
    connect: () => Promise.resolve(succeed({ offsetMs: 0, uncertaintyMs: 1, measuredAtMs: 1 })),
    spot: {
      allOrders: async () => {
        reads += 1;
        if (isHeld) await new Promise<void>(resolve => held.push(resolve));
        return none;
      },
    },
    stops: { all: () => Promise.resolve(none) },
    futures: {
      allOrders: () => Promise.resolve(futuresOrders ?? none),
      allStops: () => Promise.resolve(none),
      positions: () => Promise.resolve(positions ?? succeed([])),
      overview: () => Promise.resolve(fail('permission', 'no')),
    },
    accounts: { balances: () => Promise.resolve(succeed([])) },
  });
  const live = createLiveMarkets({
    openFeed: () => fake.feed,
    openActions: () => actions,
    emit: (name, payload) => {
      if (name === 'reconciliation.changed' && 'reason' in payload) said.push(payload.reason);
    },
    offer: () => undefined,
    clock,
    log: createNotes().log,
  });
  const begin = (profileId = 'p') => live.open({ profileId, client });
  const watch = () =>
    live.watch(
      'p',
      lists.map(list => ({ kind: 'account', list, pace: 'panel' })),
    );
  begin();
  watch();
  fake.state(orders, 'live');
  await clock.pass(2_000);
  return {
    clock,
    fake,
    live,
    said,
    begin,
    watch,
    reads: () => reads,
    validationError: (wanted?: WantedAction) => live.validationError('p', wanted),
    hold: () => {
      isHeld = true;
    },
    letGo: async () => {
      isHeld = false;
      for (const go of held.splice(0)) go();
      await clock.pass(1_000);
    },
    openActions: (left: readonly string[]) => {
      actions = left.map(summary => ({ summary, symbol: 'BTC-USDT' }));
    },
    answer: (answers: { readonly positions: Answer; readonly futuresOrders?: Result<never> }) => {
      positions = answers.positions;
      futuresOrders = answers.futuresOrders ?? null;
    },
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

it.each([
  ['a reconnect', (opened: Opened) => opened.fake.reset(orders)],
  ['sleep', (opened: Opened) => opened.clock.setWall(300_000)],
  ['an exchange that restarted', (opened: Opened) => opened.begin()],
])(
  'actions wait after %s until the account is read again, and the screen shows why (fault 36)',
  async (_name, happen) => {
    const opened = await open();
    const { clock, validationError, said } = opened;
    expect([validationError(), said]).toEqual([null, []]);
    opened.hold();
    happen(opened);
    // at once: on waking up what was waiting to run comes in any order
    expect(validationError()).toMatch(
      /account is loading again after sleep or a reconnect\. Until then Fathom sends only cancels\. Pending: /,
    );
    await clock.pass(20_000);
    expect(validationError()).toMatch(/Pending: spot orders\.$/);
    await opened.letGo();
    expect(validationError()).toBeNull();
    expect([said[0], said.at(-1)]).toEqual([expect.any(String), null]);
    opened.live.close();
  },
);

it('actions wait until every open action has its outcome (fault 36)', async () => {
  const { clock, fake, live, validationError, openActions } = await open();
  openActions(['Buy 1 BTC-USDT']);
  // an action under way delays nothing while the account is reconciled
  expect(validationError()).toBeNull();
  fake.reset(orders);
  await clock.pass(5_000);
  expect(validationError()).toMatch(/looking up earlier actions.*Pending: Buy 1 BTC-USDT\.$/);
  openActions([]);
  expect(validationError()).toBeNull();
  live.close();
  expect(clock.waiting()).toBe(0);
});

it('actions wait for the open actions of an earlier run (fault 36)', async () => {
  const { live, openActions, begin, clock } = await open();
  openActions(['Buy 1 BTC-USDT']);
  begin('q');
  await clock.pass(5_000);
  expect(live.validationError('q')).toMatch(/Pending: Buy 1 BTC-USDT/);
  live.close();
});

it('reconciliation reads the lists that actions need without a visible panel, until they are known (fault 36)', async () => {
  const { clock, fake, live, validationError, reads } = await open();
  live.watch('p', []);
  fake.reset(orders);
  expect(validationError()).not.toBeNull();
  await clock.pass(1_000);
  expect(validationError()).toBeNull();
  const enough = reads();
  await clock.pass(600_000);
  expect(reads()).toBe(enough);
  live.close();
});

it('a list that fails for minutes is named with its reason, and what the key may not read is not waited for (fault 36)', async () => {
  const { clock, validationError, answer, live, said } = await open();
  answer({
    positions: fail('exchange-failed', 'The exchange answered 503.'),
    futuresOrders: fail('permission', 'The key lacks the right Futures.'),
  });
  clock.setWall(300_000);
  await clock.pass(300_000);
  expect(validationError()).toBe(
    'Part of the account is still loading after sleep or a reconnect. Until then Fathom sends only cancels and actions that reduce risk. Pending: positions. The last try failed: The exchange answered 503.',
  );
  expect(said.at(-1)).toBe(validationError());
  answer({ positions: succeed([]), futuresOrders: fail('permission', 'The key lacks the right Futures.') });
  await clock.pass(30_000);
  expect(validationError()).toBeNull();
  live.close();
});

it('a reloaded page receives the state of the reconciliation (fault 36)', async () => {
  const { fake, hold, watch, said, live, clock } = await open();
  hold();
  fake.reset(orders);
  await clock.pass(5_000);
  const before = said.length;
  watch();
  expect(said.slice(before)).toEqual([expect.stringContaining('Pending: spot orders')]);
  live.close();
});

it('a settled funding is read, but holds nothing up', async () => {
  const { clock, fake, validationError, said, live } = await open();
  const settled = { symbol: 'XBTUSDTM', fundingFee: null, fundingRate: null, timeMs: clock.nowMs() };
  fake.publish({ venue: 'futures', kind: 'positions' }, { kind: 'funding-settled', ...settled });
  expect(validationError()).toBeNull();
  await clock.pass(5_000);
  expect([validationError(), said]).toEqual([null, []]);
  live.close();
});

it('reconciliation sends no action for a profile that is not open (fault 36)', async () => {
  const { live } = await open();
  expect(live.validationError('another')).not.toBeNull();
  live.close();
});

const reducing: WantedAction = { symbol: 'XBTUSDTM', reducesRisk: true };
const increasing: WantedAction = { symbol: 'XBTUSDTM', reducesRisk: false };

it('reconciliation sends what reduces the risk after ten seconds and one warning that names the lists, and nothing else (fault 36)', async () => {
  const { clock, fake, live, hold, letGo, validationError } = await open();
  hold();
  fake.reset(orders);
  await clock.pass(9_000);
  expect(validationError(reducing)).toMatch(/sends only cancels/);
  await clock.pass(2_000);
  expect(validationError(reducing)).toBe(
    'These are still unknown after sleep or a reconnect: spot orders. Send again to send anyway.',
  );
  expect(validationError(reducing)).toBeNull();
  expect(validationError({ ...reducing, symbol: null })).toBeNull();
  expect(validationError(increasing)).toMatch(
    /sends only cancels and actions that reduce risk\. Pending: spot orders\.$/,
  );
  await letGo();
  expect(validationError(increasing)).toBeNull();
  live.close();
});

it('warns again and waits ten seconds again after the next reconnect (fault 36)', async () => {
  const { clock, fake, live, hold, letGo, validationError } = await open();
  for (let round = 0; round < 2; round += 1) {
    hold();
    fake.reset(orders);
    await clock.pass(5_000);
    // another reset of the same interruption does not begin the ten seconds again
    fake.reset(orders);
    await clock.pass(6_000);
    expect(validationError(reducing)).toMatch(/Send again/);
    expect(validationError(reducing)).toBeNull();
    await letGo();
    expect(validationError(reducing)).toBeNull();
  }
  live.close();
});

it('reconciliation rejects a second action on a market while the outcome of an earlier one is unknown (fault 36)', async () => {
  const { clock, fake, live, openActions, validationError } = await open();
  openActions(['Sell 1 BTC-USDT']);
  fake.reset(orders);
  await clock.pass(11_000);
  expect(validationError(reducing)).toMatch(/reconnect: Sell 1 BTC-USDT\. Send again/);
  expect(validationError(reducing)).toBeNull();
  expect(validationError({ ...reducing, symbol: 'BTC-USDT' })).toMatch(/earlier action in this market/);
  openActions([]);
  expect(validationError({ ...reducing, symbol: 'BTC-USDT' })).toBeNull();
  live.close();
});
