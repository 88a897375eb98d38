import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  absolute,
  add,
  compare,
  divide,
  isPositive,
  isZero,
  multiply,
  roundToStep,
  subtract,
  sum,
} from '#shared/decimal.ts';
import type { MarginHolding } from '#shared/domain/account/margin.ts';
import type { MarginOrderRequest } from '#shared/domain/account/order.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

const symbol = 'BTC-USDT';
const btcCross = { symbol, tradeType: 'cross' } as const;
let made = 0;
function oid(): string {
  made += 1;
  return `margin-${process.pid}-${made}`;
}

describe.each(dialects)('margin, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    must(await client.connect());
  });
  afterAll(() => exchange.stop());

  const usdt = async (): Promise<MarginHolding> => {
    const { holdings } = must(await client.margin.crossAccount({ quoteCurrency: 'USDT' }, visible));
    const found = holdings.find(each => each.currency === 'USDT');
    if (found === undefined) throw new Error('the cross account has no USDT');
    return found;
  };
  const restingBid = async (): Promise<MarginOrderRequest> => {
    const { bids } = must(await client.reference.book({ symbol, depth: 20 }, visible));
    const price = roundToStep(multiply(bids[0]?.[0] ?? '0', '0.93'), '0.1', 'floor');
    return { ...btcCross, clientOid: oid(), side: 'buy', type: 'limit', price, size: '0.001' };
  };
  const isActive = async (orderId: string): Promise<boolean> =>
    must(await client.margin.activeOrders(btcCross, visible)).some(each => each.id === orderId);

  it('open orders of one pair and account are listed, the last changed first', async () => {
    const symbols = must(await client.margin.activeSymbols({ tradeType: 'cross' }, visible));
    expect(symbols).toEqual(expect.arrayContaining(['BTC-USDT', 'ETH-USDT']));
    for (const tradeType of ['cross', 'isolated'] as const)
      for (const each of must(await client.margin.activeSymbols({ tradeType }, visible))) {
        const orders = must(await client.margin.activeOrders({ symbol: each, tradeType }, visible));
        expect(orders.length).toBeGreaterThan(0);
        for (const order of orders)
          expect(order).toMatchObject({ venue: 'spot', symbol: each, tradeType, isActive: true, isCancelled: false });
        const times = orders.map(order => order.updatedAtMs ?? 0);
        expect(times).toEqual(times.toSorted((a, b) => b - a));
      }
  });

  it('fills in batches of two are together complete, with matching fees, and orderId overrides the other filters', async () => {
    const whole = must(await client.margin.fills({ ...btcCross, limit: 100 }, visible)).items;
    expect(whole.length).toBeGreaterThan(2);
    const pieces = [];
    for (let lastId: string | undefined; pieces.length < whole.length; ) {
      const batch = must(await client.margin.fills({ ...btcCross, limit: 2, lastId }, visible));
      pieces.push(...batch.items);
      lastId = batch.lastId ?? undefined;
      if (batch.items.length === 0) break;
    }
    expect(pieces).toEqual(whole);
    for (const { fill } of whole) {
      expect(fill).toMatchObject({ symbol, tradeType: 'cross', feeCurrency: 'USDT' });
      expect(fill.funds).toBe(multiply(fill.price, fill.size));
      expect(fill.fee).toBe(multiply(fill.funds ?? '0', fill.feeRate ?? '0'));
    }
    const { orderId } = whole.at(-1)?.fill ?? { orderId: '' };
    const ofOrder = must(
      await client.margin.fillsOfOrder({ orderId, symbol: 'ETH-USDT', tradeType: 'isolated' }, visible),
    );
    expect(ofOrder).toEqual(whole.map(each => each.fill).filter(fill => fill.orderId === orderId));
  });

  it('a longer history of fills is walked, and its end is reported', async () => {
    const toMs = Date.now();
    const past = must(await client.margin.allFills({ ...btcCross, fromMs: toMs - 9 * 86_400_000, toMs }, visible));
    expect(new Set(past.items.map(fill => fill.tradeId)).size).toBe(past.items.length);
    expect(past.missing.map(each => each.reason)).toEqual([
      'The exchange returns margin fills of the last three days only.',
    ]);
  });

  it('past orders are listed newest first, and equal the order read by its id', async () => {
    const { items } = must(await client.margin.doneOrders(btcCross, visible));
    expect(items.every(order => !order.isActive)).toBe(true);
    const [first] = items;
    expect(must(await client.margin.order({ orderId: first?.id ?? '', symbol }, visible))).toEqual(first);
  });

  it('the accounts add up: principal and interest, available and held, liabilities and assets', async () => {
    const cross = must(await client.margin.crossAccount({ quoteCurrency: 'USDT' }, visible));
    const { pairs } = must(await client.margin.isolatedAccounts({ quoteCurrency: 'USDT' }, visible));
    expect(pairs.filter(pair => isPositive(pair.debtRatio)).length).toBeGreaterThanOrEqual(2);
    for (const each of [...cross.holdings, ...pairs.flatMap(pair => [pair.base, pair.quote])]) {
      expect(add(each.available ?? '0', each.held ?? '0'), each.currency).toBe(each.total);
      expect(add(each.principal ?? '0', each.interest ?? '0'), each.currency).toBe(each.liability);
    }
    expect(cross.status).toBe('effective');
    const ratio = divide(cross.totalLiabilities ?? '0', cross.totalAssets ?? '1', { scale: 8, rounding: 'half-even' });
    expect(compare(absolute(subtract(ratio, cross.debtRatio)), '0.0001')).toBe(-1);
  });

  it('the rules have pairs, isolated pairs, and a warning level below liquidation', async () => {
    const pairs = must(await client.margin.symbols({}, visible));
    expect(pairs.find(each => each.symbol === symbol)).toMatchObject({ isMarginEnabled: true });
    const isolated = must(await client.margin.isolatedSymbols({}, visible));
    expect(isolated.find(each => each.symbol === symbol)).toMatchObject({ baseCurrency: 'BTC', quoteCurrency: 'USDT' });
    const config = must(await client.margin.config({}, visible));
    expect(compare(config.warningDebtRatio, config.liquidationDebtRatio)).toBe(-1);
    expect(config.currencies).toEqual(expect.arrayContaining(['BTC', 'USDT']));
  });

  it('the cost of a loan equals its hourly charges', async () => {
    const rates = must(await client.margin.borrowRates({}, visible));
    expect(rates.map(each => each.currency)).toEqual(must(await client.margin.config({}, visible)).currencies);
    const [rate] = must(await client.margin.borrowRates({ currencies: ['USDT'] }, visible));
    expect(rates).toContainEqual(rate);
    const [charged] = must(await client.margin.interest({ currency: 'USDT' }, visible)).items;
    const byDay = multiply(rate?.hourRate ?? '0', '24');
    expect(compare(absolute(subtract(byDay, charged?.dayRate ?? '0')), '0.00000001')).toBe(-1);
    expect(rate?.yearRate).toBe(multiply(charged?.dayRate ?? '0', '365'));
    expect(await client.margin.borrowRates({ currencies: ['NOPE'] }, visible)).toMatchObject({ ok: false });
  });

  it('the leverage bounds loans, up to the highest', async () => {
    const most = (await usdt()).mostToBorrow ?? '0';
    expect(await client.margin.setLeverage({ leverage: '1' }, action)).toMatchObject({ ok: false });
    expect(await client.margin.setLeverage({ leverage: '5.5' }, action)).toMatchObject({ ok: false });
    must(await client.margin.setLeverage({ leverage: '4.5' }, action));
    expect(compare((await usdt()).mostToBorrow ?? '0', most)).toBe(-1);
    must(await client.margin.setLeverage({ leverage: '5' }, action));
    must(await client.margin.setLeverage({ leverage: '10', symbol }, action));
    expect(compare((await usdt()).mostToBorrow ?? '0', multiply(most, '0.99'))).toBe(1);
  });

  it('the ledger of margin lists trades of both kinds of accounts', async () => {
    const entries = must(await client.wallet.marginLedger({}, visible));
    const kinds = new Set(entries.map(({ accountType, bizType }) => `${accountType} ${bizType}`));
    expect([...kinds]).toEqual(expect.arrayContaining(['MARGIN_V2 MARGIN_EXCHANGE', 'ISOLATED_V2 ISOLATED_EXCHANGE']));
    const [newest, next] = must(await client.wallet.marginLedger({ limit: 1 }, visible)).concat(
      must(await client.wallet.marginLedger({ limit: 1, lastId: entries[0]?.id }, visible)),
    );
    expect([newest, next]).toEqual(entries.slice(0, 2));
    const traded = must(await client.wallet.marginLedger({ bizType: 'MARGIN_EXCHANGE', currency: 'BTC' }, visible));
    expect(traded.every(entry => entry.currency === 'BTC' && entry.bizType === 'MARGIN_EXCHANGE')).toBe(true);
    expect(traded.length).toBeGreaterThan(0);
  });

  it('a loan raises the debt by its size, a repayment lowers it, interest first, and both are in their lists', async () => {
    const before = await usdt();
    const lent = must(await client.margin.borrow({ currency: 'USDT', size: '50' }, action));
    const owing = await usdt();
    expect(lent.actualSize).toBe('50');
    expect(subtract(owing.liability, before.liability)).toBe('50');
    expect(subtract(owing.total, before.total)).toBe('50');
    const paid = must(await client.margin.repay({ currency: 'USDT', size: '20' }, action));
    const after = await usdt();
    expect(subtract(owing.liability, after.liability)).toBe('20');
    const [loan] = must(await client.margin.loans({ kind: 'borrow', currency: 'USDT' }, visible)).items;
    expect(loan).toMatchObject({
      orderNo: lent.orderNo,
      size: '50',
      actualSize: '50',
      status: 'success',
      symbol: null,
    });
    const [payment] = must(await client.margin.loans({ kind: 'repay', currency: 'USDT' }, visible)).items;
    expect(payment).toMatchObject({ orderNo: paid.orderNo, size: '20', status: 'success' });
    expect(add(payment?.principal ?? '0', payment?.interest ?? '0')).toBe('20');
    expect(payment?.interest).toBe(subtract(owing.interest ?? '0', after.interest ?? '0'));
  });

  it('a loan of an isolated pair belongs to that pair', async () => {
    const account = async () => {
      const all = must(await client.margin.isolatedAccounts({ quoteCurrency: 'USDT', symbol: 'ETH-USDT' }, visible));
      return all.pairs[0];
    };
    const before = await account();
    const cross = await usdt();
    must(await client.margin.borrow({ currency: 'USDT', size: '40', symbol: 'ETH-USDT' }, action));
    const after = await account();
    expect(subtract(after?.quote.liability ?? '0', before?.quote.liability ?? '0')).toBe('40');
    expect((await usdt()).liability).toBe(cross.liability);
    const [loan] = must(
      await client.margin.loans({ kind: 'borrow', currency: 'USDT', symbol: 'ETH-USDT' }, visible),
    ).items;
    expect(loan).toMatchObject({ symbol: 'ETH-USDT', size: '40' });
  });

  it('interest is listed per hour, newest first, every page once', async () => {
    const first = must(await client.margin.interest({ currency: 'USDT' }, visible));
    const all = must(await client.margin.allInterest({ currency: 'USDT' }, visible)).items;
    expect(all.length).toBe(first.totalItems);
    for (const each of all) {
      expect(isPositive(each.amount)).toBe(true);
      expect(each.createdAtMs % 3_600_000).toBe(0);
    }
    expect(all.map(each => each.createdAtMs)).toEqual(all.map(each => each.createdAtMs).toSorted((a, b) => b - a));
  });

  it('a loan beyond the limit is rejected and creates no debt', async () => {
    const before = await usdt();
    const answer = await client.margin.borrow({ currency: 'USDT', size: '900000000' }, action);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'exchange-rejected', isOutcomeUnknown: false } });
    expect((await usdt()).principal).toBe(before.principal);
  });

  it('an order is tested, placed, found by both ids, cancelled by either', async () => {
    const order = await restingBid();
    must(await client.margin.placeTest(order, action));
    expect(await client.margin.orderByClientOid({ clientOid: order.clientOid, symbol }, visible)).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    });
    const placed = must(await client.margin.place({ ...order, remark: 'contract', isPostOnly: true }, action));
    const shown = {
      clientOid: order.clientOid,
      price: order.price,
      size: '0.001',
      side: 'buy',
      tradeType: 'cross',
      isPostOnly: true,
      remark: 'contract',
      isActive: true,
    };
    expect(must(await client.margin.order({ orderId: placed.orderId, symbol }, visible))).toMatchObject(shown);
    expect(must(await client.margin.orderByClientOid({ clientOid: order.clientOid, symbol }, visible)).id).toBe(
      placed.orderId,
    );
    expect(await isActive(placed.orderId)).toBe(true);
    must(await client.margin.cancel({ orderId: placed.orderId, symbol }, action));
    expect(must(await client.margin.order({ orderId: placed.orderId, symbol }, visible))).toMatchObject({
      isActive: false,
      isCancelled: true,
    });
    expect(await client.margin.cancel({ orderId: placed.orderId, symbol }, action)).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    });
    const other = { ...order, clientOid: oid() };
    const { orderId } = must(await client.margin.place(other, action));
    must(await client.margin.cancelByClientOid({ clientOid: other.clientOid, symbol }, action));
    expect(await isActive(orderId)).toBe(false);
  });

  it('a market order by funds is filled, and its fills state the cost', async () => {
    const { orderId } = must(
      await client.margin.place({ ...btcCross, clientOid: oid(), side: 'buy', type: 'market', funds: '20' }, action),
    );
    const order = must(await client.margin.order({ orderId, symbol }, visible));
    const fills = must(await client.margin.fillsOfOrder({ ...btcCross, orderId }, visible));
    expect(order).toMatchObject({ isActive: false, type: 'market' });
    expect(sum(fills.map(fill => fill.funds ?? '0'))).toBe(order.filledFunds);
    expect(fills.map(fill => fill.size).reduce(add)).toBe(order.filledSize);
    expect(fills.every(fill => fill.liquidity === 'taker')).toBe(true);
  });

  it('autoBorrow borrows the missing amount, autoRepay repays it', async () => {
    const owed = async (currency: string) => {
      const { holdings } = must(await client.margin.crossAccount({ quoteCurrency: 'USDT' }, visible));
      return holdings.find(each => each.currency === currency)?.liability ?? '0';
    };
    const before = await owed('XRP');
    const xrp = { symbol: 'XRP-USDT', tradeType: 'cross', type: 'market', size: '50' } as const;
    const sold = must(
      await client.margin.place({ ...xrp, clientOid: oid(), side: 'sell', isAutoBorrow: true }, action),
    );
    expect(isPositive(sold.borrowedSize ?? '0')).toBe(true);
    expect(subtract(await owed('XRP'), before)).toBe(sold.borrowedSize);
    must(await client.margin.place({ ...xrp, size: '60', clientOid: oid(), side: 'buy', isAutoRepay: true }, action));
    expect(isZero(await owed('XRP'))).toBe(true);
  });

  it('an order without funds and auto-borrow is a definite rejection with the reason', async () => {
    const order = await restingBid();
    expect(
      await client.margin.place({ ...order, tradeType: 'isolated', clientOid: oid(), size: '50' }, action),
    ).toMatchObject({ ok: false, error: { kind: 'exchange-rejected', code: '126013', isOutcomeUnknown: false } });
  });

  it('cancel all applies to one pair of one account, and no other', async () => {
    const eth = { symbol: 'ETH-USDT', tradeType: 'cross' } as const;
    const others = must(await client.margin.activeOrders(eth, visible)).map(each => each.id);
    must(await client.margin.place(await restingBid(), action));
    expect(must(await client.margin.cancelAll(btcCross, action))).toBe('success');
    expect(must(await client.margin.activeOrders(btcCross, visible))).toEqual([]);
    expect(must(await client.margin.activeOrders(eth, visible)).map(each => each.id)).toEqual(others);
  });
});
