import { Futures, type Margin, Spot } from 'kucoin-universal-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { type BookChange, follow, type NumberedBook } from './testing/book-of-increments.ts';
import { createFrames } from './testing/frames.ts';
import {
  muteWorkers,
  request,
  universalClient,
  type UniversalClient,
  universalFeeds,
} from './testing/universal-client.ts';

const symbol = 'BTC-USDT';
const contract = 'XBTUSDTM';

type SpotIncrement = Spot.SpotPublic.OrderbookIncrementEvent;
type FuturesIncrement = Futures.FuturesPublic.OrderbookIncrementEvent;

const row = ([price = '', size = '']: readonly (string | number)[]) => [Number(price), Number(size)] as const;

/** Spot: each row has its own number. */
function spotChanges({ changes }: SpotIncrement): readonly BookChange[] {
  return (['bids', 'asks'] as const).flatMap(side =>
    changes[side].map(([price, size, sequence]) => ({
      side,
      price: Number(price),
      size: Number(size),
      sequence: Number(sequence),
    })),
  );
}

/** Futures: one row a frame, `price,side,size`. */
function futuresChange({ change, sequence }: FuturesIncrement): BookChange {
  const [price, side, size] = change.split(',');
  return { side: side === 'buy' ? 'bids' : 'asks', price: Number(price), size: Number(size), sequence };
}

