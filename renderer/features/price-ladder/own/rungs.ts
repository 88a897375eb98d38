import type { Decimal } from '#shared/decimal.ts';
import type { GhostLadder } from '#state/ladder-store.ts';
import { type MovableMark, type Placed, placeMarks } from './own-marks.ts';

/** One rung of the batch ladder that is being composed: nothing rests there yet. */
export interface RungMark extends MovableMark {
  /** its place in the grid of the ladder */
  readonly rung: number;
}

/** The rungs that are composed, by side and row; of no market but this one. */
export function placeRungs(ghosts: GhostLadder | null, step: Decimal): Placed<RungMark> {
  if (ghosts === null) return placeMarks<RungMark>([], step);
  const { side, rungs } = ghosts;
  return placeMarks(
    rungs.map(({ row, price, size }): RungMark => ({ id: `rung ${row}`, rung: row, side, price, rest: size })),
    step,
  );
}
