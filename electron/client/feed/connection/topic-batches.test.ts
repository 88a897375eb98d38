import { describe, expect, it } from 'vitest';
import { batchesOf, halvesOf } from './topic-batches.ts';

const many = (count: number, isBatchable = true) =>
  Array.from({ length: count }, (_, index) => ({ topic: `/market/level2:S${index}`, isBatchable }));

describe('topic batches', () => {
  it('put up to 100 symbols of one prefix into a request', () => {
    const batches = batchesOf([...many(101), { topic: '/account/balance', isBatchable: false }]);
    expect(batches.map(({ topics }) => topics.length)).toEqual([100, 1, 1]);
    expect(batches[1]?.topic).toBe('/market/level2:S100');
    expect(batches[2]?.topic).toBe('/account/balance');
    expect(batches[0]?.topic.startsWith('/market/level2:S0,S1,')).toBe(true);
  });

  it('request one by one where the exchange requires it', () => {
    expect(batchesOf(many(3, false)).map(({ topic }) => topic)).toEqual([
      '/market/level2:S0',
      '/market/level2:S1',
      '/market/level2:S2',
    ]);
  });

  it('topic batches are split in half', () => {
    const [batch] = batchesOf(many(3));
    expect(batch === undefined ? [] : halvesOf(batch).map(({ topic }) => topic)).toEqual([
      '/market/level2:S0,S1',
      '/market/level2:S2',
    ]);
  });
});
