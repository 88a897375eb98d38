import { hourMs } from '#practice/kernel/durations.ts';

/** Longs and shorts pay each other at 00:00, 08:00 and 16:00 UTC. */
export const fundingIntervalMs = 8 * hourMs;

/** The full hour of a funding; the exchange settles it a little later. */
export function fundingTimeMs(settledAtMs: number): number {
  return Math.floor(settledAtMs / fundingIntervalMs) * fundingIntervalMs;
}

export function nextFundingAtMs(nowMs: number): number {
  return fundingTimeMs(nowMs) + fundingIntervalMs;
}
