import { join } from 'node:path';
import * as z from 'zod/mini';
import { type AccountsLook, WatchedAccounts, withLook } from '#shared/domain/overseen/watched-accounts.ts';
import { type JsonFile, openJsonFile } from './json-file.ts';
import type { SettingsOptions } from './settings.ts';

/** A look that changed nothing is written at the latest so much later: only when it was would be lost. */
const writeEveryMs = 300_000;

/** A clock that was set back a little hurts nobody. */
const aheadMs = 60_000;

/** Of thousands of accounts every look is a megabyte: those of the last hour are in memory alone. */
const KeptAccounts = z.omit(WatchedAccounts, { recent: true });
const OverseenFile = z.object({ version: z.literal(1), profiles: z.record(z.string(), KeptAccounts) });
type OverseenFile = z.infer<typeof OverseenFile>;

function withoutRecent(watched: WatchedAccounts): z.infer<typeof KeptAccounts> {
  const { recent: _, ...kept } = watched;
  return kept;
}

interface Look {
  /** of the look that this one was compared with; null: there was none */
  readonly afterMs: number | null;
  readonly look: AccountsLook;
  /** false: of an exchange that begins anew with Fathom, and not written */
  readonly isKept: boolean;
}

export interface OverseenStore {
  /** null: nobody has looked yet */
  read(profileId: string): WatchedAccounts | null;
  /** False when another window has looked meanwhile: what was compared is old. */
  look(profileId: string, look: Look): boolean;
  /** the profile is gone */
  forget(profileId: string): void;
  /** its exchange began anew; what was seen of that one is not on disk */
  beginAnew(profileId: string): void;
  /** Writes what is not on disk yet. */
  close(): void;
}

/**
 * What has been seen of the sub-accounts of each profile. The file is read when somebody looks first; without one that can
 * be read or written all is kept while Fathom runs, and the storage's health tells the user.
 */
export function createOverseen({ dataDir, ...options }: SettingsOptions): OverseenStore {
  const { nowMs, notice } = options;
  let file: JsonFile<OverseenFile> | null = null;
  let known: Map<string, WatchedAccounts> | null = null;
  const unwritten = new Set<string>();
  const notKept = new Set<string>();
  let writtenAtMs = 0;
  const all = (): Map<string, WatchedAccounts> => {
    if (known !== null) return known;
    const opened = openJsonFile({
      ...options,
      path: join(dataDir, 'overseen.json'),
      schema: OverseenFile,
      empty: { version: 1, profiles: {} },
      title: 'what was seen of the sub-accounts',
    });
    if (!opened.ok) notice(opened.error.message);
    file = opened.ok ? opened.value : null;
    const stored = Object.entries(file?.read().profiles ?? {});
    // a session begins with its first look; the last one of the session before may be of an hour ago
    known = new Map(
      stored.map(([id, watched]) => [id, { ...watched, closed: watched.last, first: null, recent: [watched.last] }]),
    );
    return known;
  };
  const write = (): void => {
    writtenAtMs = nowMs();
    const kept = [...all()].filter(([id]) => !notKept.has(id));
    const profiles = Object.fromEntries(kept.map(([id, watched]) => [id, withoutRecent(watched)]));
    if (file?.write({ version: 1, profiles }).ok === true) unwritten.clear();
  };
  const keep = (profileId: string, isNews: boolean): void => {
    unwritten.add(profileId);
    if (isNews || nowMs() - writtenAtMs >= writeEveryMs) write();
  };
  // one of tomorrow would make all of today old
  const isAhead = ({ atMs }: AccountsLook): boolean => atMs > nowMs() + aheadMs;
  return {
    read: profileId => all().get(profileId) ?? null,
    look: (profileId, { afterMs, look, isKept }) => {
      const before = all().get(profileId) ?? null;
      if (afterMs !== (before?.last.atMs ?? null) || isAhead(look)) return false;
      const after = withLook(before, look);
      if (after === null || after === before) return false;
      all().set(profileId, after);
      if (isKept) keep(profileId, look.accounts !== null || before?.first == null);
      else notKept.add(profileId);
      return true;
    },
    forget: profileId => {
      if (all().delete(profileId)) write();
    },
    beginAnew: profileId => known?.delete(profileId),
    close: () => {
      if (unwritten.size > 0) write();
    },
  };
}
