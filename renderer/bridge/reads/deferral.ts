/** What continues after the deferral; null = nothing is deferred. */
let waiting: (() => void)[] | null = null;

/** The maximum duration of the deferral: from the first response of main, and from its start in any case. */
const maximumMs = { answered: 1000, any: 5000 };

/**
 * Defers reads and files that the first view does not need: they would compete with it for the processor and for main.
 * `renderer/startup` calls this once, before the first view. `answered` settles with the first response of main.
 */
export function startDeferral(answered?: Promise<unknown>): void {
  waiting ??= [];
  setTimeout(endDeferral, maximumMs.any);
  void answered?.then(() => setTimeout(endDeferral, maximumMs.answered));
}

/** Continues everything that was deferred. `renderer/startup` calls this when the first view is painted. */
export function endDeferral(): void {
  const all = waiting ?? [];
  waiting = null;
  for (const resume of all) resume();
}

/** Whether a caller of `afterDeferral` would wait now. */
export function isDeferring(): boolean {
  return waiting !== null;
}

/** Settles at the end of the deferral, at once without one. */
export function afterDeferral(): Promise<void> {
  const held = waiting;
  return held === null ? Promise.resolve() : new Promise(resolve => void held.push(resolve));
}
