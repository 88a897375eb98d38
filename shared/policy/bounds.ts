import {
  add,
  type Decimal,
  divide,
  fromUnits,
  isPositive,
  multiply,
  round,
  subtract,
  toUnits,
} from '#shared/decimal.ts';
import { judge, type PolicyFacts } from './judge.ts';
import type { Policy } from './policy.ts';
import type { Placing, PolicyMarket, PolicyOrder } from './policy-action.ts';
import { highestPrice, priceOrder } from './price-order.ts';
import { rateIn } from './rates.ts';
import type { PolicyRule } from './policy-errors.ts';

/**
 * The furthest price at which the limit of an order passes, before it is put on a tick; null: no touch is known. Exact: a
 * price beyond it by however little is refused.
 */
export function furthestPrice(
  order: PolicyOrder,
  policy: Policy,
  { market, book }: { readonly market: PolicyMarket; readonly book: PolicyFacts['book'] },
): Decimal | null {
  const { reference } = priceOrder(order, market, book);
  if (reference === null) return null;
  // a distance is rounded up at the twelfth digit before it is held against the limit
  const reach = multiply(reference, round(policy.furthestPrice, 12, 'down'));
  return order.side === 'buy' ? add(reference, reach) : subtract(reference, reach);
}

interface Worth {
  /** in the currency of the policy */
  readonly most: Decimal;
  readonly policy: Policy;
  readonly market: PolicyMarket;
  readonly facts: PolicyFacts;
}

/**
 * How many units of a limit order are worth `most` and no more, before they are cut to lots; null: it cannot be priced, or
 * it is no limit order, whose worth depends on how deep it goes.
 */
export function unitsWorth(order: PolicyOrder, { most, policy, market, facts }: Worth): Decimal | null {
  const rate = market.currency === null ? null : rateIn(facts.rates, market.currency, policy.currency);
  const { touch } = priceOrder(order, market, facts.book);
  if (order.price === null || rate === null || touch === null || !isPositive(rate)) return null;
  const down = { scale: 18, rounding: 'down' } as const;
  // the value of an inverse contract is rounded up at the eighteenth digit
  if (market.isInverse) return divide(multiply(divide(most, rate, down), touch), market.multiplier, down);
  return divide(most, multiply(multiply(highestPrice(order, touch), market.multiplier), rate), down);
}

interface Asked {
  readonly rule: PolicyRule;
  /** what the amount may be a multiple of */
  readonly step: Decimal;
  readonly policy: Policy;
  readonly facts: PolicyFacts;
}

/**
 * The largest amount of an order, no larger than it is and in whole steps, at which one rule does not refuse it; null: at
 * none, or it says no amount. Asks the judge itself, by halves: what it refuses of a size, it refuses of any larger one.
 */
export function largestAmount(
  order: PolicyOrder,
  action: Omit<Placing, 'orders'>,
  { rule, step, policy, facts }: Asked,
): Decimal | null {
  const { amount } = order;
  if (amount === null) return null;
  const amountOf = (steps: bigint) => multiply(fromUnits(steps, 0), step);
  const isRefused = (steps: bigint) => {
    const orders = [{ ...order, amount: { in: amount.in, figure: amountOf(steps) } }];
    return judge({ ...action, orders }, policy, facts).validationErrors.some(
      validationError => validationError.rule === rule,
    );
  };
  let [passes, refused] = [0n, toUnits(divide(amount.figure, step, { scale: 0, rounding: 'down' }), 0) + 1n];
  while (refused - passes > 1n) {
    const middle = (passes + refused) / 2n;
    if (isRefused(middle)) refused = middle;
    else passes = middle;
  }
  return passes === 0n ? null : amountOf(passes);
}
