import { expect, it } from 'vitest';
import { fail } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { cancelMarginOrders } from './actions/cancel-margin-orders.ts';
import { type CancelRequest, cancelOrder } from './actions/cancel.ts';
import { scopesOf } from './kill/scopes.ts';
import { createInstruments } from './instruments.ts';

/** A client that knows every call, notes how each was asked, and reaches nothing. */
function createRecordingClient() {
  const asked: unknown[] = [];
  const call = (_input: unknown, options: unknown) => {
    asked.push(options);
    return Promise.resolve(fail('unreachable', 'no line'));
  };
  const group = new Proxy({}, { get: () => call });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every call of it is the one above
  const client = new Proxy({}, { get: () => group }) as ExchangeClient;
  return { client, asked };
}

const order: CancelRequest = { venue: 'spot', symbol: 'BTC-USDT', orderId: 'o1', isStop: false };
const cancels: readonly CancelRequest[] = [
  order,
  { ...order, isMargin: true },
  { ...order, isStop: true },
  { ...order, isStop: true, isMargin: true },
  { ...order, isStop: true, pairId: 'p1' },
  { ...order, venue: 'futures' },
  { ...order, venue: 'futures', isStop: true },
];

it.each(cancels)('a cancel and its lookup are requested before everything else: %o [45]', async request => {
  const { client, asked } = createRecordingClient();
  const { action } = cancelOrder.restore(request);
  await action.send(client, () => null);
  await action.lookUp(client, 'full');
  expect(asked.length).toBeGreaterThan(1);
  for (const options of asked) expect(options).toMatchObject({ priority: 'cancel' });
});

it('a cancel of all margin orders of a pair is requested before everything else [45]', async () => {
  const { client, asked } = createRecordingClient();
  const request = { symbol: 'BTC-USDT', tradeType: 'cross', id: 'c1' } as const;
  const action = await cancelMarginOrders.prepare(request, { client, instruments: createInstruments(() => 0) });
  if (!action.ok) throw new Error(action.error.message);
  await action.value.send(client, () => null);
  await action.value.lookUp(client, 'full');
  expect(asked.length).toBeGreaterThan(1);
  for (const options of asked) expect(options).toMatchObject({ priority: 'cancel' });
});

it('reads and cancels of the kill switch are requested before everything else [45]', async () => {
  const { client, asked } = createRecordingClient();
  const target = { id: 'o1', symbol: 'BTC-USDT', isLocked: false, isProtective: false };
  for (const scope of scopesOf(client)) {
    await scope.read();
    for (const round of [0, 9]) await scope.cancel([target], round, []);
    await scope.cancelBlind?.();
  }
  expect(asked.length).toBeGreaterThan(scopesOf(client).length * 2);
  for (const options of asked) expect(options).toMatchObject({ priority: 'cancel' });
});
