import type { CallOfKind } from '#shared/contract.ts';
import type { Failure } from '#shared/errors.ts';

/**
 * What the first screen reads; `polling.ts` has all reads, these included. Seconds between two reads; null = read once
 * and keep. The page loads this file with its first chunk.
 */
export const firstOwnSeconds = {
  'reads.costs': null,
  'profiles.list': null,
  // pushed as it changes; this is for a page that has heard nothing
  'link.read': 10,
} as const satisfies Partial<Record<CallOfKind<'own'>, number | null>>;

/** The same of what the exchange is asked. */
export const firstExchangeSeconds = {
  'symbols.list': 600,
  'contracts.list': 600,
  'book.read': 0.5,
  'accounts.baseFee': 1800,
} as const satisfies Partial<Record<CallOfKind<'read'>, number>>;

const firstSeconds = { ...firstOwnSeconds, ...firstExchangeSeconds };

export type FirstReadName = keyof typeof firstSeconds;

/** Seconds between two reads; null = read once and keep. */
export function firstSecondsOf(name: FirstReadName): number | null {
  return firstSeconds[name];
}

/**
 * A grouped book needs more levels, and one of futures comes whole: asked for half as often they cost about the same.
 */
export const dearBookMs = 1000;

/** How often a read is checked against the exchange while a live feed pushes its changes. */
export const reconcileMs = 60_000;

/** The wait before the next read after a failure: no burst, and never before the time that the exchange gave. */
export function waitAfterFailureMs(error: Failure, intervalMs: number, nowMs: number): number {
  const patientMs = Math.max(intervalMs, 2000);
  if (error.retryAtMs === undefined) return patientMs;
  return Math.max(patientMs, error.retryAtMs - nowMs);
}
