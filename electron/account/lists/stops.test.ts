import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { stopChange, stopOrder } from '../testing/records.ts';
import { listed, openLiveAccount } from '../testing/opened-account.ts';

const spot = 'spot.stops';
const gone = { ...stopChange, event: 'triggered', hasTriggered: true } as const;

it('stops are completed from REST when they appear, and removed permanently when they end', async () => {
  const { stop, page, answers, account, notices, clock } = await openLiveAccount();
  await stop(stopChange);
  expect(page.rows(spot)).toEqual([stopOrder]);
  await stop(gone);
  expect(page.rows(spot)).toEqual([]);
  await stop(stopChange, 5_000);
  answers.stops = listed(stopOrder);
  account.refresh(spot);
  await clock.pass(20);
  expect(page.rows(spot)).toEqual([]);
  expect(notices).toEqual([]);
});

it('stops take changes from REST', async () => {
  const { page, answers, account, clock } = await openLiveAccount();
  for (const stopPrice of ['91', '92'] as const) {
    answers.stops = listed({ ...stopOrder, stopPrice });
    account.refresh(spot);
    await clock.pass(20);
    expect(page.rows(spot)).toMatchObject([{ stopPrice }]);
  }
});

it('stops report a trigger that fired without a placed order', async () => {
  const { stop, page, notices } = await openLiveAccount();
  await stop(stopChange);
  await stop({ ...stopChange, event: 'triggered', hasTriggered: false, failMessage: 'no balance' });
  await stop({ ...stopChange, orderId: 's2', event: 'triggered', hasTriggered: false });
  expect(notices).toEqual([
    'A stop of BTC-USDT was triggered, but its order was rejected: no balance',
    'A stop of BTC-USDT was triggered, but its order was rejected: The order was not placed.',
  ]);
  expect(page.rows(spot)).toEqual([]);
});

it('stops stay removed when they end during a REST read', async () => {
  const { stop, page, answers, account, hold, release, clock } = await openLiveAccount();
  answers.stops = listed(stopOrder);
  hold();
  account.refresh(spot);
  await stop(stopChange);
  await stop({ ...stopChange, event: 'cancelled' });
  await release();
  await clock.pass(5_000);
  expect(page.rows(spot)).toEqual([]);
});

it('stops omitted by a list are removed, unless a frame reported them too recently for that list', async () => {
  const { stop, page, account, clock, times } = await openLiveAccount();
  await stop(stopChange);
  account.refresh(spot);
  await clock.pass(1_000);
  expect(page.rows(spot)).toEqual([stopOrder]);
  expect(times('stop')).toBe(2);
  await clock.pass(2_000);
  account.refresh(spot);
  await clock.pass(20);
  expect(page.rows(spot)).toEqual([]);
});

it('stops omitted by a truncated list stay', async () => {
  const { stop, page, answers, account, clock } = await openLiveAccount();
  await stop(stopChange, 5_000);
  answers.stops = succeed({ items: [], isComplete: false });
  account.refresh(spot);
  await clock.pass(20);
  expect(page.rows(spot)).toEqual([stopOrder]);
});

it('futures stops are looked up in the list', async () => {
  const { stop, page, answers, times } = await openLiveAccount();
  const onFutures = { ...stopOrder, venue: 'futures' } as const;
  answers.futuresStops = listed(onFutures);
  await stop({ ...stopChange, venue: 'futures', tradeType: 'futures' });
  expect(times('futuresStops')).toBe(1);
  expect(page.rows('futures.stops')).toEqual([onFutures]);
  await stop({ ...stopChange, venue: 'futures', orderId: 'unlisted', price: null });
  expect(page.rows('futures.stops').at(-1)).toMatchObject({ id: 'unlisted', type: 'market', clientOid: null });
});

it('stops show the state of the frame when REST does not answer', async () => {
  const { stop, page, answers } = await openLiveAccount();
  answers.stop = fail('exchange-failed', 'down');
  answers.futuresStops = fail('exchange-failed', 'down');
  await stop(stopChange);
  expect(page.rows(spot)).toMatchObject([{ id: 's1', stopPrice: '91', clientOid: null }]);
  await stop({ ...stopChange, venue: 'futures', event: 'unknown' });
  expect(page.rows('futures.stops')).toMatchObject([{ id: 's1', status: 'new' }]);
});

it('stops bound the memory of ended ones and drop the oldest first', async () => {
  const { stop, fake, page, clock } = await openLiveAccount();
  await stop(gone);
  for (let n = 0; n < 2_000; n += 1) fake.publish({ venue: 'spot', kind: 'stopOrders' }, { ...gone, orderId: `x${n}` });
  await stop({ ...stopChange, orderId: 'x1999' });
  await stop(stopChange);
  await clock.pass(1_000);
  expect(page.rows(spot)).toEqual([stopOrder]);
});

it('stops give the pair to the first leg when the second arrives', async () => {
  const { stop, page, answers } = await openLiveAccount();
  const leg = { ...stopOrder, type: 'limit', price: '89', size: '1' } as const;
  answers.stop = succeed({ ...leg, id: 's1', stop: 'loss' });
  await stop({ ...stopChange, orderId: 's1' });
  answers.pairs = { p1: ['s1', 's2'] };
  answers.stop = succeed({ ...leg, id: 's2', stop: 'entry' });
  await stop({ ...stopChange, orderId: 's2' });
  expect(page.rows(spot)).toMatchObject([{ pairId: 'p1' }, { pairId: 'p1' }]);
});
