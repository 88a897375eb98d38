import { join } from 'node:path';
import * as z from 'zod/mini';
import {
  type AccountsSnapshot,
  type NotedChange,
  WatchedAccounts,
  withSnapshot,
} from '#shared/domain/overseen/watched-accounts.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { checkQuota, documentLimits, fileLimitBytes, pauseMsOf } from './documents/limits.ts';
import { type LateJsonFile, openLateJsonFile } from './json-file.ts';
import type { IsKept, SettingsOptions } from './settings.ts';

/** A look that changed nothing is written at the latest so much later: only when it was would be lost. */
const writeEveryMs = 300_000;

/** A clock that was set back a little has no effect. */
const aheadMs = 60_000;

/** Of thousands of accounts every look is a megabyte: those of the last hour are in memory alone. */
const KeptAccounts = z.omit(WatchedAccounts, { recent: true });
const OverseenFile = z.object({ version: z.literal(1), profiles: z.record(z.string(), KeptAccounts) });
type OverseenFile = z.infer<typeof OverseenFile>;

type KeptAccounts = z.infer<typeof KeptAccounts>;
/** One object for each, so that its size is measured once. */
const keptParts = new WeakMap<WatchedAccounts, KeptAccounts>();

function keptOf(watched: WatchedAccounts): KeptAccounts {
  const known = keptParts.get(watched);
  if (known !== undefined) return known;
  const { recent: _, ...kept } = watched;
  keptParts.set(watched, kept);
  return kept;
}

interface Look {
  /** of the look that this one was compared with; null: there was none */
  readonly afterMs: number | null;
  readonly look: AccountsSnapshot;
  /** false: of an exchange that restarts with Fathom, and not written */
  readonly isKept: boolean;
}

export interface OverseenStore {
  /** null: not read yet */
  read(profileId: string): WatchedAccounts | null;
  /** False when another window has looked meanwhile: what was compared is old. Kind `over-quota`: it is too large. */
  look(profileId: string, look: Look): Result<boolean>;
  /** The changes that the archive does not have yet, also those that an earlier version stored. */
  unrecorded(profileId: string): readonly NotedChange[];
  /** The archive has these changes now, or its own ones instead. */
  recorded(profileId: string, keys: ReadonlySet<string>): void;
  /** Drops what belongs to other profiles, as soon as the file is read. */
  keepProfiles(isKept: IsKept): void;
  /** what the last write failed with; null: it succeeded */
  failure(): unknown;
  /** its exchange restarted; the data of the earlier one is not on disk */
  beginAnew(profileId: string): void;
  /** Writes what is not on disk yet. */
  close(): void;
}

function openFile({ dataDir, ...options }: SettingsOptions): Result<LateJsonFile<OverseenFile>> {
  return openLateJsonFile({
    ...options,
    path: join(dataDir, 'overseen.json'),
    schema: OverseenFile,
    empty: { version: 1, profiles: {} },
    title: 'what was seen of the sub-accounts',
    limitBytes: fileLimitBytes.overseen,
    pauseMs: pauseMsOf.overseen,
  });
}

/** A session begins with its first look; the last one of the session before may be of an hour ago. */
function newSession(watched: KeptAccounts): WatchedAccounts {
  return { ...watched, closed: watched.last, first: null, recent: [watched.last] };
}

function checkRoom(all: ReadonlyMap<string, WatchedAccounts>, profileId: string, next: WatchedAccounts): Result<null> {
  const others = [...all].flatMap(([id, watched]) => (id === profileId ? [] : [keptOf(watched)]));
  return checkQuota(documentLimits.watchedAccounts, keptOf(next), others);
}

function withoutChanges(watched: WatchedAccounts, keys: ReadonlySet<string>): WatchedAccounts {
  return { ...watched, changes: watched.changes.filter(({ key }) => !keys.has(key)) };
}

