/** What came together in the last minute, in a few numbers however much came. */
export interface MinuteSum {
  readonly add: (amount: number) => void;
  readonly sum: () => number;
}

const slotMs = 5_000;
const slots = 12;

/** Counts in twelfths of a minute: a sum is up to one of them short of a whole minute. `nowMs`: a monotonic clock. */
export function createMinuteSum(nowMs: () => number): MinuteSum {
  const amounts = Array.from({ length: slots }, () => 0);
  let newest = Math.floor(nowMs() / slotMs);
  const rollOn = (): number => {
    const now = Math.floor(nowMs() / slotMs);
    const first = Math.max(newest + 1, now - slots + 1);
    for (let slot = first; slot <= now; slot += 1) amounts[slot % slots] = 0;
    newest = Math.max(newest, now);
    return newest % slots;
  };
  return {
    add: amount => {
      const slot = rollOn();
      amounts[slot] = (amounts[slot] ?? 0) + amount;
    },
    sum: () => {
      rollOn();
      return amounts.reduce((all, amount) => all + amount, 0);
    },
  };
}
