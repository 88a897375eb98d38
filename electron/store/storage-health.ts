import type { StorageStatus } from '#shared/domain/storage.ts';
import { codeOf } from './atomic-file.ts';

/** What is kept on disk, in the order in which it is tried again: the journal first, the log last. */
const places = ['journal', 'settings', 'log'] as const;
export type StoragePlace = (typeof places)[number];

export interface StorageHealth {
  readonly status: () => StorageStatus;
  /** What a write in this place came to: null, or what the file system threw. */
  readonly report: (place: StoragePlace, cause: unknown) => void;
  /** `retry` is called every two seconds while the place fails; it answers null when the place works again. */
  readonly onRetry: (place: StoragePlace, retry: () => unknown) => void;
  readonly close: () => void;
}

export interface StorageHealthOptions {
  readonly dataDir: string;
  /** bytes that may still be written; null when the system does not report it */
  readonly freeBytes: () => number | null;
  /** Returns its undo. */
  readonly later: (what: () => void, ms: number) => () => void;
  readonly onChange: (status: StorageStatus) => void;
}

const retryMs = 2_000;
/** Less is no room: it is soon taken, and the reserve for cancels comes first. */
const leastRoomBytes = 1024 * 1024;
/** With less than this left, a write that failed for another reason failed for this one. */
const noRoomBytes = 65_536;
const sqliteFull = 13;

type Trouble = { readonly isFull: boolean; readonly code: string };

/** Whether the disk takes what Fathom writes. Knows by the writes themselves, and tries again what failed. */
export function createStorageHealth(options: StorageHealthOptions): StorageHealth {
  const { freeBytes, later, onChange } = options;
  const troubles = new Map<StoragePlace, Trouble>();
  const retries = new Map<StoragePlace, () => unknown>();
  let status = statusOf(troubles, options);
  let undoRetry: (() => void) | null = null;

  const update = () => {
    const next = statusOf(troubles, options);
    const isNews = next.state !== status.state || next.detail !== status.detail;
    status = next;
    if (troubles.size > 0) undoRetry ??= later(retry, retryMs);
    if (isNews) onChange(status);
  };
  const note = (place: StoragePlace, cause: unknown) => {
    if (cause === null) troubles.delete(place);
    else troubles.set(place, troubleOf(cause, freeBytes()));
  };
  const retry = () => {
    undoRetry = null;
    const free = freeBytes();
    if (status.state !== 'full' || free === null || free >= leastRoomBytes) {
      for (const place of places) if (troubles.has(place)) note(place, retries.get(place)?.() ?? null);
    }
    update();
  };
  return {
    status: () => status,
    report: (place, cause) => {
      note(place, cause);
      update();
    },
    onRetry: (place, what) => void retries.set(place, what),
    close: () => {
      undoRetry?.();
      undoRetry = () => {}; // nothing is tried again any more, but for what would be lost
      if (troubles.has('journal')) retries.get('journal')?.();
    },
  };
}

function troubleOf(cause: unknown, free: number | null): Trouble {
  const code = storageCodeOf(cause);
  const isFull = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code) || (free !== null && free < noRoomBytes);
  return { isFull, code };
}

/** The file system's own word, or SQLite's; `unknown` for anything else. */
function storageCodeOf(cause: unknown): string {
  if (!(cause instanceof Error) || !('errcode' in cause) || typeof cause.errcode !== 'number') return codeOf(cause);
  const primary = cause.errcode % 256;
  return primary === sqliteFull ? 'SQLITE_FULL' : `SQLite ${primary}`;
}

function statusOf(troubles: ReadonlyMap<StoragePlace, Trouble>, { dataDir }: StorageHealthOptions): StorageStatus {
  const first = places.find(place => troubles.has(place));
  if (first === undefined) return { state: 'ok', detail: '' };
  if ([...troubles.values()].some(({ isFull }) => isFull)) {
    const detail = `The disk is full: Fathom loads data and sends only cancels. Free space on the disk of ${dataDir}; Fathom then continues.`;
    return { state: 'full', detail };
  }
  return { state: 'failing', detail: failingDetail(first, troubles.get(first)?.code ?? 'unknown', dataDir) };
}

function failingDetail(place: StoragePlace, code: string, dataDir: string): string {
  const todo = `Check the folder ${dataDir}; Fathom notices by itself when it can be written again.`;
  if (place === 'journal')
    return `The order journal cannot be written (${code}): Fathom loads data and sends only cancels. ${todo}`;
  const what = place === 'settings' ? 'settings and profiles are not kept' : 'its log is kept in memory';
  return `Fathom cannot write (${code}): ${what}. Trading goes on. ${todo}`;
}
