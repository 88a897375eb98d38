import { absolute, type Decimal, divide, isZero, multiply } from '#shared/decimal.ts';
import type { Contract } from '#practice/futures/contract-types.ts';
import type { FuturesOrder } from '#practice/futures/order-types.ts';
import type { Dialect } from '../endpoint/dialect.ts';
import { type JsonFields, type JsonValue, numeric } from '#practice/wire/json.ts';

interface OrderContext {
  readonly contract: Contract | null;
  readonly dialect: Dialect;
}

/** Futures order, docs/exchange/records.md §7: quantities are integers, prices and values text. */
export function writeFuturesOrder(order: FuturesOrder, { contract, dialect }: OrderContext): JsonValue {
  return {
    ...placementFields(order),
    ...unsetFields(order, dialect),
    id: order.id,
    value: order.value,
    dealValue: order.dealValue,
    dealSize: numeric(order.dealSize),
    leverage: order.leverage,
    isActive: order.status === 'open',
    cancelExist: order.cancelExist,
    createdAt: order.createdAtMs,
    updatedAt: order.updatedAtMs,
    endAt: order.endedAtMs,
    orderTime: order.createdAtNs,
    settleCurrency: order.settleCurrency,
    status: order.status,
    filledValue: order.dealValue,
    filledSize: numeric(order.dealSize),
    ...(dialect.hasExtraFields ? extraFields(order, contract) : {}),
  };
}

function placementFields(order: FuturesOrder): JsonFields {
  const { placement } = order;
  return {
    symbol: placement.symbol,
    type: placement.type,
    side: placement.side,
    // in one-way mode the service's examples lack it (docs/exchange/records.md §7)
    ...(placement.positionSide === undefined ? {} : { positionSide: placement.positionSide }),
    price: placement.price ?? '0',
    // an order that closes the position names no size: it is what it traded
    size: numeric(placement.size ?? order.dealSize),
    timeInForce: placement.timeInForce ?? 'GTC',
    stp: placement.selfTradePrevention ?? '',
    stop: placement.stop ?? '',
    stopPriceType: placement.stopPriceType ?? '',
    stopPrice: placement.stopPrice ?? null,
    clientOid: placement.clientOid ?? null,
    remark: placement.remark ?? null,
    ...flagFields(order),
  };
}

function flagFields({ placement }: FuturesOrder): JsonFields {
  return {
    postOnly: placement.isPostOnly ?? false,
    hidden: placement.isHidden ?? false,
    iceberg: placement.isIceberg ?? false,
    forceHold: placement.isForceHold ?? false,
    closeOrder: placement.isCloseOrder ?? false,
    reduceOnly: placement.isReduceOnly ?? false,
  };
}

/** Where the dialects write "not set" differently. */
function unsetFields({ placement, stopTriggered }: FuturesOrder, dialect: Dialect): JsonFields {
  const visibleSize = placement.visibleSize ?? dialect.unsetVisibleLots;
  return {
    stopTriggered: stopTriggered ?? dialect.unsetStopTriggered,
    visibleSize: visibleSize === null ? null : numeric(visibleSize),
    tags: dialect.unsetFuturesTags,
  };
}

function extraFields(order: FuturesOrder, contract: Contract | null): JsonFields {
  return { marginMode: order.placement.marginMode ?? 'ISOLATED', avgDealPrice: averagePrice(order, contract) };
}

/** Linear: value ÷ quantity; inverse: quantity ÷ value, because the value is in the base currency. */
function averagePrice({ dealSize, dealValue }: FuturesOrder, contract: Contract | null): Decimal {
  if (contract === null || isZero(dealSize) || isZero(dealValue)) return '0';
  const quantity = multiply(dealSize, absolute(contract.multiplier));
  const [numerator, denominator] = contract.isInverse ? [quantity, dealValue] : [dealValue, quantity];
  return divide(numerator, denominator, { scale: 8, rounding: 'half-even' });
}
