import type { Clock } from '#time/clock.ts';

export interface ReconciliationOptions {
  readonly clock: Clock;
  /** every list of the account that is shown has been read since something may have been missed */
  readonly isAccountRight: () => boolean;
  /** acts whose outcome is not known yet */
  readonly hasOpenActs: () => boolean;
  /** a sentence for the screen; null: acts may be sent again */
  readonly publish: (reason: string | null) => void;
}

/** The time after sleep or a reconnect in which nothing is sent but cancels. docs/faults.md §5, case 36. */
export interface Reconciliation {
  readonly begin: () => void;
  /** why nothing but a cancel may be sent now, or null */
  readonly objection: () => string | null;
  readonly stop: () => void;
}

const lookEveryMs = 100;
const reasons = {
  account: 'After sleep or a reconnect the account is being read anew. Until then only cancels are sent.',
  acts: 'After sleep or a reconnect an earlier act is still being looked up. Until then only cancels are sent.',
} as const;

export function createReconciliation(options: ReconciliationOptions): Reconciliation {
  const { clock, isAccountRight, hasOpenActs, publish } = options;
  let told: string | null = null;
  let undo: (() => void) | null = null;
  const tell = (reason: string | null): void => {
    if (reason === told) return;
    told = reason;
    publish(reason);
  };
  const look = (): void => {
    undo?.();
    undo = null;
    const reason = isAccountRight() ? (hasOpenActs() ? reasons.acts : null) : reasons.account;
    if (reason !== null) undo = clock.after(lookEveryMs, look);
    tell(reason);
  };
  return {
    begin() {
      tell(reasons.account);
      look();
    },
    objection() {
      if (told !== null) look();
      return told;
    },
    stop() {
      undo?.();
      tell(null);
    },
  };
}
