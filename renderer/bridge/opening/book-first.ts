/** Whoever waits for the first book; null = nobody has to, or not any more. */
let waiting: (() => void)[] | null = null;

/**
 * A book that may never come keeps nobody waiting longer than this, whatever is on the screen: so long after main has
 * begun to answer, because until then nobody has anything to show, and so long in any case.
 */
const mostMs = { answered: 1000, any: 5000 };

/**
 * From now on `afterFirstBook` waits: what the first book does not need would only compete with it, for the processor
 * and for the door. Called once, as the page begins; `answered` settles when main answers.
 */
export function putBookFirst(answered?: Promise<unknown>): void {
  waiting ??= [];
  setTimeout(letOthersGoOn, mostMs.any);
  void answered?.then(() => setTimeout(letOthersGoOn, mostMs.answered));
}

/** The first book is on the screen, or has kept the others waiting for long enough. */
export function letOthersGoOn(): void {
  const all = waiting ?? [];
  waiting = null;
  for (const goOn of all) goOn();
}

/** Whether somebody would wait for the first book now. */
export function isBookFirst(): boolean {
  return waiting !== null;
}

/** Settles when the first book no longer comes first; at once where nobody put it there. */
export function afterFirstBook(): Promise<void> {
  const held = waiting;
  return held === null ? Promise.resolve() : new Promise(resolve => void held.push(resolve));
}
