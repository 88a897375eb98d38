import type { BookSnapshot } from '#shared/domain/market/book.ts';

export type AcceptBook = (previous: BookSnapshot | undefined, next: BookSnapshot) => BookSnapshot;

/**
 * After this many older answers in a row the exchange has restarted its sequence; before, a lagging mirror answered.
 */
const patience = 3;

/**
 * Keeps the newer of two snapshots of one symbol. A lower sequence is rejected; the view then ages visibly. When the
 * lower ones keep coming and go forward among themselves, the numbering itself began again and they are taken.
 */
export function createSequenceGuard(): AcceptBook {
  let rejected: readonly bigint[] = [];
  return (previous, next) => {
    const sequence = readSequence(next.sequence);
    const isBackwards =
      previous !== undefined && previous.symbol === next.symbol && sequence < readSequence(previous.sequence);
    if (!isBackwards) {
      rejected = [];
      return next;
    }
    const last = rejected.at(-1);
    rejected = last === undefined || sequence >= last ? [...rejected, sequence] : [sequence];
    if (rejected.length < patience) return previous;
    rejected = [];
    return next;
  };
}

/** Sequences may exceed 2^53. One that is no number counts as the lowest. */
function readSequence(text: string): bigint {
  return /^\d+$/.test(text) ? BigInt(text) : -1n;
}
