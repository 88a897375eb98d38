import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import { fail, type Result } from '#shared/errors.ts';

/** The unreadable rows of one read, each once although a walk of pages may meet it twice. */
export interface RowCollector {
  /** for the options of the calls */
  readonly unreadable: (row: OddRow) => void;
  readonly all: () => readonly OddRow[];
}

/** Collects the unreadable rows of one read. */
export function collectUnreadable(): RowCollector {
  const rows = new Map<string, OddRow>();
  return {
    unreadable: row => void rows.set(`${row.endpoint} ${row.id ?? row.raw}`, row),
    all: () => [...rows.values()],
  };
}

/**
 * Leaves unreadable rows out of an answer without a word. For lists of the market, where a missing row shows as a
 * missing price, candle or trade; never for what belongs to the account.
 */
export function leaveOut(_row: OddRow): void {}

/**
 * Asks for a list in which one row is wanted. Unreadable rows fail the call only when the wanted row is not among the
 * readable ones, because it may then be an unreadable one.
 */
export async function searchList<T>(
  ask: (listening: Pick<RowCollector, 'unreadable'>) => Promise<Result<T>>,
  isFound: (value: T) => boolean,
  mayBeWanted: (row: OddRow) => boolean = () => true,
): Promise<Result<T>> {
  const odd = collectUnreadable();
  const read = await ask({ unreadable: odd.unreadable });
  const row = odd.all().find(mayBeWanted);
  if (!read.ok || row === undefined || isFound(read.value)) return read;
  return unreadableFailure(row);
}

/** The ids of unreadable rows, of those that have one. */
export function idsOf(rows: readonly OddRow[]): readonly string[] {
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

/** The first unreadable row that is not among these ids; undefined: there is none. A row without an id may be any. */
export function firstUnknown(rows: readonly OddRow[], ids: readonly string[]): OddRow | undefined {
  return rows.find(({ id }) => id === null || !ids.includes(id));
}

/** An answer that is unreadable because of one of its rows. */
export function unreadableFailure({ endpoint, field }: OddRow): ReturnType<typeof fail> {
  return fail('bad-reply', `The answer to ${endpoint} is not as agreed: field ${field}.`, { endpoint, field });
}
