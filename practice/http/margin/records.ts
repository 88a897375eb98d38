import { writeHfOrder } from '../spot/records.ts';
import type { SpotFill, SpotOrder } from '#practice/spot/types.ts';
import type { Dialect } from '../endpoint/dialect.ts';
import type { JsonFields, JsonValue } from '#practice/wire/json.ts';

/** Margin orders and fills as they stand on the wire: docs/exchange/records.md §3.4 and §4.2. */

const liveOnly = ['remainSize', 'remainFunds', 'cancelledSize', 'cancelledFunds', 'tax'] as const;

/** HF margin order, docs/exchange/records.md §3.4. */
export function writeMarginOrder(order: SpotOrder, dialect: Dialect): JsonValue {
  const record = writeHfOrder(order);
  if (dialect.hasExtraFields) return { ...record, stop: null, stopTriggered: false, stopPrice: '0' };
  const { selfTradePrevention, remark, tags } = order.placement;
  const unset = dialect.unsetSpotText;
  return {
    ...without(record, liveOnly),
    stp: selfTradePrevention ?? '',
    remark: remark ?? unset,
    tags: tags ?? unset,
  };
}

function without(record: JsonFields, names: readonly string[]): JsonFields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/**
 * The number of an account's side of a trade, rising with time and above 2^53: two where the account traded with itself.
 * The taker's side is booked first.
 */
export function fillIdOf({ tradeId, liquidity }: SpotFill): bigint {
  return tradeId * 2n + (liquidity === 'maker' ? 1n : 0n);
}

/** HF margin fill, docs/exchange/records.md §4.2. */
export function writeMarginFill(fill: SpotFill, dialect: Dialect): JsonValue {
  return {
    id: fillIdOf(fill),
    symbol: fill.symbol,
    tradeId: fill.tradeId,
    orderId: fill.orderId,
    counterOrderId: fill.counterOrderId,
    side: fill.side,
    liquidity: fill.liquidity,
    forceTaker: fill.isForceTaker,
    price: fill.price,
    size: fill.size,
    funds: fill.funds,
    fee: fill.fee,
    feeRate: fill.feeRate,
    feeCurrency: fill.feeCurrency,
    stop: '',
    tradeType: fill.tradeType,
    type: fill.type,
    createdAt: fill.createdAtMs,
    ...(dialect.hasExtraFields ? { tax: '0', taxRate: '0' } : {}),
  };
}
