import { absolute, type Decimal, isNegative, isPositive } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { positionKey } from '#shared/domain/market/position-key.ts';
import { dollarConstants } from '#shared/risk/price-move.ts';
import type { CrossUnit, FuturesLeg, RiskUnit } from '#shared/risk/risk-unit.ts';
import { type FuturesUnitsOptions, futuresUnits } from '#shared/risk/futures-units.ts';
import { coinsOf, contractMoves, movesOf, nearerOf } from '#shared/risk/liquidation-order.ts';
import { distanceTo } from './liquidation-distance.ts';
import { t } from '#shared/words/t.ts';

/**
 * Who says how far it is: the exchange by a price that it states, or Fathom; `least` where what the wallet may lose is
 * known to be at least so much.
 */
export type DistanceBasis = 'reported' | 'computed' | 'lower-bound';

/** How far a row is from liquidation, in what, and who says so. docs/risk.md §1. */
export interface RowReach {
  /** how far prices may move against it, as a fraction; below zero: past it. Null: see `distanceReason` */
  readonly distance: Decimal | null;
  readonly distanceReason: string;
  readonly basis: DistanceBasis;
  /** what the distance is a move of, where that is not the mark of its contract by itself */
  readonly distanceOf: string | null;
  /** no fall, and no rise up to double, liquidates it: there is no distance because there is no end of it */
  readonly isSafe: boolean;
  /** it is a move of its contract, and so comparable with how that contract moves */
  readonly isOfContract: boolean;
}

export interface ReachFacts {
  readonly legs: ReadonlyMap<string, FuturesLeg>;
  readonly units: ReadonlyMap<string, RiskUnit>;
}

/** `fall of BTC`. */
export function moveText(by: Decimal, what: string): string {
  return t`${isNegative(by) ? t`fall` : t`rise`} of ${what}`;
}

function unknown(distanceReason: string): RowReach {
  return { distance: null, distanceReason, basis: 'computed', distanceOf: null, isSafe: false, isOfContract: true };
}

/** By the price that the exchange states. Its lowest or highest price on an isolated position means that none can do it. */
function reportedReach(price: Decimal, position: Position, unit: RiskUnit | undefined): RowReach {
  if (unit?.kind === 'isolated' && unit.liquidationPrice === null)
    return { ...unknown(''), basis: 'reported', isSafe: true };
  const distance = distanceTo(price, position);
  return { ...unknown(t`It has no mark price.`), distance, basis: 'reported' };
}

/** Of a cross position without a price of its own: the move of its contract, or of all coins, that its wallet cannot stand. */
function computedReach({ symbol }: Position, wallet: CrossUnit, leg: FuturesLeg): RowReach {
  const basis = wallet.isAtLeast ? 'lower-bound' : 'computed';
  const alone = nearerOf(contractMoves(wallet, leg));
  if (alone !== null)
    return { ...unknown(''), basis, distance: absolute(alone), distanceOf: t`${moveText(alone, symbol)} alone` };
  const together = nearerOf(movesOf(wallet, null, dollarConstants));
  if (together !== null) {
    const distanceOf = moveText(together, t`all coins`);
    return { ...unknown(''), basis, distance: absolute(together), distanceOf, isOfContract: false };
  }
  const coins = [...coinsOf(wallet)].filter(coin => nearerOf(movesOf(wallet, coin, dollarConstants)) !== null);
  if (coins.length === 0) return { ...unknown(''), basis, isSafe: true };
  return unknown(t`Only another coin of its wallet can liquidate it: ${coins.join(', ')}.`);
}

export function positionReach(position: Position, { legs, units }: ReachFacts): RowReach {
  const { settleCurrency, marginMode, liquidationPrice } = position;
  const [wallet, leg] = [units.get(`cross ${settleCurrency}`), legs.get(positionKey(position))];
  // the exchange shows 0 for a long that its own price cannot liquidate; the rest of a cross wallet still can
  const isStated = liquidationPrice !== null && (marginMode === 'isolated' || isPositive(liquidationPrice));
  if (isStated) return reportedReach(liquidationPrice, position, units.get(positionKey(position)));
  if (marginMode === 'isolated') return unknown(t`No liquidation price, or the exchange does not state one.`);
  if (wallet?.kind !== 'cross' || leg === undefined)
    return unknown(
      t`The exchange reports no price, and Fathom cannot calculate it: the mark price, the contract or the wallet is unknown.`,
    );
  return computedReach(position, wallet, leg);
}

/** Of each of these positions, which stand on their wallets together. */
export function reachesOf(options: FuturesUnitsOptions): (position: Position) => RowReach {
  const { units, legs } = futuresUnits(options);
  const facts = {
    legs: new Map(legs.map(leg => [positionKey(leg), leg])),
    units: new Map(units.map(unit => [unit.id, unit])),
  };
  const known = new Map(options.positions.map(position => [position, positionReach(position, facts)]));
  return position => known.get(position) ?? positionReach(position, facts);
}
