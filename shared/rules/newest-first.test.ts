import { expect, it } from 'vitest';
import { newestFirst } from './newest-first.ts';

it('row sort sorts rows by creation, newest first, and puts rows of unknown time last', () => {
  const rows = [
    { createdAtMs: null },
    { createdAtMs: 1 },
    { createdAtMs: 3 },
    { createdAtMs: null },
    { createdAtMs: 2 },
  ];
  expect(rows.toSorted(newestFirst).map(({ createdAtMs }) => createdAtMs)).toEqual([3, 2, 1, null, null]);
});
