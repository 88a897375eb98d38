import * as z from 'zod/mini';
import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import { visibleText } from '#shared/visible-text.ts';

/** A row that its schema refuses, and the first field that is wrong. */
export interface RejectedRow {
  readonly value: unknown;
  readonly field: string;
}

/** Where refused rows go during one synchronous read; null: such a row fails the whole read. */
let refused: RejectedRow[] | null = null;

/**
 * Reads a value with a schema. A row of a list in it that cannot be read is left out and given back in `rows`, so that
 * one odd row does not lose the list.
 */
export function readKeepingRows<T>(schema: z.ZodMiniType<T>, value: unknown) {
  const outer = refused;
  const rows: RejectedRow[] = [];
  refused = rows;
  try {
    return { parsed: z.safeParse(schema, value), rows };
  } finally {
    refused = outer;
  }
}

type Issues = { push: (issue: z.core.$ZodRawIssue) => unknown };

function readRow<S extends z.ZodMiniType>(
  item: S,
  value: unknown,
  { index, issues }: { index: number | string; issues: Issues },
) {
  const read = z.safeParse(item, value);
  if (read.success) return read;
  const [first] = read.error.issues;
  const path = first?.path ?? [];
  if (refused === null) {
    issues.push({ code: 'custom', message: first?.message ?? '', input: value, path: [index, ...path] });
  } else {
    refused.push({ value, field: path.map(String).join('.') });
  }
  return null;
}

/** The readable rows of a list, and how many rows it had. */
export interface RowList<T> {
  readonly items: readonly T[];
  readonly rowCount: number;
}

/** How many rows of a page could not be read; nothing when all could. */
export function unreadableCountOf({ items, rowCount }: RowList<unknown>): { readonly unreadableCount?: number } {
  return rowCount === items.length ? {} : { unreadableCount: rowCount - items.length };
}

/** A list that may be null or absent when it is empty, read row by row. */
export function rowsOf<S extends z.ZodMiniType>(item: S) {
  return z.pipe(
    z.nullish(z.array(z.unknown())),
    z.transform((values, context): RowList<z.output<S>> => {
      const items: z.output<S>[] = [];
      for (const [index, value] of (values ?? []).entries()) {
        const read = readRow(item, value, { index, issues: context.issues });
        if (read !== null) items.push(read.data);
      }
      return { items, rowCount: values?.length ?? 0 };
    }),
  );
}

/** The rows of an answer in their places, null for each that cannot be read. For answers of writes, whose rows are matched. */
export function rowsInPlace<S extends z.ZodMiniType>(item: S) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((values): readonly (z.output<S> | null)[] =>
      values.map(value => {
        const read = z.safeParse(item, value);
        return read.success ? read.data : null;
      }),
    ),
  );
}

/** As `rowsOf`, the readable rows alone. */
export function listOf<S extends z.ZodMiniType>(item: S) {
  return z.pipe(
    rowsOf(item),
    z.transform(({ items }): readonly z.output<S>[] => items),
  );
}

/** A table by a name (a currency, a contract), read row by row: the readable rows alone. */
export function tableOf<S extends z.ZodMiniType>(item: S) {
  return z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((table, context): ReadonlyMap<string, z.output<S>> => {
      const rows = new Map<string, z.output<S>>();
      for (const [name, value] of Object.entries(table)) {
        const read = readRow(item, value, { index: name, issues: context.issues });
        if (read !== null) rows.set(name, read.data);
      }
      return rows;
    }),
  );
}

/** Fields that name a row, the most exact first. */
const idFields = ['id', 'tradeId', 'orderId', 'orderNo', 'offset', 'subUserId', 'accountId'];
const longestId = 80;
const longestRaw = 1_500;

function textField(value: unknown, names: readonly string[]): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const found = names.map((name): unknown => Reflect.get(value, name)).find(isName);
  return found === undefined ? null : visibleText(String(found).slice(0, longestId));
}

function isName(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** A refused row as it may go to the screen: without hidden characters, and cut to 1,500 characters. */
export function describeRow({ value, field }: RejectedRow, endpoint: string): OddRow {
  const raw = visibleText(JSON.stringify(value) ?? 'null');
  return {
    endpoint,
    field: field === '' ? 'row' : visibleText(field).slice(0, longestId),
    id: textField(value, idFields),
    symbol: textField(value, ['symbol']),
    raw: raw.length <= longestRaw ? raw : `${raw.slice(0, longestRaw - 1).toWellFormed()}…`,
  };
}
