import type { Failure } from '#shared/errors.ts';
import { answerOfFailure, type CancelAnswer } from './cancel-progress.ts';
import type { Cancellable } from './cancel-scopes.ts';

/** How many requests are under way at once: the exchange's answers stay in sight, and the budget is not spent in one go. */
const atOnce = 3;

/** How often a cancel that nothing was sent of, because the budget was spent, waits for its turn. */
const mostWaits = 5;

export type SentCancel =
  | { readonly ok: true; readonly value: { readonly outcome: 'requested' | 'already-done' } }
  | { readonly ok: false; readonly error: Failure };

export interface RunCancelsOptions {
  readonly orders: readonly Cancellable[];
  readonly send: (order: Cancellable) => Promise<SentCancel>;
  readonly publish: (order: Cancellable, answer: CancelAnswer) => void;
  readonly isStopped: () => boolean;
  /** resolves at the moment, epoch ms */
  readonly waitUntil: (atMs: number) => Promise<void>;
}

/**
 * Cancels row by row, a few at a time. A request is sent once; only one that was held back whole (`rate-limited`, with
 * the moment from which it may go) waits and goes then.
 */
export async function runCancels(options: RunCancelsOptions): Promise<void> {
  const left = options.orders.values();
  await Promise.all(Array.from({ length: atOnce }, () => workThrough(left, options)));
}

/** Every worker takes from the same iterator, so that each order is one worker's. */
async function workThrough(left: Iterable<Cancellable>, options: RunCancelsOptions): Promise<void> {
  for (const order of left) options.publish(order, await cancelOne(order, options));
}

async function cancelOne(
  order: Cancellable,
  { send, publish, isStopped, waitUntil }: RunCancelsOptions,
): Promise<CancelAnswer> {
  for (let waits = 0; !isStopped(); waits += 1) {
    publish(order, { kind: 'sending' });
    const sent = await send(order);
    if (sent.ok) return { kind: sent.value.outcome };
    const { error } = sent;
    const heldUntilMs = error.kind === 'rate-limited' && !error.isOutcomeUnknown ? error.retryAtMs : undefined;
    if (heldUntilMs === undefined || waits === mostWaits) return answerOfFailure(error);
    publish(order, { kind: 'waiting' });
    await waitUntil(heldUntilMs);
  }
  return { kind: 'not-sent' };
}
