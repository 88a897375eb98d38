import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  fromUnits,
  isNegative,
  isPositive,
  isZero,
  multiply,
  negate,
  roundToStep,
  subtract,
} from '#shared/decimal.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import { distanceTo } from '#lib/orders/liquidation-distance.ts';
import { t } from '#shared/words/t.ts';

/** Digits kept in a quotient: far below any tick, so that only the last rounding decides. */
const working = { scale: 24, rounding: 'half-even' } as const;
/** Digits of an amount of margin that the sheet proposes. */
const amountStep = fromUnits(1n, 8);

/** Where a position would stand. Prices in quote currency; null means that no price can liquidate it. */
export interface MarginOutlook {
  readonly liquidationPrice: Decimal | null;
  readonly bankruptPrice: Decimal | null;
  /** distance from mark to liquidation as a fraction of mark; negative when mark is already past it */
  readonly distance: Decimal | null;
  /** approximately; null when nothing is left to lever */
  readonly leverage: Decimal | null;
  readonly positionMargin: Decimal;
}

export interface MarginPreview {
  readonly before: MarginOutlook;
  readonly after: MarginOutlook;
  /** inverse contracts follow by algebra only, and a position whose stated price our identity misses is not understood */
  readonly isEstimate: boolean;
}

/** Figures without which no liquidation price can be computed. */
const needed = [
  'averageEntryPrice',
  'markPrice',
  'markValue',
  'positionMargin',
  'bankruptcyCost',
  'maintenanceMargin',
  'marginWithPnl',
] as const;

/** A position whose figures are all known: only such a one can be previewed. */
export type MarginedPosition = Position & { readonly [Name in (typeof needed)[number]]: Decimal };

export function isMargined(position: Position): position is MarginedPosition {
  return needed.every(name => position[name] !== null);
}

/** Why there is no preview of a position that is not margined. */
export const noPreview = t`The exchange does not state all figures of this position, so there is no preview.`;

type Terms = Pick<FuturesContract, 'multiplier' | 'tickSize' | 'isInverse'>;

/** The price at which `buffer` of settlement currency per position is used up; null beyond zero or infinity. */
function priceAfterLosing(buffer: Decimal, position: MarginedPosition, terms: Terms): Decimal | null {
  const units = absolute(multiply(position.quantity, terms.multiplier));
  if (isZero(units)) return null;
  const isLong = isPositive(position.quantity);
  const perUnit = divide(buffer, units, working);
  if (!terms.isInverse) {
    const price = isLong ? subtract(position.averageEntryPrice, perUnit) : add(position.averageEntryPrice, perUnit);
    return isNegative(price) ? '0' : price;
  }
  const entry = divide('1', position.averageEntryPrice, working);
  const reciprocal = isLong ? add(entry, perUnit) : subtract(entry, perUnit);
  return isPositive(reciprocal) ? divide('1', reciprocal, working) : null;
}

/** The cautious side: a long's liquidation is shown a little early, and so is a short's. */
function toCautiousTick(price: Decimal | null, position: Position, terms: Terms): Decimal | null {
  return price === null ? null : roundToStep(price, terms.tickSize, isPositive(position.quantity) ? 'ceil' : 'floor');
}

function outlook(position: MarginedPosition, terms: Terms, added: Decimal): MarginOutlook {
  const positionMargin = add(position.positionMargin, added);
  const cost = position.bankruptcyCost;
  const atRisk = subtract(positionMargin, position.maintenanceMargin);
  const liquidationPrice = toCautiousTick(priceAfterLosing(atRisk, position, terms), position, terms);
  const bankrupt = priceAfterLosing(subtract(positionMargin, cost), position, terms);
  const equity = subtract(add(position.marginWithPnl, added), cost);
  // the value is signed: below zero for a short and for an inverse long. Leverage is not
  const worth = absolute(position.markValue);
  return {
    positionMargin,
    liquidationPrice,
    bankruptPrice: toCautiousTick(bankrupt, position, terms),
    distance: liquidationPrice === null ? null : distanceTo(liquidationPrice, position),
    leverage: isPositive(equity) ? divide(worth, equity, { scale: 4, rounding: 'half-even' }) : null,
  };
}

/**
 * What adding `amount` (settlement currency) does to an isolated position, by the identities of the exchange's own
 * records: liquidation = entry − (posMargin + Δ − posMaint)/u for a long, plus for a short, reciprocals for an inverse
 * contract. The before side shows the exchange's own prices; mark price never enters the price identities.
 */
export function previewMargin(position: MarginedPosition, terms: Terms, amount: Decimal): MarginPreview {
  const identity = outlook(position, terms, '0');
  const stated = position.liquidationPrice;
  const misses =
    stated === null || identity.liquidationPrice === null
      ? stated !== identity.liquidationPrice
      : compare(absolute(subtract(stated, identity.liquidationPrice)), terms.tickSize) > 0;
  const before = {
    ...identity,
    liquidationPrice: stated,
    bankruptPrice: position.bankruptPrice,
    distance: stated === null ? null : distanceTo(stated, position),
  };
  return { before, after: outlook(position, terms, amount), isEstimate: terms.isInverse || misses };
}

/**
 * The margin to add so that the liquidation price is no worse than `target`; null when no positive amount does that
 * (the price is already better, or lies beyond what margin can buy).
 */
export function marginForTarget(position: MarginedPosition, terms: Terms, target: Decimal): Decimal | null {
  const missing = missingFor(position, terms, target);
  const amount = missing === null ? '0' : roundToStep(missing, amountStep, 'ceil');
  return isPositive(amount) ? amount : null;
}

/** The margin that may be taken out while the liquidation price is no worse than `target`; null when there is none. */
export function marginBeyondTarget(position: MarginedPosition, terms: Terms, target: Decimal): Decimal | null {
  const missing = missingFor(position, terms, target);
  const amount = missing === null ? '0' : roundToStep(negate(missing), amountStep, 'floor');
  return isPositive(amount) ? amount : null;
}

/** What the margin lacks for a liquidation price of `target`; below zero it has more than that. */
function missingFor(position: MarginedPosition, terms: Terms, target: Decimal): Decimal | null {
  if (!isPositive(target) || isZero(position.quantity)) return null;
  const units = absolute(multiply(position.quantity, terms.multiplier));
  const isLong = isPositive(position.quantity);
  const move = terms.isInverse
    ? subtract(divide('1', target, working), divide('1', position.averageEntryPrice, working))
    : subtract(position.averageEntryPrice, target);
  const buffer = multiply(isLong ? move : subtract('0', move), units);
  return subtract(buffer, subtract(position.positionMargin, position.maintenanceMargin));
}