/** The state after a look; null: it was not taken. Kind `over-quota`: it is too large. */
function takeLook(
  all: ReadonlyMap<string, WatchedAccounts>,
  profileId: string,
  { afterMs, look, nowMs }: Omit<Look, 'isKept'> & { readonly nowMs: number },
): Result<WatchedAccounts | null> {
  const before = all.get(profileId) ?? null;
  if (afterMs !== (before?.last.atMs ?? null)) return succeed(null);
  // one of tomorrow would make all of today old
  if (look.atMs > nowMs + aheadMs) return succeed(null);
  const after = withSnapshot(before, look);
  if (after === null || after === before) return succeed(null);
  const allowed = checkRoom(all, profileId, after);
  return allowed.ok ? succeed(after) : allowed;
}

/** The profiles of the file that still exist, each with a new session. */
function storedSessions(file: LateJsonFile<OverseenFile> | null, conditions: readonly IsKept[]) {
  const stored = Object.entries(file?.read().profiles ?? {}).filter(([id]) => conditions.every(isKept => isKept(id)));
  return new Map(stored.map(([id, watched]) => [id, newSession(watched)]));
}

/** Whether there was a profile to remove. */
function removeProfiles(known: Map<string, WatchedAccounts>, isKept: IsKept): boolean {
  const removed = [...known.keys()].filter(id => !isKept(id));
  for (const id of removed) known.delete(id);
  return removed.length > 0;
}

/**
 * What has been seen of the sub-accounts of each profile. The file is read at the first look; without one that can
 * be read or written all is kept while Fathom runs, and the storage's health reports it. Written late: no action depends
 * on it.
 */
export function createOverseen({ dataDir, ...options }: SettingsOptions): OverseenStore {
  const { nowMs, notice } = options;
  let file: LateJsonFile<OverseenFile> | null = null;
  let known: Map<string, WatchedAccounts> | null = null;
  const unwritten = new Set<string>();
  const notKept = new Set<string>();
  let writtenAtMs = 0;
  /** conditions that came before the file was read */
  const conditions: IsKept[] = [];
  const all = (): Map<string, WatchedAccounts> => {
    if (known !== null) return known;
    const opened = openFile({ dataDir, ...options });
    if (!opened.ok) notice(opened.error.message);
    file = opened.ok ? opened.value : null;
    known = storedSessions(file, conditions);
    return known;
  };
  const write = (): void => {
    writtenAtMs = nowMs();
    const kept = [...all()].filter(([id]) => !notKept.has(id));
    const profiles = Object.fromEntries(kept.map(([id, watched]) => [id, keptOf(watched)]));
    unwritten.clear();
    file?.change({ version: 1, profiles });
  };
  const keep = (profileId: string, isNews: boolean): void => {
    unwritten.add(profileId);
    if (isNews || nowMs() - writtenAtMs >= writeEveryMs) write();
  };
  return {
    read: profileId => all().get(profileId) ?? null,
    look: (profileId, { isKept, ...compared }) => {
      const isFirst = all().get(profileId)?.first == null;
      const taken = takeLook(all(), profileId, { ...compared, nowMs: nowMs() });
      if (!taken.ok) return taken;
      if (taken.value === null) return succeed(false);
      all().set(profileId, taken.value);
      if (isKept) keep(profileId, compared.look.accounts !== null || isFirst);
      else notKept.add(profileId);
      return succeed(true);
    },
    unrecorded: profileId => all().get(profileId)?.changes ?? [],
    recorded: (profileId, keys) => {
      const watched = all().get(profileId);
      if (watched !== undefined) all().set(profileId, withoutChanges(watched, keys));
      if (watched !== undefined && !notKept.has(profileId)) keep(profileId, true);
    },
    keepProfiles: isKept => {
      if (known === null) {
        conditions.push(isKept);
        return;
      }
      if (removeProfiles(known, isKept)) write();
    },
    failure: () => file?.failure() ?? null,
    beginAnew: profileId => known?.delete(profileId),
    close: () => {
      if (unwritten.size > 0) write();
      file?.close();
    },
  };
}
