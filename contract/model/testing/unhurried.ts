import { setTimeout as pause } from 'node:timers/promises';
import type { Result } from '#shared/errors.ts';
import { must } from '#contract/testing/must.ts';

/** Reads what the exchange has, once its quota leaves room: all stories share one account. */
export async function unhurried<T>(read: () => Promise<Result<T>>): Promise<T> {
  for (;;) {
    const answer = await read();
    if (answer.ok || answer.error.kind !== 'rate-limited') return must(answer);
    await pause(500);
  }
}
