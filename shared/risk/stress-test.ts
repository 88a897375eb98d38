import { absolute, add, compare, type Decimal, multiply, subtract, sum } from '../decimal.ts';
import { factorOf, type PriceMove, type ConstantCurrencies } from './price-move.ts';
import type { RiskUnit } from './risk-unit.ts';
import { type Standing, standingOf } from './standing.ts';
import { coinsOf, movesOf, remainingMove, type Sides } from './liquidation-order.ts';

/** An amount of a currency and what one is worth. */
export interface PricedAmount {
  readonly currency: string;
  readonly amount: Decimal;
  readonly price: Decimal;
}

export interface StressTestOptions {
  /** everything held that is no margin account: wallets of spot, and futures wallets with profit and loss */
  readonly amounts: readonly PricedAmount[];
  readonly units: readonly RiskUnit[];
  readonly still: ConstantCurrencies;
  /** in the value currency; null: not known, and then what is won or lost in that currency is not in the value */
  readonly priceOf: (currency: string) => Decimal | null;
}

export interface StressCell {
  readonly by: Decimal;
  /** of everything, in the value currency */
  readonly value: Decimal;
  readonly change: Decimal;
  /** the unit nearest to its line by its ratio, and that ratio; null: there is none */
  readonly worst: { readonly unit: RiskUnit; readonly ratio: Decimal } | null;
  readonly liquidated: readonly RiskUnit[];
  /** the smallest further move of the same prices that liquidates one more; null: none does */
  readonly nearest: Decimal | null;
}

/** One coin, or all of them, through several moves. */
export interface StressRow {
  /** null: all coins */
  readonly coin: string | null;
  readonly cells: readonly StressCell[];
}

function marginWorth(units: readonly RiskUnit[]): Decimal {
  return sum(
    units.flatMap(unit =>
      unit.kind === 'margin'
        ? unit.holdings.map(({ total, liability, price }) => multiply(subtract(total, liability), price))
        : [],
    ),
  );
}

/** What all of it is worth now, in the value currency. */
export function worthNow({ amounts, units }: Pick<StressTestOptions, 'amounts' | 'units'>): Decimal {
  return add(sum(amounts.map(({ amount, price }) => multiply(amount, price))), marginWorth(units));
}

/** What holds for all cells of a row, unit by unit. */
interface Row {
  /** of everything now */
  readonly worth: Decimal;
  readonly moves: readonly Sides[];
  /** its state when the coin of the row is none of its own; null: it moves */
  readonly resting: readonly (Standing | null)[];
}

const noMove: PriceMove = { coin: null, by: '0' };

/** The gains and losses of the wallets; those of a constant currency are skipped. */
function walletChange({ amounts, still }: StressTestOptions, move: PriceMove): Decimal {
  return sum(
    amounts.flatMap(({ currency, amount, price }) => {
      const factor = factorOf(currency, move, still);
      return factor === '1' ? [] : [multiply(multiply(amount, price), subtract(factor, '1'))];
    }),
  );
}

function cellOf(options: StressTestOptions, move: PriceMove, { worth, moves, resting }: Row): StressCell {
  const { units, still, priceOf } = options;
  // most units hang on a coin or two: all others stand as they stand now
  const standings = units.map((unit, index) => ({ unit, standing: resting[index] ?? standingOf(unit, move, still) }));
  const gains = standings.flatMap(({ standing: { change, currency } }) =>
    change === '0' ? [] : [multiply(multiply(change, priceOf(currency) ?? '0'), factorOf(currency, move, still))],
  );
  const change = add(walletChange(options, move), sum(gains));
  return {
    by: move.by,
    value: add(worth, change),
    change,
    worst: worstOf(standings),
    liquidated: standings.flatMap(({ unit, standing }) => (standing.isLiquidated ? [unit] : [])),
    nearest: nearestOf(
      move.by,
      moves.filter((_, index) => standings[index]?.standing.isLiquidated === false),
    ),
  };
}

type UnitStates = readonly { readonly unit: RiskUnit; readonly standing: Standing }[];

function worstOf(standings: UnitStates): StressCell['worst'] {
  let worst: StressCell['worst'] = null;
  for (const { unit, standing } of standings) {
    if (standing.ratio === null) continue;
    if (worst === null || compare(standing.ratio, worst.ratio) > 0) worst = { unit, ratio: standing.ratio };
  }
  return worst;
}

/** Of the moves that liquidate a remaining unit, the one nearest to the moved prices. */
function nearestOf(by: Decimal, moves: readonly Sides[]): Decimal | null {
  const left = moves
    .flatMap(({ fall, rise }) => [fall, rise])
    .filter(move => move !== null)
    .map(move => remainingMove(by, move));
  let nearest: Decimal | null = null;
  for (const move of left) {
    if (nearest === null || compare(absolute(move), absolute(nearest)) < 0) nearest = move;
  }
  return nearest;
}

/** The moves of a shock table. */
export const defaultScenarios: readonly Decimal[] = ['-0.1', '-0.05', '-0.02', '0.02', '0.05', '0.1'];

export function stressRow(
  options: StressTestOptions,
  coin: string | null,
  moves: readonly Decimal[] = defaultScenarios,
): StressRow {
  const { units, still } = options;
  const row: Row = {
    worth: worthNow(options),
    moves: units.map(unit => movesOf(unit, coin, still)),
    resting: units.map(unit => (coin === null || coinsOf(unit).has(coin) ? null : standingOf(unit, noMove, still))),
  };
  return { coin, cells: moves.map(by => cellOf(options, { coin, by }, row)) };
}
