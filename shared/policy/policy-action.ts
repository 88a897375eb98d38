import { absolute, type Decimal, divide } from '#shared/decimal.ts';
import type { FuturesOrderRequest, MarginOrderRequest, SpotOrderRequest } from '#shared/domain/account/order.ts';
import type { SpotPairRequest, SpotStopRequest } from '#shared/domain/account/stop-order.ts';
import type { ContractRecord } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { t } from '#shared/words/t.ts';

/** How sizes and prices of a market become an amount of a currency. */
export interface PolicyMarket extends Market {
  /**
   * what a value of this market is counted in: the quote currency, on a contract what it settles in; null: the exchange
   * does not state what the contract is worth
   */
  readonly currency: string | null;
  /** what one unit of a size is, for people */
  readonly unitWords: string;
  /** value of one unit at a price of one; on an inverse contract the value of one unit, divided by its price */
  readonly multiplier: Decimal;
  readonly isInverse: boolean;
}

/** An order as the policy sees it. */
export interface PolicyOrder {
  readonly side: Side;
  readonly type: 'limit' | 'market';
  /** null on a market order */
  readonly price: Decimal | null;
  /** the limit price of the other half of an OCO pair: it is placed now, whatever the trigger */
  readonly twinPrice?: Decimal;
  /** in units of the market's book (base currency, lots), or worth so much; null: a whole position of unknown size */
  readonly amount: { readonly in: 'units' | 'value'; readonly figure: Decimal } | null;
  /** `up` fires at this price or above it, `down` at it or below */
  readonly trigger: { readonly price: Decimal; readonly direction: 'up' | 'down' } | null;
  /** the exchange lets it make the position smaller and nothing else */
  readonly isReducing: boolean;
}

/** An amount of a currency. */
export interface Money {
  readonly currency: string;
  readonly amount: Decimal;
}

/** What an action is for the policy. */
export type PolicyAction =
  | {
      readonly kind: 'place';
      readonly market: PolicyMarket;
      readonly orders: readonly PolicyOrder[];
      /** the exchange lends by itself what it lacks */
      readonly isBorrowing: boolean;
    }
  | { readonly kind: 'cancel' }
  /** `money`: null where nothing moves (leverage, margin mode, risk limit); `isAdding`: it makes the risk smaller */
  | { readonly kind: 'move-margin'; readonly money: Money | null; readonly isAdding: boolean }
  | { readonly kind: 'borrow'; readonly money: Money }
  | { readonly kind: 'repay' }
  | { readonly kind: 'transfer'; readonly money: Money };

export type Placing = Extract<PolicyAction, { readonly kind: 'place' }>;

function spotMarket({ symbol, baseCurrency, quoteCurrency }: SpotSymbol): PolicyMarket {
  return { venue: 'spot', symbol, currency: quoteCurrency, unitWords: baseCurrency, multiplier: '1', isInverse: false };
}

function futuresMarket(contract: ContractRecord): PolicyMarket {
  const { symbol, settleCurrency, isInverse } = contract;
  const market = { venue: 'futures', symbol, unitWords: t`lots`, isInverse } as const;
  // without a currency only slippage is judged, a ratio in which the multiplier cancels out
  if (contract.multiplier === null) return { ...market, currency: null, multiplier: '1' };
  // an inverse contract has a negative one
  return { ...market, currency: settleCurrency, multiplier: absolute(contract.multiplier) };
}

/** One order or a batch of one pair, on spot. */
export function placeSpot(orders: readonly SpotOrderRequest[], symbol: SpotSymbol): Placing {
  return { kind: 'place', market: spotMarket(symbol), orders: orders.map(fromSpot), isBorrowing: false };
}

export function placeMargin(order: MarginOrderRequest, symbol: SpotSymbol): Placing {
  return { ...placeSpot([order], symbol), isBorrowing: order.isAutoBorrow === true };
}

export function placeSpotStop(order: SpotStopRequest, symbol: SpotSymbol): Placing {
  const trigger = { price: order.stopPrice, direction: order.stop === 'entry' ? 'up' : 'down' } as const;
  return {
    kind: 'place',
    market: spotMarket(symbol),
    orders: [{ ...fromSpot(order), trigger }],
    isBorrowing: false,
  };
}

/**
 * Take profit and stop loss of one size, of which one ends the other, so it counts once. The order that the stop places
 * is held against its trigger, the other one against the touch: typed on the wrong side it would fill at once.
 */
export function placeSpotPair(order: SpotPairRequest, symbol: SpotSymbol): Placing {
  const { side, size, stopPrice, limitPrice: price, price: twinPrice } = order;
  const trigger = { price: stopPrice, direction: side === 'sell' ? 'down' : 'up' } as const;
  const plain = fromSpot({ side, type: 'limit', price, size });
  return { kind: 'place', market: spotMarket(symbol), orders: [{ ...plain, trigger, twinPrice }], isBorrowing: false };
}

/**
 * `positionSize`: lots of the position, signed, for an order that closes it whole and says no size; null: not known,
 * or no such order.
 */
export function placeFutures(
  order: FuturesOrderRequest,
  contract: ContractRecord,
  positionSize: Decimal | null,
): Placing {
  const { side, type, stop, stopPrice } = order;
  const market = futuresMarket(contract);
  return {
    kind: 'place',
    market,
    isBorrowing: false,
    orders: [
      {
        side,
        type,
        price: order.price ?? null,
        amount: amountOf(order, market, positionSize),
        trigger: stop === undefined || stopPrice === undefined ? null : { price: stopPrice, direction: stop },
        isReducing: order.isReduceOnly === true || order.isCloseOrder === true,
      },
    ],
  };
}

/** Several orders of one contract that go in one request; none of them closes a position of unknown size. */
export function placeFuturesBatch(orders: readonly FuturesOrderRequest[], contract: ContractRecord): Placing {
  const placing = orders.map(order => placeFutures(order, contract, null));
  return {
    kind: 'place',
    market: futuresMarket(contract),
    isBorrowing: false,
    orders: placing.flatMap(each => each.orders),
  };
}

type SpotAmounts = Pick<SpotOrderRequest, 'side' | 'type' | 'price' | 'size' | 'funds'>;

function fromSpot({ side, type, price, size, funds }: SpotAmounts): PolicyOrder {
  const inUnits = size === undefined ? null : ({ in: 'units', figure: size } as const);
  const amount = funds === undefined ? inUnits : ({ in: 'value', figure: funds } as const);
  return { side, type, price: price ?? null, amount, trigger: null, isReducing: false };
}

function amountOf(
  { size, quantity, value }: FuturesOrderRequest,
  { currency, multiplier }: PolicyMarket,
  positionSize: Decimal | null,
): PolicyOrder['amount'] {
  // neither becomes lots without the terms of the contract
  if (currency === null && (value ?? quantity) !== undefined) return null;
  if (value !== undefined) return { in: 'value', figure: value };
  if (quantity !== undefined) {
    return { in: 'units', figure: divide(quantity, multiplier, { scale: 12, rounding: 'up' }) };
  }
  const lots = size ?? (positionSize === null ? null : absolute(positionSize));
  return lots === null ? null : { in: 'units', figure: lots };
}
