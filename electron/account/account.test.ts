import { describe, expect, it } from 'vitest';
import { AccountListName } from '#shared/domain/account/list-name.ts';
import { fail, succeed } from '#shared/errors.ts';
import { change, done, filled, fill, matchOf, position, rest, stopChange, walletChange } from './testing/records.ts';
import { full, listed, openAccount, openLiveAccount } from './testing/opened-account.ts';

const venues = ['orders', 'futuresOrders', 'stops', 'futuresStops', 'fills', 'futuresFills'];
const reads = new Set([...venues, 'positions', 'balances']);
const onlyReads = (asked: readonly string[]) => asked.filter(name => reads.has(name)).toSorted();
const match = () => filled('4', matchOf('t1', '100', '4'), 20);

describe('the streamed account', () => {
  it('publishes each list once as a whole and as edits after that, and no list without a reader', async () => {
    const { page, watch, answers, clock, order } = openAccount();
    answers.orders = listed(rest);
    watch('panel', 'spot.orders');
    await clock.pass(20);
    await order({ ...change, event: 'update', size: '6', timeMs: 40 });
    expect(page.messages.map(({ list }) => list)).toEqual(page.messages.map(() => 'spot.orders'));
    expect(page.messages.map(({ kind }) => kind)).toEqual(['whole', ...page.messages.slice(1).map(() => 'edits')]);
    expect(page.messages.at(-1)).toMatchObject({ upserts: [{ size: '6' }], removed: [] });
  });

  it('publishes one message when much changes within a frame, and none when nothing changes', async () => {
    const { page, fake, order, clock } = await openLiveAccount();
    await order(change);
    const before = page.messages.length;
    for (let n = 1; n <= 5; n += 1)
      fake.publish({ venue: 'spot', kind: 'orders' }, { ...change, event: 'update', size: `${n}`, timeMs: 40 + n });
    await clock.pass(20);
    const said = page.messages.slice(before).filter(({ list }) => list === 'spot.orders');
    expect(said).toMatchObject([{ upserts: [{ size: '5' }] }]);
    await clock.pass(10_000);
    expect(page.messages).toHaveLength(before + page.messages.slice(before).length);
  });

  it('publishes a row at once, and the fast-moving figures of a live list shortly after in one message', async () => {
    const { page, order, fake, clock } = await openLiveAccount();
    await order(change);
    await clock.pass(10_000);
    const before = page.messages.length;
    const publishedUpserts = () => page.messages.slice(before).map(({ list, upserts }) => `${list} ${upserts.length}`);
    // each of them makes every list of spot younger
    for (let n = 1; n <= 5; n += 1) {
      fake.publish({ venue: 'spot', kind: 'orders' }, { ...change, event: 'update', size: `${n}`, timeMs: 40 + n });
      await clock.pass(20);
    }
    expect(new Set(publishedUpserts())).toEqual(new Set(['spot.orders 1']));
    const reportedAtMs = clock.nowMs() - 20;
    await clock.pass(2_500);
    expect(publishedUpserts().filter(line => line.startsWith('margin.orders'))).toEqual(['margin.orders 0']);
    expect(page.status('margin.orders')).toMatchObject({ feed: 'live', asOfMs: reportedAtMs });
  });

  it('states why a list is not live, what failed, and what a read costs', async () => {
    const { page, watch, answers, clock, publishStates, fake } = openAccount();
    answers.positions = fail('permission', 'no');
    watch('panel', 'positions', 'balances');
    await clock.pass(20);
    expect(page.status('positions')).toMatchObject({
      feed: 'polled',
      detail: 'The feed is being set up.',
      asOfMs: null,
      isRefreshing: false,
      error: { kind: 'permission' },
      cost: { pool: 'futures', weight: 2 },
    });
    expect(page.status('balances')).toMatchObject({ asOfMs: clock.nowMs() - 20, error: null });
    publishStates('live');
    await clock.pass(20);
    expect(page.status('balances')).toMatchObject({
      feed: 'polled',
      detail: 'What may have been missed is being read.',
    });
    await clock.pass(1_000);
    expect(page.status('balances')).toMatchObject({ feed: 'live', detail: null, intervalMs: 60_000 });
    fake.state({ venue: 'futures', kind: 'balances' }, 'dead', 'The exchange rejected the topic (404).');
    await clock.pass(20);
    expect(page.status('balances')).toMatchObject({ feed: 'polled', detail: 'The exchange rejected the topic (404).' });
    for (const [state, words] of [
      ['stale', 'The feed sends no data.'],
      ['dead', 'The feed does not come.'],
    ] as const) {
      fake.state({ venue: 'futures', kind: 'balances' }, state);
      await clock.pass(20);
      expect(page.status('balances')?.detail).toBe(words);
    }
  });

  it('reads a shown list at its interval while its feed is down, and no hidden list', async () => {
    const { watch, asked, clock } = openAccount();
    watch('panel', 'spot.orders', 'spot.fills');
    await clock.pass(29_999);
    expect(onlyReads(asked)).toEqual([
      ...Array.from({ length: 3 }, () => 'fills'),
      ...Array.from({ length: 10 }, () => 'orders'),
    ]);
    watch(null);
    asked.length = 0;
    await clock.pass(300_000);
    expect(asked).toEqual([]);
  });

  it('states that a read is under way once there is data to refresh', async () => {
    const { page, watch, clock, hold, release, account } = openAccount();
    hold();
    watch('panel', 'positions');
    await clock.pass(20);
    expect(page.status('positions')?.isRefreshing).toBe(false);
    await release();
    hold();
    account.refresh('positions');
    await clock.pass(20);
    expect(page.status('positions')?.isRefreshing).toBe(true);
    await release();
    expect(page.status('positions')?.isRefreshing).toBe(false);
  });
});

