import type { StopOrder } from '../domain/account/stop-order.ts';

/** For tests: a spot stop-loss that waits for its price. */
export function buildStopOrder(overrides: Partial<StopOrder> = {}): StopOrder {
  return {
    venue: 'spot',
    id: 'vs1',
    clientOid: null,
    symbol: 'BTC-USDT',
    tradeType: 'spot',
    type: 'limit',
    side: 'sell',
    price: '100',
    size: '1',
    funds: null,
    stop: 'loss',
    stopPrice: '90',
    stopPriceType: null,
    timeInForce: 'GTC',
    isReduceOnly: false,
    status: 'new',
    placedBy: 'user',
    remark: null,
    createdAtMs: 1,
    ...overrides,
  };
}
