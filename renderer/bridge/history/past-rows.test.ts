import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildArchivedPage, buildListCoverage } from '#shared/testing/archive/build-archived-page.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';
import { gapsOf, loadedMs, mergeRows, type PastRow, reachedMs } from './past-rows.ts';

interface Row extends PastRow {
  readonly id: string;
}

const keyOf = ({ id }: Row) => id;
const row = (id: string, createdAtMs: number | null, updatedAtMs: number | null = null): Row => ({
  id,
  createdAtMs,
  updatedAtMs,
});
const head = (rows: readonly Row[], sinceMs: number) => ({ rows, sinceMs });
const covering = (...covered: readonly (readonly [number, number])[]) =>
  buildListCoverage({ startMs: 100, covered: covered.map(([fromMs, toMs]) => ({ fromMs, toMs })) });
const place = (timeMs: number) => ({ timeMs, key: 'k' });

describe('rows of live lists and the archive', () => {
  it('are each shown once, as the live list has them', () => {
    const live = row('a', 9);
    const heads = [head([live, row('b', 8)], 5), null];
    const pages = [buildArchivedPage([row('a', 9), row('c', 4)])];
    const rows = mergeRows({ heads, pages }, keyOf);
    expect(rows.map(keyOf).toSorted()).toEqual(['a', 'b', 'c']);
    expect(rows.find(({ id }) => id === 'a')).toBe(live);
  });

  it('leave out live rows that are older than the archived pages, unless they changed since or have no time', () => {
    const heads = [head([row('old', 3), row('ended', 3, 9), row('new', 9), row('odd', null)], 1)];
    const pages = [buildArchivedPage([row('p', 6)], { next: place(6) })];
    expect(mergeRows({ heads, pages }, keyOf).map(keyOf).toSorted()).toEqual(['ended', 'new', 'odd', 'p']);
    expect(mergeRows({ heads, pages: [] }, keyOf)).toHaveLength(4);
  });

  it('are all shown once all pages are read, however the rows are divided between live lists and archive', () => {
    const times = fc.array(fc.nat(50), { maxLength: 40 });
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 10 }), fc.nat(50), (all, pageSize, sinceMs) => {
        const rows = all.map((time, index) => ({ ...row(`${index}`, time), createdAtMs: time })).toSorted(newestFirst);
        const heads = [
          head(
            rows.filter(({ createdAtMs }) => createdAtMs >= sinceMs),
            sinceMs,
          ),
        ];
        const count = Math.max(1, Math.ceil(rows.length / pageSize));
        const pages = Array.from({ length: count }, (_, index) => {
          const items = rows.slice(index * pageSize, (index + 1) * pageSize);
          const isLast = index === count - 1;
          return buildArchivedPage(items, { next: isLast ? null : place(items.at(-1)?.createdAtMs ?? 0) });
        });
        expect(mergeRows({ heads, pages }, keyOf)).toHaveLength(rows.length);
        expect(loadedMs({ pages })).toBeNull();
        // with some pages only, none of the rows shown is older than one that is not
        const part = mergeRows({ heads, pages: pages.slice(0, 1) }, keyOf);
        const shown = new Set(part.map(keyOf));
        const oldest = Math.min(...part.map(({ createdAtMs }) => createdAtMs ?? 0));
        const left = rows.filter(({ id }) => !shown.has(id)).map(({ createdAtMs }) => createdAtMs);
        expect(Math.max(-1, ...left)).toBeLessThanOrEqual(oldest);
      }),
    );
  });
});

describe('the reach of a list', () => {
  it('is where the live lists begin without the archive, and unknown while a live list is', () => {
    expect(reachedMs({ heads: [head([], 500), head([], 700)], pages: [] })).toBe(700);
    expect(reachedMs({ heads: [head([], 500), null], pages: [] })).toBeNull();
  });

  it('continues through covered times up to the first gap', () => {
    const heads = [head([], 500)];
    const pages = [buildArchivedPage<Row>([], { coverage: covering([100, 200], [300, 400], [400, 600]) })];
    expect(reachedMs({ heads, pages })).toBe(300);
    expect(gapsOf({ heads, pages })).toEqual([{ fromMs: 200, toMs: 300 }]);
  });

  it('does not continue where the archive ends before the live rows', () => {
    const heads = [head([], 500)];
    const pages = [buildArchivedPage<Row>([], { coverage: covering([100, 400]) })];
    expect(reachedMs({ heads, pages })).toBe(500);
    expect(gapsOf({ heads, pages })).toEqual([{ fromMs: 400, toMs: 500 }]);
  });

  it('has no gap before the archive began, or while it has not begun', () => {
    const heads = [head([], 500)];
    const begun = [buildArchivedPage<Row>([], { coverage: covering([100, 600]) })];
    expect(gapsOf({ heads, pages: begun })).toEqual([]);
    const starting = [buildArchivedPage<Row>([], { coverage: buildListCoverage({ startMs: null, covered: [] }) })];
    expect(gapsOf({ heads, pages: starting })).toEqual([]);
  });
});
