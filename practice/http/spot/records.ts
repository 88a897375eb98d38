import { compare, type Decimal, multiply, subtract, toFixed } from '#shared/decimal.ts';
import { fillNumber } from '#practice/kernel/identifiers.ts';
import type { SpotFill, SpotOrder, SpotPlacement, SpotStop } from '#practice/spot/types.ts';
import type { Dialect } from '../endpoint/dialect.ts';
import type { JsonFields, JsonValue } from '#practice/wire/json.ts';

/** Spot records as they stand on the wire: docs/exchange/records.md §3 and §4.1. */

/** What a placement contributes to each of the order records. */
function placementFields(placement: SpotPlacement): JsonFields {
  return {
    symbol: placement.symbol,
    side: placement.side,
    timeInForce: placement.timeInForce ?? 'GTC',
    postOnly: placement.isPostOnly ?? false,
    hidden: placement.isHidden ?? false,
    iceberg: placement.isIceberg ?? false,
    channel: placement.channel ?? 'API',
    clientOid: placement.clientOid ?? '',
    tradeType: placement.tradeType ?? 'TRADE',
  };
}

/** What execution contributes. */
function dealFields(order: SpotOrder): JsonFields {
  return {
    id: order.id,
    opType: 'DEAL',
    price: order.placement.price ?? '0',
    size: order.placement.size ?? '0',
    dealFunds: order.dealFunds,
    dealSize: order.dealSize,
    fee: order.fee,
    feeCurrency: order.feeCurrency,
    visibleSize: order.placement.visibleSize ?? '0',
    cancelAfter: order.placement.cancelAfterS ?? 0,
    cancelExist: order.cancelExist,
    createdAt: order.createdAtMs,
  };
}

const noTax: JsonFields = { tax: '0', taxRate: '0', taxCurrency: '' };

/** Order list item, docs/exchange/records.md §3.1. `type` names the stop that the order came from. */
export function writeOrder(order: SpotOrder, dialect: Dialect): JsonValue {
  const { placement, origin } = order;
  return {
    ...placementFields(placement),
    ...dealFields(order),
    type: origin === null ? placement.type : `${placement.type}_stop`,
    funds: placement.funds ?? '0',
    stp: placement.selfTradePrevention ?? '',
    stop: origin?.stop ?? '',
    stopTriggered: origin !== null,
    stopPrice: origin?.stopPrice ?? '0',
    remark: placement.remark ?? dialect.unsetSpotText,
    tags: placement.tags ?? dialect.unsetSpotText,
    isActive: order.isActive,
    ...(dialect.hasExtraFields ? noTax : {}),
  };
}

/**
 * One order as the HF endpoints answer it, docs/exchange/records.md §3.2: `active` instead of `isActive`, and what
 * remains of it.
 */
export function writeHfOrder(order: SpotOrder): JsonFields {
  const { placement } = order;
  const funds = fundsOf(placement);
  return {
    ...placementFields(placement),
    ...dealFields(order),
    type: placement.type,
    funds,
    remainSize: order.remainSize,
    remainFunds: remainingFunds(funds, order),
    cancelledSize: order.cancelledSize,
    cancelledFunds: order.cancelledFunds,
    stp: placement.selfTradePrevention ?? null,
    remark: placement.remark ?? null,
    tags: placement.tags ?? null,
    inOrderBook: order.isInOrderBook,
    active: order.isActive,
    tax: '0',
    lastUpdatedAt: order.updatedAtMs,
  };
}

function fundsOf(placement: SpotPlacement): Decimal {
  if (placement.funds !== undefined) return placement.funds;
  return placement.price === undefined || placement.size === undefined
    ? '0'
    : multiply(placement.price, placement.size);
}

/** Never below zero: a market sell has no funds of its own but deals in some. */
function remainingFunds(funds: Decimal, order: SpotOrder): Decimal {
  const rest = subtract(subtract(funds, order.dealFunds), order.cancelledFunds);
  return compare(rest, '0') > 0 ? rest : '0';
}

interface StopContext {
  readonly dialect: Dialect;
  readonly userId: string;
  readonly feeCurrency: string;
}

/**
 * Untriggered stop order, docs/exchange/records.md §3.3; padded and with the fields of related orders where the dialect
 * says so.
 */
export function writeStop(stop: SpotStop, { dialect, userId, feeCurrency }: StopContext): JsonValue {
  const { placement } = stop;
  const amount = (value: Decimal): Decimal =>
    dialect.stopOrderScale === null ? value : toFixed(value, dialect.stopOrderScale);
  const optional = (value: Decimal | undefined): Decimal | null => (value === undefined ? null : amount(value));
  return {
    ...placementFields(placement),
    id: stop.id,
    userId,
    status: stop.status,
    type: placement.type,
    price: amount(placement.price ?? '0'),
    size: amount(placement.size ?? '0'),
    funds: optional(placement.funds),
    stp: placement.selfTradePrevention ?? null,
    cancelAfter: placement.cancelAfterS ?? -1,
    visibleSize: optional(placement.visibleSize),
    remark: placement.remark ?? null,
    tags: placement.tags ?? null,
    orderTime: stop.createdAtNs,
    domainId: dialect.domainId,
    tradeSource: stop.tradeSource,
    feeCurrency,
    takerFeeRate: amount(stop.takerFeeRate),
    makerFeeRate: amount(stop.makerFeeRate),
    createdAt: stop.createdAtMs,
    stop: stop.stop,
    stopTriggerTime: stop.triggeredAtMs,
    stopPrice: amount(placement.stopPrice),
    ...(dialect.hasExtraFields
      ? { relatedNo: placement.ocoId ?? null, limitPrice: null, pop: null, activateCondition: null }
      : {}),
  };
}

/** Recent fill, docs/exchange/records.md §4.1. */
export function writeFill(fill: SpotFill, dialect: Dialect): JsonValue {
  return {
    symbol: fill.symbol,
    tradeId: fill.tradeId.toString(),
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
    stop: fill.stop,
    tradeType: fill.tradeType,
    type: fill.type,
    createdAt: fill.createdAtMs,
    ...(dialect.hasExtraFields ? noTax : {}),
  };
}

/** A fill as the high-frequency list has it, docs/exchange/records.md §4.1: numbers for both ids, and taxes. */
export function writeHfFill(fill: SpotFill): JsonValue {
  return {
    id: fillNumber(fill),
    orderId: fill.orderId,
    counterOrderId: fill.counterOrderId,
    tradeId: fill.tradeId,
    symbol: fill.symbol,
    side: fill.side,
    liquidity: fill.liquidity,
    type: fill.type,
    forceTaker: fill.isForceTaker,
    price: fill.price,
    size: fill.size,
    funds: fill.funds,
    fee: fill.fee,
    feeRate: fill.feeRate,
    feeCurrency: fill.feeCurrency,
    stop: fill.stop,
    tradeType: fill.tradeType,
    taxRate: '0',
    tax: '0',
    createdAt: fill.createdAtMs,
  };
}
