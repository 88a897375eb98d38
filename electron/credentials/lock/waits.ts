const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** The wait after so many wrong tries in a row; two slips cost nothing. */
const waitsMs = [0, 0, 0, 10 * secondMs, 30 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs] as const;

export function waitMs(wrongTries: number): number {
  return waitsMs[Math.min(wrongTries, waitsMs.length - 1)] ?? 0;
}

export interface Tries {
  readonly wrongTries: number;
  readonly lastWrongAtMs: number;
}

/**
 * When the next PIN is checked, in epoch ms; null: now. A clock that was set back never makes the wait longer than
 * itself.
 */
export function retryAtMs({ wrongTries, lastWrongAtMs }: Tries, nowMs: number): number | null {
  const untilMs = Math.min(lastWrongAtMs, nowMs) + waitMs(wrongTries);
  return untilMs > nowMs ? untilMs : null;
}

/** A wait in words, for a sentence that says when. */
export function waitText(ms: number): string {
  const seconds = Math.ceil(ms / secondMs);
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
