import { compare, type Decimal } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { SpotPairRequest } from '#shared/domain/account/stop-order.ts';
import type { OrderRequest } from '../model/request.ts';

/** The fields of a sent order that identify its pair. */
interface SentOrder {
  readonly request: OrderRequest;
  readonly sentAtMs: number;
}

/** Take profit or stop loss: one of the two orders of a pair. */
export type PairLeg = 'TP' | 'SL';

type PairAsked = Omit<SpotPairRequest, 'clientOid'>;

export function pairOf({ request }: Pick<SentOrder, 'request'>): PairAsked | null {
  return request.call === 'stops.placePair' ? request.order : null;
}

/** The exchange's clock and ours may differ by so much. */
const clockGapMs = 60_000;

type Row = Pick<Order, 'symbol' | 'side' | 'size' | 'createdAtMs'>;

/** The exchange gives each leg an id of its own and no client id: the request identifies them. */
function isOfPair({ sentAtMs }: SentOrder, pair: PairAsked, row: Row): boolean {
  const isSame = row.symbol === pair.symbol && row.side === pair.side && row.size !== null;
  if (!isSame || row.createdAtMs === null || row.createdAtMs < sentAtMs - clockGapMs) return false;
  return compare(row.size ?? '0', pair.size) === 0;
}

function isAt(price: Decimal | null, other: Decimal): boolean {
  return price !== null && compare(price, other) === 0;
}

interface WaitingLeg {
  readonly leg: PairLeg;
  readonly stop: StopOrder;
}

/** The legs that wait, each by what it is. */
export function waitingLegs(track: SentOrder, stops: readonly StopOrder[]): readonly WaitingLeg[] {
  const pair = pairOf(track);
  if (pair === null) return [];
  return stops
    .filter(stop => stop.venue === 'spot' && isOfPair(track, pair, stop))
    .flatMap((stop): readonly WaitingLeg[] => {
      if (isAt(stop.stopPrice, pair.price) && isAt(stop.price, pair.price)) return [{ leg: 'TP', stop }];
      const isLoss = isAt(stop.stopPrice, pair.stopPrice) && isAt(stop.price, pair.limitPrice);
      return isLoss ? [{ leg: 'SL', stop }] : [];
    });
}

/** The order that one leg placed when it fired. */
export function firedLeg(
  track: SentOrder,
  orders: readonly Order[],
): { readonly leg: PairLeg; readonly order: Order } | null {
  const pair = pairOf(track);
  if (pair === null) return null;
  for (const order of orders) {
    if (order.venue !== 'spot' || !isOfPair(track, pair, order)) continue;
    if (isAt(order.price, pair.price)) return { leg: 'TP', order };
    if (isAt(order.price, pair.limitPrice)) return { leg: 'SL', order };
  }
  return null;
}
