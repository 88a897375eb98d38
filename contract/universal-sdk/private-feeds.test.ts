import { Account, Futures, Margin, Spot } from 'kucoin-universal-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { createFrames, type Frames } from './testing/frames.ts';
import {
  muteWorkers,
  request,
  universalClient,
  type UniversalClient,
  universalFeeds,
} from './testing/universal-client.ts';

const symbol = 'BTC-USDT';
const isolatedSymbol = 'ETH-USDT';
const contract = 'XBTUSDTM';
const crossContract = 'SOLUSDTM';

/** The reports of an order, in the order received. */
function reported<T extends { readonly orderId: string; readonly type: unknown }>(frames: Frames<T>, orderId: string) {
  return frames.those(each => each.orderId === orderId).map(each => String(each.type));
}

/** The client's own declarations have no such field. */
function changeReason(position: Futures.FuturesPrivate.PositionEvent): unknown {
  const reason: unknown = Reflect.get(position, 'changeReason');
  return reason;
}

describe('private feeds with the official client', () => {
  let exchange: ContractExchange;
  let client: UniversalClient;
  let feeds: ReturnType<typeof universalFeeds>;
  let showOutput: () => void;
  let bid = 0;
  let futuresBid = 0;
  let placed = 0;

  const spotOrders = createFrames<Spot.SpotPrivate.OrderV2Event>();
  const balances = createFrames<Spot.SpotPrivate.AccountEvent>();
  const spotStops = createFrames<Spot.SpotPrivate.StopOrderEvent>();
  const cross = createFrames<Margin.MarginPrivate.CrossMarginPositionEvent>();
  const isolated = createFrames<Margin.MarginPrivate.IsolatedMarginPositionEvent>();
  const futuresOrders = createFrames<Futures.FuturesPrivate.OrderEvent>();
  const futuresStops = createFrames<Futures.FuturesPrivate.StopOrdersEvent>();
  // what the mark price moves is sent in part, docs/exchange/feeds.md §8.4
  const positions = createFrames<Futures.FuturesPrivate.PositionEvent>(
    each => changeReason(each) !== 'markPriceChange',
  );
  const wallet = createFrames<Futures.FuturesPrivate.BalanceEvent>();
  const leverages = createFrames<Futures.FuturesPrivate.CrossLeverageEvent>();
  const modes = createFrames<Futures.FuturesPrivate.MarginModeEvent>();

  beforeAll(async () => {
    exchange = await startExchange('live');
    client = universalClient(exchange.ready);
    feeds = universalFeeds(exchange.ready);
    const { spotPrivate, marginPrivate, futuresPrivate } = feeds;
    showOutput = muteWorkers();
    await Promise.all([spotPrivate.start(), marginPrivate.start(), futuresPrivate.start()]);
    await spotPrivate.orderV2(spotOrders.receive);
    await spotPrivate.account(balances.receive);
    await spotPrivate.stopOrder(spotStops.receive);
    await marginPrivate.crossMarginPosition(cross.receive);
    await marginPrivate.isolatedMarginPosition(isolatedSymbol, isolated.receive);
    // not `allOrder` and `allPosition`: the service's frames of all contracts name the topic of one, which this client
    // does not match
    await futuresPrivate.order(contract, futuresOrders.receive);
    await futuresPrivate.position(contract, positions.receive);
    await futuresPrivate.stopOrders(futuresStops.receive);
    await futuresPrivate.balance(wallet.receive);
    await futuresPrivate.crossLeverage(leverages.receive);
    await futuresPrivate.marginMode(modes.receive);
    const ticker = await client.spotMarket.getTicker(request(Spot.Market.GetTickerReq, { symbol }));
    bid = Math.floor(Number(ticker.bestBid) * 0.95);
    const futures = await client.futuresMarket.getTicker(request(Futures.Market.GetTickerReq, { symbol: contract }));
    futuresBid = Math.floor(Number(futures.bestBidPrice) * 0.95);
  });
  afterAll(async () => {
    await Promise.all([feeds.spotPrivate.stop(), feeds.marginPrivate.stop(), feeds.futuresPrivate.stop()]);
    await exchange.stop();
    showOutput();
  });

  const newId = () => `feed-${(placed += 1)}`;

  it('the debt of the cross account is published at once', async () => {
    const ratio = await cross.heard(each => each.debtRatio > 0);
    const whole = await client.accounts.getCrossMarginAccount(
      request(Account.Account.GetCrossMarginAccountReq, { quoteCurrency: 'BTC' }),
    );
    expect(ratio.debtRatio).toBeCloseTo(Number(whole.debtRatio), 2);
    const usdt = whole.accounts.find(each => each.currency === 'USDT');
    expect(ratio.assetList['USDT']).toMatchObject({ total: usdt?.total, hold: usdt?.hold });
    expect(Number(ratio.debtList['USDT'])).toBeCloseTo(Number(usdt?.liability), 6);
  });

  it('a spot order is published from its receipt to its cancellation', async () => {
    const fields = { clientOid: newId(), side: 'buy', symbol, type: 'limit', price: String(bid), size: '0.002' };
    const { orderId } = await client.spotOrders.addOrder(request(Spot.Order.AddOrderReq, fields));
    await client.spotOrders.cancelOrderByOrderId(request(Spot.Order.CancelOrderByOrderIdReq, { orderId, symbol }));
    const isOwn = (type: string) => (each: Spot.SpotPrivate.OrderV2Event) =>
      each.orderId === orderId && String(each.type) === type;
    expect(await spotOrders.heard(isOwn('canceled'))).toMatchObject({
      clientOid: fields.clientOid,
      status: 'done',
      originSize: '0.002',
      canceledSize: '0.002',
      filledSize: '0',
    });
    expect(reported(spotOrders, orderId)).toEqual(['received', 'open', 'canceled']);
    expect(spotOrders.those(isOwn('open'))).toMatchObject([{ price: String(bid), remainSize: '0.002' }]);
  });

  it('a filled spot order is published with its balances', async () => {
    const fields = { clientOid: newId(), side: 'sell', symbol, type: 'market', size: '0.002' };
    const { orderId } = await client.spotOrders.addOrder(request(Spot.Order.AddOrderReq, fields));
    await spotOrders.heard(each => each.orderId === orderId && String(each.type) === 'filled');
    const matched = spotOrders
      .those(each => each.orderId === orderId && String(each.type) === 'match')
      .reduce((all, each) => all + Number(each.matchSize), 0);
    expect(matched).toBeCloseTo(0.002, 8);
    const settled = await balances.heard(
      each =>
        each.relationContext.orderId === orderId && each.relationEvent === 'trade.setted' && each.currency === 'BTC',
    );
    const accounts = await client.accounts.getSpotAccountList(
      request(Account.Account.GetSpotAccountListReq, { currency: 'BTC', type: 'trade' }),
    );
    expect(accounts.data[0]).toMatchObject({ balance: settled.total, holds: settled.hold });
    const sold = balances
      .those(each => each.relationContext.orderId === orderId && each.currency === 'BTC')
      .reduce((all, each) => all + Number(each.availableChange) + Number(each.holdChange), 0);
    expect(sold).toBeCloseTo(-0.002, 8);
  });

  it('a stop order is published when opened and cancelled', async () => {
    const fields = { clientOid: newId(), side: 'buy', symbol, type: 'limit', price: String(bid), size: '0.002' };
    const stop = request(Spot.Order.AddStopOrderReq, { ...fields, stopPrice: String(bid) });
    const { orderId } = await client.spotOrders.addStopOrder(stop);
    const cancel = request(Spot.Order.CancelStopOrderByOrderIdReq, { orderId });
    await client.spotOrders.cancelStopOrderByOrderId(cancel);
    await spotStops.heard(each => each.orderId === orderId && String(each.type) === 'cancel');
    expect(reported(spotStops, orderId)).toEqual(['open', 'cancel']);
    expect(spotStops.those(each => each.orderId === orderId)[0]).toMatchObject({
      symbol,
      stop: 'loss',
      orderPrice: String(bid),
      tradeType: 'TRADE',
    });
  });

  it('a transfer is published in both balances', async () => {
    const fields = { currency: 'USDT', amount: '3', type: 'INTERNAL', fromAccountType: 'MAIN', toAccountType: 'TRADE' };
    await client.transfers.flexTransfer(request(Account.Transfer.FlexTransferReq, { clientOid: newId(), ...fields }));
    expect(await balances.heard(each => each.relationEvent === 'main.transfer')).toMatchObject({
      currency: 'USDT',
      availableChange: '-3',
    });
    expect(await balances.heard(each => each.relationEvent === 'trade.transfer')).toMatchObject({
      currency: 'USDT',
      availableChange: '3',
    });
  });

  it('a margin order and a loan on one pair are published', async () => {
    const order = { clientOid: newId(), side: 'buy', symbol, type: 'market', funds: '30', isIsolated: false };
    const { orderId } = await client.marginOrders.addOrder(request(Margin.Order.AddOrderReq, order));
    await spotOrders.heard(each => each.orderId === orderId && String(each.type) === 'filled');

    const loan = { isIsolated: true, symbol: isolatedSymbol, currency: 'USDT', size: 20, timeInForce: 'IOC' };
    await client.debit.borrow(request(Margin.Debit.BorrowReq, loan));
    const borrowed = await isolated.heard(each => String(each.statusBizType) === 'USER_BORROW');
    expect(borrowed).toMatchObject({ tag: isolatedSymbol, status: 'IN_BORROW' });
    const account = await client.accounts.getIsolatedMarginAccount(
      request(Account.Account.GetIsolatedMarginAccountReq, { symbol: isolatedSymbol }),
    );
    expect(Number(borrowed.changeAssets?.['USDT']?.liabilityPrincipal)).toBeCloseTo(
      Number(account.assets[0]?.quoteAsset?.liabilityPrincipal),
      6,
    );
  });

  it('a futures order is published with its position and its wallet', async () => {
    const limit = { clientOid: newId(), side: 'buy', symbol: contract, leverage: 5, type: 'limit', size: 2 };
    const resting = request(Futures.Order.AddOrderReq, { ...limit, price: String(futuresBid) });
    const { orderId } = await client.futuresOrders.addOrder(resting);
    await client.futuresOrders.cancelOrderById(request(Futures.Order.CancelOrderByIdReq, { orderId }));
    const cancelled = await futuresOrders.heard(each => each.orderId === orderId && String(each.type) === 'canceled');
    expect(cancelled).toMatchObject({ status: 'done', size: '2', canceledSize: '2', clientOid: limit.clientOid });
    expect(reported(futuresOrders, orderId)).toEqual(['open', 'canceled']);

    const market = { clientOid: newId(), side: 'buy', symbol: contract, leverage: 5, type: 'market', size: 2 };
    const bought = await client.futuresOrders.addOrder(request(Futures.Order.AddOrderReq, market));
    const filled = await futuresOrders.heard(each => each.orderId === bought.orderId && String(each.type) === 'filled');
    expect(filled).toMatchObject({ status: 'done', filledSize: '2', remainSize: '0' });
    const position = await client.positions.getPositionDetails(
      request(Futures.Positions.GetPositionDetailsReq, { symbol: contract }),
    );
    const moved = await positions.heard(
      each => changeReason(each) === 'positionChange' && each.currentQty === position.currentQty,
    );
    expect(moved).toMatchObject({ symbol: contract, avgEntryPrice: position.avgEntryPrice, marginMode: 'ISOLATED' });
    expect(moved.posMargin).toBeCloseTo(position.posMargin, 6);

    const margin = { symbol: contract, margin: 5, bizNo: newId() };
    await client.positions.addIsolatedMargin(request(Futures.Positions.AddIsolatedMarginReq, margin));
    const added = await positions.heard(each => changeReason(each) === 'marginChange');
    expect(added.posMargin).toBeCloseTo(position.posMargin + 5, 6);
    const list = request(Futures.Positions.GetPositionListReq, { currency: 'USDT' });
    const margins = (await client.positions.getPositionList(list)).data
      .filter(each => !each.crossMode)
      .reduce((all, each) => all + each.posMargin, 0);
    const held = await wallet.heard(each => Math.abs(Number(each.isolatedPosMargin) - margins) < 0.000_001);
    expect(held).toMatchObject({ currency: 'USDT' });
  });

  it('a futures stop order, the leverage of a cross position and the margin mode of a contract are published', async () => {
    const limit = { clientOid: newId(), side: 'buy', symbol: contract, leverage: 5, type: 'limit', size: 2 };
    const price = String(futuresBid);
    const stop = { ...limit, price, stop: 'down', stopPrice: price, stopPriceType: 'TP' };
    const { orderId } = await client.futuresOrders.addOrder(request(Futures.Order.AddOrderReq, stop));
    await client.futuresOrders.cancelOrderById(request(Futures.Order.CancelOrderByIdReq, { orderId }));
    const isCancelled = (each: Futures.FuturesPrivate.StopOrdersEvent) =>
      each.orderId === orderId && String(each.type) === 'cancel';
    expect(await futuresStops.heard(isCancelled)).toMatchObject({
      stop: 'down',
      stopPrice: price,
      stopPriceType: 'TP',
    });
    expect(reported(futuresStops, orderId)).toEqual(['open', 'cancel']);

    const leverage = request(Futures.Positions.ModifyMarginLeverageReq, { symbol: crossContract, leverage: '4' });
    await client.positions.modifyMarginLeverage(leverage);
    expect((await leverages.heard(() => true)).data).toMatchObject({ [crossContract]: { leverage: '4' } });

    const idle = 'XRPUSDTM';
    const close = { clientOid: newId(), symbol: idle, type: 'market', closeOrder: true };
    await client.futuresOrders.addOrder(request(Futures.Order.AddOrderReq, close));
    const mode = request(Futures.Positions.SwitchMarginModeReq, { symbol: idle, marginMode: 'CROSS' });
    await client.positions.switchMarginMode(mode);
    expect((await modes.heard(() => true)).data).toMatchObject({ [idle]: 'CROSS' });
  });
});
