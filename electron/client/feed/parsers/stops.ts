import * as z from 'zod/mini';
import { sideField } from '#shared/domain/market/position-key.ts';
import { cleanExchangeText } from '#client/wire/exchange-text.ts';
import {
  anyTime,
  anyTimeOrNull,
  decimal,
  flagOrNull,
  id,
  positionSideOrNull,
  setDecimalOrNull,
  side,
  spotTradeType,
  text,
  textOrNull,
} from '#client/wire/scalars.ts';
import type { StopChange } from '../messages/orders.ts';
import { parserOf } from './parser.ts';

const event = z.pipe(
  text,
  z.transform((word): StopChange['event'] => {
    if (word === 'cancel' || word === 'canceled' || word === 'cancelled') return 'cancelled';
    return word === 'open' || word === 'triggered' ? word : 'unknown';
  }),
);

const common = {
  orderId: id,
  symbol: id,
  type: event,
  side,
  orderPrice: setDecimalOrNull,
  size: setDecimalOrNull,
  stopPrice: decimal,
  triggerSuccess: flagOrNull,
  error: textOrNull,
  createdAt: anyTimeOrNull,
  ts: anyTime,
};

/** Paired orders name both legs (`l_s_o`: loss, then…); the first letter is the trigger's. */
const spotStop = z.pipe(
  textOrNull,
  z.transform((word): StopChange['stop'] => {
    if (word === null) return 'unknown';
    if (word === 'loss' || word.startsWith('l_')) return 'loss';
    return word === 'entry' || word.startsWith('e_') ? 'entry' : 'unknown';
  }),
);
const futuresStop = z.catch(z.enum(['up', 'down', 'unknown']), 'unknown');
const priceType = z.catch(z.nullish(z.enum(['TP', 'MP', 'IP'])), null);

function toChange(wire: z.infer<z.ZodMiniObject<typeof common>>) {
  return {
    orderId: wire.orderId,
    symbol: wire.symbol,
    event: wire.type,
    side: wire.side,
    price: wire.orderPrice,
    size: wire.size,
    stopPrice: wire.stopPrice,
    hasTriggered: wire.triggerSuccess,
    failMessage: wire.error === null ? null : cleanExchangeText(wire.error),
    createdAtMs: wire.createdAt,
    timeMs: wire.ts,
  } as const;
}

/** `/spotMarket/advancedOrders`. docs/exchange/feeds.md §6.2. */
export const readSpotStop = parserOf(
  z.object({ ...common, stop: spotStop, tradeType: spotTradeType }),
  (wire): StopChange => ({
    ...toChange(wire),
    venue: 'spot',
    stop: wire.stop,
    stopPriceType: null,
    tradeType: wire.tradeType,
  }),
);

/** `/contractMarket/advancedOrders`. */
export const readFuturesStop = parserOf(
  z.object({ ...common, stop: futuresStop, stopPriceType: priceType, positionSide: positionSideOrNull }),
  (wire): StopChange => ({
    ...toChange(wire),
    venue: 'futures',
    stop: wire.stop,
    stopPriceType: wire.stopPriceType ?? null,
    tradeType: 'futures',
    ...sideField(wire.positionSide),
  }),
);
