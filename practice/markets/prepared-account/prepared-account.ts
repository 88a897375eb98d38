import { accepted, type PreparedAccountOptions, priceAway } from './options.ts';
import { fundAccount } from './wallets.ts';
import { createFuturesDay } from './futures-day.ts';
import { createMarginDays } from './margin-days.ts';
import { createRestingOrders } from './resting-orders.ts';
import { createSpotDay } from './spot-day.ts';

/** The master account as a trader would leave it: a day of trading behind it, orders and positions in front of it. */
export interface PreparedAccount {
  /** trades what came before the past day; `advance` moves the clock to so many days before the start */
  actionBefore(advance: (daysAgo: number) => void): void;
  /** trades what is due at this moment of the day before the start (0 … 1) */
  actionUntil(progress: number): void;
  /** places everything that waits; the makers are out of the book for that moment */
  open(): void;
}

/** Pays the account's money in. */
export function createPreparedAccount(options: PreparedAccountOptions): PreparedAccount {
  fundAccount(options.ledger, options.accountId);
  const spotDay = createSpotDay(options);
  const futuresDay = createFuturesDay(options);
  const restingOrders = createRestingOrders(options);
  const marginDays = createMarginDays(options);
  return {
    actionBefore: advance => marginDays.actionBefore(advance),
    actionUntil(progress) {
      spotDay.actionUntil(progress);
      futuresDay.actionUntil(progress);
      marginDays.actionUntil(progress);
      restingOrders.actionUntil(progress);
    },
    open() {
      restingOrders.open();
      marginDays.open();
      placeHalfFilled(options);
    },
  };
}

const halfFilledAgoMs = 11 * 60_000;

/**
 * An order that was placed a while ago and is partly done just now. The dollar pair hardly moves, so a price of seven
 * ticks more stays out of reach.
 */
function placeHalfFilled(options: PreparedAccountOptions): void {
  const symbol = 'USDC-USDT';
  const price = priceAway(options, symbol, 0.0007);
  const order = { symbol, type: 'limit', price } as const;
  const place = () => options.spot.place(options.accountId, { ...order, side: 'sell', size: '5000' });
  options.ago(halfFilledAgoMs, () => void accepted(options, symbol, place()));
  const taken = options.spot.place(options.takerOf(symbol), {
    ...order,
    side: 'buy',
    size: '1840.5',
    timeInForce: 'IOC',
  });
  accepted(options, symbol, taken);
}
