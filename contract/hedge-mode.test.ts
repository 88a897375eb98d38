import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multiply, roundToStep } from '#shared/decimal.ts';
import type { FuturesOrderRequest } from '#shared/domain/account/order.ts';
import { isSamePosition } from '#shared/domain/market/position-key.ts';
import type { PositionSide } from '#shared/domain/market/position-side.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

const symbol = 'XBTUSDTM';
let made = 0;
const oid = () => {
  made += 1;
  return `hedge-${process.pid}-${made}`;
};

/** Cancels and closes everything: the position mode can only be switched then. */
async function closeAll(client: ExchangeClient): Promise<void> {
  const open = must(await client.futures.positions({}, visible));
  const orders = must(await client.futures.allOrders({ status: 'active' }, visible)).items;
  const stops = must(await client.futures.allStops({}, visible)).items;
  for (const { id } of [...orders, ...stops]) must(await client.futures.cancel({ orderId: id }, action));
  for (const position of open) {
    const { marginMode } = position;
    const close = { clientOid: oid(), symbol: position.symbol, type: 'market', isCloseOrder: true } as const;
    must(await client.futures.place({ ...close, side: 'sell', marginMode }, action));
  }
}

describe.each(dialects)('hedge mode, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    must(await client.connect());
  });
  afterAll(() => exchange.stop());

  const lots = async () =>
    must(await client.futures.positions({}, visible)).map(({ positionSide, quantity }) => [positionSide, quantity]);
  const find = async (positionSide: PositionSide) =>
    must(await client.futures.positions({}, visible)).find(each => isSamePosition(each, { symbol, positionSide }));
  const place = (change: Pick<FuturesOrderRequest, 'side'> & Partial<FuturesOrderRequest>) =>
    client.futures.place({ clientOid: oid(), symbol, type: 'market', leverage: '5', size: '2', ...change }, action);

  it('rejects a switch while positions are open, and accepts it without one', async () => {
    expect(await client.futuresAccount.setPositionMode({ positionMode: 'hedge' }, action)).toMatchObject({
      ok: false,
      error: { kind: 'exchange-rejected', isOutcomeUnknown: false },
    });
    await closeAll(client);
    expect(must(await client.futuresAccount.setPositionMode({ positionMode: 'hedge' }, action))).toBe('hedge');
    expect(must(await client.futuresAccount.positionMode({}, visible))).toBe('hedge');
  });

  it('opens a long and a short position, and closes one of them', async () => {
    expect(await place({ side: 'buy' })).toMatchObject({ ok: false, error: { code: '330011' } });
    must(await place({ side: 'buy', positionSide: 'long' }));
    must(await place({ side: 'sell', positionSide: 'short', size: '3' }));
    expect(await lots()).toEqual([
      ['long', '2'],
      ['short', '-3'],
    ]);
    const placed = must(await place({ side: 'sell', positionSide: 'long', isReduceOnly: true, size: '9' }));
    expect(must(await client.futures.order(placed, visible))).toMatchObject({ positionSide: 'long' });
    expect(await lots()).toEqual([['short', '-3']]);
    must(await place({ side: 'buy', positionSide: 'long' }));
  });

  it('keeps the side of a stop', async () => {
    const { bestBidPrice } = must(await client.reference.ticker({ symbol }, visible));
    const stopPrice = roundToStep(multiply(bestBidPrice, '0.8'), '0.1', 'floor');
    const trigger = { stop: 'down', stopPrice, stopPriceType: 'MP' } as const;
    must(await place({ ...trigger, side: 'sell', positionSide: 'long', isReduceOnly: true }));
    expect(must(await client.futures.allStops({ symbol }, visible)).items).toMatchObject([{ positionSide: 'long' }]);
  });

  it('moves the margin of the named position', async () => {
    const deposit = { symbol, positionSide: 'short', amount: '5', bizNo: oid() } as const;
    expect(must(await client.futures.depositMargin(deposit, action))).toMatchObject({
      addedMargin: '5',
      positionSide: 'short',
    });
    expect([(await find('long'))?.addedMargin, (await find('short'))?.addedMargin]).toEqual(['0', '5']);
    const taken = { symbol, positionSide: 'short', amount: '2' } as const;
    expect(must(await client.futuresAccount.withdrawMargin(taken, action))).toBe('2');
    expect((await find('short'))?.addedMargin).toBe('3');
  });
});
