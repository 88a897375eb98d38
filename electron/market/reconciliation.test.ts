import { expect, it } from 'vitest';
import type { Result } from '#shared/errors.ts';
import { fail, succeed } from '#shared/errors.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createNotes } from '#log/testing/notes.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import type { WantedAct } from '#shared/rules/risk-reduction.ts';
import { createLiveMarkets } from './live-markets.ts';
import type { OpenAct } from './reconciliation.ts';

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
  let acts: readonly OpenAct[] = [];
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
    openActs: () => acts,
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
    objection: (wanted?: WantedAct) => live.objection('p', wanted),
    hold: () => {
      isHeld = true;
    },
    letGo: async () => {
      isHeld = false;
      for (const go of held.splice(0)) go();
      await clock.pass(1_000);
    },
    openActs: (left: readonly string[]) => {
      acts = left.map(summary => ({ summary, symbol: 'BTC-USDT' }));
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
  ['an exchange that began anew', (opened: Opened) => opened.begin()],
])('36: after %s acts wait until the account was read anew, and the screen is told', async (_name, happen) => {
  const opened = await open();
  const { clock, objection, said } = opened;
  expect([objection(), said]).toEqual([null, []]);
  opened.hold();
  happen(opened);
  // at once: on waking up what was waiting to run comes in any order
  expect(objection()).toMatch(/account is being read anew\. Until then only cancels are sent\. Awaited: /);
  await clock.pass(20_000);
  expect(objection()).toMatch(/Awaited: spot orders\.$/);
  await opened.letGo();
  expect(objection()).toBeNull();
  expect([said[0], said.at(-1)]).toEqual([expect.any(String), null]);
  opened.live.close();
});

it('36: and until every open act has its outcome', async () => {
  const { clock, fake, live, objection, openActs } = await open();
  openActs(['Buy 1 BTC-USDT']);
  // an act that is under way while nothing is the matter holds nothing up
  expect(objection()).toBeNull();
  fake.reset(orders);
  await clock.pass(5_000);
  expect(objection()).toMatch(/still being looked up.*Awaited: Buy 1 BTC-USDT\.$/);
  openActs([]);
  expect(objection()).toBeNull();
  live.close();
  expect(clock.waiting()).toBe(0);
});

it('36: also those that an earlier run of the program left open', async () => {
  const { live, openActs, begin, clock } = await open();
  openActs(['Buy 1 BTC-USDT']);
  begin('q');
  await clock.pass(5_000);
  expect(live.objection('q')).toMatch(/Awaited: Buy 1 BTC-USDT/);
  live.close();
});

it('36: what an act rests on is read whatever the window shows, and no longer than it must be', async () => {
  const { clock, fake, live, objection, reads } = await open();
  live.watch('p', []);
  fake.reset(orders);
  expect(objection()).not.toBeNull();
  await clock.pass(1_000);
  expect(objection()).toBeNull();
  const enough = reads();
  await clock.pass(600_000);
  expect(reads()).toBe(enough);
  live.close();
});

it('36: a list that fails for minutes is named with its reason, and what the key may not read is not waited for', async () => {
  const { clock, objection, answer, live, said } = await open();
  answer({
    positions: fail('exchange-failed', 'The exchange answered 503.'),
    futuresOrders: fail('permission', 'The key lacks the right Futures.'),
  });
  clock.setWall(300_000);
  await clock.pass(300_000);
  expect(objection()).toBe(
    'After sleep or a reconnect not all of the account is read yet. Until then only cancels and what reduces risk are sent. Awaited: positions. The last try failed: The exchange answered 503.',
  );
  expect(said.at(-1)).toBe(objection());
  answer({ positions: succeed([]), futuresOrders: fail('permission', 'The key lacks the right Futures.') });
  await clock.pass(30_000);
  expect(objection()).toBeNull();
  live.close();
});

it('36: a page that was loaded anew is told too', async () => {
  const { fake, hold, watch, said, live, clock } = await open();
  hold();
  fake.reset(orders);
  await clock.pass(5_000);
  const before = said.length;
  watch();
  expect(said.slice(before)).toEqual([expect.stringContaining('Awaited: spot orders')]);
  live.close();
});

it('a settled funding is read, but holds nothing up', async () => {
  const { clock, fake, objection, said, live } = await open();
  const settled = { symbol: 'XBTUSDTM', fundingFee: null, fundingRate: null, timeMs: clock.nowMs() };
  fake.tell({ venue: 'futures', kind: 'positions' }, { kind: 'funding-settled', ...settled });
  expect(objection()).toBeNull();
  await clock.pass(5_000);
  expect([objection(), said]).toEqual([null, []]);
  live.close();
});

it('36: no act is sent for a profile that is not open', async () => {
  const { live } = await open();
  expect(live.objection('another')).not.toBeNull();
  live.close();
});

const reducing: WantedAct = { symbol: 'XBTUSDTM', reducesRisk: true };
const increasing: WantedAct = { symbol: 'XBTUSDTM', reducesRisk: false };

it('36: sends what reduces the risk after ten seconds and one warning that names the lists, and nothing else', async () => {
  const { clock, fake, live, hold, letGo, objection } = await open();
  hold();
  fake.reset(orders);
  await clock.pass(9_000);
  expect(objection(reducing)).toMatch(/only cancels are sent/);
  await clock.pass(2_000);
  expect(objection(reducing)).toBe(
    'After sleep or a reconnect these are not known yet: spot orders. Send it again to send it all the same.',
  );
  expect(objection(reducing)).toBeNull();
  expect(objection({ ...reducing, symbol: null })).toBeNull();
  expect(objection(increasing)).toMatch(/only cancels and what reduces risk are sent\. Awaited: spot orders\.$/);
  await letGo();
  expect(objection(increasing)).toBeNull();
  live.close();
});

it('36: warns again and waits ten seconds again after the next reconnect', async () => {
  const { clock, fake, live, hold, letGo, objection } = await open();
  for (let round = 0; round < 2; round += 1) {
    hold();
    fake.reset(orders);
    await clock.pass(5_000);
    // another reset of the same interruption does not begin the ten seconds again
    fake.reset(orders);
    await clock.pass(6_000);
    expect(objection(reducing)).toMatch(/Send it again/);
    expect(objection(reducing)).toBeNull();
    await letGo();
    expect(objection(reducing)).toBeNull();
  }
  live.close();
});

it('36: refuses a second action on a market where the outcome of an earlier one is not known', async () => {
  const { clock, fake, live, openActs, objection } = await open();
  openActs(['Sell 1 BTC-USDT']);
  fake.reset(orders);
  await clock.pass(11_000);
  expect(objection(reducing)).toMatch(/not known yet: Sell 1 BTC-USDT\. Send it again/);
  expect(objection(reducing)).toBeNull();
  expect(objection({ ...reducing, symbol: 'BTC-USDT' })).toMatch(/earlier action on the same market/);
  openActs([]);
  expect(objection({ ...reducing, symbol: 'BTC-USDT' })).toBeNull();
  live.close();
});
