import type { PublicTrade } from '#shared/domain/market/trade.ts';
import type { BestPrices, BookIncrement, DepthSnapshot, SpotTickerUpdate } from './books.ts';
import type { OrderChange, StopChange } from './orders.ts';
import type { CrossLeverageChange, MarginModeChange, PositionUpdate } from './positions.ts';
import type { CandleUpdate, DayStats, IndicatorPrice, InstrumentUpdate } from './prices.ts';
import type { BalanceChange, IsolatedPositionUpdate, MarginPositionUpdate, WalletChange } from './wallets.ts';

/**
 * What the topics of the feed say, in Fathom's own forms. Decimals are exact texts in their shortest writing; times
 * are epoch ms whatever the wire's unit was. docs/exchange/feeds.md §4.
 */

/** Every kind of topic, `venue.kind`, and what it says. */
export interface FeedMessages {
  'spot.level2': BookIncrement;
  'spot.depth5': DepthSnapshot;
  'spot.depth50': DepthSnapshot;
  'spot.level1': BestPrices;
  'spot.ticker': SpotTickerUpdate;
  'spot.tickers': SpotTickerUpdate;
  'spot.trades': PublicTrade;
  'spot.candles': CandleUpdate;
  'spot.snapshot': DayStats;
  'spot.markPrice': IndicatorPrice;
  'spot.indexPrice': IndicatorPrice;
  'spot.orders': OrderChange;
  'spot.ordersV1': OrderChange;
  'spot.stopOrders': StopChange;
  'spot.balances': BalanceChange;
  'spot.marginPosition': MarginPositionUpdate;
  'spot.isolatedPosition': IsolatedPositionUpdate;
  'futures.level2': BookIncrement;
  'futures.depth5': DepthSnapshot;
  'futures.depth50': DepthSnapshot;
  'futures.ticker': BestPrices;
  'futures.trades': PublicTrade;
  'futures.instrument': InstrumentUpdate;
  'futures.candles': CandleUpdate;
  'futures.snapshot': DayStats;
  'futures.orders': OrderChange;
  'futures.stopOrders': StopChange;
  'futures.balances': WalletChange;
  'futures.position': PositionUpdate;
  'futures.positions': PositionUpdate;
  'futures.marginMode': MarginModeChange;
  'futures.crossLeverage': CrossLeverageChange;
}

export type FeedKind = keyof FeedMessages;
