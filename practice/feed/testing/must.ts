import type { Outcome } from '#practice/kernel/kernel.ts';

/** The value, or a test failure that says why it was refused. */
export function must<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}
