import { expect, it, vi } from 'vitest';
import { mergeReads } from './merge-reads.ts';
import type { PanelRead } from './panel-read.ts';
import { buildPanelRead } from './testing/build-panel-read.ts';

const read = (overrides: Partial<PanelRead<readonly number[]>>) => buildPanelRead(overrides);
const ascending = (a: number, b: number) => a - b;
const refused = { kind: 'permission', message: 'no', isOutcomeUnknown: false } as const;

it('merged reads show what has arrived, sorted, with the age of the oldest', () => {
  const merged = mergeReads(
    [
      read({ data: [3, 1], updatedAtMs: 20, intervalMs: 5, cost: { pool: 'spot', weight: 2 } }),
      read({ data: [2], updatedAtMs: 10, intervalMs: 9, isRefreshing: true }),
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

it('merged reads give the same rows for the same lists in the same order', () => {
  const [one, two] = [[3, 1], [2]];
  const first = mergeReads([read({ data: one }), read({ data: two })], ascending).data;
  expect(
    mergeReads([read({ data: one, isRefreshing: true }), read({ data: two, updatedAtMs: 7 })], ascending).data,
  ).toBe(first);
  expect(mergeReads([read({ data: one }), read({ data: [4] })], ascending).data).toEqual([1, 3, 4]);
  expect(mergeReads([read({ data: one })], ascending).data).toEqual([1, 3]);
  expect(mergeReads([read({ data: one }), read({ data: two })], (a: number, b: number) => b - a).data).toEqual([
    3, 2, 1,
  ]);
});

it('merged reads keep the other place on the screen when one fails, and name it', () => {
  const merged = mergeReads(
    [read({ data: [1], updatedAtMs: 5 }), read({ error: refused, nextAttemptAtMs: 77 })],
    ascending,
  );
  expect(merged).toMatchObject({ data: [1], error: refused, nextAttemptAtMs: 77, isLoading: false });
});

it('merged reads are loading without an answer, and retry requests every place', () => {
  const retry = vi.fn();
  const merged = mergeReads([read({ retry }), read({ retry })], ascending);
  expect(merged).toMatchObject({ data: undefined, isLoading: true, updatedAtMs: null, intervalMs: null });
  merged.retry();
  expect(retry).toHaveBeenCalledTimes(2);
  expect(mergeReads([], ascending).cost).toBeNull();
});

it('merged reads name the sources of each list once', () => {
  const sources = 'Read: the classic list alone.';
  expect(mergeReads([read({ sources }), read({}), read({ sources })], ascending).sources).toBe(sources);
  expect(mergeReads([read({}), read({})], ascending).sources).toBeNull();
});
