import { expect, it } from 'vitest';
import type { AmendRequest, Order } from '#shared/domain/account/order.ts';
import { account, answering, inTurn, lost, orderOf, request, startTestTrading } from '../../testing/trading-fixture.ts';

const run = startTestTrading();
const old = orderOf(request, { id: 'o1' });
const amend: AmendRequest = {
  clientOid: 'new-1',
  venue: 'spot',
  tradeType: 'spot',
  symbol: 'BTC-USDT',
  orderId: 'o1',
  isStop: false,
  side: 'buy',
  type: 'limit',
  isReduceOnly: false,
  price: '101',
  size: '0.5',
};

it.each([
  ['takes an order of unknown time for the new one by the client mark', 'oid-1', 'found-done'],
  ['leaves the outcome unknown when an order of unknown time carries no client mark', null, 'unknown'],
])('%s (fault 14)', async (_, clientOid, state) => {
  const order = inTurn(
    answering({ ...old, clientOid }),
    answering<Order>({ ...old, clientOid, isActive: false, isCancelled: true }),
  ).call;
  const items = [{ ...old, clientOid, id: 'o2', price: '101', createdAtMs: null } as const];
  const allOrders = answering({ items, isComplete: true });
  await run.trading.amend(account({ spot: { order, allOrders }, spotHf: { alter: lost } }), amend);
  await run.time.pass(10_500);
  expect(run.last()?.state).toBe(state);
});

const over = { ...old, isActive: false, isCancelled: true } as const;
/** At the new price with the same client id and the same time, and ended: it was amended into the original. */
const earlier = { ...over, id: 'o0', price: '101' } as const;

it.each<[string, Order, readonly Order[], object]>([
  [
    'is not done when only an earlier, ended order is at the new price and the original is open',
    old,
    [earlier],
    { state: 'found-absent', detail: 'Not amended: the original order is still open.' },
  ],
  [
    'stays unknown when the original ended and an ended order at the new price may be an earlier one',
    over,
    [earlier],
    { state: 'unknown' },
  ],
  [
    'is done when an ended order at the new price was created after the original',
    over,
    [earlier, { ...earlier, id: 'o2', createdAtMs: (old.createdAtMs ?? 0) + 1 }],
    { state: 'found-done', detail: 'Amended: the new order is o2.' },
  ],
])('an amendment of unknown outcome %s (fault 14)', async (_, now, items, end) => {
  const allOrders = answering({ items, isComplete: true });
  const order = inTurn(answering(old), answering(now)).call;
  await run.trading.amend(account({ spot: { order, allOrders }, spotHf: { alter: lost } }), amend);
  await run.time.pass(10_500);
  expect(run.last()).toMatchObject(end);
});
