import * as z from 'zod/mini';
import type { Page } from '#shared/domain/page.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Collected } from '../types.ts';
import { rowsOf, unreadableCountOf } from '../wire/rows.ts';
import { count } from '../wire/scalars.ts';

/** The page envelope. docs/exchange/records.md §2. */
export function pageOf<S extends z.ZodMiniType>(item: S) {
  return z.pipe(
    z.object({ currentPage: count, pageSize: count, totalNum: count, totalPage: count, items: rowsOf(item) }),
    z.transform(
      (wire): Page<z.output<S>> => ({
        page: wire.currentPage,
        pageSize: wire.pageSize,
        totalItems: wire.totalNum,
        totalPages: wire.totalPage,
        items: wire.items.items,
        ...unreadableCountOf(wire.items),
      }),
    ),
  );
}

interface PageWalk<T> {
  readonly fetchPage: (page: number) => Promise<Result<Page<T>>>;
  readonly idOf: (item: T) => string;
  readonly pageSize: number;
  readonly maxPages: number;
}

interface Walked<T> {
  readonly items: ReadonlyMap<string, T>;
  /** the list reached its end within the cap */
  readonly isWhole: boolean;
  /** it got shorter on the way, so rows may have slipped from an unread page to a read one */
  readonly hasShrunk: boolean;
}

const maxWalks = 3;

/** How many rows the exchange put on a page, readable or not. */
export function rowCountOf<T>({ items, unreadableCount = 0 }: Page<T>): number {
  return items.length + unreadableCount;
}

/** A short page that claims to be the last is the end; `totalPage` alone is not believed in either direction. */
function isLast<T>(page: Page<T>, walk: { number: number; pageSize: number }): boolean {
  const fullSize = page.pageSize > 0 ? Math.min(page.pageSize, walk.pageSize) : walk.pageSize;
  return rowCountOf(page) < fullSize && walk.number >= page.totalPages;
}

async function walkOnce<T>({ fetchPage, idOf, pageSize, maxPages }: PageWalk<T>): Promise<Result<Walked<T>>> {
  const items = new Map<string, T>();
  let total: number | null = null;
  let hasShrunk = false;
  for (let number = 1; number <= maxPages; number += 1) {
    const answer = await fetchPage(number);
    if (!answer.ok) return answer;
    const page = answer.value;
    const before = items.size;
    for (const item of page.items) if (!items.has(idOf(item))) items.set(idOf(item), item);
    hasShrunk ||= total !== null && page.totalItems < total;
    total = page.totalItems;
    // An empty page or one that we have seen is the end, whatever the counters say.
    const isEmpty = items.size === before && rowCountOf(page) === page.items.length;
    if (isEmpty || isLast(page, { number, pageSize })) return succeed({ items, isWhole: true, hasShrunk });
  }
  return succeed({ items, isWhole: false, hasShrunk });
}

/**
 * All pages of a list within the cap, each record once, first seen first. When the list shrank during the walk it is
 * walked again, for a row that moved up a page would be missed; rows that are gone by then are left out.
 * docs/faults.md §5, case 37.
 */
export async function collectPages<T>(walk: PageWalk<T>): Promise<Result<Collected<T>>> {
  for (let walks = 1; ; walks += 1) {
    const walked = await walkOnce(walk);
    if (!walked.ok) return walked;
    const { items, isWhole, hasShrunk } = walked.value;
    if (!hasShrunk || walks >= maxWalks)
      return succeed({ items: [...items.values()], isComplete: isWhole && !hasShrunk });
  }
}
