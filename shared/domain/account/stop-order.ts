import * as z from 'zod/mini';
import { absolute, type Decimal } from '../../decimal.ts';
import { DecimalText, EpochMs, Name, OrderType, Side, TimeInForce, TradeType, Venue } from '../scalars.ts';
import { PositionSide } from '../market/position-side.ts';
import { MarginType } from './margin.ts';

/** An untriggered (or just triggered) stop order. docs/exchange/records.md §3.3 and §7. */
export const StopOrder = z.object({
  venue: Venue,
  id: z.string(),
  clientOid: z.nullable(z.string()),
  symbol: z.string(),
  tradeType: TradeType,
  type: OrderType,
  side: Side,
  price: z.nullable(DecimalText),
  size: z.nullable(DecimalText),
  funds: z.nullable(DecimalText),
  /** spot: entry fires when last ≥ stopPrice, loss when last ≤ stopPrice; futures: up and down likewise */
  stop: z.enum(['entry', 'loss', 'up', 'down', 'unknown']),
  stopPrice: DecimalText,
  /** futures: trade, mark or index price; null on spot, where it is the last trade */
  stopPriceType: z.nullable(z.enum(['TP', 'MP', 'IP'])),
  timeInForce: z.nullable(TimeInForce),
  isReduceOnly: z.boolean(),
  /** futures: it closes the whole position, whatever its size says. Left out: it does not */
  isCloseOrder: z.optional(z.boolean()),
  /** futures in hedge mode: the position that it opens or closes */
  positionSide: z.optional(PositionSide),
  status: z.enum(['new', 'triggered', 'unknown']),
  placedBy: z.enum(['user', 'margin-system', 'unknown']),
  remark: z.nullable(z.string()),
  /** of a take profit or stop loss: the pair of which it is a leg. Left out: none that is known */
  pairId: z.optional(z.string()),
  /** null: the exchange does not state it */
  createdAtMs: z.nullable(EpochMs),
});
export type StopOrder = z.infer<typeof StopOrder>;

/** The lots that a futures stop takes out of a position of `held` lots; null: not known. */
export function stopLots(
  { size, isCloseOrder }: Pick<StopOrder, 'size' | 'isCloseOrder'>,
  held: Decimal,
): Decimal | null {
  return isCloseOrder === true ? absolute(held) : size;
}

const between = '+';

/** The exchange gives the two exits of a futures order no name of their own: theirs together is it, whichever is first. */
export function exitPairId(one: string, other: string): string {
  return [one, other].toSorted().join(between);
}

/** Both legs of a pair of exits of a contract. */
export function exitLegs(pairId: string): readonly string[] {
  return pairId.split(between);
}

/**
 * docs/exchange/endpoints.md §4, and §5.4 on margin: what the desk asks for. Funds are neither frozen nor borrowed before
 * the trigger, so a trigger can fail.
 */
export const SpotStopRequest = z.strictObject({
  clientOid: z.string().check(z.minLength(1), z.maxLength(40)),
  symbol: Name,
  side: Side,
  type: z.enum(['limit', 'market']),
  stop: z.enum(['entry', 'loss']),
  stopPrice: DecimalText,
  price: z.optional(DecimalText),
  size: z.optional(DecimalText),
  funds: z.optional(DecimalText),
  timeInForce: z.optional(TimeInForce),
  remark: z.optional(z.string()),
  /** whose wallet it is for; absent: the plain spot account */
  tradeType: z.optional(MarginType),
  /** on margin: its fills repay what is owed in the currency that they bring in */
  isAutoRepay: z.optional(z.boolean()),
});
export type SpotStopRequest = z.infer<typeof SpotStopRequest>;

/**
 * A limit order that takes profit and a stop that ends the loss, of one size; the one that is executed cancels the other.
 * docs/exchange/endpoints.md §4.1.
 */
export const SpotPairRequest = z.strictObject({
  clientOid: z.string().check(z.minLength(1), z.maxLength(40)),
  symbol: Name,
  side: Side,
  size: DecimalText,
  /** of the limit order */
  price: DecimalText,
  /** sets the other one off, which then asks `limitPrice` */
  stopPrice: DecimalText,
  limitPrice: DecimalText,
  remark: z.optional(z.string()),
});
export type SpotPairRequest = z.infer<typeof SpotPairRequest>;
