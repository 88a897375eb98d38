import type { Page } from '#shared/domain/page.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Collected } from '#client/types.ts';
import { collectPages } from '../pages.ts';

/** A row with a key: rows that agree in all constant fields differ by their position among each other. */
export interface Keyed<T> {
  readonly key: string;
  readonly row: T;
}

interface KeyedWalk<T> {
  readonly fetchPage: (page: number) => Promise<Result<Page<T>>>;
  /** all of a row that never changes */
  readonly keyOf: (row: T) => string;
  readonly pageSize: number;
  readonly maxPages: number;
}

function keyRows<T>(page: Page<T>, keyOf: (row: T) => string): Page<Keyed<T>> {
  const places = new Map<string, number>();
  const items = page.items.map((row): Keyed<T> => {
    const key = keyOf(row);
    const place = places.get(key) ?? 0;
    places.set(key, place + 1);
    return { key: `${key} ${place}`, row };
  });
  return { ...page, items };
}

/**
 * All pages of a list whose rows have no id. Twins on two pages look like one row, so a list that stays shorter than it
 * claimed to be at the first page is not complete.
 */
export async function collectKeyed<T>({
  fetchPage,
  keyOf,
  ...limits
}: KeyedWalk<T>): Promise<Result<Collected<Keyed<T>>>> {
  let claimed = 0;
  let unreadable = 0;
  const walked = await collectPages<Keyed<T>>({
    ...limits,
    fetchPage: async page => {
      const read = await fetchPage(page);
      if (!read.ok) return read;
      // rows that arrive later belong to no page that is still to come
      if (page === 1) {
        claimed = read.value.totalItems;
        unreadable = 0;
      }
      unreadable += read.value.unreadableCount ?? 0;
      return succeed(keyRows(read.value, keyOf));
    },
    idOf: ({ key }) => key,
  });
  if (!walked.ok) return walked;
  const { items, isComplete } = walked.value;
  return succeed({ items, isComplete: isComplete && items.length + unreadable >= claimed });
}

/** As `collectKeyed`, the rows alone. */
export async function collectUnnamed<T>(walk: KeyedWalk<T>): Promise<Result<Collected<T>>> {
  const walked = await collectKeyed(walk);
  return walked.ok ? succeed({ ...walked.value, items: walked.value.items.map(({ row }) => row) }) : walked;
}
