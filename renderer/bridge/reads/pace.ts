import type { Failure } from '#shared/errors.ts';

/**
 * The interval of a book that needs many levels: a grouped one, and each one of futures. Such a read costs about twice
 * as much, so it is sent half as often.
 */
export const largeBookMs = 1000;

/** The interval at which a read is checked with the exchange while a live feed pushes its changes. */
export const reconcileMs = 60_000;

/** The wait after a failure: at least two seconds, at least the interval, and until the time that the exchange named. */
export function waitAfterFailureMs(error: Failure, intervalMs: number, nowMs: number): number {
  const patientMs = Math.max(intervalMs, 2000);
  if (error.retryAtMs === undefined) return patientMs;
  return Math.max(patientMs, error.retryAtMs - nowMs);
}
