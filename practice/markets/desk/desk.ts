import { accepted, type DeskParts, priceAway } from './desk-parts.ts';
import { fundDesk } from './desk-wallets.ts';
import { createFuturesDay } from './futures-day.ts';
import { placeRestingOrders } from './resting-orders.ts';
import { createSpotDay } from './spot-day.ts';

/** The master account as a real desk's: a day of trading behind it, orders and positions in front of it. */
export interface Desk {
  /** trades what is due at this moment of the day before the start (0 … 1) */
  actUntil(progress: number): void;
  /** places everything that waits; the makers are out of the book for that moment */
  open(): void;
}

/** Pays the desk's money in and answers its day. */
export function createDesk(parts: DeskParts): Desk {
  fundDesk(parts.ledger, parts.accountId);
  const spotDay = createSpotDay(parts);
  const futuresDay = createFuturesDay(parts);
  return {
    actUntil(progress) {
      spotDay.actUntil(progress);
      futuresDay.actUntil(progress);
    },
    open() {
      placeRestingOrders(parts);
      placeHalfFilled(parts);
    },
  };
}

/** An order that is partly done. The dollar pair hardly moves, so a price of seven ticks more stays out of reach. */
function placeHalfFilled(parts: DeskParts): void {
  const symbol = 'USDC-USDT';
  const price = priceAway(parts, symbol, 0.0007);
  const order = { symbol, type: 'limit', price } as const;
  const desk = parts.spot.place(parts.accountId, { ...order, side: 'sell', size: '5000' });
  if (accepted(parts, symbol, desk) === null) return;
  const taken = parts.spot.place(parts.takerOf(symbol), {
    ...order,
    side: 'buy',
    size: '1840.5',
    timeInForce: 'IOC',
  });
  accepted(parts, symbol, taken);
}
