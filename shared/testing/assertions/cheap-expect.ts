import { expect } from 'vitest';

/**
 * Assertions for properties that check a million values. Building an assertion of vitest costs more than the check; here
 * it is built only when it fails, so that the message is the same.
 */

/** As `expect(actual).toBe(expected)`. */
export function expectSame<T>(actual: T, expected: T): void {
  if (!Object.is(actual, expected)) expect(actual).toBe(expected);
}

/** As `expect(actual).toBeLessThanOrEqual(most)`. */
export function expectAtMost(actual: number, most: number): void {
  if (!(actual <= most)) expect(actual).toBeLessThanOrEqual(most);
}

/** As `expect(actual).toBeGreaterThanOrEqual(least)`. */
export function expectAtLeast(actual: number, least: number): void {
  if (!(actual >= least)) expect(actual).toBeGreaterThanOrEqual(least);
}
