import type { Interval } from '#shared/domain/archive/archive.ts';

/** The first row after missing ones. */
export interface MissingRows {
  /** empty: a balance snapshot shows them */
  readonly key: string;
  readonly timeMs: number;
  /** they are missing from here on */
  readonly previousMs: number;
  readonly currency: string;
}

/** Whether rows may be missing in the window. */
export function areMissingIn({ fromMs, toMs }: Interval, { previousMs, timeMs }: MissingRows): boolean {
  return fromMs <= timeMs && previousMs < toMs;
}

/** The time of the missing rows, with the rows before and after it. */
export function spanOf({ previousMs, timeMs }: MissingRows): Interval {
  return { fromMs: previousMs, toMs: timeMs + 1 };
}
