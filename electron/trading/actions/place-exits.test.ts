import { expect, it } from 'vitest';
import type { ProtectedOrderRequest } from '#shared/domain/account/order.ts';
import type { SpotPairRequest } from '#shared/domain/account/stop-order.ts';
import { fail, succeed } from '#shared/errors.ts';
import {
  absent,
  account,
  answering,
  lost,
  nothing,
  orderOf,
  refuses,
  startTestTrading,
} from '../testing/trading-fixture.ts';

const run = startTestTrading();
const pair: SpotPairRequest = {
  clientOid: 'pair-1',
  symbol: 'BTC-USDT',
  side: 'sell',
  size: '0.5',
  price: '110',
  stopPrice: '90',
  limitPrice: '89',
};
const entry: ProtectedOrderRequest = {
  clientOid: 'entry-1',
  symbol: 'XBTUSDTM',
  side: 'buy',
  type: 'limit',
  price: '100',
  size: '2',
  leverage: '5',
  stopPriceType: 'TP',
  triggerDownPrice: '90',
};
const row = { orderId: 'oco-1', clientOid: 'pair-1', symbol: 'BTC-USDT', status: 'new', createdAtMs: 1 } as const;

it('exit pair is sent once and answers with its client id', async () => {
  const place = answering({ orderId: 'oco-1' });
  expect(await run.trading.placePair(account({ oco: { place } }), pair)).toEqual(
    succeed({ orderId: 'oco-1', clientOid: 'pair-1' }),
  );
  expect(run.last()).toMatchObject({ kind: 'place-pair', state: 'acknowledged', summary: 'Sell 0.5 BTC-USDT at 110' });
});

it('exit pair that violates a rule, or has an unknown market, is not sent', async () => {
  const wrong = await run.trading.placePair(account(), { ...pair, stopPrice: '120' });
  expect(wrong).toMatchObject({ ok: false, error: { kind: 'invalid-request', field: 'stopPrice' } });
  expect(await run.trading.placePair(account(), { ...pair, symbol: 'NO-PE' })).toMatchObject({ ok: false });
  expect(run.states()).toEqual([]);
});

it('exit pair that the exchange rejects shows its message', async () => {
  const oco = { place: refuses('exchange-rejected', 'Balance insufficient', { code: '200004' }) };
  expect(await run.trading.placePair(account({ oco }), pair)).toMatchObject({ ok: false, error: { code: '200004' } });
  expect(run.last()).toMatchObject({ state: 'rejected' });
});

it('exit pair with a lost answer is found by its client id (fault 5)', async () => {
  const desk = account({ oco: { place: lost, orderByClientOid: answering(row), allOrders: nothing } });
  expect(await run.trading.placePair(desk, pair)).toMatchObject({ ok: false, error: { isOutcomeUnknown: true } });
  await run.time.pass(20_000);
  expect(run.last()?.state).toBe('found-done');
});

it('exit pair that neither source shows was not placed (fault 6)', async () => {
  const desk = account({ oco: { place: lost, orderByClientOid: absent, allOrders: nothing } });
  await run.trading.placePair(desk, pair);
  await run.time.pass(20_000);
  expect(run.last()?.state).toBe('found-absent');
});

it('exit pair in the list alone is found, and a failed list proves nothing', async () => {
  const listed = answering({ items: [row], isComplete: true });
  const desk = account({ oco: { place: lost, orderByClientOid: absent, allOrders: listed } });
  await run.trading.placePair(desk, pair);
  await run.time.pass(20_000);
  expect(run.last()?.state).toBe('found-done');
});

it('order with exits uses the endpoint that keeps them together', async () => {
  const placeTakeProfit = answering({ orderId: 'f1', clientOid: 'entry-1' });
  expect(await run.trading.placeProtectedOrder(account({ futuresBatches: { placeTakeProfit } }), entry)).toEqual(
    succeed({ orderId: 'f1', clientOid: 'entry-1' }),
  );
  expect(run.last()).toMatchObject({ kind: 'place-protected-order', state: 'acknowledged' });
});

it('order with exits is not sent without an exit, or for an unknown contract', async () => {
  const wrong = await run.trading.placeProtectedOrder(account(), { ...entry, triggerDownPrice: undefined });
  expect(wrong).toMatchObject({ ok: false, error: { field: 'triggerUpPrice' } });
  const reference = { contract: () => Promise.resolve(fail('not-found', 'no such contract')) };
  expect(await run.trading.placeProtectedOrder(account({ reference }), entry)).toMatchObject({ ok: false });
});

it('order with exits is found among the orders after a lost answer', async () => {
  const { triggerDownPrice: _, ...plain } = entry;
  const found = answering(orderOf(plain, { venue: 'futures' }));
  const desk = account({ futuresBatches: { placeTakeProfit: lost }, futures: { orderByClientOid: found } });
  await run.trading.placeProtectedOrder(desk, entry);
  await run.time.pass(20_000);
  expect(run.last()?.state).toBe('found-done');
});

it('exit pair and order with exits are resumed after a restart', async () => {
  const oco = { place: lost, orderByClientOid: lost, allOrders: lost };
  await run.trading.placePair(account({ oco }), pair);
  run.restart();
  run.trading.resume(account({ oco: { orderByClientOid: answering(row), allOrders: nothing } }));
  await run.time.pass(20_000);
  expect(run.last()?.state).toBe('found-done');
});
