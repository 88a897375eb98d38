import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, compare, isPositive, subtract, sum } from '#shared/decimal.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { must, visible } from './testing/must.ts';

describe.each(dialects)('reads, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    must(await client.connect());
  });
  afterAll(() => exchange.stop());

  it('the clock offset is measured and small', () => {
    const { clock, hosts } = client.link();
    expect(Math.abs(clock.offsetMs ?? 1e9)).toBeLessThan(1000);
    expect(hosts[0]?.state).toBe('reachable');
  });

  it('reads have at least six pairs with increments', async () => {
    const symbols = must(await client.reference.symbols({}, visible));
    expect(symbols.length).toBeGreaterThanOrEqual(6);
    for (const symbol of symbols)
      expect(isPositive(symbol.priceIncrement) && isPositive(symbol.baseIncrement)).toBe(true);
  });

  it.each([20, 100] as const)('a book has %d levels a side, sorted, each price once, not crossed', async depth => {
    const { bids, asks, sequence } = must(await client.reference.book({ symbol: 'BTC-USDT', depth }, visible));
    expect([bids.length, asks.length]).toEqual([depth, depth]);
    expect(sequence).toMatch(/^\d+$/);
    for (const [side, sign] of [
      [bids, 1],
      [asks, -1],
    ] as const)
      for (const [index, [price, size]] of side.entries()) {
        const next = side[index + 1];
        if (next !== undefined) expect(compare(price, next[0])).toBe(sign);
        expect(isPositive(size)).toBe(true);
      }
    expect(compare(bids[0]?.[0] ?? '0', asks[0]?.[0] ?? '0')).toBe(-1);
  });

  it('orders of the account are read in every type, open and past', async () => {
    const active = must(await client.spot.allOrders({ status: 'active' }, visible));
    expect(active.isComplete).toBe(true);
    const kinds = active.items.flatMap(order => [
      order.timeInForce,
      order.isPostOnly && 'post',
      order.isHidden && 'hidden',
      order.isIceberg && 'iceberg',
    ]);
    for (const kind of ['GTC', 'GTT', 'post', 'hidden', 'iceberg']) expect(kinds).toContain(kind);
    expect(active.items.every(order => order.isActive)).toBe(true);
    const done = must(await client.spot.orders({ status: 'done', page: 1, pageSize: 50 }, visible));
    expect(done.items.length).toBeGreaterThan(0);
    expect(done.items.every(order => !order.isActive)).toBe(true);
    expect(must(await client.futures.allOrders({ status: 'active' }, visible)).items.length).toBeGreaterThan(0);
    expect(must(await client.futures.recentDoneOrders({}, visible)).length).toBeGreaterThan(0);
  });

  it('stops are read in both directions on both venues', async () => {
    const spot = must(await client.stops.all({}, visible)).items;
    expect(new Set(spot.map(stop => stop.stop))).toEqual(new Set(['loss', 'entry']));
    const futures = must(await client.futures.allStops({}, visible)).items;
    expect(new Set(futures.map(stop => stop.stop))).toEqual(new Set(['up', 'down']));
    for (const stop of [...spot, ...futures]) expect(isPositive(stop.stopPrice)).toBe(true);
  });

  it('fills of a day are consistent, with identifiers above 2^53 intact', async () => {
    const fills = must(await client.spot.recentFills({}, visible));
    expect(fills.length).toBeGreaterThan(10);
    for (const fill of fills) expect(compare(fill.fee ?? '-1', '0')).not.toBe(-1);
    expect(fills.some(fill => BigInt(fill.tradeId) > BigInt(Number.MAX_SAFE_INTEGER))).toBe(true);
    expect(new Set(fills.map(fill => fill.tradeId)).size).toBe(fills.length);
    const times = fills.map(fill => fill.createdAtMs ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('positions are read long, short and inverse, with an exact margin identity', async () => {
    const positions = must(await client.futures.positions({}, visible));
    expect(positions.some(position => isPositive(position.quantity))).toBe(true);
    expect(positions.some(position => !isPositive(position.quantity))).toBe(true);
    expect(positions.some(position => position.settleCurrency === 'XBT')).toBe(true);
    for (const position of positions.filter(each => each.marginMode === 'isolated')) {
      const { initialMargin, addedMargin, bankruptcyCost, fundingPaid, unrealisedPnl, positionMargin } = position;
      const parts = [initialMargin, addedMargin, bankruptcyCost].map(part => part ?? '0');
      const margin = subtract(sum(parts), fundingPaid ?? '0');
      expect(margin, position.symbol).toBe(positionMargin);
      expect(add(margin, unrealisedPnl ?? '0'), position.symbol).toBe(position.marginWithPnl);
    }
  });

  it('contract, ticker and risk limits are read', async () => {
    const contract = must(await client.reference.contract({ symbol: 'XBTUSDM' }, visible));
    expect(contract).toMatchObject({ isInverse: true, settleCurrency: 'XBT', status: 'Open' });
    expect(contract.nextFundingInMs).toBeGreaterThan(0);
    expect(contract.nextFundingInMs).toBeLessThanOrEqual(8 * 3_600_000);
    const ticker = must(await client.reference.ticker({ symbol: 'XBTUSDTM' }, visible));
    expect(compare(ticker.bestBidPrice, ticker.bestAskPrice)).toBe(-1);
    expect(Math.abs(ticker.timeMs - Date.now())).toBeLessThan(86_400_000);
    const levels = must(await client.reference.riskLimits({ symbol: 'XBTUSDTM' }, visible));
    expect(levels.map(level => level.level)).toEqual(levels.map((_, index) => index + 1));
    expect(must(await client.reference.contracts({}, visible)).length).toBeGreaterThanOrEqual(4);
  });

  it('accounts are read: twelve sub-accounts over several pages, own wallets, fee, key', async () => {
    const accounts = must(await client.accounts.allSubAccounts({}, visible));
    const holdings = must(await client.accounts.allSubHoldings({}, visible));
    expect(accounts.items.length).toBeGreaterThanOrEqual(12);
    expect(new Set(holdings.items.map(item => item.userId)).size).toBe(holdings.items.length);
    // the document's list has main wallets alone, and the first accounts are requested for the others
    const wallets = new Set(holdings.items.flatMap(({ balances }) => balances.map(({ wallet }) => wallet)));
    expect([...wallets].toSorted()).toEqual(['main', 'margin', 'trade']);
    const isMainOnly = holdings.items.filter(item => item.isMainOnly === true);
    expect(isMainOnly.length > 0).toBe(dialect === 'document');
    const second = must(await client.accounts.subAccounts({ page: 2, pageSize: 10 }, visible));
    expect(second).toMatchObject({ page: 2, pageSize: 10, totalItems: accounts.items.length });
    for (const balance of must(await client.accounts.balances({}, visible)))
      expect(add(balance.available ?? '0', balance.held ?? '0')).toBe(balance.total);
    expect(must(await client.accounts.baseFee({}, visible))).toEqual({
      takerFeeRate: expect.any(String),
      makerFeeRate: expect.any(String),
    });
    expect(must(await client.accounts.apiKey({}, visible))).toMatchObject({
      permissions: ['General', 'Spot', 'Margin', 'Futures', 'InnerTransfer'],
      isMaster: true,
    });
    expect(isPositive(must(await client.futures.overview({ currency: 'USDT' }, visible)).availableBalance ?? '0')).toBe(
      true,
    );
  });

  it('every answer updates the budget', () => {
    for (const pool of client.link().pools) {
      expect(pool.remaining, pool.pool).toBeLessThan(pool.limit);
      expect(pool.resetAtMs, pool.pool).not.toBeNull();
    }
  });

  it('unknown symbols and a history window that is too wide are rejected with a message', async () => {
    const book = await client.reference.book({ symbol: 'NO-SUCH', depth: 20 }, visible);
    expect(book).toMatchObject({ ok: false });
    const wide = await client.spot.orders(
      { status: 'done', startAtMs: Date.now() - 8 * 86_400_000, endAtMs: Date.now() },
      visible,
    );
    expect(wide).toMatchObject({ ok: false, error: { isOutcomeUnknown: false } });
  });
});