describe('public feeds with the official client', () => {
  let exchange: ContractExchange;
  let client: UniversalClient;
  let feeds: ReturnType<typeof universalFeeds>;
  let showOutput: () => void;

  beforeAll(async () => {
    exchange = await startExchange('live');
    client = universalClient(exchange.ready);
    feeds = universalFeeds(exchange.ready);
    showOutput = muteWorkers();
    await Promise.all([feeds.spotPublic.start(), feeds.futuresPublic.start(), feeds.marginPublic.start()]);
  });
  afterAll(async () => {
    await Promise.all([feeds.spotPublic.stop(), feeds.futuresPublic.stop(), feeds.marginPublic.stop()]);
    await exchange.stop();
    showOutput();
  });

  const spotBook = async (): Promise<NumberedBook> => {
    const book = await client.spotMarket.getFullOrderBook(request(Spot.Market.GetFullOrderBookReq, { symbol }));
    return { sequence: Number(book.sequence), bids: book.bids.map(row), asks: book.asks.map(row) };
  };
  const futuresBook = async (): Promise<NumberedBook> => {
    const book = await client.futuresMarket.getFullOrderBook(
      request(Futures.Market.GetFullOrderBookReq, { symbol: contract }),
    );
    return { sequence: book.sequence, bids: book.bids.map(row), asks: book.asks.map(row) };
  };

  it('the incremental book of a pair equals that of REST at the same sequence', async () => {
    const frames = createFrames<SpotIncrement>();
    const id = await feeds.spotPublic.orderbookIncrement([symbol], frames.receive);
    await frames.heard();
    const from = await spotBook();
    await frames.heard(({ sequenceEnd }) => sequenceEnd > from.sequence + 50);
    const to = await spotBook();
    await frames.heard(({ sequenceEnd }) => sequenceEnd >= to.sequence);
    const all = frames.all.map(({ data }) => data);
    for (const [at, { sequenceStart }] of all.entries())
      expect(sequenceStart).toBe((all[at - 1]?.sequenceEnd ?? sequenceStart - 1) + 1);
    expect(follow(from, all.flatMap(spotChanges), to.sequence)).toEqual(to);
    await feeds.spotPublic.unSubscribe(id);
  });

  it('the incremental book of a contract equals that of REST at the same sequence', async () => {
    const frames = createFrames<FuturesIncrement>();
    const id = await feeds.futuresPublic.orderbookIncrement(contract, frames.receive);
    await frames.heard();
    const from = await futuresBook();
    await frames.heard(({ sequence }) => sequence > from.sequence + 50);
    const to = await futuresBook();
    await frames.heard(({ sequence }) => sequence >= to.sequence);
    const all = frames.all.map(({ data }) => data);
    for (const [at, { sequence }] of all.entries()) expect(sequence).toBe((all[at - 1]?.sequence ?? sequence - 1) + 1);
    expect(follow(from, all.map(futuresChange), to.sequence)).toEqual(to);
    await feeds.futuresPublic.unSubscribe(id);
  });

  it('tickers, best prices and parts of the book of pairs are published', async () => {
    const ticker = createFrames<Spot.SpotPublic.TickerEvent>();
    const every = createFrames<Spot.SpotPublic.AllTickersEvent>();
    const best = createFrames<Spot.SpotPublic.OrderbookLevel1Event>();
    const five = createFrames<Spot.SpotPublic.OrderbookLevel5Event>();
    const fifty = createFrames<Spot.SpotPublic.OrderbookLevel50Event>();
    await feeds.spotPublic.ticker([symbol, 'ETH-USDT'], ticker.receive);
    await feeds.spotPublic.allTickers(every.receive);
    await feeds.spotPublic.orderbookLevel1([symbol], best.receive);
    await feeds.spotPublic.orderbookLevel5([symbol], five.receive);
    await feeds.spotPublic.orderbookLevel50([symbol], fifty.receive);
    const received = await ticker.heard();
    expect(Number(received.bestBid)).toBeLessThan(Number(received.bestAsk));
    await every.heard();
    await expect.poll(() => new Set(every.all.map(({ subject }) => subject))).toContain('ETH-BTC');
    const { bids, asks } = await best.heard();
    expect(Number(bids[0])).toBeLessThan(Number(asks[0]));
    expect((await five.heard()).bids).toHaveLength(5);
    const deep = (await fifty.heard()).asks.map(([price]) => Number(price));
    expect(deep).toHaveLength(50);
    expect(deep).toEqual(deep.toSorted((a, b) => a - b));
  });

  it('trades, candles and 24 h statistics of pairs are published', async () => {
    const trades = createFrames<Spot.SpotPublic.TradeEvent>();
    const candles = createFrames<Spot.SpotPublic.KlinesEvent>();
    const day = createFrames<Spot.SpotPublic.SymbolSnapshotEvent>();
    const market = createFrames<Spot.SpotPublic.MarketSnapshotEvent>();
    await feeds.spotPublic.trade([symbol], trades.receive);
    await feeds.spotPublic.klines(symbol, '1min', candles.receive);
    await feeds.spotPublic.symbolSnapshot(symbol, day.receive);
    await feeds.spotPublic.marketSnapshot('BTC', market.receive);
    const trade = await trades.heard();
    expect(trade).toMatchObject({ symbol, type: 'match' });
    const history = request(Spot.Market.GetTradeHistoryReq, { symbol });
    const listed = (await client.spotMarket.getTradeHistory(history)).data;
    expect(listed.find(each => each.sequence === trade.sequence)).toMatchObject({
      price: trade.price,
      size: trade.size,
      side: trade.side,
    });
    const [, open = 0, close = 0, high = 0, low = 0] = (await candles.heard()).candles.map(Number);
    expect([high >= Math.max(open, close), low <= Math.min(open, close)]).toEqual([true, true]);
    const { data } = await day.heard();
    expect(data).toMatchObject({ symbol, baseCurrency: 'BTC', trading: true });
    expect(data.buy).toBeLessThan(data.sell);
    expect((await market.heard()).data).toMatchObject({ symbol: 'ETH-BTC' });
  });

  it('mark and index price of margin are published', async () => {
    const marks = createFrames<Margin.MarginPublic.MarkPriceEvent>();
    const indices = createFrames<Margin.MarginPublic.IndexPriceEvent>();
    await feeds.marginPublic.markPrice([symbol], marks.receive);
    await feeds.marginPublic.indexPrice([symbol], indices.receive);
    const [mark, index] = [await marks.heard(), await indices.heard()];
    expect(mark).toMatchObject({ symbol, granularity: 1000 });
    expect(mark.value / index.value).toBeCloseTo(1, 2);
  });

  it('tickers, trades, parts of the book, candles, prices and 24 h statistics of contracts are published', async () => {
    const old = createFrames<Futures.FuturesPublic.TickerV1Event>();
    const ticker = createFrames<Futures.FuturesPublic.TickerV2Event>();
    const trades = createFrames<Futures.FuturesPublic.ExecutionEvent>();
    const five = createFrames<Futures.FuturesPublic.OrderbookLevel5Event>();
    const fifty = createFrames<Futures.FuturesPublic.OrderbookLevel50Event>();
    const candles = createFrames<Futures.FuturesPublic.KlinesEvent>();
    const instrument = createFrames<Futures.FuturesPublic.InstrumentEvent>();
    const day = createFrames<Futures.FuturesPublic.SymbolSnapshotEvent>();
    const { futuresPublic: feed } = feeds;
    await feed.tickerV1(contract, old.receive);
    await feed.tickerV2(contract, ticker.receive);
    await feed.execution(contract, trades.receive);
    await feed.orderbookLevel5(contract, five.receive);
    await feed.orderbookLevel50(contract, fifty.receive);
    await feed.klines(contract, '1min', candles.receive);
    await feed.instrument(contract, instrument.receive);
    await feed.symbolSnapshot(contract, day.receive);
    const received = await ticker.heard();
    expect(Number(received.bestBidPrice)).toBeLessThan(Number(received.bestAskPrice));
    expect(await old.heard()).toMatchObject({ symbol: contract });
    const trade = await trades.heard();
    const history = request(Futures.Market.GetTradeHistoryReq, { symbol: contract });
    const listed = (await client.futuresMarket.getTradeHistory(history)).data;
    expect(listed.find(each => each.tradeId === trade.tradeId)).toMatchObject({ price: trade.price, size: trade.size });
    expect([(await five.heard()).bids.length, (await fifty.heard()).asks.length]).toEqual([5, 50]);
    const [, open = 0, close = 0, high = 0, low = 0] = (await candles.heard()).candles.map(Number);
    expect([high >= Math.max(open, close), low <= Math.min(open, close)]).toEqual([true, true]);
    const { markPrice = 0, indexPrice = 0 } = await instrument.heard(each => each.markPrice !== undefined);
    expect(markPrice / indexPrice).toBeCloseTo(1, 2);
    expect((await instrument.heard(each => each.fundingRate !== undefined)).fundingRate).toBe(0.0001);
    const figures = await day.heard();
    expect(figures.lastPrice - figures.price24HoursBefore).toBeCloseTo(figures.priceChg, 6);
  });
});
