import type { Failure, FailureKind, Result } from '#shared/errors.ts';
import type { World } from '#time/world.ts';

/** Asks REST for the whole of what a frame told only a part of; each key once at a time, again when it did not help. */
export interface Completion {
  readonly want: (key: string) => void;
  readonly stop: () => void;
}

export interface CompletionNeeds<T> {
  readonly world: World;
  /** between two questions for the same key */
  readonly gapMs: number;
  readonly ask: (key: string, signal: AbortSignal) => Promise<Result<T>>;
  /** Takes the answer and tells whether it was enough; when not, it is asked again, a few times. */
  readonly answered: (key: string, value: T) => boolean;
  /** The answer did not come or was never enough (null). `isLast`: nothing more will be asked for now. */
  readonly failed: (key: string, failure: { readonly error: Failure | null; readonly isLast: boolean }) => void;
}

interface Job {
  tries: number;
  askedAtMs: number;
  isAsking: boolean;
  /** wanted again while it was being asked */
  isDirty: boolean;
  undo: (() => void) | null;
}

interface CompletionState<T> {
  readonly needs: CompletionNeeds<T>;
  readonly jobs: Map<string, Job>;
  readonly line: string[];
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

/** Puts a key into the line, now or after a while. */
function plan<T>(office: CompletionState<T>, key: string, waitMs: number): void {
  const job = office.jobs.get(key);
  if (job === undefined) return;
  const enter = (): void => {
    job.undo = null;
    office.line.push(key);
    next(office);
  };
  if (waitMs > 0) job.undo = office.needs.world.after(waitMs, enter);
  else enter();
}

function next<T>(office: CompletionState<T>): void {
  while (office.asking < mostAtOnce) {
    const key = office.line.shift();
    if (key === undefined) return;
    const job = office.jobs.get(key);
    if (job !== undefined && !job.isAsking) void ask(office, key, job);
  }
}

async function ask<T>(office: CompletionState<T>, key: string, job: Job): Promise<void> {
  const { needs, stopping } = office;
  job.isAsking = true;
  job.isDirty = false;
  job.askedAtMs = needs.world.monotonicMs();
  office.asking += 1;
  const answer = await needs.ask(key, stopping.signal);
  office.asking -= 1;
  job.isAsking = false;
  if (stopping.signal.aborted) return;
  judge(office, key, { job, answer });
  next(office);
}

function judge<T>(office: CompletionState<T>, key: string, { job, answer }: { job: Job; answer: Result<T> }): void {
  const { needs } = office;
  const isEnough = answer.ok && needs.answered(key, answer.value);
  if (isEnough) {
    job.tries = 0;
    if (job.isDirty) plan(office, key, needs.gapMs);
    return;
  }
  const error = answer.ok ? null : answer.error;
  const retryMs = retryAfterMs(error, job.tries, needs.world);
  const isLast = retryMs === null;
  // an answer that is merely late is given one more chance before anybody hears of it
  if (!answer.ok || isLast || job.tries > 0) needs.failed(key, { error, isLast });
  job.tries = isLast ? 0 : job.tries + 1;
  if (!isLast) plan(office, key, retryMs);
}

/** Null when nothing is gained by asking again. */
function retryAfterMs(error: Failure | null, tries: number, world: World): number | null {
  const backOffMs = retriesMs[tries];
  if (backOffMs === undefined || (error !== null && final.has(error.kind))) return null;
  return error?.retryAtMs === undefined ? backOffMs : Math.max(backOffMs, error.retryAtMs - world.nowMs());
}

export function createCompletion<T>(needs: CompletionNeeds<T>): Completion {
  const office: CompletionState<T> = {
    needs,
    jobs: new Map(),
    line: [],
    stopping: new AbortController(),
    asking: 0,
  };
  return {
    want(key) {
      const known = office.jobs.get(key);
      const job = known ?? { tries: 0, askedAtMs: -Infinity, isAsking: false, isDirty: false, undo: null };
      if (known === undefined) office.jobs.set(key, job);
      prune(office);
      if (job.isAsking) job.isDirty = true;
      else if (job.undo === null && !office.line.includes(key))
        plan(office, key, job.askedAtMs + needs.gapMs - needs.world.monotonicMs());
    },
    stop() {
      office.stopping.abort();
      for (const { undo } of office.jobs.values()) undo?.();
      office.jobs.clear();
      office.line.length = 0;
    },
  };
}