describe('a lost message to the page', () => {
  it('makes the page request the whole list again', async () => {
    const { page, order, clock } = await openLiveAccount();
    await order(change);
    page.lose(true);
    await order({ ...change, event: 'update', size: '6', timeMs: 40 });
    page.lose(false);
    await order({ ...change, event: 'update', size: null, price: '101', timeMs: 50 });
    await clock.pass(20);
    expect(page.gaps()).toBe(1);
    expect(page.messages.at(-1)?.kind).toBe('whole');
    expect(page.rows('spot.orders')).toMatchObject([{ size: '6', price: '101' }]);
  });

  it('a lost message to the page is repaired within a minute without further changes: a check is published as well', async () => {
    const { page, answers, order, clock } = await openLiveAccount();
    await order(change);
    page.lose(true);
    await order({ ...change, event: 'update', size: '6', timeMs: 40 });
    page.lose(false);
    answers.orders = listed({ ...rest, size: '6', updatedAtMs: 40 });
    expect(page.rows('spot.orders')).toMatchObject([{ size: '10' }]);
    await clock.pass(61_000);
    expect(page.rows('spot.orders')).toMatchObject([{ size: '6' }]);
  });
});

describe('a lost connection of the account', () => {
  it('makes every list of its venue be read again once, and none of the other venue (fault 29)', async () => {
    const { fake, asked, clock, page, hold, release } = await openLiveAccount();
    hold();
    for (const kind of ['orders', 'stopOrders', 'balances'] as const) fake.reset({ venue: 'spot', kind });
    await clock.pass(20);
    expect(page.status('spot.orders')?.feed).toBe('polled');
    expect(page.status('futures.orders')?.feed).toBe('live');
    await release();
    await clock.pass(3_000);
    expect(onlyReads(asked)).toEqual(['balances', 'fills', 'orders', 'stops']);
    expect(page.status('spot.orders')?.feed).toBe('live');
    expect(page.finished).toEqual(['spot']);
    asked.length = 0;
    for (const kind of ['orders', 'stopOrders', 'balances', 'positions'] as const)
      fake.reset({ venue: 'futures', kind });
    await clock.pass(3_000);
    expect(onlyReads(asked)).toEqual(['balances', 'futuresFills', 'futuresOrders', 'futuresStops', 'positions']);
  });

  it('leaves no stale row marked live, also when it returns while a list is being read', async () => {
    const { fake, page, hold, release, account, answers, clock } = await openLiveAccount();
    hold();
    account.refresh('spot.orders');
    await clock.pass(20);
    fake.reset({ venue: 'spot', kind: 'orders' });
    await clock.pass(20);
    answers.orders = listed(rest);
    await release();
    expect(page.status('spot.orders')?.feed).toBe('polled');
    await clock.pass(1_000);
    expect(page.rows('spot.orders')).toEqual([rest]);
    expect(page.status('spot.orders')?.feed).toBe('live');
  });

  it('triggers no read while the window shows nothing, and a read once it shows a list', async () => {
    const { fake, watch, asked, clock, page } = await openLiveAccount();
    watch(null);
    for (const venue of ['spot', 'futures'] as const) fake.reset({ venue, kind: 'orders' });
    await clock.pass(120_000);
    expect(asked).toEqual([]);
    watch('panel', 'spot.orders');
    await clock.pass(20);
    expect(onlyReads(asked)).toEqual(['orders']);
    expect(page.status('spot.orders')?.feed).toBe('live');
  });

  it('uses the first version of the spot order topic when the second is rejected, and reads the list for missed frames', async () => {
    const { fake, page, answers, asked, order, clock } = await openLiveAccount();
    fake.state({ venue: 'spot', kind: 'orders' }, 'dead', 'The exchange rejected the topic (404).');
    await clock.pass(20);
    expect(page.status('spot.orders')?.detail).toContain('404');
    expect(fake.wanted()).toContain('spot ordersV1');
    answers.fills = full.fills;
    fake.state({ venue: 'spot', kind: 'ordersV1' }, 'live');
    await clock.pass(1_000);
    expect(page.status('spot.orders')?.feed).toBe('live');
    expect(asked).toContain('fills');
    answers.order = succeed({ ...rest, filledSize: '4', filledFunds: '400', updatedAtMs: 20 });
    fake.publish({ venue: 'spot', kind: 'ordersV1' }, match());
    await order(change, 1_000);
    expect(page.rows('spot.orders')).toMatchObject([{ filledSize: '4' }]);
    expect(page.rows('spot.fills')).toEqual([fill]);
  });
});

