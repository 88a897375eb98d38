import {
  add,
  compare,
  type Decimal,
  divide,
  isNegative,
  isPositive,
  isZero,
  multiply,
  negate,
  subtract,
  sum,
} from '../decimal.ts';
import { working } from '../order-entry/market-terms.ts';
import { factorOf, type PriceMove, type ConstantCurrencies } from './price-move.ts';
import type { CrossUnit, FuturesLeg, IsolatedUnit, MarginUnit, PricedHolding, RiskUnit } from './risk-unit.ts';

/** Digits of a ratio; money keeps those of a quotient. */
const ratioScale = 6;

/** The state of a unit after a move. */
export interface Standing {
  readonly isLiquidated: boolean;
  /** change of its money, in `currency`; of a liquidated unit the money that is lost with it */
  readonly change: Decimal;
  /** what `change` is in */
  readonly currency: string;
  /** share of the way to liquidation: 1 is liquidation. Null: the exchange does not say what must be kept */
  readonly ratio: Decimal | null;
}

/** The price of a contract moves as its base does against its quote. */
export function legFactor(
  { baseCurrency, quoteCurrency }: FuturesLeg,
  move: PriceMove,
  still: ConstantCurrencies,
): Decimal {
  const base = factorOf(baseCurrency, move, still);
  const quote = factorOf(quoteCurrency, move, still);
  if (quote === '1') return base;
  return compare(base, quote) === 0 ? '1' : divide(base, quote, working);
}

/**
 * What a position gains when its mark is multiplied by `factor`, in the settlement currency; below zero: loses.
 * Linear u × mark × (f − 1), inverse u ÷ mark × (1 − 1 ÷ f). docs/risk.md §3.
 */
export function gainOf({ units, markPrice, isInverse }: FuturesLeg, factor: Decimal): Decimal {
  const rise = subtract(factor, '1');
  if (!isInverse) return multiply(multiply(units, markPrice), rise);
  return divide(multiply(units, rise), multiply(markPrice, factor), working);
}

function isolatedStanding(unit: IsolatedUnit, move: PriceMove, still: ConstantCurrencies): Standing {
  const { leg, liquidationPrice, margin, maintenance } = unit;
  const factor = legFactor(leg, move, still);
  const mark = multiply(leg.markPrice, factor);
  const currency = leg.settleCurrency;
  const isLiquidated =
    liquidationPrice !== null &&
    (isNegative(leg.units) ? compare(mark, liquidationPrice) >= 0 : compare(mark, liquidationPrice) <= 0);
  if (isLiquidated) return { isLiquidated, change: negate(margin), currency, ratio: '1' };
  const change = gainOf(leg, factor);
  return { isLiquidated, change, currency, ratio: shareOf(maintenance, add(margin, change)) };
}

/** Rounded against the holder. */
function shareOf(part: Decimal, whole: Decimal): Decimal {
  return isPositive(whole) ? divide(part, whole, { scale: ratioScale, rounding: 'ceil' }) : '1';
}

function crossStanding(
  { legs, buffer, settleCurrency: currency }: CrossUnit,
  move: PriceMove,
  still: ConstantCurrencies,
): Standing {
  const change = sum(legs.map(leg => gainOf(leg, legFactor(leg, move, still))));
  const isLiquidated = !isPositive(add(buffer, change));
  return { isLiquidated, change: isLiquidated ? negate(buffer) : change, currency, ratio: isLiquidated ? '1' : null };
}

/** What a margin account has and owes after a move, in the value currency. */
function worthAfter(holdings: readonly PricedHolding[], move: PriceMove, still: ConstantCurrencies) {
  const worth = (read: (holding: PricedHolding) => Decimal) =>
    sum(
      holdings.map(holding =>
        multiply(read(holding), multiply(holding.price, factorOf(holding.currency, move, still))),
      ),
    );
  return { assets: worth(({ total }) => total), debts: worth(({ liability }) => liability) };
}

const noMove: PriceMove = { coin: null, by: '0' };

/**
 * The ratio that the exchange states, moved as debts and assets move by our prices: at no move it is the exchange's own.
 * docs/risk.md §4.
 */
function marginStanding(unit: MarginUnit, move: PriceMove, still: ConstantCurrencies): Standing {
  const { holdings, debtRatio, liquidationRatio } = unit;
  const now = worthAfter(holdings, noMove, still);
  const then = worthAfter(holdings, move, still);
  const change = subtract(subtract(then.assets, then.debts), subtract(now.assets, now.debts));
  const ratio = movedRatio(debtRatio, now, then);
  const share = divide(ratio, liquidationRatio, { scale: ratioScale, rounding: 'ceil' });
  const isLiquidated = compare(ratio, liquidationRatio) >= 0;
  return { isLiquidated, change, currency: still.valueCurrency, ratio: isLiquidated ? '1' : share };
}

interface Worth {
  readonly assets: Decimal;
  readonly debts: Decimal;
}

function movedRatio(debtRatio: Decimal, now: Worth, then: Worth): Decimal {
  // without debts or assets of now there is nothing that could be moved
  if (isZero(now.debts) || isZero(now.assets) || isZero(then.assets)) return debtRatio;
  const top = multiply(multiply(debtRatio, then.debts), now.assets);
  return divide(top, multiply(now.debts, then.assets), working);
}

/** How a unit would stand. `move.by` must be above −1. */
export function standingOf(unit: RiskUnit, move: PriceMove, still: ConstantCurrencies): Standing {
  if (unit.kind === 'isolated') return isolatedStanding(unit, move, still);
  return unit.kind === 'cross' ? crossStanding(unit, move, still) : marginStanding(unit, move, still);
}
