import { Account, Futures, Margin, Spot } from 'kucoin-universal-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { request, universalClient, type UniversalClient } from './testing/universal-client.ts';

const pair = 'BTC-USDT';
const contract = 'XBTUSDTM';

/** What the official client of the service, from another vendor, needs to know before it trades. */
describe('reference data with the official client', () => {
  let exchange: ContractExchange;
  let client: UniversalClient;

  beforeAll(async () => {
    exchange = await startExchange('live');
    client = universalClient(exchange.ready);
  });
  afterAll(() => exchange.stop());

  it('time and status of both venues, and the rest of the quota are read', async () => {
    const [time, futuresTime] = [await client.spotMarket.getServerTime(), await client.futuresMarket.getServerTime()];
    expect(Math.abs(time.data - futuresTime.data)).toBeLessThan(5000);
    expect(time.commonResponse?.rateLimit).toMatchObject({ limit: 2000, remaining: 1997 });
    expect(await client.spotMarket.getServiceStatus()).toMatchObject({ status: 'open' });
    expect(await client.futuresMarket.getServiceStatus()).toMatchObject({ status: 'open' });
  });

  it('pairs are read: one, all, those of a market', async () => {
    const one = await client.spotMarket.getSymbol(request(Spot.Market.GetSymbolReq, { symbol: pair }));
    expect(one).toMatchObject({
      symbol: pair,
      baseCurrency: 'BTC',
      quoteCurrency: 'USDT',
      baseIncrement: '0.00000001',
      priceIncrement: '0.1',
      enableTrading: true,
      isMarginEnabled: true,
    });
    expect((await client.spotMarket.getMarketList()).data).toEqual(expect.arrayContaining(['USDS', 'BTC']));
    const all = await client.spotMarket.getAllSymbols(request(Spot.Market.GetAllSymbolsReq, {}));
    expect(all.data.map(each => each.symbol)).toEqual(expect.arrayContaining([pair, 'ETH-BTC', 'SOL-USDT']));
    const ofMarket = await client.spotMarket.getAllSymbols(request(Spot.Market.GetAllSymbolsReq, { market: 'BTC' }));
    expect(ofMarket.data.map(each => each.symbol)).toEqual(['ETH-BTC']);
  });

  it('currencies are read: one, one of its chains, all', async () => {
    const one = await client.spotMarket.getCurrency(request(Spot.Market.GetCurrencyReq, { currency: 'USDT' }));
    expect(one).toMatchObject({ currency: 'USDT', fullName: 'Tether', isMarginEnabled: true, isDebitEnabled: true });
    expect(one.chains.map(chain => chain.chainId)).toEqual(['eth', 'trx', 'omni', 'kcc']);
    const chain = request(Spot.Market.GetCurrencyReq, { currency: 'USDT', chain: 'trx' });
    expect((await client.spotMarket.getCurrency(chain)).chains).toMatchObject([
      { chainName: 'TRC20', withdrawalMinFee: '1.5', isWithdrawEnabled: true },
    ]);
    const all = await client.spotMarket.getAllCurrencies();
    expect(all.data.map(each => each.currency)).toEqual(expect.arrayContaining(['BTC', 'ETH', 'USDT', 'KCS']));
  });

  it('tickers, 24 h statistics, trades and candles of a pair are consistent', async () => {
    const ticker = await client.spotMarket.getTicker(request(Spot.Market.GetTickerReq, { symbol: pair }));
    expect(Number(ticker.bestBid)).toBeLessThan(Number(ticker.bestAsk));
    const all = await client.spotMarket.getAllTickers();
    expect(all.ticker.find(each => each.symbol === pair)).toMatchObject({ symbolName: pair, takerCoefficient: '1' });
    const trades = await client.spotMarket.getTradeHistory(request(Spot.Market.GetTradeHistoryReq, { symbol: pair }));
    // asked for after the trades, so that it knows all of them
    const stats = await client.spotMarket.get24hrStats(request(Spot.Market.Get24hrStatsReq, { symbol: pair }));
    const [low, high] = [Number(stats.low), Number(stats.high)];
    expect(stats).toMatchObject({ symbol: pair, takerFeeRate: '0.001', makerFeeRate: '0.001' });
    expect(Number(stats.last) - Number(stats.changePrice)).toBeCloseTo(
      Number(stats.last) / (1 + Number(stats.changeRate)),
      -2,
    );
    expect(trades.data).toHaveLength(100);
    for (const { price } of trades.data) {
      expect(Number(price)).toBeGreaterThanOrEqual(low);
      expect(Number(price)).toBeLessThanOrEqual(high);
    }
    const klines = request(Spot.Market.GetKlinesReq, { symbol: pair, type: '1hour' });
    const [newest = [], older = []] = (await client.spotMarket.getKlines(klines)).data;
    expect(Number(newest[0]) - Number(older[0])).toBe(3600);
    const [open = 0, close = 0, top = 0, bottom = 0] = newest.slice(1).map(Number);
    expect(top).toBeGreaterThanOrEqual(Math.max(open, close));
    expect(bottom).toBeLessThanOrEqual(Math.min(open, close));
  });

  it('books of a pair are read with 20, 100 and all rows', async () => {
    const part = (size: string) =>
      client.spotMarket.getPartOrderBook(request(Spot.Market.GetPartOrderBookReq, { symbol: pair, size }));
    const [twenty, hundred] = [await part('20'), await part('100')];
    expect([twenty.bids.length, twenty.asks.length, hundred.bids.length]).toEqual([20, 20, 100]);
    const full = await client.spotMarket.getFullOrderBook(request(Spot.Market.GetFullOrderBookReq, { symbol: pair }));
    expect(Number(full.sequence)).toBeGreaterThanOrEqual(Number(hundred.sequence));
    const prices = full.bids.map(([price]) => Number(price));
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    expect(prices[0]).toBeLessThan(Number(full.asks[0]?.[0]));
  });

  it('pairs of both kinds of margin, terms and mark prices are read', async () => {
    const cross = await client.marginMarket.getCrossMarginSymbols(
      request(Margin.Market.GetCrossMarginSymbolsReq, { symbol: pair }),
    );
    expect(cross.items).toMatchObject([{ symbol: pair, enableTrading: true, priceIncrement: '0.1' }]);
    const isolated = await client.marginMarket.getIsolatedMarginSymbols();
    expect(isolated.data.find(each => each.symbol === 'ETH-USDT')).toMatchObject({
      baseCurrency: 'ETH',
      tradeEnable: true,
      quoteBorrowEnable: true,
    });
    const terms = await client.marginMarket.getMarginConfig();
    expect(terms.currencyList).toEqual(expect.arrayContaining(['BTC', 'USDT']));
    expect(Number(terms.warningDebtRatio)).toBeLessThan(Number(terms.liqDebtRatio));
    const marks = await client.marginMarket.getMarkPriceList();
    const listed = marks.data.find(each => each.symbol === pair)?.value ?? 0;
    const mark = request(Margin.Market.GetMarkPriceDetailReq, { symbol: pair });
    expect((await client.marginMarket.getMarkPriceDetail(mark)).value / listed).toBeCloseTo(1, 2);
  });

  it('contracts are read: one, all, ticker, mark price, trades, candles, books', async () => {
    const of = { symbol: contract };
    const one = await client.futuresMarket.getSymbol(request(Futures.Market.GetSymbolReq, of));
    expect(one).toMatchObject({ symbol: contract, multiplier: 0.001, lotSize: 1, tickSize: 0.1, isInverse: false });
    const all = await client.futuresMarket.getAllSymbols();
    expect(all.data.find(each => each.symbol === 'XBTUSDM')).toMatchObject({ isInverse: true, settleCurrency: 'XBT' });
    const { turnoverOf24h } = await client.futuresMarket.get24hrStats();
    expect(turnoverOf24h).toBeGreaterThan(one.turnoverOf24h);
    const ticker = await client.futuresMarket.getTicker(request(Futures.Market.GetTickerReq, of));
    expect(Number(ticker.bestBidPrice)).toBeLessThan(Number(ticker.bestAskPrice));
    const tickers = await client.futuresMarket.getAllTickers();
    expect(tickers.data.map(each => each.symbol).toSorted()).toEqual(all.data.map(each => each.symbol).toSorted());
    const mark = await client.futuresMarket.getMarkPrice(request(Futures.Market.GetMarkPriceReq, of));
    expect(mark.value / one.markPrice).toBeCloseTo(1, 2);
    const trades = await client.futuresMarket.getTradeHistory(request(Futures.Market.GetTradeHistoryReq, of));
    expect(trades.data).toHaveLength(100);
    const klines = request(Futures.Market.GetKlinesReq, { ...of, granularity: 60 });
    const [first = [], second = []] = (await client.futuresMarket.getKlines(klines)).data;
    expect(Number(second[0]) - Number(first[0])).toBe(3_600_000);
    const part = request(Futures.Market.GetPartOrderBookReq, { ...of, size: '20' });
    expect((await client.futuresMarket.getPartOrderBook(part)).bids).toHaveLength(20);
    const full = await client.futuresMarket.getFullOrderBook(request(Futures.Market.GetFullOrderBookReq, of));
    const [[bid = 0] = [], [ask = 0] = []] = [full.bids[0], full.asks[0]];
    expect(bid).toBeLessThan(ask);
  });

  it('the present and past funding rates are read', async () => {
    const current = request(Futures.FundingFees.GetCurrentFundingRateReq, { symbol: contract });
    const rate = await client.funding.getCurrentFundingRate(current);
    expect(rate).toMatchObject({ symbol: '.XBTUSDTMFPI8H', granularity: 28_800_000, value: 0.0001 });
    const past = await client.funding.getPublicFundingHistory(
      request(Futures.FundingFees.GetPublicFundingHistoryReq, {
        symbol: contract,
        from: rate.timePoint - 2 * rate.granularity,
        to: rate.timePoint,
      }),
    );
    expect(past.data.map(each => rate.timePoint - each.timepoint)).toEqual([0, 1, 2].map(n => n * rate.granularity));
  });

  it('fees are read: basic, of pairs, of a contract', async () => {
    const basic = await client.fees.getBasicFee(request(Account.Fee.GetBasicFeeReq, { currencyType: 0 }));
    expect(basic).toMatchObject({ takerFeeRate: '0.001', makerFeeRate: '0.001' });
    // the comma is signed as it is and sent encoded
    const symbols = request(Account.Fee.GetSpotActualFeeReq, { symbols: 'BTC-USDT,ETH-USDT' });
    expect((await client.fees.getSpotActualFee(symbols)).data.map(each => each.symbol)).toEqual([pair, 'ETH-USDT']);
    const ofContract = request(Account.Fee.GetFuturesActualFeeReq, { symbol: contract });
    expect(await client.fees.getFuturesActualFee(ofContract)).toMatchObject({
      takerFeeRate: '0.0006',
      makerFeeRate: '0.0002',
    });
  });
});
