import { expect, it, vi } from 'vitest';
import { mergeReadings } from './merge-readings.ts';
import type { PanelReading } from './reading.ts';

function reading(part: Partial<PanelReading<readonly number[]>>): PanelReading<readonly number[]> {
  return {
    data: undefined,
    error: null,
    isLoading: true,
    isRefreshing: false,
    updatedAtMs: null,
    nextAttemptAtMs: null,
    intervalMs: null,
    cost: null,
    retry: () => undefined,
    ...part,
  };
}
const ascending = (a: number, b: number) => a - b;
const refused = { kind: 'permission', message: 'no', isOutcomeUnknown: false } as const;

it('shows what has arrived, sorted, as old as the oldest', () => {
  const merged = mergeReadings(
    [
      reading({ data: [3, 1], updatedAtMs: 20, intervalMs: 5, cost: { pool: 'spot', weight: 2 } }),
      reading({ data: [2], updatedAtMs: 10, intervalMs: 9, isRefreshing: true }),
    ],
    ascending,
  );
  expect(merged).toMatchObject({
    data: [1, 2, 3],
    updatedAtMs: 10,
    intervalMs: 9,
    isRefreshing: true,
    isLoading: false,
    cost: { pool: 'spot' },
  });
});

it('one place that fails leaves the other on screen and is named', () => {
  const merged = mergeReadings(
    [reading({ data: [1], updatedAtMs: 5 }), reading({ error: refused, nextAttemptAtMs: 77 })],
    ascending,
  );
  expect(merged).toMatchObject({ data: [1], error: refused, nextAttemptAtMs: 77, isLoading: false });
});

it('nothing yet is loading, and retry asks every place', () => {
  const retry = vi.fn();
  const merged = mergeReadings([reading({ retry }), reading({ retry })], ascending);
  expect(merged).toMatchObject({ data: undefined, isLoading: true, updatedAtMs: null, intervalMs: null });
  merged.retry();
  expect(retry).toHaveBeenCalledTimes(2);
  expect(mergeReadings([], ascending).cost).toBeNull();
});
