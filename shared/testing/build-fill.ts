import type { Fill } from '../domain/account/fill.ts';

/** For tests: one BTC bought on spot, as taker. */
export function buildFill(overrides: Partial<Fill> = {}): Fill {
  return {
    venue: 'spot',
    tradeId: 't1',
    orderId: 'o1',
    symbol: 'BTC-USDT',
    tradeType: 'spot',
    side: 'buy',
    price: '100',
    size: '1',
    funds: '100',
    fee: '0.1',
    feeRate: '0.001',
    feeCurrency: 'USDT',
    openFee: null,
    closeFee: null,
    settleCurrency: null,
    liquidity: 'taker',
    isForceTaker: false,
    cause: 'trade',
    createdAtMs: 1,
    ...overrides,
  };
}

/** For tests: one lot of a thousandth of a BTC bought on futures, which opened a position. */
export function buildFuturesFill(overrides: Partial<Fill> = {}): Fill {
  return buildFill({
    venue: 'futures',
    symbol: 'XBTUSDTM',
    tradeType: 'futures',
    funds: '0.1',
    fee: '0.0001',
    openFee: '0.0001',
    closeFee: '0',
    settleCurrency: 'USDT',
    ...overrides,
  });
}
