import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  isNegative,
  isZero,
  multiply,
  negate,
  round,
  subtract,
} from '../decimal.ts';
import { codeOf } from '../policy/rates.ts';
import { type ExactMove, exactMove } from './exact-move.ts';
import { factorOf, type PriceMove, type ConstantCurrencies } from './price-move.ts';
import type { CrossUnit, FuturesLeg, RiskUnit } from './risk-unit.ts';
import { standingOf } from './standing.ts';

/** One liquidation, and the smallest move that brings it about. */
export interface Liquidation {
  readonly unit: RiskUnit;
  /** fraction; below zero: prices fall */
  readonly by: Decimal;
  /** what is lost until and by it, in the value currency at the prices after the move; null: no price of its money */
  readonly loss: Decimal | null;
  /** all losses up to this one on its side, fall and rise apart; null as soon as one of them is not known */
  readonly lossSoFar: Decimal | null;
}

/**
 * What cannot be solved is looked for in steps of 4 % up to 100 %, and the step that liquidates is halved to six digits. Near
 * the end of a fall, where an inverse contract gains without bound and saves again what was gone, in smaller ones. docs/risk.md §5.
 */
const stepCount = 25;
const fineScale = 6;
const halvings = 17;
/** A fall of everything leaves no price to divide by. */
const deepestFall: Decimal = '-0.999999';

function steps(sign: 1 | -1): readonly Decimal[] {
  return Array.from({ length: stepCount }, (_, index) => {
    return divide(`${sign * (index + 1)}`, `${stepCount}`, { scale: 2, rounding: 'down' });
  });
}

const lastFalls: readonly Decimal[] = ['-0.97', '-0.98', '-0.99', '-0.995', '-0.999'];
const falls = [...steps(-1).slice(0, -1), ...lastFalls, deepestFall];
const rises = steps(1);

/** The smallest move between a survived one and a liquidating one. */
function narrow(isLiquidated: (by: Decimal) => boolean, survivingMove: Decimal, liquidatingMove: Decimal): Decimal {
  let [inner, outer] = [survivingMove, liquidatingMove];
  for (let turn = 0; turn < halvings; turn += 1) {
    const middle = divide(add(inner, outer), '2', { scale: fineScale, rounding: 'down' });
    if (isLiquidated(middle)) outer = middle;
    else inner = middle;
  }
  return outer;
}

function firstMove(isLiquidated: (by: Decimal) => boolean, side: readonly Decimal[]): Decimal | null {
  let survivingMove: Decimal = '0';
  for (const by of side) {
    if (isLiquidated(by)) return narrow(isLiquidated, survivingMove, by);
    survivingMove = by;
  }
  return null;
}

export interface Sides {
  /** null: no fall liquidates it */
  readonly fall: Decimal | null;
  /** null: no rise up to double liquidates it */
  readonly rise: Decimal | null;
}

const fineStep: Decimal = '0.000001';

/** The smallest move of six digits at or beyond an exact one; null: the last digit is lost in rounding. */
function settle(isLiquidated: (by: Decimal) => boolean, exact: Decimal): Decimal | null {
  const outer = round(exact, fineScale, 'up');
  const inner = isNegative(exact) ? add(outer, fineStep) : subtract(outer, fineStep);
  return isLiquidated(outer) && !isLiquidated(inner) ? outer : null;
}

function sidesOf(isLiquidated: (by: Decimal) => boolean, exact: ExactMove): Sides {
  if (exact === null) return { fall: null, rise: null };
  if (exact !== 'unsolved') {
    if (compare(exact, deepestFall) < 0 || compare(exact, '1') > 0) return { fall: null, rise: null };
    const by = settle(isLiquidated, exact);
    if (by !== null) return isNegative(by) ? { fall: by, rise: null } : { fall: null, rise: by };
  }
  return { fall: firstMove(isLiquidated, falls), rise: firstMove(isLiquidated, rises) };
}

/** The smallest fall and the smallest rise of one coin, or of all (null), that liquidate a unit. */
export function movesOf(unit: RiskUnit, coin: string | null, still: ConstantCurrencies): Sides {
  // a coin that it does not hang on is passed by at once: most units hang on one or two
  if (coin !== null && !coinsOf(unit).has(coin)) return unmoved(unit, still);
  const isLiquidated = (by: Decimal) => standingOf(unit, { coin, by }, still).isLiquidated;
  if (isLiquidated('0')) return { fall: '0', rise: '0' };
  return sidesOf(isLiquidated, exactMove(unit, { coin, still }));
}

