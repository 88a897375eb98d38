import { expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import { fail, succeed } from '#shared/errors.ts';
import { change, done, filled, matched, matchOf, onContract, rest } from '../testing/records.ts';
import { listed, openAccount, openLiveAccount } from '../testing/opened-account.ts';

const spot = 'spot.orders';
const half = filled('4', matchOf('t1', '100', '4'), 20);
const halfRead: Order = { ...rest, filledSize: '4', filledFunds: '400', updatedAtMs: 20 };
const doneRead: Order = {
  ...rest,
  isActive: false,
  filledSize: '10',
  filledFunds: '1000',
  fee: '1',
  updatedAtMs: 90,
};

it('orders are completed from REST at their first report, and patched after that', async () => {
  const { order, page, times } = await openLiveAccount();
  await order(change);
  expect(page.rows(spot)).toEqual([{ ...rest, updatedAtMs: 10 }]);
  await order(half);
  expect(page.rows(spot)).toMatchObject([{ filledSize: '4', filledFunds: '400', isPostOnly: true, isActive: true }]);
  expect(times('order')).toBe(1);
});

it('orders include one whose fill arrives before any other report (fault 21)', async () => {
  const { order, page, answers } = await openLiveAccount();
  answers.order = succeed(halfRead);
  await order(half);
  expect(page.rows(spot)).toMatchObject([{ id: 'o1', filledSize: '4', filledFunds: '400', isPostOnly: true }]);
  await order(change);
  expect(page.rows(spot)).toMatchObject([{ filledSize: '4', filledFunds: '400' }]);
});

it('orders never reopen and never lose filled size, in any sequence of frames and answers (fault 22)', async () => {
  const { order, page, answers, clock, account } = await openLiveAccount();
  await order(change);
  answers.order = succeed(doneRead);
  await order(done, 400);
  expect(page.rows(spot)).toEqual([]);
  await order(half);
  await order({ ...change, timeMs: 95 });
  answers.order = succeed(rest);
  // a list that still has it
  answers.orders = listed(rest);
  account.refresh(spot);
  await order({ ...done, timeMs: 99 }, 90_000);
  await clock.pass(60_000);
  expect(page.rows(spot)).toEqual([]);
  expect(await account.doneOrders({ venue: 'spot', symbol: null, page: 1, pageSize: 3 })).toMatchObject({ ok: true });
});

it('orders keep the state of frames over an older answer (fault 22)', async () => {
  const { order, page, answers, times, clock, account, hold, release } = await openLiveAccount();
  await order(change);
  answers.orders = listed(rest);
  hold();
  account.refresh(spot);
  await order(half);
  await release();
  expect(page.rows(spot)).toMatchObject([{ filledSize: '4', filledFunds: '400' }]);
  answers.order = succeed(halfRead);
  await order({ ...change, event: 'cancelled', status: 'done', cancelledSize: '6', timeMs: 30 }, 2_000);
  expect(page.rows(spot)).toEqual([]);
  expect(times('order')).toBeGreaterThan(2);
  answers.orders = listed();
  await clock.pass(60_000);
  expect(page.rows(spot)).toEqual([]);
});

it('orders keep a frame received during a list read, and look up an order that only frames report', async () => {
  const { order, page, answers, clock, account, hold, release, times } = await openLiveAccount();
  hold();
  account.refresh(spot);
  await clock.pass(0);
  answers.order = succeed({ ...rest, id: 'new' });
  await order({ ...change, orderId: 'new' });
  await release();
  expect(page.rows(spot).map(({ id }) => id)).toEqual(['new']);
  const before = times('order');
  // REST lags behind the feed: the list does not have it, and its own answer does
  account.refresh(spot);
  await clock.pass(1_000);
  expect(page.rows(spot).map(({ id }) => id)).toEqual(['new']);
  expect(times('order')).toBe(before + 1);
});

it('orders remove one that a list omits and no recent frame reports, and request it when it is reported again', async () => {
  const { order, page, answers, clock, account } = await openLiveAccount();
  await order(change, 5_000);
  account.refresh(spot);
  await clock.pass(20);
  expect(page.rows(spot)).toEqual([]);
  answers.order = succeed(halfRead);
  await order(half, 1_000);
  expect(page.rows(spot)).toMatchObject([{ id: 'o1', filledSize: '4' }]);
});

it('orders look up what a truncated list omits', async () => {
  const { order, page, answers, clock, account } = await openLiveAccount();
  await order(change, 5_000);
  answers.orders = succeed({ items: [], isComplete: false });
  answers.order = succeed(halfRead);
  account.refresh(spot);
  await clock.pass(1_000);
  expect(page.rows(spot)).toMatchObject([{ filledSize: '4' }]);
});

it('orders take the size of an amendment, but not of an older one', async () => {
  const { order, page } = await openLiveAccount();
  await order(change);
  await order({ ...change, event: 'update', size: '6', oldSize: '10', timeMs: 40 });
  expect(page.rows(spot)[0]?.size).toBe('6');
  await order({ ...change, event: 'update', size: '8', oldSize: '10', timeMs: 30 });
  expect(page.rows(spot)[0]?.size).toBe('6');
  await order({ ...change, event: 'update', size: null, price: '101', timeMs: 50 });
  expect(page.rows(spot)).toMatchObject([{ size: '6', price: '101' }]);
});

it('orders wait for REST for the value of a contract fill, and show no partial value when the list omits it too', async () => {
  const { order, page, answers, account, clock } = await openLiveAccount();
  const read: Order = { ...rest, venue: 'futures', symbol: 'XBTUSDTM', tradeType: 'futures' };
  answers.order = succeed(read);
  await order(onContract, 400);
  answers.futuresOrders = listed({ ...read, remark: 'read' });
  await order(matched('4', matchOf('f1', '100', '4'), 20));
  account.refresh('futures.orders');
  await clock.pass(20);
  expect(page.rows('futures.orders')).toMatchObject([{ filledSize: '0', remark: 'read' }]);
  answers.order = succeed({ ...read, filledSize: '4', filledFunds: '0.4', updatedAtMs: 20 });
  await clock.pass(1_000);
  expect(page.rows('futures.orders')).toMatchObject([{ filledSize: '4', filledFunds: '0.4' }]);
});

it('orders show the state of frames when REST fails, and complete it when REST answers', async () => {
  const { order, page, answers, lines, clock } = await openLiveAccount();
  answers.order = fail('exchange-failed', 'down');
  await order(change);
  await order(half);
  expect(page.rows(spot)).toMatchObject([{ id: 'o1', price: '100', size: '10', isActive: true, isPostOnly: false }]);
  expect(lines).toContain('order.not-completed');
  answers.order = succeed(halfRead);
  await clock.pass(20_000);
  expect(page.rows(spot)).toMatchObject([{ filledSize: '4', filledFunds: '400', fee: '0.5' }]);
});

it('orders show one that REST does not find as the frame reports it', async () => {
  const { order, page, answers, account, times, clock } = await openLiveAccount();
  answers.order = fail('not-found', 'gone');
  await order({ ...change, event: 'cancelled', status: 'done', cancelledSize: '10' });
  await clock.pass(30_000);
  expect(page.rows(spot)).toEqual([]);
  expect(times('order')).toBe(1);
  const answer = await account.doneOrders({ venue: 'spot', symbol: null, page: 1, pageSize: 3 });
  expect(answer).toMatchObject({ value: { items: [{ id: 'o1', isActive: false, isCancelled: true }] } });
});

it('orders look up many at a time in small groups', async () => {
  const { order, times, fake, page, clock, answers } = await openLiveAccount();
  for (let n = 0; n < 3_500; n += 1) fake.publish({ venue: 'spot', kind: 'orders' }, { ...change, orderId: `x${n}` });
  expect(times('order')).toBeLessThan(5);
  await clock.pass(100);
  answers.order = succeed(rest);
  await order(change);
  expect(page.rows(spot)).toContainEqual(expect.objectContaining({ id: 'o1' }));
});

it('orders take no frame as a base after a disconnect until the list is read again', async () => {
  const { order, page, answers, fake, clock, times } = await openLiveAccount();
  await order(change);
  answers.orders = fail('exchange-failed', 'down');
  const before = times('order');
  fake.reset({ venue: 'spot', kind: 'orders' });
  answers.order = succeed(halfRead);
  await order(half, 10);
  expect(page.rows(spot)).toMatchObject([{ filledSize: '0' }]);
  await clock.pass(400);
  expect(page.rows(spot)).toMatchObject([{ filledSize: '4' }]);
  expect(times('order')).toBe(before + 1);
});

it('orders are correct again after a list requested after a disconnect', async () => {
  const { order, page, answers, fake, times } = await openLiveAccount();
  await order(change);
  answers.orders = listed(rest);
  const before = times('order');
  fake.reset({ venue: 'spot', kind: 'orders' });
  await order(half);
  await order(filled('6', matchOf('t2', '100', '2'), 40));
  expect(page.rows(spot)).toMatchObject([{ filledSize: '6', filledFunds: '600' }]);
  expect(times('order')).toBe(before);
});

it('orders do not make a list of frames that arrive before the first list', async () => {
  const { order, page, watch, answers, hold, release, publishStates } = openAccount();
  hold();
  watch('panel', spot);
  publishStates('live');
  await order(change);
  expect(page.status(spot)).toMatchObject({ asOfMs: null, feed: 'polled' });
  expect(page.rows(spot)).toEqual([]);
  answers.orders = listed(rest);
  await release();
  await order({ ...change, timeMs: 12 }, 2_000);
  expect(page.rows(spot)).toMatchObject([{ id: 'o1' }]);
  expect(page.status(spot)).toMatchObject({ feed: 'live', detail: null });
});
