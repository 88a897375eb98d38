import type { ListStatus } from './domain/account/account-list.ts';

/** What a message says of one list, whichever list it is. */
export interface ListContent<T> {
  readonly serial: number;
  readonly kind: 'whole' | 'edits';
  readonly upserts: readonly T[];
  readonly removed: readonly string[];
  readonly status: ListStatus;
}

/** Turns what a list is into messages: the first one whole, then what is different. */
export interface ListWriter<T> {
  /** null when nothing is different. A row that is the same object is the same row. */
  readonly write: (rows: ReadonlyMap<string, T>, status: ListStatus) => ListContent<T> | null;
  /** the next one is whole again, whatever was written before: a new page may be listening */
  readonly startOver: () => void;
}

interface Written<T> {
  readonly rows: ReadonlyMap<string, T>;
  readonly status: string;
}

/** Whether edits lead to the same order: the rows that were there stand where they did, and new ones behind them. */
function isInOrder(before: ReadonlyMap<string, unknown>, rows: ReadonlyMap<string, unknown>): boolean {
  const keys = rows.keys();
  for (const key of before.keys()) if (rows.has(key) && keys.next().value !== key) return false;
  return true;
}

export function createListWriter<T>(): ListWriter<T> {
  let last: Written<T> | null = null;
  let serial = 0;
  return {
    startOver() {
      last = null;
    },
    write(rows, status) {
      // a row that left and returned between two messages has another place now, which no edit states
      const before = last === null || isInOrder(last.rows, rows) ? last : null;
      const statusText = JSON.stringify(status);
      const upserts = [...rows].filter(([key, row]) => before?.rows.get(key) !== row).map(([, row]) => row);
      const removed = before === null ? [] : [...before.rows.keys()].filter(key => !rows.has(key));
      if (before?.status === statusText && upserts.length === 0 && removed.length === 0) return null;
      last = { rows: new Map(rows), status: statusText };
      serial += 1;
      return { serial, kind: before === null ? 'whole' : 'edits', upserts, removed, status };
    },
  };
}

/** A list as its reader holds it. */
export interface ListView<T> {
  readonly serial: number;
  readonly rows: ReadonlyMap<string, T>;
  readonly status: ListStatus;
}

/**
 * The list after a message, or null when the message does not follow the one before: then it must be requested again.
 */
export function readListMessage<T>(
  before: ListView<T> | undefined,
  { serial, kind, upserts, removed, status }: ListContent<T>,
  keyOf: (row: T) => string,
): ListView<T> | null {
  if (kind === 'edits' && before?.serial !== serial - 1) return null;
  if (kind === 'edits' && before !== undefined && upserts.length + removed.length === 0)
    return { serial, rows: before.rows, status };
  const rows = new Map(kind === 'whole' ? [] : before?.rows);
  for (const key of removed) rows.delete(key);
  for (const row of upserts) rows.set(keyOf(row), row);
  return { serial, rows, status };
}
