import type { UnprovenWindow } from '#shared/domain/archive/archive.ts';

/**
 * How a list shows that a walk has all rows of its window. `total`: it announces how many there are; `end`: it says that it is
 * at its end; a number: it holds so many rows at most, so fewer are all.
 */
export type ListProof = 'total' | 'end' | number;

/** What a walk through a window has read, and what the exchange announced. */
export interface WindowCounts {
  /** different rows of each list */
  readonly readCount: number;
  /** rows of all pages, a repeated one counted each time */
  readonly listedCount: number;
  readonly unreadableCount: number;
  /** null: the list announces none */
  readonly announcedCount: number | null;
  /** nothing follows the last page */
  readonly isFinished: boolean;
  readonly oldestMs: number;
}

/** `provenFromMs`: from here on the window is complete. `isCut`: the list is as long as it can be. */
export type WindowProof =
  | { readonly kind: 'proven'; readonly provenFromMs: number; readonly isCut?: true }
  | ({ readonly kind: 'unproven' } & Pick<UnprovenWindow, 'fault' | 'readCount' | 'expectedCount'>);

/** Whether a walk has all rows since `fromMs`. */
export function proveWindow(proof: ListProof, list: WindowCounts, fromMs: number): WindowProof {
  const { readCount, listedCount, unreadableCount, announcedCount, isFinished, oldestMs } = list;
  if (unreadableCount > 0)
    return { kind: 'unproven', fault: 'unreadable', readCount, expectedCount: readCount + unreadableCount };
  if (proof === 'total')
    return readCount === announcedCount
      ? { kind: 'proven', provenFromMs: fromMs }
      : { kind: 'unproven', fault: 'count', readCount, expectedCount: announcedCount };
  if (!isFinished) return { kind: 'unproven', fault: 'unfinished', readCount, expectedCount: null };
  if (proof === 'end' || listedCount < proof) return { kind: 'proven', provenFromMs: fromMs };
  // rows of the same millisecond may be cut off
  return { kind: 'proven', provenFromMs: Math.max(fromMs, oldestMs + 1), isCut: true };
}
