import {
  absolute,
  add,
  compare,
  type Decimal,
  isNegative,
  isPositive,
  multiply,
  round,
  subtract,
} from '#shared/decimal.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { distanceTo } from '#lib/orders/liquidation-distance.ts';
import { type MarginedPosition, previewMargin } from './margin-preview.ts';

/** Moves of the mark against the position, as fractions. */
export const scenarioMoves: readonly Decimal[] = ['0.01', '0.02', '0.05', '0.1', '0.2'];

/** One amount, and what room it would leave after each shock. */
export interface ScenarioRow {
  /** settlement currency; nought: nothing is added */
  readonly amount: Decimal;
  /** null: no price can liquidate it any more */
  readonly liquidationPrice: Decimal | null;
  /** a fraction of the shocked mark; at or below nought it is liquidated; null: nothing liquidates it */
  readonly rooms: readonly (Decimal | null)[];
}

const shares: readonly Decimal[] = ['0.25', '0.5', '1'];

/** Money of a share: cents of a dollar, eight digits of a coin. */
export function shareOf(available: Decimal, share: Decimal, currency: string): Decimal {
  return round(multiply(available, share), currency.startsWith('USD') ? 2 : 8, 'down');
}

/**
 * The amounts that are worth comparing: nothing, what was typed with its half and its double, else shares of what is
 * free. None beyond what is free, each once, the smallest first.
 */
export function scenarioAmounts(
  typed: Decimal | null,
  available: Decimal | null,
  currency: string,
): readonly Decimal[] {
  const wanted =
    typed === null
      ? shares.map(share => shareOf(available ?? '0', share, currency))
      : [shareOf(typed, '0.5', currency), typed, multiply(typed, '2')];
  const possible = wanted.filter(
    amount => isPositive(amount) && (amount === typed || available === null || compare(amount, available) <= 0),
  );
  const all = ['0' as Decimal, ...possible];
  return all
    .filter((amount, index) => all.findIndex(other => compare(other, amount) === 0) === index)
    .toSorted(compare);
}

type Terms = Pick<FuturesContract, 'multiplier' | 'tickSize' | 'isInverse'>;

/** Amounts × shocks. The liquidation price does not move with mark; the room to it does. */
export function scenarioGrid(
  position: MarginedPosition,
  terms: Terms,
  amounts: readonly Decimal[],
): readonly ScenarioRow[] {
  const { quantity, markPrice } = position;
  return amounts.map(amount => {
    const { before, after } = previewMargin(position, terms, amount);
    // without an addition the exchange's own price is the better word
    const { liquidationPrice: stated } = amount === '0' ? before : after;
    // nothing trades at zero: what is liquidated there never is
    const liquidationPrice = stated !== null && isPositive(stated) ? stated : null;
    const rooms = scenarioMoves.map(shock => {
      const move = multiply(markPrice, absolute(shock));
      const shocked = isNegative(quantity) ? add(markPrice, move) : subtract(markPrice, move);
      return liquidationPrice === null ? null : distanceTo(liquidationPrice, { markPrice: shocked, quantity });
    });
    return { amount, liquidationPrice, rooms };
  });
}
