import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { stopChange, stopOrder } from '../testing/records.ts';
import { listed, openLiveAccount } from '../testing/opened-account.ts';

const spot = 'spot.stops';
const gone = { ...stopChange, event: 'triggered', hasTriggered: true } as const;

it('are completed from REST when they come, and gone for good when they have gone', async () => {
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

it('a stop changes as REST tells it', async () => {
  const { page, answers, account, clock } = await openLiveAccount();
  for (const stopPrice of ['91', '92'] as const) {
    answers.stops = listed({ ...stopOrder, stopPrice });
    account.refresh(spot);
    await clock.pass(20);
    expect(page.rows(spot)).toMatchObject([{ stopPrice }]);
  }
});

it('tell when the trigger fired and the order could not be placed', async () => {
  const { stop, page, notices } = await openLiveAccount();
  await stop(stopChange);
  await stop({ ...stopChange, event: 'triggered', hasTriggered: false, failMessage: 'no balance' });
  await stop({ ...stopChange, orderId: 's2', event: 'triggered', hasTriggered: false });
  expect(notices).toEqual([
    'A stop of BTC-USDT fired, but its order was refused: no balance',
    'A stop of BTC-USDT fired, but its order was refused: The order was not placed.',
  ]);
  expect(page.rows(spot)).toEqual([]);
});

it('that go while REST is asked do not come back', async () => {
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

it('that a list does not have are gone, unless a frame has told of them so lately that it may not know', async () => {
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

it('that a list which was cut does not have stay', async () => {
  const { stop, page, answers, account, clock } = await openLiveAccount();
  await stop(stopChange, 5_000);
  answers.stops = succeed({ items: [], isComplete: false });
  account.refresh(spot);
  await clock.pass(20);
  expect(page.rows(spot)).toEqual([stopOrder]);
});

it('of futures are looked up on the list', async () => {
  const { stop, page, answers, times } = await openLiveAccount();
  const onFutures = { ...stopOrder, venue: 'futures' } as const;
  answers.futuresStops = listed(onFutures);
  await stop({ ...stopChange, venue: 'futures', tradeType: 'futures' });
  expect(times('futuresStops')).toBe(1);
  expect(page.rows('futures.stops')).toEqual([onFutures]);
  await stop({ ...stopChange, venue: 'futures', orderId: 'unlisted', price: null });
  expect(page.rows('futures.stops').at(-1)).toMatchObject({ id: 'unlisted', type: 'market', clientOid: null });
});

it('are told as the frame tells them when REST does not answer', async () => {
  const { stop, page, answers } = await openLiveAccount();
  answers.stop = fail('exchange-failed', 'down');
  answers.futuresStops = fail('exchange-failed', 'down');
  await stop(stopChange);
  expect(page.rows(spot)).toMatchObject([{ id: 's1', stopPrice: '91', clientOid: null }]);
  await stop({ ...stopChange, venue: 'futures', event: 'unknown' });
  expect(page.rows('futures.stops')).toMatchObject([{ id: 's1', status: 'new' }]);
});

it('the memory of what has gone is bounded: the oldest goes first', async () => {
  const { stop, fake, page, clock } = await openLiveAccount();
  await stop(gone);
  for (let n = 0; n < 2_000; n += 1) fake.tell({ venue: 'spot', kind: 'stopOrders' }, { ...gone, orderId: `x${n}` });
  await stop({ ...stopChange, orderId: 'x1999' });
  await stop(stopChange);
  await clock.pass(1_000);
  expect(page.rows(spot)).toEqual([stopOrder]);
});

it('the leg that comes second tells the first of their pair', async () => {
  const { stop, page, answers } = await openLiveAccount();
  const leg = { ...stopOrder, type: 'limit', price: '89', size: '1' } as const;
  answers.stop = succeed({ ...leg, id: 's1', stop: 'loss' });
  await stop({ ...stopChange, orderId: 's1' });
  answers.pairs = { p1: ['s1', 's2'] };
  answers.stop = succeed({ ...leg, id: 's2', stop: 'entry' });
  await stop({ ...stopChange, orderId: 's2' });
  expect(page.rows(spot)).toMatchObject([{ pairId: 'p1' }, { pairId: 'p1' }]);
});