describe('an action of the user', () => {
  it.each([
    ['add-margin', ['balances', 'positions']],
    ['place-stop', ['stops']],
    ['cancel-stop', ['futuresOrders', 'futuresStops', 'orders', 'stops']],
    ['place-order', ['fills', 'orders', 'stops']],
    ['place-batch', ['fills', 'orders', 'stops']],
    ['cancel-order', ['fills', 'orders', 'stops']],
    ['place-futures-order', ['futuresFills', 'futuresOrders', 'futuresStops']],
    ['place-futures-batch', ['futuresFills', 'futuresOrders', 'futuresStops']],
    ['cancel-futures-order', ['futuresFills', 'futuresOrders', 'futuresStops']],
  ] as const)(
    '%s checks the lists that it may have changed soon, and reads those without a feed at once',
    async (kind, expected) => {
      const { account, asked, clock, publishStates } = await openLiveAccount();
      account.acted(kind);
      await clock.pass(0);
      expect(onlyReads(asked)).toEqual([]);
      await clock.pass(2_000);
      expect(onlyReads(asked)).toEqual(expected);
      publishStates('stale');
      asked.length = 0;
      account.acted(kind);
      await clock.pass(0);
      expect(onlyReads(asked)).toEqual(expected);
    },
  );

  it('reads no list that no panel shows', async () => {
    const { account, asked, watch, clock } = await openLiveAccount();
    watch('panel', 'positions');
    account.acted('place-order');
    await clock.pass(20);
    expect(asked).toEqual([]);
  });

  it('publishes an order that ended once, and adds it to the order history at once', async () => {
    const { order, page, account, answers } = await openLiveAccount();
    await order(change);
    answers.order = succeed({ ...rest, isActive: false, filledSize: '10', filledFunds: '1000', updatedAtMs: 90 });
    await order(done, 400);
    expect(page.finished).toEqual(['spot']);
    const answer = await account.doneOrders({ venue: 'spot', symbol: null, page: 1, pageSize: 3 });
    expect(answer).toMatchObject({ value: { items: [{ id: 'o1', filledSize: '10' }] } });
    await order({ ...done, timeMs: 99 }, 20_000);
    expect(page.finished).toEqual(['spot']);
  });
});

it('account reads open orders while an order or a stop is active, with or without a reader of the lists', async () => {
  const { account, order, stop } = openAccount();
  expect(account.hasOpenOrders()).toBe(false);
  await order(change);
  expect(account.hasOpenOrders()).toBe(true);
  await order(done, 20_000);
  expect(account.hasOpenOrders()).toBe(false);
  await stop(stopChange);
  expect(account.hasOpenOrders()).toBe(true);
});

it('an account leaves no timer and no subscription when the profile is closed', async () => {
  const { fake, account, clock, page, order, stop, hold } = await openLiveAccount();
  await order(change);
  hold();
  for (const list of AccountListName.options) account.refresh(list);
  await order({ ...change, orderId: 'o2' }, 0);
  await stop(stopChange, 0);
  fake.publish({ venue: 'futures', kind: 'balances' }, walletChange);
  account.takePosition(position);
  const before = JSON.stringify(page.messages);
  account.close();
  expect(fake.wanted()).toEqual([]);
  expect(clock.waiting()).toBe(0);
  await clock.pass(120_000);
  expect(JSON.stringify(page.messages)).toBe(before);
});

describe('an exchange host that answers again', () => {
  it('reads the failed lists of its venue at once, one after the other', async () => {
    const { account, answers, asked, clock, setHost, page } = await openLiveAccount();
    answers.orders = fail('exchange-failed', 'down');
    answers.stops = fail('exchange-failed', 'down');
    answers.futuresOrders = fail('exchange-failed', 'down');
    for (const list of ['spot.orders', 'spot.stops', 'futures.orders'] as const) account.refresh(list);
    await clock.pass(5_000);
    expect(page.status('spot.orders')).toMatchObject({ error: { kind: 'exchange-failed' } });
    asked.length = 0;
    setHost('spot', 'failing');
    answers.orders = listed();
    answers.stops = listed();
    setHost('spot', 'reachable');
    await clock.pass(0);
    expect(onlyReads(asked)).toEqual(['orders']);
    await clock.pass(2_000);
    expect(onlyReads(asked)).toEqual(['orders', 'stops']);
    expect(page.status('spot.stops')).toMatchObject({ error: null });
    expect(page.status('futures.orders')).toMatchObject({ error: { kind: 'exchange-failed' } });
  });
});
