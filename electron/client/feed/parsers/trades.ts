import * as z from 'zod/mini';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import { anyTime, decimal, id, side } from '#client/wire/scalars.ts';
import { parserOf } from './parser.ts';

/** `/market/match`: times in ns as text. docs/exchange/feeds.md §5.3. */
export const readSpotTrade = parserOf(
  z.object({ sequence: id, tradeId: id, price: decimal, size: decimal, side, symbol: id, time: anyTime }),
  ({ side: takerSide, time, ...rest }): PublicTrade => ({ ...rest, venue: 'spot', takerSide, timeMs: time }),
);

/** `/contractMarket/execution`: lots. */
export const readFuturesTrade = parserOf(
  z.object({ sequence: id, tradeId: id, price: decimal, size: decimal, side, symbol: id, ts: anyTime }),
  ({ side: takerSide, ts, ...rest }): PublicTrade => ({ ...rest, venue: 'futures', takerSide, timeMs: ts }),
);
