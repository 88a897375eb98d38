import type { Fill } from '#shared/domain/account/fill.ts';
import type { FoundRow } from '../archive-store.ts';
import { noColumns } from '../records/columns.ts';
import { toRest } from './stream.ts';

/**
 * Both sides of a trade with oneself share its trade id, so the order belongs to the key. Null: the exchange does not state
 * the time.
 */
export function toFillRow(fill: Fill): FoundRow | null {
  const { tradeId, orderId, symbol, tradeType, side, price, size, funds, fee, feeCurrency, createdAtMs } = fill;
  if (createdAtMs === null) return null;
  return {
    key: `${symbol} ${tradeId} ${orderId}`,
    timeMs: createdAtMs,
    columns: {
      ...noColumns,
      symbol,
      tradeId,
      orderId,
      side,
      price,
      size,
      fee,
      feeCurrency,
      amount: funds,
      wallet: tradeType,
      kind: fill.cause,
      currency: fill.settleCurrency,
    },
    rest: toRest({
      feeRate: fill.feeRate,
      openFee: fill.openFee,
      closeFee: fill.closeFee,
      liquidity: fill.liquidity,
      isForceTaker: fill.isForceTaker,
    }),
  };
}
