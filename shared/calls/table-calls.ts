import * as z from 'zod/mini';
import { filePart, ownChange, ownRead, ownSave, whileLocked } from '../domain/call-traits.ts';
import { TableSetup } from '../domain/view/table-view.ts';

const id = z.string().check(z.regex(/^[a-z][a-z-]{0,39}$/));
const nothing = z.strictObject({});

/** The most characters of a file in one message: with each one escaped it is six times as long, still below the size limit of a call. */
export const partLength = 150_000;

/** The calls about tables: their views, and the files that are written from them. Part of the contract. */
export const tableCalls = {
  'tables.read': { ...ownRead, input: nothing, output: z.record(z.string(), TableSetup) },
  'tables.save': { ...ownSave, ...whileLocked, input: z.strictObject({ id, setup: TableSetup }), output: nothing },
  /** A file of a table, in parts: begun, written, ended. One at a time; another begun drops it. */
  'exports.begin': {
    ...ownChange,
    input: z.strictObject({ table: id, kind: z.enum(['csv', 'json']) }),
    output: z.object({ exportId: z.string() }),
  },
  'exports.write': {
    ...filePart,
    input: z.strictObject({ exportId: z.string(), text: z.string().check(z.maxLength(partLength)) }),
    output: nothing,
  },
  /** answers where it lies */
  'exports.end': {
    ...ownRead,
    input: z.strictObject({ exportId: z.string() }),
    output: z.object({ file: z.string() }),
  },
} as const;
