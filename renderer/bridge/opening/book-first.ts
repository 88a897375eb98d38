/** The waiters for the first book; null = none, or no longer. */
let waiting: (() => void)[] | null = null;

/**
 * The maximum wait for a book that may never arrive, on any screen: counted from the first answer of main, because
 * before that there is nothing to show, with another limit in any case.
 */
const mostMs = { answered: 1000, any: 5000 };

/**
 * From now on `afterFirstBook` waits: what the first book does not need would only compete with it, for the processor
 * and for the door. Called once, as the page begins; `answered` settles when main answers.
 */
export function putBookFirst(answered?: Promise<unknown>): void {
  waiting ??= [];
  setTimeout(releaseDeferredReads, mostMs.any);
  void answered?.then(() => setTimeout(releaseDeferredReads, mostMs.answered));
}

/** The first book is on the screen, or has kept the others waiting for long enough. */
export function releaseDeferredReads(): void {
  const all = waiting ?? [];
  waiting = null;
  for (const resume of all) resume();
}

/** Whether a caller would wait for the first book now. */
export function isBookFirst(): boolean {
  return waiting !== null;
}

/** Settles when the first book is no longer first; at once without one. */
export function afterFirstBook(): Promise<void> {
  const held = waiting;
  return held === null ? Promise.resolve() : new Promise(resolve => void held.push(resolve));
}
