import type { Order } from '../domain/account/order.ts';

/** For tests: a spot limit order that rests, nothing of it filled. */
export function buildOrder(overrides: Partial<Order> = {}): Order {
  return {
    venue: 'spot',
    id: 'o1',
    clientOid: null,
    symbol: 'BTC-USDT',
    tradeType: 'spot',
    type: 'limit',
    side: 'buy',
    price: '100',
    size: '2',
    funds: null,
    filledSize: '0',
    filledFunds: '0',
    fee: null,
    feeCurrency: null,
    timeInForce: 'GTC',
    selfTradePrevention: null,
    cancelAfterS: null,
    isPostOnly: false,
    isHidden: false,
    isIceberg: false,
    visibleSize: null,
    leverage: null,
    isReduceOnly: false,
    stopPrice: null,
    remark: null,
    isActive: true,
    isCancelled: false,
    createdAtMs: 1,
    updatedAtMs: null,
    ...overrides,
  };
}
