import { describe, expect, it } from 'vitest';
import type { FuturesOrderRequest } from '#shared/domain/account/order.ts';
import type { ExchangeClient } from '#client/client.ts';
import {
  account,
  answering,
  inTurn,
  lost,
  orderOf,
  position,
  refuses,
  startTestTrading,
  unreachable,
  unsupported,
} from '../testing/trading-fixture.ts';

const run = startTestTrading();

const placed = { orderId: 'o', clientOid: 'f' } as const;
const open: FuturesOrderRequest = {
  clientOid: 'f',
  symbol: 'XBTUSDTM',
  side: 'sell',
  type: 'limit',
  price: '100.1',
  size: '5',
  leverage: '5',
};
const exit: FuturesOrderRequest = { ...open, isReduceOnly: true };

function at(positionMode: ExchangeClient['futuresAccount']['positionMode']) {
  const place = inTurn(answering(placed));
  const placeBatch = inTurn(answering([]));
  const placeTakeProfit = inTurn(answering(placed));
  const on = account({
    futures: { place: place.call },
    futuresBatches: { placeBatch: placeBatch.call, placeTakeProfit: placeTakeProfit.call },
    futuresAccount: { positionMode },
  });
  return { on, sent: () => place.calls.length + placeBatch.calls.length + placeTakeProfit.calls.length };
}

const refusedSide = { ok: false, error: { kind: 'invalid-request', field: 'positionSide' } } as const;

describe('placing in hedge mode', () => {
  it('sends the side that the order opens or closes', async () => {
    const { on, sent } = at(answering('hedge'));
    expect(await run.trading.placeFuturesOrder(on, { ...open, positionSide: 'short' })).toMatchObject({ ok: true });
    const close = { ...exit, clientOid: 'g', positionSide: 'long' } as const;
    expect(await run.trading.placeFuturesOrder(on, close)).toMatchObject({ ok: true });
    expect(sent()).toBe(2);
  });

  it.each([
    ['an exit without a side', exit],
    ['an exit that names the position it would open', { ...exit, positionSide: 'short' }],
    ['an order without a side', open],
  ] as const)('sends nothing of %s', async (_name, order) => {
    const { on, sent } = at(answering('hedge'));
    expect(await run.trading.placeFuturesOrder(on, order)).toMatchObject(refusedSide);
    expect(await run.trading.placeFuturesBatch(on, { orders: [order] })).toMatchObject({ ok: false });
    expect(sent()).toBe(0);
  });

  it('sends no protected order without a side', async () => {
    const { on, sent } = at(answering('hedge'));
    const order = { ...open, side: 'buy', triggerUpPrice: '120', stopPriceType: 'TP' } as const;
    expect(await run.trading.placeProtectedOrder(on, order)).toMatchObject(refusedSide);
    expect(sent()).toBe(0);
  });
});

describe('placing in one-way mode', () => {
  it('sends no side, and rejects an order with one', async () => {
    const { on, sent } = at(answering('one-way'));
    expect(await run.trading.placeFuturesOrder(on, { ...open, positionSide: 'short' })).toMatchObject(refusedSide);
    expect(sent()).toBe(0);
    expect(await run.trading.placeFuturesOrder(on, open)).toMatchObject({ ok: true });
  });

  it('one-way mode is used for an exchange without the setting', async () => {
    const { on } = at(unsupported);
    expect(await run.trading.placeFuturesOrder(on, open)).toMatchObject({ ok: true });
  });
});

describe('placing while the position mode cannot be read', () => {
  it('sends only reduce-only orders', async () => {
    const { on, sent } = at(unreachable);
    expect(await run.trading.placeFuturesOrder(on, open)).toMatchObject(refusedSide);
    expect(sent()).toBe(0);
    expect(await run.trading.placeFuturesOrder(on, { ...exit, clientOid: 'g' })).toMatchObject({ ok: true });
  });

  it('reads the mode again for the next order', async () => {
    const mode = inTurn<'one-way'>(unreachable, answering('one-way'));
    const { on, sent } = at(mode.call);
    expect(await run.trading.placeFuturesOrder(on, open)).toMatchObject({ ok: false });
    expect(await run.trading.placeFuturesOrder(on, { ...open, clientOid: 'g' })).toMatchObject({ ok: true });
    expect(await run.trading.placeFuturesOrder(on, { ...open, clientOid: 'h' })).toMatchObject({ ok: true });
    expect([mode.calls.length, sent()]).toEqual([2, 2]);
  });
});

describe('amending an order in hedge mode', () => {
  it('keeps the side, and is rejected when the screen shows another', async () => {
    const old = orderOf(open, {
      id: 'f1',
      venue: 'futures',
      tradeType: 'futures',
      leverage: '5',
      positionSide: 'short',
    });
    const over = { ...old, isActive: false, isCancelled: true };
    const place = inTurn(answering(placed));
    const amend = { venue: 'futures', tradeType: 'futures', symbol: old.symbol, orderId: 'f1', isStop: false } as const;
    const same = { ...amend, side: 'sell', type: 'limit', isReduceOnly: false, price: '101', size: '5' } as const;
    const on = account({
      futures: {
        order: inTurn(answering(old), answering(old), answering(old), answering(over)).call,
        cancel: answering({ orderIds: ['f1'] }),
        place: place.call,
      },
      futuresAccount: { marginMode: answering('isolated') },
    });
    expect(await run.trading.amend(on, { ...same, clientOid: 'a' })).toMatchObject({ ok: false });
    expect(await run.trading.amend(on, { ...same, clientOid: 'b', positionSide: 'short' })).toMatchObject({ ok: true });
    expect(place.calls).toMatchObject([{ positionSide: 'short', side: 'sell' }]);
  });
});

describe('switching the position mode', () => {
  const change = { kind: 'position-mode', positionMode: 'hedge' } as const;
  const setting = { id: 's', symbol: 'XBTUSDTM', change } as const;

  it('a switch of the position mode is sent once, journalled and published', async () => {
    const setPositionMode = inTurn<'hedge'>(answering('hedge'));
    const on = account({
      futures: { positions: answering([]) },
      futuresAccount: { setPositionMode: setPositionMode.call },
    });
    expect(await run.trading.changeContract(on, setting)).toMatchObject({ ok: true, value: change });
    expect(setPositionMode.calls).toEqual([{ positionMode: 'hedge' }]);
    const summary = 'Set the position mode of the futures account to hedge';
    expect(run.last()).toMatchObject({ kind: 'set-position-mode', state: 'acknowledged', summary });
  });

  it('a switch of the position mode is not sent while a position is open in any contract', async () => {
    const on = account({ futures: { positions: answering([{ ...position, symbol: 'ETHUSDTM' }]) } });
    expect(await run.trading.changeContract(on, setting)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request', message: expect.stringContaining('Close all of them first') },
    });
  });

  it('follows the state of the exchange when its answer is lost', async () => {
    const on = account({
      futures: { positions: answering([]) },
      futuresAccount: { setPositionMode: lost, positionMode: answering('hedge') },
    });
    expect(await run.trading.changeContract(on, setting)).toMatchObject({ ok: false });
    await run.time.pass(500);
    expect(run.last()).toMatchObject({ state: 'found-done' });
  });

  it('shows the message of the exchange when it rejects the switch', async () => {
    const words = { code: '50002', exchangeMessage: 'exist.order.or.position' };
    const on = account({
      futures: { positions: answering([]) },
      futuresAccount: { setPositionMode: refuses('exchange-rejected', 'The exchange refused.', words) },
    });
    expect(await run.trading.changeContract(on, setting)).toMatchObject({ ok: false, error: words });
  });
});
