import { describe, expect, it } from 'vitest';
import { ArchiveSearch, compareExplored } from './explore.ts';
import { buildArchiveFilter } from './testing/build-archive-filter.ts';

describe('a search of the archive', () => {
  const search = { ...buildArchiveFilter(), cursor: null };

  it.each([
    ['no condition', {}, true],
    ['all conditions', { fromMs: 0, toMs: 1, wallet: 'main', market: 'BTC', side: 'in', kind: 'x', text: 'y' }, true],
    ['a list that does not exist', { view: 'candles' }, false],
    ['a field that does not exist', { offset: 10 }, false],
    ['a time beyond all dates', { toMs: 9e15 }, false],
    ['a text of 129 letters', { text: 'x'.repeat(129) }, false],
    ['a cursor of 8,001 letters', { cursor: 'x'.repeat(8_001) }, false],
  ])('a search accepts only valid values: %s', (_, change, isValid) => {
    expect(ArchiveSearch.safeParse({ ...search, ...change }).success).toBe(isValid);
  });
});

it('orders rows of one time by record and key', () => {
  const rows = [
    { createdAtMs: 1, record: 'b', key: '2' },
    { createdAtMs: 1, record: 'b', key: '1' },
    { createdAtMs: 1, record: 'a', key: '1' },
    { createdAtMs: 2, record: 'c', key: '1' },
  ];
  const sorted = rows.toSorted(compareExplored).map(({ record, key }) => record + key);
  expect(sorted).toEqual(['c1', 'a1', 'b2', 'b1']);
});
