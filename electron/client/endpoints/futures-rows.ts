import * as z from 'zod/mini';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { sideField } from '#shared/domain/market/position-key.ts';
import {
  decimal,
  decimalOrNull,
  epochMsOrNull,
  epochNsOrNull,
  flag,
  flagOrNull,
  id,
  orderType,
  positionSideOrNull,
  selfTradePreventionOrNull,
  setDecimalOrNull,
  side,
  textOrNull,
  timeInForceOrNull,
} from '../wire/scalars.ts';

/** docs/exchange/records.md §7. Sizes are lots. */
const orderWire = z.object({
  id,
  symbol: id,
  type: orderType,
  side,
  price: setDecimalOrNull,
  size: setDecimalOrNull,
  dealValue: decimalOrNull,
  filledValue: decimalOrNull,
  dealSize: decimalOrNull,
  filledSize: decimalOrNull,
  stp: selfTradePreventionOrNull,
  stop: textOrNull,
  stopPriceType: z.catch(z.nullish(z.enum(['TP', 'MP', 'IP'])), null),
  stopPrice: setDecimalOrNull,
  stopTriggered: flag,
  timeInForce: timeInForceOrNull,
  postOnly: flag,
  hidden: flag,
  iceberg: flag,
  leverage: setDecimalOrNull,
  closeOrder: flag,
  visibleSize: setDecimalOrNull,
  clientOid: textOrNull,
  remark: textOrNull,
  isActive: flagOrNull,
  status: textOrNull,
  cancelExist: flag,
  createdAt: epochMsOrNull,
  updatedAt: epochMsOrNull,
  settleCurrency: textOrNull,
  reduceOnly: flag,
  positionSide: positionSideOrNull,
});
type OrderWire = z.infer<typeof orderWire>;

function activityOf({ isActive, status }: OrderWire): boolean | null {
  if (isActive !== null) return isActive;
  return status === 'open' ? true : status === 'done' ? false : null;
}

function toOrder(wire: OrderWire, isActive: boolean): Order {
  return {
    venue: 'futures',
    id: wire.id,
    clientOid: wire.clientOid,
    symbol: wire.symbol,
    tradeType: 'futures',
    type: wire.type,
    side: wire.side,
    price: wire.price,
    size: wire.size,
    funds: null,
    filledSize: wire.dealSize ?? wire.filledSize,
    filledFunds: wire.dealValue ?? wire.filledValue,
    fee: null,
    feeCurrency: wire.settleCurrency,
    timeInForce: wire.timeInForce,
    selfTradePrevention: wire.stp,
    cancelAfterS: null,
    isPostOnly: wire.postOnly,
    isHidden: wire.hidden,
    isIceberg: wire.iceberg,
    visibleSize: wire.visibleSize,
    leverage: wire.leverage,
    // an order that closes the position cannot but reduce it
    isReduceOnly: wire.reduceOnly || wire.closeOrder,
    ...sideField(wire.positionSide),
    stopPrice: wire.stopPrice,
    remark: wire.remark,
    isActive,
    isCancelled: wire.cancelExist,
    createdAtMs: wire.createdAt,
    updatedAtMs: wire.updatedAt,
  };
}

/** `listed`: what the list was asked for, which holds for a row that does not say whether it is active. */
function orderRowOf(listed: boolean | null) {
  return z.pipe(
    orderWire,
    z.transform((wire, context): Order => {
      // a status word that is unknown is not what the list was asked for
      const isActive = activityOf(wire) ?? (wire.status === null ? listed : null);
      if (isActive !== null) return toOrder(wire, isActive);
      context.issues.push({ code: 'custom', message: 'expected a value', input: wire, path: ['isActive'] });
      return z.NEVER;
    }),
  );
}

export const futuresOrderRow = orderRowOf(null);
/** Rows of lists by the status that was asked for. */
export const listedFuturesOrderRow = { active: orderRowOf(true), done: orderRowOf(false) } as const;

/** Nothing of the record says that it is a stop order. */
function hasNoTrigger({ stop, stopPrice, stopPriceType }: OrderWire): boolean {
  return stop === null && stopPrice === null && (stopPriceType ?? null) === null;
}

/**
 * An untriggered stop is an order record with its trigger set; null: one without any, an ordinary order, which the
 * service prints in this list and which the list of orders has. docs/exchange/records.md §7,
 * docs/exchange/endpoints.md §8.1.
 */
export const futuresStopRow = z.pipe(
  orderWire,
  z.transform((wire, context): StopOrder | null => {
    if (hasNoTrigger(wire)) return null;
    if (wire.stopPrice === null) {
      context.issues.push({ code: 'custom', message: 'expected a decimal', input: wire, path: ['stopPrice'] });
      return z.NEVER;
    }
    return {
      venue: 'futures',
      id: wire.id,
      clientOid: wire.clientOid,
      symbol: wire.symbol,
      tradeType: 'futures',
      type: wire.type,
      side: wire.side,
      price: wire.price,
      size: wire.size,
      funds: null,
      stop: wire.stop === 'up' || wire.stop === 'down' ? wire.stop : 'unknown',
      stopPrice: wire.stopPrice,
      stopPriceType: wire.stopPriceType ?? null,
      timeInForce: wire.timeInForce,
      isReduceOnly: wire.reduceOnly || wire.closeOrder,
      ...(wire.closeOrder ? { isCloseOrder: true } : {}),
      ...sideField(wire.positionSide),
      status: wire.stopTriggered ? 'triggered' : 'new',
      placedBy: 'unknown',
      remark: wire.remark,
      createdAtMs: wire.createdAt,
    };
  }),
);

const causes: ReadonlyMap<string | null, Fill['cause']> = new Map([
  ['trade', 'trade'],
  ['liquid', 'liquidation'],
  ['adl', 'deleveraging'],
  ['settlement', 'settlement'],
]);

/** docs/exchange/records.md §4.3. Sizes are lots; `createdAt` is the record's time, which is later than the trade's. */
export const futuresFillRow = z.pipe(
  z.object({
    symbol: id,
    tradeId: id,
    orderId: id,
    side,
    price: decimal,
    size: decimal,
    value: decimalOrNull,
    fee: decimalOrNull,
    openFeePay: decimalOrNull,
    closeFeePay: decimalOrNull,
    feeRate: decimalOrNull,
    feeCurrency: textOrNull,
    settleCurrency: textOrNull,
    liquidity: z.catch(z.enum(['taker', 'maker', 'unknown']), 'unknown'),
    forceTaker: flag,
    tradeType: textOrNull,
    tradeTime: epochNsOrNull,
  }),
  z.transform(
    ({ value, openFeePay, closeFeePay, forceTaker, tradeType, tradeTime, ...rest }): Fill => ({
      ...rest,
      venue: 'futures',
      tradeType: 'futures',
      funds: value,
      openFee: openFeePay,
      closeFee: closeFeePay,
      isForceTaker: forceTaker,
      cause: causes.get(tradeType) ?? 'unknown',
      createdAtMs: tradeTime,
    }),
  ),
);
