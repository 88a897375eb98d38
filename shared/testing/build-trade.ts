import type { PublicTrade } from '../domain/market/trade.ts';

/** For tests: a trade of one BTC. */
export function buildPublicTrade(overrides: Partial<PublicTrade> = {}): PublicTrade {
  return {
    venue: 'spot',
    symbol: 'BTC-USDT',
    sequence: '1',
    tradeId: null,
    price: '100',
    size: '1',
    takerSide: 'buy',
    timeMs: 1,
    ...overrides,
  };
}