/**
 * The smallest fall and rise of the price of one contract that liquidate its cross wallet, with all other contracts where
 * they are. docs/risk.md §1.
 */
export function contractMoves(unit: CrossUnit, leg: FuturesLeg): Sides {
  // its quote currency is constant in any case: its price moves
  const still = { valueCurrency: codeOf(leg.quoteCurrency), quotes: new Set<string>() };
  // in hedge mode the price of the contract moves its long and its short position
  const legs = unit.legs.filter(({ symbol }) => symbol === leg.symbol);
  return movesOf({ ...unit, legs }, codeOf(leg.baseCurrency), still);
}

/** The smaller of a fall and a rise; null: neither liquidates. */
export function nearerOf({ fall, rise }: Sides): Decimal | null {
  if (fall === null || rise === null) return fall ?? rise;
  return compare(negate(fall), rise) <= 0 ? fall : rise;
}

/** The coins that a unit hangs on. */
export function coinsOf(unit: RiskUnit): ReadonlySet<string> {
  if (unit.kind === 'margin') return new Set(unit.holdings.map(({ currency }) => codeOf(currency)));
  const legs = unit.kind === 'isolated' ? [unit.leg] : unit.legs;
  return new Set(legs.flatMap(({ baseCurrency, quoteCurrency }) => [codeOf(baseCurrency), codeOf(quoteCurrency)]));
}

function unmoved(unit: RiskUnit, still: ConstantCurrencies): Sides {
  const by = standingOf(unit, { coin: null, by: '0' }, still).isLiquidated ? '0' : null;
  return { fall: by, rise: by };
}

export interface LiquidationOrderOptions {
  readonly units: readonly RiskUnit[];
  /** null: all coins */
  readonly coin: string | null;
  readonly still: ConstantCurrencies;
  /** of one unit of a currency, in the value currency; null: not known */
  readonly priceOf: (currency: string) => Decimal | null;
}

/** Every liquidation by the size of the move that brings it, the smallest first; of equals in the given order. */
export function orderLiquidations({ units, coin, still, priceOf }: LiquidationOrderOptions): readonly Liquidation[] {
  const found = units.flatMap(unit => liquidationsOf(unit, { coin, still, priceOf }));
  const soFar: Record<'fall' | 'rise', Decimal | null> = { fall: '0', rise: '0' };
  return found
    .toSorted((a, b) => compare(absolute(a.by), absolute(b.by)))
    .map(({ unit, by, loss }) => {
      const sides = isZero(by) ? bothSides : isNegative(by) ? (['fall'] as const) : (['rise'] as const);
      for (const side of sides) {
        const before = soFar[side];
        soFar[side] = before === null || loss === null ? null : add(before, loss);
      }
      return { unit, by, loss, lossSoFar: soFar[sides[0]] };
    });
}

/** What is due already is lost whichever way prices go. */
const bothSides = ['fall', 'rise'] as const;

type Found = Omit<Liquidation, 'lossSoFar'>;

function liquidationsOf(
  unit: RiskUnit,
  { coin, still, priceOf }: Omit<LiquidationOrderOptions, 'units'>,
): readonly Found[] {
  const { fall, rise } = movesOf(unit, coin, still);
  const at = (by: Decimal): Found => ({ unit, by, loss: lossAt(unit, { coin, by }, { still, priceOf }) });
  // what is due already would stand on both sides
  if (fall === '0') return [at(fall)];
  return [fall, rise].flatMap(by => (by === null ? [] : [at(by)]));
}

function lossAt(
  unit: RiskUnit,
  move: PriceMove,
  { still, priceOf }: Pick<LiquidationOrderOptions, 'still' | 'priceOf'>,
): Decimal | null {
  const { change, currency } = standingOf(unit, move, still);
  const price = priceOf(currency);
  if (price === null) return null;
  return negate(multiply(change, multiply(price, factorOf(currency, move, still))));
}

/** The further move, as a fraction, that leads from one move of prices to another. */
export function remainingMove(from: Decimal, to: Decimal): Decimal {
  const left = divide(add('1', to), add('1', from), { scale: fineScale, rounding: 'half-even' });
  return subtract(left, '1');
}
