import * as z from 'zod/mini';
import { type Result, succeed } from '#shared/errors.ts';
import type { Collected } from '#client/types.ts';
import { rowsOf, unreadableCountOf } from '#client/wire/rows.ts';
import { textOrNull } from '#client/wire/scalars.ts';

/** Rows, newest first, and where the next batch continues; null at the end. */
export interface IdBatch<T> {
  readonly items: readonly T[];
  readonly lastId: string | null;
  /** rows that could not be read */
  readonly unreadableCount?: number;
}

/** `items` and `lastId`, whose digits may exceed 2^53. docs/exchange/records.md §4.2. */
export function batchOf<S extends z.ZodMiniType>(row: S) {
  return z.pipe(
    z.object({ items: rowsOf(row), lastId: textOrNull }),
    z.transform(
      ({ items, lastId }): IdBatch<z.output<S>> => ({
        items: items.items,
        lastId: lastId === '0' ? null : lastId,
        ...unreadableCountOf(items),
      }),
    ),
  );
}

interface IdWalk<T> {
  readonly fetchBatch: (lastId: string | undefined) => Promise<Result<IdBatch<T>>>;
  readonly idOf: (row: T) => string;
  readonly mostBatches: number;
}

/**
 * All rows from the newest on, batch by batch, each once. Rows that arrive meanwhile are newer than all batches that
 * are still to come. A short batch is no end, for an exchange may give fewer than it is asked for: a batch that brings
 * nothing new is, or one that says of nothing that continues.
 */
export async function collectBatches<T>({ fetchBatch, idOf, mostBatches }: IdWalk<T>): Promise<Result<Collected<T>>> {
  const items = new Map<string, T>();
  let lastId: string | undefined;
  for (let batches = 0; batches < mostBatches; batches += 1) {
    const read = await fetchBatch(lastId);
    if (!read.ok) return read;
    const before = items.size;
    for (const row of read.value.items) if (!items.has(idOf(row))) items.set(idOf(row), row);
    const next = read.value.lastId ?? undefined;
    const isEmpty = items.size === before && (read.value.unreadableCount ?? 0) === 0;
    if (isEmpty || next === undefined || next === lastId) {
      return succeed({ items: [...items.values()], isComplete: true });
    }
    lastId = next;
  }
  return succeed({ items: [...items.values()], isComplete: false });
}
