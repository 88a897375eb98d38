import type * as z from 'zod/mini';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { codeOf, readPrivateFile, setAside, writePrivateFile } from './atomic-file.ts';

export interface JsonFile<T> {
  /** what is on disk now */
  readonly read: () => T;
  /** kind `storage` when the folder cannot be written; then nothing has changed, here or on disk */
  readonly write: (value: T) => Result<T>;
}

export interface JsonFileOptions<S extends z.ZodMiniType> {
  readonly path: string;
  readonly schema: S;
  readonly empty: z.infer<S>;
  /** what the file is for, in a sentence for people: `the profiles` */
  readonly title: string;
  readonly nowMs: () => number;
  readonly notice: (message: string) => void;
  /** what each writing came to: null, or what the file system threw */
  readonly onWritten?: (cause: unknown) => void;
}

/** A small file of settings that people may have edited: schema-checked when read; one that cannot be used is set aside. */
export function openJsonFile<S extends z.ZodMiniType>(options: JsonFileOptions<S>): Result<JsonFile<z.infer<S>>> {
  const { path, schema, empty, title } = options;
  const first = readChecked(options);
  if (!first.ok) return first;
  let current: z.infer<S> = first.value ?? empty;
  return succeed({
    read: () => current,
    write: value => {
      try {
        writePrivateFile(path, `${JSON.stringify(schema.parse(value), null, 2)}\n`);
      } catch (cause) {
        options.onWritten?.(cause);
        return fail('storage', `Fathom could not save ${title} (${codeOf(cause)}). Nothing was changed.`);
      }
      current = value;
      options.onWritten?.(null);
      return succeed(value);
    },
  });
}

/** Null when there is no file, or none that can be used. */
function readChecked<S extends z.ZodMiniType>(options: JsonFileOptions<S>): Result<z.infer<S> | null> {
  let text: string | null;
  try {
    text = readPrivateFile(options.path);
  } catch (cause) {
    return fail('storage', `Fathom could not read ${options.title} in ${options.path} (${codeOf(cause)}).`);
  }
  if (text === null) return succeed(null);
  const parsed = options.schema.safeParse(parseJson(text));
  if (parsed.success) return succeed(parsed.data);
  return abandon(options);
}

function abandon(options: { path: string; title: string; nowMs: () => number; notice: (message: string) => void }) {
  try {
    const aside = setAside(options.path, options.nowMs());
    options.notice(
      `The file with ${options.title} could not be understood. It was kept as ${aside}; Fathom starts anew.`,
    );
    return succeed(null);
  } catch (cause) {
    return fail('storage', `The file with ${options.title} is damaged and could not be moved away (${codeOf(cause)}).`);
  }
}

/** The JSON value, without keys that reach a prototype; undefined when the text is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch {
    return undefined;
  }
}
