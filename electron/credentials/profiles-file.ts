import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import * as z from 'zod/mini';
import { Profile } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { codeOf, readFailure, readPrivateFile, setAside, writePrivateFile } from '#store/atomic-file.ts';
import { fileLimitBytes } from '#store/documents/limits.ts';

const StoredProfile = z.object({ profile: Profile, backend: z.string() });
export type StoredProfile = z.infer<typeof StoredProfile>;

export interface ProfilesFile {
  readonly rows: () => readonly StoredProfile[];
  /** kind `storage` when the folder cannot be written, or the file is a newer version's; then nothing has changed */
  readonly write: (rows: readonly StoredProfile[]) => Result<null>;
  /** ids of rows that could not be read: their keys are not orphans */
  readonly unreadableIds: readonly string[];
  /** rows with an unknown id were found, now or earlier */
  readonly hasNamelessRows: boolean;
}

export interface ProfilesFileOptions {
  readonly path: string;
  readonly practiceId: string;
  readonly nowMs: () => number;
  readonly notice: (message: string) => void;
  /** what each writing came to: null, or what the file system threw */
  readonly onWritten?: (cause: unknown) => void;
}

const version = 1;
const mostRows = 100;

const AnyVersion = z.object({ version: z.int().check(z.gte(1)), profiles: z.array(z.unknown()) });

interface Sorted {
  readonly version: number;
  readonly rows: readonly StoredProfile[];
  readonly unreadable: readonly unknown[];
}

/**
 * Reads `profiles.json` row by row: an invalid one hides no other, stays in the file and is reported. A file of a newer
 * version is shown as far as it can be read and never written. `profiles.json.bak` is the last good file.
 */
export function openProfilesFile(options: ProfilesFileOptions): Result<ProfilesFile> {
  const { path, notice } = options;
  let read: { readonly sorted: Sorted; readonly isGood: boolean };
  try {
    read = readBest(options);
  } catch (cause) {
    return fail('storage', readFailure(cause, { title: 'the profiles', path }));
  }
  const { unreadable } = read.sorted;
  const restored = unreadable.length === 0 ? [] : restore(read.sorted, options);
  const rest = unreadable.filter(raw => restored.every(row => row.profile.id !== idOf(raw)));
  const isNewer = read.sorted.version > version;
  if (isNewer) notice(newerNotice(path));
  if (unreadable.length > 0) notice(unreadableNotice(path, unreadable.length, restored.length));
  let rows: readonly StoredProfile[] = [...read.sorted.rows, ...restored];
  if (read.isGood && !isNewer) keepBackup(path);
  const unreadableIds = rest.flatMap(raw => idOf(raw) ?? []);
  return succeed({
    rows: () => rows,
    unreadableIds,
    hasNamelessRows: unreadableIds.length < rest.length || hasFileAside(path),
    write: next => {
      if (isNewer) return fail('storage', `${newerNotice(path)} Nothing was changed.`);
      try {
        writePrivateFile(path, textOf([...next, ...rest]));
      } catch (cause) {
        options.onWritten?.(cause);
        return fail('storage', `Fathom could not save the profiles (${codeOf(cause)}). Nothing was changed.`);
      }
      rows = next;
      options.onWritten?.(null);
      if (rest.length === 0) keepBackup(path);
      return succeed(null);
    },
  });
}

function textOf(rows: readonly unknown[]): string {
  return `${JSON.stringify({ version, profiles: rows }, null, 2)}\n`;
}

function readText(path: string): string | null {
  return readPrivateFile(path, fileLimitBytes.profiles);
}

/** The file, else its backup, else nothing. A file that is no list of profiles is set aside with a notice. */
function readBest(options: ProfilesFileOptions): { sorted: Sorted; isGood: boolean } {
  const { path, nowMs, notice } = options;
  const empty = { version, rows: [], unreadable: [] };
  const text = readText(path);
  const sorted = text === null ? null : sort(text, options.practiceId);
  if (sorted !== null) return { sorted, isGood: sorted.unreadable.length === 0 };
  const backup = readBackup(options);
  if (text === null && backup === null) return { sorted: empty, isGood: false };
  const what = text === null ? 'is missing' : `could not be understood; it was kept as ${setAside(path, nowMs())}`;
  const outcome = backup === null ? 'Fathom starts without them' : 'The last good copy of it is used';
  notice(`The file with the profiles ${what}. ${outcome}; keys in the keychain were not touched.`);
  return { sorted: backup ?? empty, isGood: false };
}

function readBackup({ path, practiceId }: ProfilesFileOptions): Sorted | null {
  try {
    const text = readText(`${path}.bak`);
    return text === null ? null : sort(text, practiceId);
  } catch {
    return null; // a backup that cannot be read is none
  }
}

/** Null when the text is no list of profiles at all. */
function sort(text: string, practiceId: string): Sorted | null {
  const file = AnyVersion.safeParse(parseJson(text));
  if (!file.success) return null;
  const rows: StoredProfile[] = [];
  const unreadable: unknown[] = [];
  for (const raw of file.data.profiles) {
    const row = StoredProfile.safeParse(raw);
    if (row.success && rows.length < mostRows && isPlausible(row.data, rows, practiceId)) rows.push(row.data);
    else unreadable.push(raw);
  }
  return { version: file.data.version, rows, unreadable };
}

/** Only profiles whose secret is in the keychain are ever on disk, each once, and none calls itself practice. */
function isPlausible({ profile }: StoredProfile, before: readonly StoredProfile[], practiceId: string): boolean {
  const isNew = before.every(row => row.profile.id !== profile.id);
  return isNew && profile.id !== practiceId && profile.secretHome === 'keychain';
}

/** The last good copies of rows that cannot be read any more. */
function restore({ rows, unreadable }: Sorted, options: ProfilesFileOptions): readonly StoredProfile[] {
  const lost = new Set(unreadable.map(idOf));
  const known = new Set(rows.map(row => row.profile.id));
  return (readBackup(options)?.rows ?? []).filter(({ profile }) => lost.has(profile.id) && !known.has(profile.id));
}

function idOf(raw: unknown): string | null {
  const profile: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'profile') : null;
  const id: unknown = typeof profile === 'object' && profile !== null ? Reflect.get(profile, 'id') : null;
  return typeof id === 'string' ? id : null;
}

function newerNotice(path: string): string {
  return `${path} was written by a newer version of Fathom. Its profiles are shown as far as they are understood, and the file is left as it is: start the newer version to change, add or remove profiles.`;
}

function unreadableNotice(path: string, unreadable: number, restored: number): string {
  const what = unreadable === 1 ? '1 profile' : `${unreadable} profiles`;
  const saved = restored === 0 ? '' : ` ${restored} could be taken from the last good copy.`;
  return `${what} in ${path} could not be read and stays there as it is; the others are used.${saved} Its key in the keychain was not touched.`;
}

/** The file as it now is, beside it. Failing is no harm: the file itself is there. */
function keepBackup(path: string): void {
  try {
    const text = readText(path);
    if (text !== null && readText(`${path}.bak`) !== text) writePrivateFile(`${path}.bak`, text);
  } catch {
    // the next good writing tries again
  }
}

function hasFileAside(path: string): boolean {
  try {
    return readdirSync(dirname(path)).some(name => name.startsWith(`${basename(path)}.broken-`));
  } catch {
    return false;
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
