import * as z from 'zod/mini';
import { fail, type Result, succeed } from '#shared/errors.ts';
import {
  codeOf,
  type LateFiles,
  readFailure,
  readPrivateFile,
  readPrivateFileStart,
  setAside,
  sizeOfFile,
  writePrivateFile,
} from './atomic-file.ts';
import { createLateWriter } from './documents/late-writer.ts';
import { fileLimitBytes, sizeText } from './documents/limits.ts';

export interface JsonFile<T> {
  /** what is on disk now */
  readonly read: () => T;
  /** what another process may have written meanwhile; null when that cannot be read or used */
  readonly readAgain: () => T | null;
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
  readonly onWritten?: ((cause: unknown) => void) | undefined;
}

/**
 * A small file that is written synchronously and flushed before `write` returns. For what an action depends on: the lock,
 * frozen profiles, policies. A damaged or too large file is set aside; one of a newer version is left untouched and is a
 * failure of kind `storage`.
 */
export function openJsonFile<S extends z.ZodMiniType>(options: JsonFileOptions<S>): Result<JsonFile<z.infer<S>>> {
  const { path, schema, empty, title } = options;
  const first = readChecked(options, fileLimitBytes.durable);
  if (!first.ok) return first;
  if (first.value.isNewer) return fail('storage', newerMessage(path));
  let current: z.infer<S> = first.value.content ?? empty;
  return succeed({
    read: () => current,
    readAgain: () => readAgain(path, schema),
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

function readAgain<S extends z.ZodMiniType>(path: string, schema: S): z.infer<S> | null {
  try {
    const parsed = schema.safeParse(parseJson(readPrivateFile(path, fileLimitBytes.durable) ?? ''));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // the file that is kept in memory counts
  }
}

export interface LateJsonFile<T> {
  /** the newest value; it may not be on disk yet */
  readonly read: () => T;
  /** Holds at once; written asynchronously, the newest value wins. `onWritten` reports what a write came to. */
  readonly change: (value: T) => void;
  /** what the last write failed with; null: it succeeded */
  readonly failure: () => unknown;
  /** Writes synchronously what is not on disk yet. */
  readonly close: () => void;
}

export interface LateJsonFileOptions<S extends z.ZodMiniType> extends JsonFileOptions<S> {
  readonly limitBytes: number;
  readonly pauseMs: number;
  readonly files?: LateFiles | undefined;
}

/**
 * A file that is written asynchronously, so that a large or frequent change never blocks the event loop. For what no
 * action depends on: settings, workspaces, presence and what was seen of sub-accounts. A crash loses the changes of the
 * last moment and leaves the last whole file; a shutdown writes everything.
 */
export function openLateJsonFile<S extends z.ZodMiniType>(
  options: LateJsonFileOptions<S>,
): Result<LateJsonFile<z.infer<S>>> {
  const first = readChecked(options, options.limitBytes);
  if (!first.ok) return first;
  const { isNewer, content } = first.value;
  if (isNewer) options.notice(`${newerMessage(options.path)} Until then changes of it are not saved.`);
  let current: z.infer<S> = content ?? options.empty;
  const writer = createLateWriter({ ...options, onWritten: cause => options.onWritten?.(cause) });
  return succeed({
    read: () => current,
    change: value => {
      current = value;
      if (!isNewer) writer.write(() => JSON.stringify(value));
    },
    failure: writer.failure,
    close: writer.close,
  });
}

interface Reading<T> {
  /** null when there is no file, or none that can be used */
  readonly content: T | null;
  /** written by a newer version: it must not be changed */
  readonly isNewer: boolean;
}

const nothing = { content: null, isNewer: false } as const;

function readChecked<S extends z.ZodMiniType>(
  options: JsonFileOptions<S>,
  limitBytes: number,
): Result<Reading<z.infer<S>>> {
  let text: string | null;
  try {
    // a file that is too large is not read: the start must not wait for it
    if (sizeOfFile(options.path) > limitBytes) return setLargeAside(options, limitBytes);
    text = readPrivateFile(options.path, limitBytes);
  } catch (cause) {
    return fail('storage', readFailure(cause, options));
  }
  if (text === null) return succeed(nothing);
  const json = parseJson(text);
  if (isNewerVersion(json)) return succeed({ content: null, isNewer: true });
  const parsed = options.schema.safeParse(json);
  if (parsed.success) return succeed({ content: parsed.data, isNewer: false });
  return abandon(
    options,
    aside => `The file with ${options.title} is damaged and was kept as ${aside}. Fathom starts with an empty one.`,
  );
}

const ownVersion = 1;
const AnyVersion = z.object({ version: z.number() });

function isNewerVersion(json: unknown): boolean {
  const file = AnyVersion.safeParse(json);
  return file.success && file.data.version > ownVersion;
}

function newerMessage(path: string): string {
  return `${path} was written by a newer version of Fathom. Start that version, or move the file away.`;
}

/** Every version writes the number of its format first. */
const versionAtStart = /^\s*\{\s*"version"\s*:\s*(\d{1,9})\b/;

function setLargeAside(options: AbandonOptions, limitBytes: number): Result<Reading<never>> {
  const version = versionAtStart.exec(readPrivateFileStart(options.path, 256))?.[1];
  if (Number(version ?? ownVersion) > ownVersion) return succeed({ content: null, isNewer: true });
  const limit = sizeText(limitBytes);
  return abandon(
    options,
    aside =>
      `The file with ${options.title} is larger than ${limit}. It was kept as ${aside}; Fathom starts without it.`,
  );
}

interface AbandonOptions {
  readonly path: string;
  readonly title: string;
  readonly nowMs: () => number;
  readonly notice: (message: string) => void;
}

function abandon(options: AbandonOptions, noticeOf: (aside: string) => string): Result<Reading<never>> {
  try {
    options.notice(noticeOf(setAside(options.path, options.nowMs())));
    return succeed(nothing);
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
