import type { ExchangeClient } from '#client/client.ts';
import type { TradingAction, LookupDepth, LookupResult } from './trading-action.ts';

/** When to look, in ms after the answer was lost. docs/faults.md §4. */
const quickLooksMs = [500, 1_000, 2_000, 4_000, 8_000] as const;
/**
 * The exchange takes a request whose time stamp is at most 5 s off, and our clock may be that far off again: 10 s later
 * nothing that was sent can still be accepted, so "not there" has become final.
 */
const matchingWindowMs = 10_500;
const firstRetryMs = 5_000;
const slowestRetryMs = 60_000;

/** Resolves after `ms`, or at once when the signal aborts; never rejects. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** A wait that does not keep the program alive. */
export const waitQuietly: Wait = (ms, signal) =>
  new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    timer.unref();
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });

export interface FollowOptions<T> {
  readonly action: Pick<TradingAction<T>, 'lookUp'>;
  /** the profile's client of the moment; the profile may be closed and opened while we look. Null: it is not open */
  readonly client: () => ExchangeClient | null;
  readonly wait: Wait;
  readonly signal: AbortSignal;
}

/** Looks an action up until it is certain what became of it. Null when it was called off. */
export async function followUp<T>(
  following: FollowOptions<T>,
): Promise<Exclude<LookupResult<T>, { state: 'unsure' }> | null> {
  let atMs = 0;
  for (const dueMs of quickLooksMs) {
    const seen = await readAfter(following, dueMs - atMs, 'quick');
    if (seen === null || seen.state === 'done' || seen.state === 'closed') return seen;
    atMs = dueMs;
  }
  let pauseMs = matchingWindowMs - atMs;
  for (let retryMs = firstRetryMs; ; retryMs = Math.min(retryMs * 2, slowestRetryMs)) {
    const seen = await readAfter(following, pauseMs, 'full');
    if (seen === null || seen.state !== 'unsure') return seen;
    pauseMs = retryMs;
  }
}

async function readAfter<T>(
  following: FollowOptions<T>,
  ms: number,
  depth: LookupDepth,
): Promise<LookupResult<T> | null> {
  const { action, client, wait, signal } = following;
  await wait(ms, signal);
  if (signal.aborted) return null;
  const current = client();
  if (current === null) return { state: 'closed', detail: 'The profile is not open.' };
  const seen = await action.lookUp(current, depth);
  if (signal.aborted) return null;
  // closed during the read, and opened again by now: the opener saw that this action is being looked up, and leaves it
  // to us
  const isReopened = seen.state === 'closed' && (client() ?? current) !== current;
  return isReopened ? { state: 'unsure', detail: seen.detail } : seen;
}
