import * as z from 'zod/mini';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import { anyTime, decimal, id, side, textOrNull } from '#client/wire/scalars.ts';
import { parserOf } from './parser.ts';

/** `/market/match`: times in ns as text. docs/exchange/feeds.md §5.3. */
export const readSpotTrade = parserOf(
  z.object({ sequence: id, tradeId: id, price: decimal, size: decimal, side, symbol: textOrNull, time: anyTime }),
  ({ side: takerSide, time, symbol, ...rest }, { suffix }): PublicTrade => {
    return { ...rest, venue: 'spot', symbol: symbol ?? suffix, takerSide, timeMs: time };
  },
);

/** `/contractMarket/execution`: lots. */
export const readFuturesTrade = parserOf(
  z.object({ sequence: id, tradeId: id, price: decimal, size: decimal, side, symbol: textOrNull, ts: anyTime }),
  ({ side: takerSide, ts, symbol, ...rest }, { suffix }): PublicTrade => {
    return { ...rest, venue: 'futures', symbol: symbol ?? suffix, takerSide, timeMs: ts };
  },
);
