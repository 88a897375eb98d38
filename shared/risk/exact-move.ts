import { add, type Decimal, divide, isZero, multiply, negate, subtract, sum } from '../decimal.ts';
import { working } from '../order-entry/market-terms.ts';
import { factorOf, type ConstantCurrencies } from './price-move.ts';
import type { CrossUnit, FuturesLeg, IsolatedUnit, MarginUnit, RiskUnit } from './risk-unit.ts';
import { gainOf } from './standing.ts';

/** A move at which a unit is exactly on its line; null: there is none; `unsolved`: it must be searched. */
export type ExactMove = Decimal | null | 'unsolved';

interface Scope {
  readonly coin: string | null;
  readonly still: ConstantCurrencies;
}

/** Whether a currency moves when these prices do. */
function isMoving(currency: string, { coin, still }: Scope): boolean {
  return factorOf(currency, { coin, by: '1' }, still) !== '1';
}

function ofIsolated({ leg, liquidationPrice }: IsolatedUnit, scope: Scope): ExactMove {
  if (isMoving(leg.quoteCurrency, scope)) return 'unsolved';
  if (liquidationPrice === null || !isMoving(leg.baseCurrency, scope)) return null;
  return subtract(divide(liquidationPrice, leg.markPrice, working), '1');
}

/** What all of these gain when prices double: the slope of a linear contract, and half the reach of an inverse one. */
function gainOfDoubling(legs: readonly FuturesLeg[]): Decimal {
  return sum(legs.map(leg => gainOf(leg, '2')));
}

/** Linear: buffer + S × m = 0. Inverse: buffer + V × m ÷ (1 + m) = 0. Both kinds together are not solved. */
function ofCross({ legs, buffer }: CrossUnit, scope: Scope): ExactMove {
  if (legs.some(({ quoteCurrency }) => isMoving(quoteCurrency, scope))) return 'unsolved';
  const moving = legs.filter(({ baseCurrency }) => isMoving(baseCurrency, scope));
  const inverse = moving.filter(({ isInverse }) => isInverse);
  if (inverse.length > 0 && inverse.length < moving.length) return 'unsolved';
  const gain = gainOfDoubling(moving);
  const reach = inverse.length > 0 ? add(buffer, multiply(gain, '2')) : gain;
  return isZero(reach) ? null : divide(negate(buffer), reach, working);
}

/** Debts over assets are a fraction of two lines in m: stated × (D + d m) ÷ D × A ÷ (A + a m) = line. */
function ofMargin({ holdings, debtRatio, liquidationRatio }: MarginUnit, scope: Scope): ExactMove {
  const worth = (part: 'total' | 'liability', isAll: boolean) =>
    sum(
      holdings
        .filter(({ currency }) => isAll || isMoving(currency, scope))
        .map(holding => multiply(holding[part], holding.price)),
    );
  const [assets, debts] = [worth('total', true), worth('liability', true)];
  if (isZero(assets) || isZero(debts)) return null;
  const top = multiply(debtRatio, assets);
  const bottom = multiply(liquidationRatio, debts);
  const slope = subtract(multiply(top, worth('liability', false)), multiply(bottom, worth('total', false)));
  const missing = subtract(multiply(bottom, assets), multiply(top, debts));
  return isZero(slope) ? null : divide(missing, slope, working);
}

export function exactMove(unit: RiskUnit, scope: Scope): ExactMove {
  if (unit.kind === 'isolated') return ofIsolated(unit, scope);
  return unit.kind === 'cross' ? ofCross(unit, scope) : ofMargin(unit, scope);
}
