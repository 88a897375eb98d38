import { type Result, succeed } from '#shared/errors.ts';
import type { Collected } from '#client/types.ts';

interface Slice<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

interface OffsetWalk<T> {
  readonly fetchSlice: (offset: string | undefined) => Promise<Result<Slice<T>>>;
  /** identifies the row; the next slice continues from the last one */
  readonly offsetOf: (row: T) => string;
  readonly mostSlices: number;
}

/**
 * All rows from the newest on, slice by slice, each once. Rows that arrive meanwhile are newer than what is still to
 * come. `hasMore` alone is not believed: a slice that brings nothing new ends the list as well.
 */
export async function collectSlices<T>({
  fetchSlice,
  offsetOf,
  mostSlices,
}: OffsetWalk<T>): Promise<Result<Collected<T>>> {
  const items = new Map<string, T>();
  let offset: string | undefined;
  for (let slices = 0; slices < mostSlices; slices += 1) {
    const read = await fetchSlice(offset);
    if (!read.ok) return read;
    const before = items.size;
    for (const row of read.value.items) if (!items.has(offsetOf(row))) items.set(offsetOf(row), row);
    const last = read.value.items.at(-1);
    if (!read.value.hasMore || last === undefined || items.size === before) {
      return succeed({ items: [...items.values()], isComplete: true });
    }
    offset = offsetOf(last);
  }
  return succeed({ items: [...items.values()], isComplete: false });
}
