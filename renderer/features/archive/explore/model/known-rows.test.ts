import { describe, expect, it } from 'vitest';
import type { ExploredRow } from '#shared/domain/archive/explore.ts';
import { buildExploredRow } from '#shared/domain/archive/testing/build-explored-row.ts';
import { type KnownRows, takeFirstPage, takeOlderPage } from './known-rows.ts';

const rowAt = (createdAtMs: number, price: ExploredRow['price'] = '1') =>
  buildExploredRow({ key: String(createdAtMs), createdAtMs, price });
const known = (times: readonly number[], next: string | null): KnownRows => ({
  rows: times.map(at => rowAt(at)),
  next,
});
const timesOf = ({ rows }: KnownRows) => rows.map(({ createdAtMs }) => createdAtMs);

describe('the known rows', () => {
  it('get the rows that came since, and keep the older ones', () => {
    const taken = takeFirstPage(known([5, 4, 3, 2, 1], 'behind 1'), known([7, 6, 5, 4], 'behind 4'));
    expect(timesOf(taken)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(taken.next).toBe('behind 1');
  });

  it('get a row that was recorded late between those of the first page', () => {
    const taken = takeFirstPage(known([9, 7, 5, 3], 'behind 3'), known([9, 8, 7], 'behind 7'));
    expect(timesOf(taken)).toEqual([9, 8, 7, 5, 3]);
  });

  it('have the changed row of the first page', () => {
    const page: KnownRows = { rows: [rowAt(2, '7')], next: 'behind 2' };
    expect(takeFirstPage(known([2, 1], null), page).rows.map(({ price }) => price)).toEqual(['7', '1']);
  });

  it('are the first page alone when more rows came than it has', () => {
    const taken = takeFirstPage(known([2, 1], null), known([9, 8], 'behind 8'));
    expect([timesOf(taken), taken.next]).toEqual([[9, 8], 'behind 8']);
  });

  it('are the first page alone when it has all rows', () => {
    expect(timesOf(takeFirstPage(known([3, 2, 1], null), known([3], null)))).toEqual([3]);
  });

  it('continue behind a page that has all of them when older rows were recorded since', () => {
    const taken = takeFirstPage(known([5, 4], null), known([5, 4, 3], 'behind 3'));
    expect([timesOf(taken), taken.next]).toEqual([[5, 4, 3], 'behind 3']);
  });

  it('continue with an older page', () => {
    const taken = takeOlderPage(known([5, 4], 'behind 4'), known([3, 2], null));
    expect([timesOf(taken), taken.next]).toEqual([[5, 4, 3, 2], null]);
  });
});
