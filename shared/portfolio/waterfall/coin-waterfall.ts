import { add, type Decimal, isZero, multiply, subtract, sum } from '../../decimal.ts';
import type { MovementPart, ValueMovement } from './value-movement.ts';

/** A coin at one end of a span. */
export interface CoinEnd {
  /** held − owed, in transit included */
  readonly quantity: Decimal;
  /** unrealised result of contracts, in the coin */
  readonly unrealised: Decimal;
  readonly price: Decimal | null;
}

/** A movement with the price of its time. */
export interface PricedMovement {
  readonly movement: ValueMovement;
  readonly price: Decimal | null;
}

/** A coin over a span. */
export interface CoinSpan {
  readonly coin: string;
  readonly start: CoinEnd;
  readonly end: CoinEnd;
  readonly movements: readonly PricedMovement[];
}

/** What changed the value of a coin, in the valuation currency. before + price + flows + unexplained = after. */
export interface CoinWaterfall {
  readonly coin: string;
  readonly before: { readonly quantity: Decimal; readonly value: Decimal };
  readonly after: { readonly quantity: Decimal; readonly value: Decimal };
  /** of held coins, with results and unrealised results of contracts */
  readonly price: Decimal;
  /** every other movement at the value of its time, with the movement */
  readonly flows: readonly { readonly movement: ValueMovement; readonly value: Decimal }[];
  /** the sum of the flows */
  readonly amount: Decimal;
  readonly unexplained: Decimal;
}

/** A coin that cannot be valued over a span: it counts at neither end. */
export interface LeftOutCoin {
  readonly coin: string;
  readonly missing: 'start' | 'end' | 'movement';
  readonly quantity: Decimal;
}

/** Whether nothing is held, and no contract has a result to come. */
export function isEmptyEnd({ quantity, unrealised }: CoinEnd): boolean {
  return isZero(quantity) && isZero(unrealised);
}

interface ValuedMovement {
  readonly movement: ValueMovement;
  readonly value: Decimal;
  /** what the price has made of it since, up to the end */
  readonly drift: Decimal;
}

function valueMovement({ movement, price }: PricedMovement, endPrice: Decimal): readonly ValuedMovement[] {
  if (price === null) return [];
  const { amount } = movement;
  return [{ movement, value: multiply(amount, price), drift: multiply(amount, subtract(endPrice, price)) }];
}

function valueOf({ quantity, unrealised }: CoinEnd, price: Decimal): Decimal {
  return multiply(add(quantity, unrealised), price);
}

function isOfPart({ movement }: ValuedMovement, part: MovementPart): boolean {
  return movement.part === part;
}

/**
 * The parts of a coin's change: price = q0 × (p1 − p0) + sum of x × (p1 − p then) + results of contracts + change of their
 * unrealised results; unexplained = (q1 − q0 − sum of x) × p1. A coin is left out when a price is missing at the end, at a
 * movement, or at a start where it is held.
 */
export function coinWaterfall({ coin, start, end, movements }: CoinSpan): CoinWaterfall | LeftOutCoin {
  const { price: endPrice } = end;
  if (start.price === null && !isEmptyEnd(start)) return { coin, missing: 'start', quantity: start.quantity };
  if (endPrice === null) return { coin, missing: 'end', quantity: end.quantity };
  const valued = movements.flatMap(movement => valueMovement(movement, endPrice));
  if (valued.length < movements.length) return { coin, missing: 'movement', quantity: end.quantity };
  // nothing is held at a start without a price
  const startPrice = start.price ?? '0';
  const results = valued.filter(each => isOfPart(each, 'price'));
  const flows = valued.filter(each => !isOfPart(each, 'price'));
  const moved = sum(valued.map(({ movement }) => movement.amount));
  const price = sum([
    multiply(start.quantity, subtract(endPrice, startPrice)),
    ...valued.map(({ drift }) => drift),
    ...results.map(({ value }) => value),
    subtract(multiply(end.unrealised, endPrice), multiply(start.unrealised, startPrice)),
  ]);
  return {
    coin,
    before: { quantity: start.quantity, value: valueOf(start, startPrice) },
    after: { quantity: end.quantity, value: valueOf(end, endPrice) },
    price,
    flows: flows.map(({ movement, value }) => ({ movement, value })),
    amount: sum(flows.map(({ value }) => value)),
    unexplained: multiply(subtract(subtract(end.quantity, start.quantity), moved), endPrice),
  };
}
