import { Account, Futures } from 'kucoin-universal-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { request, universalClient, type UniversalClient } from './testing/universal-client.ts';

const symbol = 'XBTUSDTM';
/** held on cross margin by the prepared account */
const crossSymbol = 'SOLUSDTM';
const { Order, Positions } = Futures;

describe('futures with the official client', () => {
  let exchange: ContractExchange;
  let client: UniversalClient;
  let orders: UniversalClient['futuresOrders'];
  let bid = 0;
  let placed = 0;

  beforeAll(async () => {
    exchange = await startExchange('live');
    client = universalClient(exchange.ready);
    orders = client.futuresOrders;
    const ticker = await client.futuresMarket.getTicker(request(Futures.Market.GetTickerReq, { symbol }));
    bid = Math.floor(Number(ticker.bestBidPrice) * 0.95);
  });
  afterAll(() => exchange.stop());

  const base = () => ({ clientOid: `futures-${(placed += 1)}`, side: 'buy', symbol, leverage: 5 });
  const limit = () => ({ ...base(), type: 'limit', price: String(bid), size: 2 });
  const place = (fields: object = {}) => orders.addOrder(request(Order.AddOrderReq, { ...limit(), ...fields }));
  const market = (fields: object) =>
    orders.addOrder(request(Order.AddOrderReq, { ...base(), type: 'market', ...fields }));
  /** neither side nor size: both are null on the wire */
  const close = (of: string) =>
    orders.addOrder(
      request(Order.AddOrderReq, { clientOid: 'futures-close', symbol: of, type: 'market', closeOrder: true }),
    );
  // its request by the exchange's own id cannot be built: the client looks for a name that the request does not have
  const order = (clientOid: string) => orders.getOrderByClientOid(request(Order.GetOrderByClientOidReq, { clientOid }));
  const active = async () => {
    const answer = await orders.getOrderList(request(Order.GetOrderListReq, { status: 'active', symbol }));
    return answer.items.map(each => each.id);
  };
  const stops = async () =>
    (await orders.getStopOrderList(request(Order.GetStopOrderListReq, { symbol }))).items.map(each => each.id);
  const position = (of = symbol) =>
    client.positions.getPositionDetails(request(Positions.GetPositionDetailsReq, { symbol: of }));

  it.each([
    ['limit', {}, { timeInForce: 'GTC', leverage: '5' }],
    ['post-only', { postOnly: true, remark: 'patient' }, { postOnly: true, remark: 'patient' }],
    ['hidden', { hidden: true }, { hidden: true }],
    ['iceberg', { iceberg: true, visibleSize: '1' }, { iceberg: true, visibleSize: 1 }],
    ['self-trade preventing', { stp: 'CN' }, { stp: 'CN' }],
  ])('a %s order rests and is cancelled', async (_, fields, shown) => {
    const { orderId, clientOid } = await place(fields);
    expect(await order(clientOid)).toMatchObject({
      id: orderId,
      symbol,
      side: 'buy',
      type: 'limit',
      price: String(bid),
      size: 2,
      filledSize: 0,
      isActive: true,
      status: 'open',
      marginMode: 'ISOLATED',
      ...shown,
    });
    expect(await active()).toContain(orderId);
    const cancelled = await orders.cancelOrderById(request(Order.CancelOrderByIdReq, { orderId }));
    expect(cancelled).toMatchObject({ cancelledOrderIds: [orderId] });
    expect(await order(clientOid)).toMatchObject({ isActive: false, status: 'done', cancelExist: true });
  });

  it('an IOC order without a counterparty ends at once', async () => {
    const { clientOid } = await place({ timeInForce: 'IOC' });
    expect(await order(clientOid)).toMatchObject({ timeInForce: 'IOC', isActive: false, filledSize: 0 });
  });

  it.each([
    ['lots', { size: 3 }, 3],
    ['base currency', { qty: '0.003' }, 3],
  ])('a market order by %s moves the position, and a reducing one moves it back', async (_, amount, lots) => {
    const before = await position();
    const { orderId, clientOid } = await market(amount);
    const done = await order(clientOid);
    expect(done).toMatchObject({ filledSize: lots, status: 'done', dealSize: lots });
    expect((await position()).currentQty).toBe(before.currentQty + lots);
    const fills = await orders.getTradeHistory(request(Order.GetTradeHistoryReq, { orderId }));
    expect(fills.items.reduce((all, fill) => all + fill.size, 0)).toBe(lots);
    expect(fills.items.reduce((all, fill) => all + Number(fill.value), 0)).toBeCloseTo(Number(done.dealValue), 6);
    for (const fill of fills.items) expect(Number(fill.fee) / Number(fill.value)).toBeCloseTo(0.0006, 6);
    const reducing = await market({ side: 'sell', reduceOnly: true, size: lots });
    expect(await order(reducing.clientOid)).toMatchObject({ reduceOnly: true, filledSize: lots });
    expect((await position()).currentQty).toBe(before.currentQty);
  });

  it('stop orders wait in their own list, also the two exits of an order', async () => {
    const waiting = await stops();
    const stop = await place({ stop: 'down', stopPrice: String(bid), stopPriceType: 'TP' });
    const listed = await orders.getStopOrderList(request(Order.GetStopOrderListReq, { symbol }));
    expect(listed.items.find(each => each.id === stop.orderId)).toMatchObject({
      stop: 'down',
      stopPrice: String(bid),
      stopPriceType: 'TP',
    });
    const exits = { triggerStopUpPrice: String(bid * 2), triggerStopDownPrice: String(bid - 10), stopPriceType: 'MP' };
    await orders.addTPSLOrder(request(Order.AddTPSLOrderReq, { ...limit(), ...exits }));
    const all = await stops();
    expect(all).toEqual(expect.arrayContaining([...waiting, stop.orderId]));
    const cancelled = await orders.cancelAllStopOrders(request(Order.CancelAllStopOrdersReq, { symbol }));
    expect(cancelled.cancelledOrderIds).toEqual(expect.arrayContaining(all));
    expect(await stops()).toEqual([]);
  });

  it('several orders are placed at once and cancelled by both ids, and a test changes nothing', async () => {
    const before = await active();
    const items = [limit(), limit(), { ...limit(), price: '0.01' }].map(row => request(Order.BatchAddOrdersItem, row));
    const made = await orders.batchAddOrders(request(Order.BatchAddOrdersReq, { items }));
    expect(made.data.map(each => each.code)).toEqual(['200000', '200000', expect.not.stringMatching('200000')]);
    const [first, second] = made.data.map(each => each.orderId);
    expect(await active()).toEqual(expect.arrayContaining([first, second]));
    const some = request(Order.BatchCancelOrdersReq, { orderIdsList: [first ?? ''] });
    expect((await orders.batchCancelOrders(some)).data).toMatchObject([{ orderId: first, code: '200' }]);
    const own = { clientOid: made.data[1]?.clientOid ?? '', symbol };
    const clientOidsList = [request(Order.BatchCancelOrdersClientOidsList, own)];
    const marked = request(Order.BatchCancelOrdersReq, { clientOidsList });
    expect((await orders.batchCancelOrders(marked)).data).toMatchObject([{ clientOid: own.clientOid, code: '200' }]);
    const last = { clientOid: (await place()).clientOid, symbol };
    const cancelled = await orders.cancelOrderByClientOid(request(Order.CancelOrderByClientOidReq, last));
    expect(cancelled).toMatchObject({ clientOid: last.clientOid });
    await orders.addOrderTest(request(Order.AddOrderTestReq, limit()));
    expect((await active()).toSorted()).toEqual(before.toSorted());
  });

  it('all orders are cancelled after they were counted', async () => {
    const { orderId } = await place();
    const value = await orders.getOpenOrderValue(request(Order.GetOpenOrderValueReq, { symbol }));
    expect(value.openOrderBuySize).toBeGreaterThanOrEqual(2);
    const all = await orders.cancelAllOrdersV3(request(Order.CancelAllOrdersV3Req, { symbol }));
    expect(all.cancelledOrderIds).toContain(orderId);
    expect(await active()).toEqual([]);
    expect(await orders.getOpenOrderValue(request(Order.GetOpenOrderValueReq, { symbol }))).toMatchObject({
      openOrderBuySize: 0,
      openOrderSellSize: 0,
      settleCurrency: 'USDT',
    });
    const again = await place();
    const old = await orders.cancelAllOrdersV1(request(Order.CancelAllOrdersV1Req, { symbol }));
    expect(old.cancelledOrderIds).toEqual([again.orderId]);
  });

  it('margin is added and removed', async () => {
    const before = await position();
    const added = await client.positions.addIsolatedMargin(
      request(Positions.AddIsolatedMarginReq, { symbol, margin: 25, bizNo: 'universal-add' }),
    );
    expect(added.posMargin).toBeCloseTo(before.posMargin + 25, 6);
    const after = await position();
    expect(after.posMargin).toBeCloseTo(before.posMargin + 25, 6);
    expect(after.liquidationPrice).toBeLessThan(before.liquidationPrice);
    const most = await client.positions.getMaxWithdrawMargin(request(Positions.GetMaxWithdrawMarginReq, { symbol }));
    expect(Number(most.data)).toBeGreaterThan(20);
    await client.positions.removeIsolatedMargin(
      request(Positions.RemoveIsolatedMarginReq, { symbol, withdrawAmount: '25' }),
    );
    expect((await position()).posMargin).toBeCloseTo(before.posMargin, 6);
  });

  it('the settings of a position are read: automatic margin, risk level, maximum opening size', async () => {
    const status = async (on: boolean) => {
      await client.positions.modifyAutoDepositStatus(
        request(Positions.ModifyAutoDepositStatusReq, { symbol, status: on }),
      );
      return (await position()).autoDeposit;
    };
    expect([await status(true), await status(false)]).toEqual([true, false]);
    const levels = await client.positions.getIsolatedMarginRiskLimit(
      request(Positions.GetIsolatedMarginRiskLimitReq, { symbol }),
    );
    expect(levels.data[0]).toMatchObject({ level: 1, maxRiskLimit: 100_000, maxLeverage: 125, maintainMargin: 0.004 });
    await client.positions.modifyIsolatedMarginRiskLimt(
      request(Positions.ModifyIsolatedMarginRiskLimtReq, { symbol, level: 2 }),
    );
    await expect.poll(async () => (await position()).riskLimit).toBe(levels.data[1]?.maxRiskLimit);
    const size = request(Positions.GetMaxOpenSizeReq, { symbol, price: String(bid), leverage: 5 });
    const open = await client.positions.getMaxOpenSize(size);
    expect(open.maxBuyOpenSize).toBeGreaterThan(100);
  });

  it('margin mode and the leverage of cross positions are read', async () => {
    const mode = async (of: string) =>
      (await client.positions.getMarginMode(request(Positions.GetMarginModeReq, { symbol: of }))).marginMode;
    expect([await mode(symbol), await mode(crossSymbol)]).toEqual(['ISOLATED', 'CROSS']);
    const idle = 'XRPUSDTM';
    await close(idle);
    await orders.cancelAllOrdersV3(request(Order.CancelAllOrdersV3Req, { symbol: idle }));
    await orders.cancelAllStopOrders(request(Order.CancelAllStopOrdersReq, { symbol: idle }));
    expect((await position(idle)).isOpen).toBe(false);
    const change = request(Positions.SwitchMarginModeReq, { symbol: idle, marginMode: 'CROSS' });
    expect(await client.positions.switchMarginMode(change)).toMatchObject({ symbol: idle, marginMode: 'CROSS' });
    const several = request(Positions.BatchSwitchMarginModeReq, {
      marginMode: 'ISOLATED',
      symbols: [idle, crossSymbol],
    });
    const changed = await client.positions.batchSwitchMarginMode(several);
    expect(changed.errors).toMatchObject([{ symbol: crossSymbol, code: '50002' }]);
    expect([await mode(idle), await mode(crossSymbol)]).toEqual(['ISOLATED', 'CROSS']);

    const held = await position(crossSymbol);
    expect(held).toMatchObject({ crossMode: true, marginMode: 'CROSS' });
    await orders.addOrder(
      request(Order.AddOrderReq, {
        clientOid: 'futures-cross',
        side: 'buy',
        symbol: crossSymbol,
        type: 'market',
        size: 1,
        marginMode: 'CROSS',
      }),
    );
    expect((await position(crossSymbol)).currentQty).toBe(held.currentQty + 1);
    await client.positions.modifyMarginLeverage(
      request(Positions.ModifyMarginLeverageReq, { symbol: crossSymbol, leverage: '4' }),
    );
    const leverage = request(Positions.GetCrossMarginLeverageReq, { symbol: crossSymbol });
    expect(await client.positions.getCrossMarginLeverage(leverage)).toMatchObject({ leverage: '4' });
    const limits = await client.positions.getCrossMarginRiskLimit(
      request(Positions.GetCrossMarginRiskLimitReq, { symbol: crossSymbol, totalMargin: '1000', leverage: 5 }),
    );
    expect(limits.data).toMatchObject([{ symbol: crossSymbol, maxOpenValue: '5000', imr: '0.2' }]);
  });

  it('positions, the account and the histories are read', async () => {
    const list = await client.positions.getPositionList(request(Positions.GetPositionListReq, { currency: 'USDT' }));
    const own = list.data.find(each => each.symbol === symbol);
    expect(own).toMatchObject({ isOpen: true, marginMode: 'ISOLATED', positionSide: 'BOTH', settleCurrency: 'USDT' });
    expect((own?.markValue ?? 0) - (own?.posCost ?? 0)).toBeCloseTo(own?.unrealisedPnl ?? Number.NaN, 6);
    const account = await client.accounts.getFuturesAccount(
      request(Account.Account.GetFuturesAccountReq, { currency: 'USDT' }),
    );
    expect(account.marginBalance + account.unrealisedPNL).toBeCloseTo(account.accountEquity, 6);
    const closed = await client.positions.getPositionsHistory(request(Positions.GetPositionsHistoryReq, {}));
    expect(closed.totalNum).toBeGreaterThan(3);
    for (const each of closed.items) expect(['CLOSE_LONG', 'CLOSE_SHORT']).toContain(each.type);
    const paid = await client.funding.getPrivateFundingHistory(
      request(Futures.FundingFees.GetPrivateFundingHistoryReq, { symbol }),
    );
    for (const each of paid.dataList) expect(each.funding).toBeCloseTo(-each.positionCost * each.fundingRate, 6);
    const ledger = await client.accounts.getFuturesLedger(
      request(Account.Account.GetFuturesLedgerReq, { currency: 'USDT', type: 'RealisedPNL' }),
    );
    expect(ledger.dataList.length).toBeGreaterThan(3);
    expect(ledger.dataList.every(each => each.type === 'RealisedPNL' && each.currency === 'USDT')).toBe(true);
    const done = await orders.getOrderList(request(Order.GetOrderListReq, { status: 'done', symbol }));
    expect(done.items.every(each => !each.isActive && each.symbol === symbol)).toBe(true);
    const recent = await orders.getRecentClosedOrders(request(Order.GetRecentClosedOrdersReq, { symbol }));
    expect(recent.data.map(each => each.id)).toContain(done.items[0]?.id);
    const fills = await orders.getRecentTradeHistory(request(Order.GetRecentTradeHistoryReq, { symbol }));
    expect(fills.data.every(each => each.symbol === symbol)).toBe(true);
  });
});
