import type { FuturesFill } from '#practice/futures/order-types.ts';
import { type JsonFields, numeric } from '#practice/wire/json.ts';

/**
 * Futures fill, docs/exchange/records.md §4.3. `createdAt` is the record's own time in ms, `tradeTime` the trade's in
 * ns.
 */
export function writeFuturesFill(fill: FuturesFill): JsonFields {
  return {
    symbol: fill.symbol,
    tradeId: fill.tradeId.toString(),
    orderId: fill.orderId,
    side: fill.side,
    liquidity: fill.liquidity,
    forceTaker: false,
    price: fill.price,
    size: numeric(fill.size),
    value: fill.value,
    openFeePay: fill.openFee,
    closeFeePay: fill.closeFee,
    stop: fill.stop ?? '',
    feeRate: fill.feeRate,
    fixFee: '0',
    feeCurrency: fill.feeCurrency,
    marginMode: fill.marginMode,
    fee: fill.fee,
    // fees are paid in the currency that the contract settles in
    settleCurrency: fill.feeCurrency,
    orderType: fill.orderType,
    displayType: displayTypeOf(fill),
    tradeType: fill.tradeType,
    subTradeType: null,
    tradeTime: fill.createdAtNs,
    createdAt: fill.createdAtMs,
  };
}

/** The order's type with the word for one that a stop order became. */
export function displayTypeOf({ orderType, stop }: FuturesFill): 'limit' | 'market' | 'limit_stop' | 'market_stop' {
  return stop === null ? orderType : `${orderType}_stop`;
}
