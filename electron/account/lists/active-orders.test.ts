import { expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import { missingOf } from '#shared/domain/completeness.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import { fail, succeed } from '#shared/errors.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { change, rest } from '../testing/records.ts';
import { listed, openLiveAccount } from '../testing/opened-account.ts';
import { readOneOrder } from './active-orders.ts';

const spot = 'spot.orders';
const cross: Order = { ...rest, id: 'x1', tradeType: 'cross' };
const isolated: Order = { ...rest, id: 'i1', symbol: 'ETH-USDT', tradeType: 'isolated' };

async function read() {
  const opened = await openLiveAccount();
  const { account, clock, page } = opened;
  const again = async () => {
    account.refresh(spot);
    await clock.pass(5_000);
    return page.rows(spot).map(({ id }) => id);
  };
  const missing = () => missingOf(page.status(spot)?.completeness).map(({ part }) => part);
  return { ...opened, again, missing };
}

it('orders on cross and isolated margin stand beside the plain ones, each of its own kind', async () => {
  const { answers, again, page, missing } = await read();
  answers.orders = listed(rest);
  answers.marginOrders = succeed([cross, isolated]);
  expect(await again()).toEqual(['o1', 'x1', 'i1']);
  expect(page.rows(spot)).toMatchObject([{ tradeType: 'spot' }, { tradeType: 'cross' }, { tradeType: 'isolated' }]);
  expect(missing()).toEqual([]);
  answers.marginOrders = succeed([isolated]);
  expect(await again()).toEqual(['o1', 'i1']);
});

it('a list of margin that does not answer is named as missing, and what was known of it stays', async () => {
  const { answers, again, missing } = await read();
  answers.orders = listed(rest);
  answers.marginOrders = succeed([cross]);
  await again();
  answers.orders = listed();
  answers.marginOrders = fail('exchange-failed', 'Margin is down.');
  expect(await again()).toEqual(['x1']);
  expect(missing()).toEqual(['cross margin orders', 'isolated margin orders']);
});

it('an order that the plain endpoint tells as well is shown once, as what it is', async () => {
  const { answers, again, page } = await read();
  answers.orders = listed({ ...cross, tradeType: 'spot' });
  answers.marginOrders = succeed([cross]);
  expect(await again()).toEqual(['x1']);
  expect(page.rows(spot)).toMatchObject([{ tradeType: 'cross' }]);
});

it('a frame of an order on margin is completed by the endpoint that knows it', async () => {
  const { answers, order, page } = await read();
  answers.order = fail('not-found', 'no such order');
  answers.marginOrder = succeed({ ...cross, id: 'o1' });
  await order(change);
  expect(page.rows(spot)).toMatchObject([{ id: 'o1', tradeType: 'cross', isPostOnly: true }]);
});

it('a plain order that is gone is not said to be a matter of rights, and a known one is asked of its own endpoint', async () => {
  const asked: string[] = [];
  const noOrder = fail('not-found', 'no such order');
  const noRight = fail('permission', 'not for this key');
  const answer = (name: string, error: typeof noOrder) => async () => {
    asked.push(name);
    return error;
  };
  const client = createFakeClient({
    spot: { order: answer('spot', noOrder) },
    margin: { order: answer('margin', noRight) },
  });
  const ask = async (tradeType: TradeType | undefined) =>
    await readOneOrder(client, { venue: 'spot', orderId: 'o', symbol: 'S', tradeType }, { priority: 'visible' });
  expect(await ask(undefined)).toEqual(noOrder);
  expect(await ask('spot')).toEqual(noOrder);
  expect(await ask('isolated')).toEqual(noRight);
  expect(asked).toEqual(['spot', 'margin', 'spot', 'margin']);
});
