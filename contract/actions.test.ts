import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, compare, type Decimal, multiply, roundToStep, subtract } from '#shared/decimal.ts';
import type { SpotOrderRequest } from '#shared/domain/account/order.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

let made = 0;
function oid(): string {
  made += 1;
  return `contract-${process.pid}-${made}`;
}

describe.each(dialects)('actions, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    must(await client.connect());
  });
  afterAll(() => exchange.stop());

  /** a bid well below the market: it rests */
  const restingBid = async (): Promise<SpotOrderRequest> => {
    const { bids } = must(await client.reference.book({ symbol: 'BTC-USDT', depth: 20 }, visible));
    const price = roundToStep(multiply(bids[0]?.[0] ?? '0', '0.93'), '0.1', 'floor');
    return { clientOid: oid(), symbol: 'BTC-USDT', side: 'buy', type: 'limit', price, size: '0.001' };
  };

  it('a spot order is placed, found by both ids, cancelled, and cannot be cancelled again', async () => {
    const order = await restingBid();
    const placed = must(await client.spot.place({ ...order, isPostOnly: true, remark: 'contract' }, action));
    const found = must(await client.spot.order({ orderId: placed.orderId, symbol: order.symbol }, visible));
    expect(found).toMatchObject({
      id: placed.orderId,
      clientOid: order.clientOid,
      price: order.price,
      size: '0.001',
      isActive: true,
      isPostOnly: true,
      remark: 'contract',
    });
    const byName = must(
      await client.spot.orderByClientOid({ clientOid: order.clientOid, symbol: order.symbol }, visible),
    );
    expect(byName.id).toBe(placed.orderId);
    const listed = must(await client.spot.allOrders({ status: 'active', symbol: order.symbol }, visible)).items;
    expect(listed.map(each => each.id)).toContain(placed.orderId);
    must(await client.spot.cancel({ orderId: placed.orderId, symbol: order.symbol }, action));
    expect(must(await client.spot.order({ orderId: placed.orderId, symbol: order.symbol }, visible))).toMatchObject({
      isActive: false,
      isCancelled: true,
    });
    const again = await client.spot.cancel({ orderId: placed.orderId, symbol: order.symbol }, action);
    expect(again).toMatchObject({ ok: false, error: { kind: 'not-found', isOutcomeUnknown: false } });
  });

  it('a repeated clientOid is rejected and one order is open (fault 7)', async () => {
    const order = await restingBid();
    const placed = must(await client.spot.place(order, action));
    const twice = await client.spot.place(order, action);
    expect(twice).toMatchObject({ ok: false, error: { kind: 'exchange-rejected', code: '102426' } });
    const listed = must(await client.spot.allOrders({ status: 'active', symbol: order.symbol }, visible)).items;
    expect(listed.filter(each => each.clientOid === order.clientOid)).toHaveLength(1);
    must(await client.spot.cancel({ orderId: placed.orderId, symbol: order.symbol }, action));
  });

  it('missing funds and a price off its tick are definite rejections with the exchange’s own message (fault 6)', async () => {
    const order = await restingBid();
    const rich = await client.spot.place({ ...order, clientOid: oid(), size: '9000' }, action);
    expect(rich).toMatchObject({
      ok: false,
      error: { kind: 'exchange-rejected', code: '200004', isOutcomeUnknown: false },
    });
    const crooked = await client.spot.place(
      { ...order, clientOid: oid(), price: add(order.price ?? '0', '0.07') },
      action,
    );
    expect(crooked).toMatchObject({
      ok: false,
      error: { kind: 'exchange-rejected', isOutcomeUnknown: false, exchangeMessage: expect.any(String) },
    });
  });

  it('a batch answers row by row in the order of the request, both asynchronously and synchronously (fault 15)', async () => {
    const order = await restingBid();
    const rows: SpotOrderRequest[] = [
      { ...order, clientOid: oid() },
      { ...order, clientOid: oid(), size: '9000' },
      { ...order, clientOid: oid() },
    ];
    const sync = must(await client.spot.placeBatchSync({ orders: rows }, action));
    expect(sync.map(row => [row.clientOid, row.outcome])).toEqual([
      [rows[0]?.clientOid, 'open'],
      [rows[1]?.clientOid, 'rejected'],
      [rows[2]?.clientOid, 'open'],
    ]);
    expect(sync[1]?.failMessage).toEqual(expect.any(String));
    expect(sync[0]).toMatchObject({ filledSize: '0', remainingSize: '0.001', cancelledSize: '0' });
    const more: SpotOrderRequest[] = [
      { ...order, clientOid: oid() },
      { ...order, clientOid: oid(), size: '9000' },
    ];
    const asynchronous = must(await client.spot.placeBatch({ orders: more }, action));
    expect(asynchronous.map(row => row.outcome)).toEqual(['acknowledged', 'rejected']);
    for (const row of [...sync, ...asynchronous])
      if (row.orderId !== null) must(await client.spot.cancel({ orderId: row.orderId, symbol: order.symbol }, action));
  });

  it('a stop is placed, found, cancelled', async () => {
    const order = await restingBid();
    const stop = {
      clientOid: oid(),
      symbol: 'BTC-USDT',
      side: 'buy',
      type: 'limit',
      stop: 'loss',
      stopPrice: order.price ?? '0',
      price: order.price ?? '0',
      size: '0.001',
    } as const;
    const { orderId } = must(await client.stops.place(stop, action));
    expect(
      must(await client.stops.orderByClientOid({ clientOid: stop.clientOid, symbol: stop.symbol }, visible)),
    ).toMatchObject({ id: orderId, stop: 'loss', status: 'new' });
    expect(must(await client.stops.all({ symbol: stop.symbol }, visible)).items.map(each => each.id)).toContain(
      orderId,
    );
    expect(must(await client.stops.cancel({ orderId }, action)).orderIds).toEqual([orderId]);
    expect(await client.stops.cancel({ orderId }, action)).toMatchObject({ ok: false, error: { kind: 'not-found' } });
  });

  it('a futures order and a futures stop are placed, found, cancelled', async () => {
    const { bestBidPrice } = must(await client.reference.ticker({ symbol: 'XBTUSDTM' }, visible));
    const price = roundToStep(multiply(bestBidPrice, '0.97'), '0.1', 'floor');
    const order = {
      clientOid: oid(),
      symbol: 'XBTUSDTM',
      side: 'buy',
      type: 'limit',
      leverage: '5',
      price,
      size: '1',
    } as const;
    const { orderId } = must(await client.futures.place(order, action));
    expect(must(await client.futures.orderByClientOid({ clientOid: order.clientOid }, visible))).toMatchObject({
      id: orderId,
      price,
      size: '1',
      isActive: true,
      leverage: '5',
    });
    expect(must(await client.futures.cancel({ orderId }, action)).orderIds).toEqual([orderId]);
    expect(must(await client.futures.order({ orderId }, visible))).toMatchObject({
      isActive: false,
      isCancelled: true,
    });
    const stop = { ...order, clientOid: oid(), stop: 'down', stopPrice: price, stopPriceType: 'MP' } as const;
    const placed = must(await client.futures.place(stop, action));
    expect(must(await client.futures.allStops({ symbol: 'XBTUSDTM' }, visible)).items.map(each => each.id)).toContain(
      placed.orderId,
    );
    must(await client.futures.cancel({ orderId: placed.orderId }, action));
  });

  it('margin is added once for repeated requests with the same bizNo (fault 18)', async () => {
    const find = async () => must(await client.futures.positions({}, visible)).find(each => each.symbol === 'XBTUSDTM');
    const before = await find();
    const bizNo = crypto.randomUUID();
    const first = must(
      await client.futures.depositMargin({ symbol: 'XBTUSDTM', amount: '12.34567891', bizNo }, action),
    );
    expect(subtract(first.addedMargin ?? '0', before?.addedMargin ?? '0')).toBe('12.34567891');
    const second = must(
      await client.futures.depositMargin({ symbol: 'XBTUSDTM', amount: '12.34567891', bizNo }, action),
    );
    expect(second.addedMargin).toBe(first.addedMargin);
    expect((await find())?.addedMargin).toBe(add(before?.addedMargin ?? '0', '12.34567891'));
    expect(compare(first.liquidationPrice ?? '0', before?.liquidationPrice ?? '0')).toBe(-1);
  });

  it('too little margin, no position and a cross position are each rejected with the reason', async () => {
    const refusedFor = async (symbol: string, amount: Decimal) => {
      const answer = await client.futures.depositMargin({ symbol, amount, bizNo: crypto.randomUUID() }, action);
      return answer.ok ? 'accepted' : answer.error.kind;
    };
    expect(await refusedFor('XBTUSDM', '0.00001666')).toBe('exchange-rejected');
    const cross = must(await client.futures.positions({}, visible)).find(each => each.marginMode === 'cross');
    if (cross === undefined) throw new Error('the account has no cross position');
    expect(
      await client.futures.depositMargin({ symbol: cross.symbol, amount: '5', bizNo: crypto.randomUUID() }, action),
    ).toMatchObject({ ok: false, error: { code: '330005' } });
  });
});
