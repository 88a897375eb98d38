import * as z from 'zod/mini';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import {
  countOrNull,
  decimal,
  decimalOrNull,
  epochMsOrNull,
  flag,
  flagOrNull,
  id,
  orderType,
  selfTradePreventionOrNull,
  setDecimalOrNull,
  side,
  spotTradeType,
  textOrNull,
  timeInForceOrNull,
} from '../wire/scalars.ts';

/** docs/exchange/records.md §3.1 (`isActive`) and §3.2 (`active`): one record, two spellings. */
const orderWire = z.object({
  id,
  symbol: id,
  type: orderType,
  side,
  price: setDecimalOrNull,
  size: setDecimalOrNull,
  funds: setDecimalOrNull,
  dealFunds: decimalOrNull,
  dealSize: decimalOrNull,
  fee: decimalOrNull,
  feeCurrency: textOrNull,
  stp: selfTradePreventionOrNull,
  timeInForce: timeInForceOrNull,
  postOnly: flag,
  hidden: flag,
  iceberg: flag,
  visibleSize: setDecimalOrNull,
  cancelAfter: countOrNull,
  clientOid: textOrNull,
  remark: textOrNull,
  stopPrice: setDecimalOrNull,
  isActive: flagOrNull,
  active: flagOrNull,
  cancelExist: flag,
  createdAt: epochMsOrNull,
  lastUpdatedAt: epochMsOrNull,
  tradeType: spotTradeType,
});

function toOrder(wire: z.infer<typeof orderWire>, isActive: boolean): Order {
  return {
    venue: 'spot',
    id: wire.id,
    clientOid: wire.clientOid,
    symbol: wire.symbol,
    tradeType: wire.tradeType,
    type: wire.type,
    side: wire.side,
    price: wire.price,
    size: wire.size,
    funds: wire.funds,
    filledSize: wire.dealSize,
    filledFunds: wire.dealFunds,
    fee: wire.fee,
    feeCurrency: wire.feeCurrency,
    timeInForce: wire.timeInForce,
    selfTradePrevention: wire.stp,
    // 0 and -1 both mean "never" (docs/exchange/records.md §1.4)
    cancelAfterS: wire.cancelAfter !== null && wire.cancelAfter > 0 ? wire.cancelAfter : null,
    isPostOnly: wire.postOnly,
    isHidden: wire.hidden,
    isIceberg: wire.iceberg,
    visibleSize: wire.visibleSize,
    leverage: null,
    isReduceOnly: false,
    stopPrice: wire.stopPrice,
    remark: wire.remark,
    isActive,
    isCancelled: wire.cancelExist,
    createdAtMs: wire.createdAt,
    updatedAtMs: wire.lastUpdatedAt,
  };
}

/** `listed`: what the list was asked for, which holds for a row that does not say whether it is active. */
function orderRowOf(listed: boolean | null) {
  return z.pipe(
    orderWire,
    z.transform((wire, context): Order => {
      const isActive = wire.isActive ?? wire.active ?? listed;
      if (isActive !== null) return toOrder(wire, isActive);
      context.issues.push({ code: 'custom', message: 'expected true or false', input: wire, path: ['isActive'] });
      return z.NEVER;
    }),
  );
}

export const spotOrderRow = orderRowOf(null);
/** Rows of lists by the status that was asked for. */
export const listedSpotOrderRow = { active: orderRowOf(true), done: orderRowOf(false) } as const;

const stopStatus = z.catch(z.enum(['NEW', 'TRIGGERED', 'unknown']), 'unknown');
const tradeSource = z.catch(z.nullish(z.enum(['USER', 'MARGIN_SYSTEM'])), null);
const sources = { USER: 'user', MARGIN_SYSTEM: 'margin-system' } as const;

/** docs/exchange/records.md §3.3. */
export const spotStopRow = z.pipe(
  z.object({
    id,
    symbol: id,
    type: orderType,
    side,
    price: setDecimalOrNull,
    size: setDecimalOrNull,
    funds: setDecimalOrNull,
    timeInForce: timeInForceOrNull,
    clientOid: textOrNull,
    remark: textOrNull,
    createdAt: epochMsOrNull,
    tradeType: spotTradeType,
    stop: z.catch(z.enum(['entry', 'loss', 'unknown']), 'unknown'),
    stopPrice: decimal,
    status: stopStatus,
    tradeSource,
  }),
  z.transform(
    ({ createdAt, tradeSource: source, status, ...rest }): StopOrder => ({
      ...rest,
      venue: 'spot',
      stopPriceType: null,
      isReduceOnly: false,
      status: status === 'NEW' ? 'new' : status === 'TRIGGERED' ? 'triggered' : 'unknown',
      placedBy: source === null || source === undefined ? 'unknown' : sources[source],
      createdAtMs: createdAt,
    }),
  ),
);

const fillWire = z.object({
  symbol: id,
  tradeId: id,
  orderId: id,
  side,
  price: decimal,
  size: decimal,
  funds: decimalOrNull,
  fee: decimalOrNull,
  feeRate: decimalOrNull,
  feeCurrency: textOrNull,
  liquidity: z.catch(z.enum(['taker', 'maker', 'unknown']), 'unknown'),
  forceTaker: flag,
  createdAt: epochMsOrNull,
  tradeType: spotTradeType,
});

function toFill({ createdAt, forceTaker, ...rest }: z.infer<typeof fillWire>): Fill {
  return {
    ...rest,
    venue: 'spot',
    openFee: null,
    closeFee: null,
    settleCurrency: null,
    isForceTaker: forceTaker,
    cause: 'trade',
    createdAtMs: createdAt,
  };
}

/** docs/exchange/records.md §4.1. */
export const spotFillRow = z.pipe(fillWire, z.transform(toFill));

/** A fill with the number by which its list continues. docs/exchange/records.md §4.2. */
export interface ListedFill {
  readonly id: string;
  readonly fill: Fill;
}

export const listedFillRow = z.pipe(
  z.extend(fillWire, { id }),
  z.transform(({ id: number, ...wire }): ListedFill => ({ id: number, fill: toFill(wire) })),
);
