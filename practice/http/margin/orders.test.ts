import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isolatedWallet } from '#practice/accounts/isolated-wallet.ts';
import { type MarginExchange, openMarginExchange, restingOrder } from '../testing/margin-exchange.ts';
import { keysOf, member, rows } from '../testing/unwrap.ts';

const hf = '/api/v3/hf/margin';
const bitcoin = 'symbol=BTC-USDT&tradeType=MARGIN_TRADE';
const ids = (list: unknown) => rows(list).map(row => member(row, 'id'));
const isolated = { ...restingOrder, isIsolated: true };

/** docs/exchange/records.md §3.4: the fields of the document. */
const documentFields =
  'active cancelAfter cancelExist channel clientOid createdAt dealFunds dealSize fee feeCurrency funds hidden iceberg id inOrderBook lastUpdatedAt opType postOnly price remark side size stp symbol tags timeInForce tradeType type visibleSize';
const liveFields = 'cancelledFunds cancelledSize remainFunds remainSize stop stopPrice stopTriggered tax';

describe.each(['document', 'live'] as const)('margin orders, dialect %s', dialect => {
  let exchange: MarginExchange;
  const call: MarginExchange['call'] = (request, how) => exchange.call(request, how);
  beforeEach(async () => {
    exchange = await openMarginExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  const place = (body: unknown) => call(`POST ${hf}/order`, { body });

  it('place on cross margin, read by both ids, and cancel', async () => {
    const placed = await place(restingOrder);
    const orderId = String(member(placed, 'orderId'));
    expect(placed).toEqual({ orderId, clientOid: 'first', borrowSize: null, loanApplyId: null });
    const record = await call(`GET ${hf}/orders/${orderId}?symbol=BTC-USDT`);
    const fields = `${documentFields} ${dialect === 'live' ? liveFields : ''}`.trim().split(' ');
    expect(keysOf(record)).toEqual(fields.toSorted());
    expect(record).toMatchObject({
      id: orderId,
      tradeType: 'MARGIN_TRADE',
      active: true,
      inOrderBook: true,
      price: '49000',
      funds: '490',
      stp: dialect === 'live' ? null : '',
      remark: dialect === 'live' ? null : '',
    });
    expect(await call(`GET ${hf}/orders/client-order/first?symbol=BTC-USDT`)).toEqual(record);
    expect(await call(`GET ${hf}/orders/active?${bitcoin}`)).toEqual([record]);
    expect(await call(`DELETE ${hf}/orders/client-order/first?symbol=BTC-USDT`)).toEqual({ clientOid: 'first' });
    expect(await call(`GET ${hf}/orders/active?${bitcoin}`)).toEqual([]);
    expect(await call(`DELETE ${hf}/orders/${orderId}?symbol=BTC-USDT`)).toMatchObject({ code: '126043' });
  });

  it('borrow and repay as requested', async () => {
    const buy = { ...restingOrder, price: '50010', size: '0.05', autoBorrow: true };
    const placed = await place(buy);
    expect(placed).toEqual({
      orderId: expect.any(String),
      clientOid: 'first',
      borrowSize: '1503.0005',
      loanApplyId: expect.any(String),
    });
    const history = await call('GET /api/v3/margin/borrow?currency=USDT');
    expect(rows(history)).toMatchObject([{ orderNo: member(placed, 'loanApplyId'), actualSize: '1503.0005' }]);
    const sell = { ...buy, clientOid: 'second', side: 'sell', price: '49990', size: '0.02', autoRepay: true };
    await place(sell);
    // 999.8 less the fee of 0.1 %
    expect(rows(await call('GET /api/v3/margin/repay?currency=USDT'))).toMatchObject([{ size: '998.8002' }]);
  });

  it('accept size or funds at market', async () => {
    const market = { symbol: 'BTC-USDT', side: 'buy', type: 'market' };
    expect(await place({ ...market, clientOid: 'a', funds: '100' })).toMatchObject({ clientOid: 'a' });
    expect(await place({ ...market, clientOid: 'b', size: '0.001' })).toMatchObject({ clientOid: 'b' });
    expect(await place({ ...market, clientOid: 'c' })).toMatchObject({ code: '400100' });
    const fills = rows(await call(`GET ${hf}/fills?${bitcoin}`));
    expect(fills.map(fill => member(fill, 'type'))).toEqual(['market', 'market']);
  });

  it('test without placing', async () => {
    const test = (change: object) => call(`POST ${hf}/order/test`, { body: { ...restingOrder, ...change } });
    expect(await test({})).toMatchObject({ clientOid: 'first', borrowSize: null, loanApplyId: null });
    expect(await test({ size: '0.05', autoBorrow: true })).toMatchObject({ borrowSize: '1452.45' });
    expect(await test({ size: '0.05' })).toMatchObject({ code: '126013', msg: 'Balance insufficient!' });
    expect(await call(`GET ${hf}/orders/active?${bitcoin}`)).toEqual([]);
  });

  it('list by their kind, the newest change first', async () => {
    exchange.give(exchange.traderId, 'isolated:BTC-USDT', { USDT: '1000' });
    const first = member(await place(restingOrder), 'orderId');
    exchange.clock.advanceTo(exchange.clock.nowMs() + 5);
    const second = member(await place({ ...restingOrder, clientOid: 'second', price: '48000' }), 'orderId');
    const other = member(await place({ ...isolated, clientOid: 'other' }), 'orderId');
    expect(ids(await call(`GET ${hf}/orders/active?${bitcoin}`))).toEqual([second, first]);
    exchange.clock.advanceTo(exchange.clock.nowMs() + 5);
    exchange.spot.place('market-maker', { ...restingOrder, side: 'sell', price: '49000', size: '5.001' });
    expect(ids(await call(`GET ${hf}/orders/active?${bitcoin}`))).toEqual([first, second]);
    const isolatedOnes = `GET ${hf}/orders/active?symbol=BTC-USDT&tradeType=MARGIN_ISOLATED_TRADE`;
    expect(ids(await call(isolatedOnes))).toEqual([other]);
    expect(ids(await call(`GET ${hf}/orders/active?symbol=ETH-USDT&tradeType=MARGIN_TRADE`))).toEqual([]);
    expect(await call(`GET ${hf}/order/active/symbols?tradeType=MARGIN_TRADE`)).toEqual({
      symbolSize: 1,
      symbols: ['BTC-USDT'],
    });
  });

  it('cancel all of one pair and kind that were placed here', async () => {
    exchange.give(exchange.traderId, 'isolated:BTC-USDT', { USDT: '1000' });
    exchange.give(exchange.traderId, 'trade', { USDT: '1000' });
    await place(restingOrder);
    await place({ ...restingOrder, clientOid: 'second' });
    const other = member(await place({ ...isolated, clientOid: 'other' }), 'orderId');
    const spot = exchange.place({ price: '48000' });
    expect(await call(`DELETE ${hf}/orders?${bitcoin}`)).toBe('success');
    expect(await call(`GET ${hf}/orders/active?${bitcoin}`)).toEqual([]);
    expect(exchange.spot.order(exchange.traderId, spot.id)?.isActive).toBe(true);
    expect(exchange.spot.order(exchange.traderId, String(other))?.isActive).toBe(true);
    expect(await call(`DELETE ${hf}/orders?${bitcoin}`)).toBe('success');
  });

  it('stay apart from those of spot, except in the lists that request the kind', async () => {
    exchange.give(exchange.traderId, 'trade', { USDT: '1000' });
    const spot = exchange.place({ clientOid: 'plain' });
    const orderId = String(member(await place(restingOrder), 'orderId'));
    expect(await call(`GET ${hf}/orders/${spot.id}?symbol=BTC-USDT`)).toMatchObject({ code: '126043' });
    expect(await call(`GET /api/v1/hf/orders/${orderId}?symbol=BTC-USDT`)).toMatchObject({ code: '400100' });
    expect(await call(`DELETE /api/v1/hf/orders/client-order/first?symbol=BTC-USDT`)).toMatchObject({ code: '400100' });
    const alter = { orderId, symbol: 'BTC-USDT', newPrice: '48000' };
    expect(await call('POST /api/v1/hf/orders/alter', { body: alter })).toMatchObject({ code: '400100' });
    expect(ids(await call('GET /api/v1/orders?status=active'))).toEqual([spot.id]);
    expect(ids(await call('GET /api/v1/orders?status=active&tradeType=MARGIN_TRADE'))).toEqual([orderId]);
  });

  it('show the stop order of the margin system, which the user cannot cancel', async () => {
    exchange.give(exchange.traderId, 'isolated:BTC-USDT', { USDT: '100' });
    const scope = { accountId: exchange.traderId, symbol: 'BTC-USDT' };
    exchange.margin.borrow(scope, { currency: 'USDT', size: '900', timeInForce: 'FOK' });
    await place({ ...isolated, type: 'market', price: undefined, side: 'buy', size: undefined, funds: '990' });
    const { clientOid: _, ...quote } = restingOrder;
    exchange.spot.place('market-maker', { ...quote, side: 'sell', price: '49990', size: '5' });
    exchange.spot.place('market-maker', { ...quote, side: 'buy', price: '46990', size: '5' });
    exchange.spot.place('market-maker', { ...quote, side: 'sell', price: '47010', size: '5' });
    exchange.margin.tick(exchange.clock.nowMs());
    const list = 'GET /api/v1/stop-order?tradeType=MARGIN_ISOLATED_TRADE';
    const [stop] = rows(await call(list));
    expect(stop).toMatchObject({ tradeSource: 'MARGIN_SYSTEM', stop: 'loss', status: 'NEW', side: 'sell' });
    expect(await call(`DELETE /api/v1/stop-order/${String(member(stop, 'id'))}`)).toMatchObject({ code: '400100' });
    expect(rows(await call('GET /api/v1/stop-order'))).toEqual([]);
    expect(rows(await call(list))).toHaveLength(1);
  });

  it('wait for a price as stop orders of their kind, except in a bankrupt account', async () => {
    exchange.give(exchange.traderId, 'isolated:BTC-USDT', { USDT: '100' });
    const { price: _price, ...market } = restingOrder;
    const stop = { ...market, type: 'market', side: 'buy', stop: 'entry', stopPrice: '50005' };
    const kind = { tradeType: 'MARGIN_ISOLATED_TRADE' };
    const post = (change: object) => call('POST /api/v1/stop-order', { body: { ...stop, ...change } });
    expect(await post({ ...kind, size: '0.001' })).toEqual({ orderId: expect.any(String) });
    exchange.tradeAt('50006');
    expect(exchange.spot.fills(exchange.traderId, 0)).toMatchObject([{ stop: 'entry', ...kind }]);
    expect(await post({ ...kind, clientOid: 'x', symbol: 'DOGE-USDT' })).toMatchObject({ code: '130303' });
    const scope = { accountId: exchange.traderId, symbol: 'ETH-BTC' };
    exchange.give(exchange.traderId, 'isolated:ETH-BTC', { BTC: '0.1' });
    exchange.margin.borrow(scope, { currency: 'BTC', size: '0.2', timeInForce: 'FOK' });
    const lost = {
      accountId: exchange.traderId,
      wallet: isolatedWallet('ETH-BTC'),
      currency: 'BTC',
      amount: '0.2',
    } as const;
    exchange.ledger.withdraw(lost);
    exchange.margin.tick(exchange.clock.nowMs());
    const other = { ...kind, symbol: 'ETH-BTC', clientOid: 'y' };
    expect(await post(other)).toMatchObject({ code: '130310' });
  });

  it.each([
    [{ clientOid: undefined }, '400100', 'clientOid is required'],
    [{ symbol: undefined }, '400100', 'symbol is required'],
    [{ symbol: 'NO-PAIR' }, '126004', 'symbol not exists: NO-PAIR'],
    [{ side: 'hold' }, '400100', 'side must be one of buy, sell'],
    [{ type: 'stop' }, '400100', 'type must be one of limit, market'],
    [{ price: undefined }, '400100', 'price is required for a limit order'],
    [{ price: '49000.01' }, '600100', 'price must be a multiple of 0.1'],
    [{ price: '30000' }, '126030', 'price must not be below 45000'],
    [{ size: '0.000001' }, '126003', 'size must be at least 0.00001'],
    [{ size: '-1' }, '400100', 'size must be a positive decimal string'],
    [{ size: '1' }, '126013', 'Balance insufficient!'],
    [{ size: '1', autoBorrow: true }, '130203', expect.stringContaining('at most 4000')],
    [{ isIsolated: 'yes' }, '400100', 'isIsolated must be true or false'],
    [{ symbol: 'DOGE-USDT', isIsolated: true }, '130303', 'DOGE-USDT has no isolated margin'],
    [{ price: '50020', postOnly: true }, '102411', 'a post-only order must not trade at once'],
    [{ cancelAfter: 60 }, '400100', 'cancelAfter requires timeInForce GTT'],
    [{ stp: 'XX' }, '400100', 'stp must be one of CN, CO, CB, DC'],
  ])('fail with %j', async (change, code, msg) => {
    expect(await place({ ...restingOrder, ...change })).toEqual({ code, msg });
  });

  it('fail with a repeated clientOid, and without the right', async () => {
    await place(restingOrder);
    expect(await place(restingOrder)).toMatchObject({ code: '126044' });
    for (const request of [`POST ${hf}/order`, `POST ${hf}/order/test`]) {
      expect(await call(request, { body: restingOrder, as: 'viewer' })).toMatchObject({ code: '400007' });
      expect(await call(request, { body: restingOrder, as: 'legacy' })).toMatchObject({ code: '400007' });
      expect(await call(request, { body: restingOrder, as: null })).toMatchObject({ code: '400001' });
    }
    expect(await call(`DELETE ${hf}/orders?${bitcoin}`, { as: 'viewer' })).toMatchObject({ code: '400007' });
    expect(rows(await call(`GET ${hf}/orders/active?${bitcoin}`, { as: 'viewer' }))).toHaveLength(1);
  });

  it.each([
    ['GET /orders/active?symbol=BTC-USDT', '400100', 'tradeType is required'],
    ['GET /orders/active?tradeType=MARGIN_TRADE', '400100', 'symbol is required'],
    [
      'GET /orders/active?symbol=BTC-USDT&tradeType=TRADE',
      '400100',
      'tradeType must be one of MARGIN_TRADE, MARGIN_ISOLATED_TRADE',
    ],
    ['GET /orders/active?symbol=NO-PAIR&tradeType=MARGIN_TRADE', '126004', 'symbol not exists'],
    ['DELETE /orders?symbol=BTC-USDT', '400100', 'tradeType is required'],
    ['DELETE /orders?tradeType=MARGIN_TRADE', '400100', 'symbol is required'],
    ['GET /order/active/symbols', '400100', 'tradeType is required'],
    ['GET /orders/670fd33bf9406e0007ab3945', '400100', 'symbol is required'],
    ['GET /orders/670fd33bf9406e0007ab3945?symbol=BTC-USDT', '126043', 'order_not_exist'],
    ['DELETE /orders/670fd33bf9406e0007ab3945?symbol=BTC-USDT', '126043', 'order_not_exist_or_not_allow_to_cancel'],
  ])('%s answers %s', async (request, code, msg) => {
    expect(await call(request.replace(' ', ` ${hf}`))).toEqual({ code, msg });
  });
});
