/** Two clocks of the machine: one can be set by its owner or a time server, the other only ever runs. */
export interface MachineClocks {
  /** epoch ms */
  readonly date: () => number;
  /** ms since any moment, never set */
  readonly steady: () => number;
}

const mostDriftMs = 1000;

/**
 * Epoch ms that runs evenly. It follows the date forwards (the machine slept, or was set), because requests are checked
 * against it, but never backwards: trades must not happen before they were ordered.
 */
export function createMonotonicEpochClock({ date, steady }: MachineClocks): () => number {
  let offsetMs = date() - steady();
  return () => {
    const aheadMs = date() - steady() - offsetMs;
    if (aheadMs > mostDriftMs) offsetMs += aheadMs;
    return steady() + offsetMs;
  };
}
