import type { FeedTime } from '../topics/time.ts';

/** Clock and timers in the test's hand. */
export interface ManualTime extends FeedTime {
  /** passes so many ms; jobs run in the order of their moments, those of one moment in the order they were asked for */
  advance(ms: number): void;
  /** jobs that wait */
  waiting(): number;
}

interface Job {
  readonly periodMs: number | null;
  readonly run: () => void;
  atMs: number;
}

export const startMs = 1_732_000_000_000;

export function createManualTime(): ManualTime {
  let nowMs = startMs;
  let ticks = 0n;
  const jobs = new Set<Job>();
  const add = (delayMs: number, periodMs: number | null, run: () => void): (() => void) => {
    const job = { periodMs, run, atMs: nowMs + delayMs };
    jobs.add(job);
    return () => void jobs.delete(job);
  };
  const next = (untilMs: number): Job | null => {
    let first: Job | null = null;
    for (const job of jobs) if (job.atMs <= untilMs && (first === null || job.atMs < first.atMs)) first = job;
    return first;
  };
  return {
    clock: {
      nowMs: () => nowMs,
      nowNs: () => {
        ticks += 1n;
        return BigInt(nowMs) * 1_000_000n + ticks;
      },
    },
    scheduler: {
      after: (delayMs, run) => add(delayMs, null, run),
      every: (periodMs, run) => add(periodMs, periodMs, run),
    },
    advance(ms) {
      const untilMs = nowMs + ms;
      for (let job = next(untilMs); job !== null; job = next(untilMs)) {
        nowMs = Math.max(nowMs, job.atMs);
        if (job.periodMs === null) jobs.delete(job);
        else job.atMs += job.periodMs;
        job.run();
      }
      nowMs = untilMs;
    },
    waiting: () => jobs.size,
  };
}
