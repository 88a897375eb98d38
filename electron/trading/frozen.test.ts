import { expect, it } from 'vitest';
import type { FuturesOrderRequest } from '#shared/domain/account/order.ts';
import { createFakeSafeguards } from './testing/fake-safety.ts';
import {
  account,
  answering,
  freeBudget,
  freePolicy,
  acceptAll,
  request,
  silent,
  startTestTrading,
  refuseNone,
} from './testing/trading-fixture.ts';
import { createTrading } from './trading.ts';

const test = startTestTrading();
const futuresOrder: FuturesOrderRequest = {
  clientOid: 'f1',
  symbol: 'XBTUSDTM',
  side: 'sell',
  type: 'limit',
  leverage: '5',
  price: '100.1',
  size: '1',
};

function build() {
  const sent: string[] = [];
  const sending = (name: string) => () => {
    sent.push(name);
    return answering({ orderId: 'o', clientOid: null, orderIds: ['o'] })();
  };
  const safeguards = createFakeSafeguards();
  const trading = createTrading({
    refuseWrite: refuseNone,
    journal: test.store.journal,
    policy: freePolicy,
    budget: freeBudget,
    log: silent,
    nowMs: test.time.nowMs,
    publish: test.publish,
    notice: test.notice,
    validationError: acceptAll,
    safeguards,
    wait: test.time.wait,
  });
  const on = account({
    spot: { place: sending('spot'), cancel: sending('cancel') },
    futures: { place: sending('futures') },
  });
  return { trading, safeguards, sent, on };
}

it('a frozen profile sends and journals no new order, and states what to do', async () => {
  const { trading, safeguards, sent, on } = build();
  safeguards.change('p1', { frozenSinceMs: 1 });
  expect(await trading.placeOrder(on, request)).toMatchObject({
    ok: false,
    error: { kind: 'frozen', message: expect.stringContaining('Release the profile') },
  });
  expect(await trading.placeFuturesOrder(on, futuresOrder)).toMatchObject({ error: { kind: 'frozen' } });
  expect(
    await trading.changeLoan(on, { kind: 'borrow', loan: { id: 'l', currency: 'BTC', size: '1', symbol: null } }),
  ).toMatchObject({
    error: { kind: 'frozen' },
  });
  expect(sent).toEqual([]);
  expect(test.published).toEqual([]);
  safeguards.change('p1', { frozenSinceMs: null });
  expect(await trading.placeOrder(on, request)).toMatchObject({ ok: true });
});

it('a frozen profile cancels, and sends reduce-only orders', async () => {
  const { trading, safeguards, sent, on } = build();
  safeguards.change('p1', { frozenSinceMs: 1 });
  const cancel = { venue: 'spot', symbol: 'BTC-USDT', orderId: 'o', isStop: false } as const;
  expect(await trading.cancel(on, cancel)).toMatchObject({ ok: true });
  expect(await trading.placeFuturesOrder(on, { ...futuresOrder, isReduceOnly: true })).toMatchObject({ ok: true });
  expect(
    await trading.placeFuturesOrder(on, { ...futuresOrder, clientOid: 'f2', isCloseOrder: true, size: undefined }),
  ).not.toMatchObject({ error: { kind: 'frozen' } });
  expect(
    await trading.changeLoan(on, { kind: 'repay', loan: { id: 'l', currency: 'BTC', size: '1', symbol: null } }),
  ).not.toMatchObject({ error: { kind: 'frozen' } });
  expect(sent.slice(0, 2)).toEqual(['cancel', 'futures']);
});

it('an order is not sent when its profile is frozen during the preparation', async () => {
  const { trading, safeguards, sent, on } = build();
  const { reference } = on.client;
  const symbols: typeof reference.symbols = (...asked) => {
    safeguards.change('p1', { frozenSinceMs: 1 });
    return reference.symbols(...asked);
  };
  const client = { ...on.client, reference: { ...reference, symbols } };
  expect(await trading.placeOrder({ ...on, client }, request)).toMatchObject({ error: { kind: 'frozen' } });
  expect(sent).toEqual([]);
});
