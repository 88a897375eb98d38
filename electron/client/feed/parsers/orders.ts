import * as z from 'zod/mini';
import { sideField } from '#shared/domain/market/position-key.ts';
import {
  anyTime,
  anyTimeOrNull,
  decimalOrNull,
  id,
  orderType,
  positionSideOrNull,
  setDecimalOrNull,
  side,
  text,
  textOrNull,
} from '#client/wire/scalars.ts';
import type { OrderChange, OrderMatch } from '../messages/orders.ts';
import { parserOf } from './parser.ts';

const event = z.pipe(
  text,
  z.transform((word): OrderChange['event'] => {
    if (word === 'canceled' || word === 'cancelled') return 'cancelled';
    return word === 'received' || word === 'open' || word === 'match' || word === 'update' || word === 'filled'
      ? word
      : 'unknown';
  }),
);
const status = z.catch(z.enum(['new', 'open', 'match', 'done', 'unknown']), 'unknown');
const liquidity = z.catch(z.enum(['taker', 'maker', 'unknown']), 'unknown');

const common = {
  orderId: id,
  clientOid: textOrNull,
  symbol: id,
  type: event,
  status,
  side,
  orderType: z.optional(orderType),
  price: setDecimalOrNull,
  size: setDecimalOrNull,
  filledSize: decimalOrNull,
  remainSize: decimalOrNull,
  canceledSize: decimalOrNull,
  oldSize: decimalOrNull,
  tradeId: textOrNull,
  matchPrice: decimalOrNull,
  matchSize: decimalOrNull,
  liquidity,
  orderTime: anyTimeOrNull,
  ts: anyTime,
};
const spotData = z.object({
  ...common,
  originSize: setDecimalOrNull,
  originFunds: setDecimalOrNull,
  remainFunds: decimalOrNull,
  canceledFunds: decimalOrNull,
});
const futuresData = z.object({
  ...common,
  marginMode: textOrNull,
  tradeType: textOrNull,
  positionSide: positionSideOrNull,
});

type CommonWire = Omit<z.infer<typeof futuresData>, 'marginMode' | 'tradeType' | 'positionSide'>;

function matchOf(wire: CommonWire): OrderMatch | null {
  const { tradeId, matchPrice, matchSize } = wire;
  if (wire.type !== 'match' || tradeId === null || matchPrice === null || matchSize === null) return null;
  return { tradeId, price: matchPrice, size: matchSize, liquidity: wire.liquidity };
}

function toChange(wire: CommonWire) {
  return {
    orderId: wire.orderId,
    clientOid: wire.clientOid,
    symbol: wire.symbol,
    event: wire.type,
    status: wire.status,
    side: wire.side,
    type: wire.orderType ?? null,
    price: wire.price,
    filledSize: wire.filledSize,
    remainingSize: wire.remainSize,
    cancelledSize: wire.canceledSize,
    oldSize: wire.oldSize,
    match: matchOf(wire),
    createdAtMs: wire.orderTime,
    timeMs: wire.ts,
  } as const;
}

/** `/spotMarket/tradeOrders` and V2: spot and margin orders alike. docs/exchange/feeds.md §6.1. */
export const readSpotOrder = parserOf(
  spotData,
  (wire): OrderChange => ({
    ...toChange(wire),
    venue: 'spot',
    // after an alteration `size` is the order's, `originSize` still the first one
    size: wire.size ?? wire.originSize,
    funds: wire.originFunds,
    remainingFunds: wire.remainFunds,
    cancelledFunds: wire.canceledFunds,
    marginMode: null,
    isLiquidation: false,
  }),
);

/** `/contractMarket/tradeOrders`: sizes in lots. */
export const readFuturesOrder = parserOf(
  futuresData,
  (wire): OrderChange => ({
    ...toChange(wire),
    venue: 'futures',
    size: wire.size,
    funds: null,
    remainingFunds: null,
    cancelledFunds: null,
    marginMode: wire.marginMode === 'CROSS' ? 'cross' : wire.marginMode === 'ISOLATED' ? 'isolated' : null,
    isLiquidation: wire.tradeType === 'liquid',
    ...sideField(wire.positionSide),
  }),
);
