import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { absolute, add, compare, type Decimal, isPositive, multiply, roundToStep, subtract } from '#shared/decimal.ts';
import type { FuturesOrderRequest } from '#shared/domain/account/order.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

const symbol = 'XBTUSDTM';
const dayMs = 86_400_000;
const span = () => ({ fromMs: Date.now() - 5 * dayMs, toMs: Date.now() });
let made = 0;
function oid(): string {
  made += 1;
  return `futures-${process.pid}-${made}`;
}

describe.each(dialects)('futures: modes, sizes, batches and history, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;
  let cross: string;

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    must(await client.connect());
    const found = must(await client.futures.positions({}, visible)).find(each => each.marginMode === 'cross');
    if (found === undefined) throw new Error('the account has no cross position');
    cross = found.symbol;
  });
  afterAll(() => exchange.stop());

  const position = async (of: string) =>
    must(await client.futures.positions({}, visible)).find(each => each.symbol === of);
  const restingBid = async (of: string): Promise<FuturesOrderRequest> => {
    const { bestBidPrice } = must(await client.reference.ticker({ symbol: of }, visible));
    const { tickSize } = must(await client.reference.contract({ symbol: of }, visible));
    const price = roundToStep(multiply(bestBidPrice, '0.97'), tickSize ?? '1', 'floor');
    return { clientOid: oid(), symbol: of, side: 'buy', type: 'limit', price, leverage: '5', size: '1' };
  };

  it('an order on a cross position needs its margin mode', async () => {
    const order = await restingBid(cross);
    expect(await client.futures.place(order, action)).toMatchObject({
      ok: false,
      error: { kind: 'exchange-rejected', code: '330005', isOutcomeUnknown: false },
    });
    const { orderId } = must(await client.futures.place({ ...order, clientOid: oid(), marginMode: 'cross' }, action));
    expect(must(await client.futures.order({ orderId }, visible))).toMatchObject({ symbol: cross, isActive: true });
    must(await client.futures.cancel({ orderId }, action));
  });

  it('a size in the base currency and a value become whole lots', async () => {
    const { size: _, ...order } = await restingBid(symbol);
    const contract = must(await client.reference.contract({ symbol }, visible));
    const lots = async (size: { quantity: Decimal } | { value: Decimal }) => {
      const { orderId } = must(await client.futures.place({ ...order, ...size, clientOid: oid() }, action));
      const placed = must(await client.futures.order({ orderId }, visible));
      must(await client.futures.cancel({ orderId }, action));
      return placed.size;
    };
    const multiplier = contract.multiplier ?? '0';
    const lotValue = multiply(multiplier, order.price ?? '0');
    expect(await lots({ quantity: multiply(multiplier, '3') })).toBe('3');
    expect(await lots({ value: multiply(lotValue, '4.5') })).toBe('4');
  });

  it('the margin mode is read, changed without a position or order, and rejected with one', async () => {
    expect(must(await client.futuresAccount.marginMode({ symbol: cross }, visible))).toBe('cross');
    expect(must(await client.futuresAccount.marginMode({ symbol }, visible))).toBe('isolated');
    const free = 'DOGEUSDTM';
    expect(await position(free)).toBeUndefined();
    expect(await client.futuresAccount.setMarginMode({ symbol: free, marginMode: 'cross' }, action)).toMatchObject({
      ok: false,
      error: { code: '50002' },
    });
    must(await client.futuresBatches.cancelAll({ symbol: free }, action));
    must(await client.futuresBatches.cancelAllStops({ symbol: free }, action));
    const changed = must(
      await client.futuresAccount.setMarginModes({ symbols: [free, cross], marginMode: 'isolated' }, action),
    );
    expect(changed.modes.find(each => each.symbol === free)?.marginMode).toBe('isolated');
    expect(changed.refused.map(each => each.symbol)).toEqual([cross]);
    expect(must(await client.futuresAccount.marginMode({ symbol: cross }, visible))).toBe('cross');
    expect(must(await client.futuresAccount.setMarginMode({ symbol: free, marginMode: 'cross' }, action))).toBe(
      'cross',
    );
    expect(must(await client.futuresAccount.marginMode({ symbol: free }, visible))).toBe('cross');
    expect(must(await client.futuresAccount.positionMode({}, visible))).toBe('one-way');
  });

  it('cross leverage is changed for all orders of a contract', async () => {
    expect(must(await client.futuresAccount.setCrossLeverage({ symbol: cross, leverage: '4' }, action))).toBe(true);
    expect(must(await client.futuresAccount.crossLeverage({ symbol: cross }, visible))).toBe('4');
    expect(await client.futuresAccount.setCrossLeverage({ symbol: cross, leverage: '5000' }, action)).toMatchObject({
      ok: false,
      error: { kind: 'exchange-rejected' },
    });
    expect(must(await client.futuresAccount.crossLeverage({ symbol: cross }, visible))).toBe('4');
  });

  it('removed margin leaves the position and reaches the wallet', async () => {
    const most = must(await client.futuresAccount.maxWithdrawMargin({ symbol }, visible));
    expect(isPositive(most)).toBe(true);
    const before = await position(symbol);
    expect(must(await client.futuresAccount.withdrawMargin({ symbol, amount: '10' }, action))).toBe('10');
    const after = await position(symbol);
    expect(subtract(before?.positionMargin ?? '0', after?.positionMargin ?? '0')).toBe('10');
    expect(await client.futuresAccount.withdrawMargin({ symbol, amount: multiply(most, '2') }, action)).toMatchObject({
      ok: false,
      error: { isOutcomeUnknown: false },
    });
  });

  it('the maximum opening size falls with leverage, and counts open orders', async () => {
    const { price } = await restingBid(symbol);
    const most = async (leverage: Decimal) =>
      must(await client.futuresAccount.maxOpenSize({ symbol, price: price ?? '0', leverage }, visible)).maxBuySize;
    expect(compare(await most('2'), await most('10'))).toBe(-1);
    const before = must(await client.futuresAccount.openOrderStatistics({ symbol }, visible));
    const { orderId } = must(await client.futures.place({ ...(await restingBid(symbol)), size: '7' }, action));
    const after = must(await client.futuresAccount.openOrderStatistics({ symbol }, visible));
    expect(subtract(after.buySize, before.buySize)).toBe('7');
    expect(after.sellSize).toBe(before.sellSize);
    must(await client.futures.cancel({ orderId }, action));
  });

  it('a batch answers for each row, and several cancels and a cancel of a contract apply to the given orders', async () => {
    const order = await restingBid(symbol);
    const orders: FuturesOrderRequest[] = [
      { ...order, clientOid: oid() },
      { ...order, clientOid: oid(), size: '90000000' },
      { ...order, clientOid: oid() },
    ];
    const rows = must(await client.futuresBatches.placeBatch({ orders }, action));
    expect(rows.map(row => [row.clientOid, row.outcome])).toEqual([
      [orders[0]?.clientOid, 'done'],
      [orders[1]?.clientOid, 'rejected'],
      [orders[2]?.clientOid, 'done'],
    ]);
    expect(rows[1]?.message).toEqual(expect.any(String));
    const ids = rows.flatMap(row => (row.orderId === null ? [] : [row.orderId]));
    const [first = '', second = ''] = ids;
    const cancelled = must(await client.futuresBatches.cancelMany({ orderIds: [first, 'no-such-order'] }, action));
    expect(cancelled.map(row => [row.orderId, row.outcome])).toEqual([
      [first, 'done'],
      ['no-such-order', 'rejected'],
    ]);
    const all = must(await client.futuresBatches.cancelAll({ symbol }, action)).orderIds;
    expect(all).toContain(second);
    expect(all).not.toContain(first);
    const left = must(await client.futures.allOrders({ status: 'active', symbol }, visible)).items;
    expect(left).toEqual([]);
    expect(must(await client.futures.allOrders({ status: 'active' }, visible)).items.length).toBeGreaterThan(0);
  });

  it('a test order places nothing, and an order with two exits places its stops', async () => {
    const order = await restingBid(symbol);
    must(await client.futuresBatches.placeTest(order, action));
    expect(await client.futures.orderByClientOid({ clientOid: order.clientOid }, visible)).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    });
    const { price = '0' } = order;
    const { orderId } = must(
      await client.futuresBatches.placeTakeProfit(
        {
          ...order,
          clientOid: oid(),
          stopPriceType: 'TP',
          triggerUpPrice: roundToStep(multiply(price, '1.2'), '0.1', 'floor'),
          triggerDownPrice: roundToStep(multiply(price, '0.9'), '0.1', 'floor'),
        },
        action,
      ),
    );
    expect(must(await client.futures.order({ orderId }, visible))).toMatchObject({ isActive: true, price });
    must(await client.futures.cancel({ orderId }, action));
  });

  it('cancelling the stops of one contract keeps the others', async () => {
    const stops = async (of?: string) =>
      must(await client.futures.allStops({ symbol: of }, visible)).items.map(each => each.id);
    const all = await stops();
    const own = await stops(symbol);
    expect(own.length).toBeGreaterThan(0);
    const cancelled = must(await client.futuresBatches.cancelAllStops({ symbol }, action)).orderIds;
    expect(new Set(cancelled)).toEqual(new Set(own));
    expect(await stops()).toEqual(all.filter(id => !own.includes(id)));
  });

  it('funding has the present rate, the past rates, and the payments by them', async () => {
    const current = must(await client.futuresAccount.currentFunding({ symbol }, visible));
    expect(current.intervalMs).toBe(8 * 3_600_000);
    expect(current.settlesAtMs).toBeGreaterThan(Date.now() - 60_000);
    const rates = must(await client.futuresAccount.fundingRates({ symbol, ...span() }, visible));
    const { items } = must(await client.futuresAccount.fundingHistory({ symbol, ...span() }, visible));
    expect(items.length).toBeGreaterThan(2);
    for (const each of items) {
      expect(rates.find(rate => rate.timeMs === each.timeMs)?.fundingRate).toBe(each.fundingRate);
      const paid = multiply(each.positionCost ?? '0', each.fundingRate ?? '0');
      // shown to ten decimals
      expect(compare(absolute(add(each.funding, paid)), '0.0000000001')).toBe(-1);
    }
    const times = items.map(each => each.timeMs);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('closed positions are listed newest first, every page once, with a PnL that follows from their prices', async () => {
    const { items } = must(await client.futuresAccount.allClosedPositions({}, visible));
    const first = must(await client.futuresAccount.closedPositions({ page: 1, pageSize: 5 }, visible));
    expect(first.items).toEqual(items.slice(0, 5));
    expect(first.totalItems).toBe(items.length);
    expect(new Set(items.map(each => each.id)).size).toBe(items.length);
    for (const each of items) {
      expect(each.openedAtMs).toBeLessThanOrEqual(each.closedAtMs);
      expect(['long', 'short']).toContain(each.side);
    }
    const own = must(await client.futuresAccount.allClosedPositions({ symbol: 'DOGEUSDTM' }, visible)).items;
    expect(own).toEqual(items.filter(each => each.symbol === 'DOGEUSDTM'));
    expect(own.length).toBeGreaterThan(0);
  });

  it('the ledger of the wallet returns the newest rows, and a span with each row once', async () => {
    const newest = must(await client.futuresAccount.newestLedger({ currency: 'USDT' }, visible));
    const { items } = must(await client.futuresAccount.ledger({ ...span(), currency: 'USDT' }, visible));
    expect(items.length).toBeGreaterThan(10);
    expect(new Set(items.map(each => each.offset)).size).toBe(items.length);
    expect(items.slice(0, 5)).toEqual(newest.slice(0, 5));
    const pnl = must(
      await client.futuresAccount.ledger({ ...span(), currency: 'USDT', type: 'RealisedPNL' }, visible),
    ).items;
    expect(pnl).toEqual(items.filter(each => each.type === 'RealisedPNL'));
  });

  it('fees of a contract are read, and a risk level is changed and read', async () => {
    const fee = must(await client.futuresAccount.tradeFee({ symbol }, visible));
    expect(compare(fee.makerFeeRate, fee.takerFeeRate)).toBe(-1);
    expect(must(await client.futuresAccount.setRiskLimitLevel({ symbol, level: 2 }, action))).toBe(true);
    const levels = must(await client.reference.riskLimits({ symbol }, visible));
    expect((await position(symbol))?.riskLimit).toBe(levels[1]?.maxRiskLimit);
  });
});
