import type { Failure, FailureKind, Result } from '#shared/errors.ts';
import type { Clock } from '#time/clock.ts';

/** Requests from REST the whole of a partly reported item; each key once at a time, again when it did not help. */
export interface Completion {
  readonly want: (key: string) => void;
  readonly stop: () => void;
}

export interface CompletionOptions<T> {
  readonly clock: Clock;
  /** between two questions for the same key */
  readonly gapMs: number;
  readonly ask: (key: string, signal: AbortSignal) => Promise<Result<T>>;
  /** Takes the answer and returns whether it was complete; when not, it is requested again, a few times. */
  readonly answered: (key: string, value: T) => boolean;
  /** The answer did not come or was never enough (null). `isLast`: nothing more will be asked for now. */
  readonly failed: (key: string, failure: { readonly error: Failure | null; readonly isLast: boolean }) => void;
}

interface Job {
  tries: number;
  requestedAtMs: number;
  isAsking: boolean;
  /** wanted again while it was being asked */
  isDirty: boolean;
  undo: (() => void) | null;
}

interface CompletionState<T> {
  readonly options: CompletionOptions<T>;
  readonly jobs: Map<string, Job>;
  readonly queue: string[];
  readonly stopping: AbortController;
  asking: number;
}

const mostAtOnce = 4;
const mostJobs = 2_000;
const retriesMs = [300, 1_000, 3_000, 9_000];
/** Asking again would not change the answer. */
export const final: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'not-found',
  'no-secret',
  'permission',
  'unknown-key',
  'closed',
]);

function prune<T>({ jobs }: CompletionState<T>): void {
  for (const [key, { isAsking, undo }] of jobs) {
    if (jobs.size <= mostJobs) return;
    if (!isAsking && undo === null) jobs.delete(key);
  }
}

/** Puts a key into the queue, now or after a while. */
function plan<T>(state: CompletionState<T>, key: string, waitMs: number): void {
  const job = state.jobs.get(key);
  if (job === undefined) return;
  const enter = (): void => {
    job.undo = null;
    state.queue.push(key);
    next(state);
  };
  if (waitMs > 0) job.undo = state.options.clock.after(waitMs, enter);
  else enter();
}

function next<T>(state: CompletionState<T>): void {
  while (state.asking < mostAtOnce) {
    const key = state.queue.shift();
    if (key === undefined) return;
    const job = state.jobs.get(key);
    if (job !== undefined && !job.isAsking) void ask(state, key, job);
  }
}

async function ask<T>(state: CompletionState<T>, key: string, job: Job): Promise<void> {
  const { options, stopping } = state;
  job.isAsking = true;
  job.isDirty = false;
  job.requestedAtMs = options.clock.monotonicMs();
  state.asking += 1;
  const answer = await options.ask(key, stopping.signal);
  state.asking -= 1;
  job.isAsking = false;
  if (stopping.signal.aborted) return;
  judge(state, key, { job, answer });
  next(state);
}

function judge<T>(state: CompletionState<T>, key: string, { job, answer }: { job: Job; answer: Result<T> }): void {
  const { options } = state;
  const isEnough = answer.ok && options.answered(key, answer.value);
  if (isEnough) {
    job.tries = 0;
    if (job.isDirty) plan(state, key, options.gapMs);
    return;
  }
  const error = answer.ok ? null : answer.error;
  const retryMs = retryAfterMs(error, job.tries, options.clock);
  const isLast = retryMs === null;
  // a late answer gets one more chance before it is reported
  if (!answer.ok || isLast || job.tries > 0) options.failed(key, { error, isLast });
  job.tries = isLast ? 0 : job.tries + 1;
  if (!isLast) plan(state, key, retryMs);
}

/** Null when nothing is gained by asking again. */
function retryAfterMs(error: Failure | null, tries: number, clock: Clock): number | null {
  const backOffMs = retriesMs[tries];
  if (backOffMs === undefined || (error !== null && final.has(error.kind))) return null;
  return error?.retryAtMs === undefined ? backOffMs : Math.max(backOffMs, error.retryAtMs - clock.nowMs());
}

export function createCompletion<T>(options: CompletionOptions<T>): Completion {
  const state: CompletionState<T> = {
    options,
    jobs: new Map(),
    queue: [],
    stopping: new AbortController(),
    asking: 0,
  };
  return {
    want(key) {
      const known = state.jobs.get(key);
      const job = known ?? { tries: 0, requestedAtMs: -Infinity, isAsking: false, isDirty: false, undo: null };
      if (known === undefined) state.jobs.set(key, job);
      prune(state);
      if (job.isAsking) job.isDirty = true;
      else if (job.undo === null && !state.queue.includes(key))
        plan(state, key, job.requestedAtMs + options.gapMs - options.clock.monotonicMs());
    },
    stop() {
      state.stopping.abort();
      for (const { undo } of state.jobs.values()) undo?.();
      state.jobs.clear();
      state.queue.length = 0;
    },
  };
}
