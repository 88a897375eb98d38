import { join } from 'node:path';
import * as z from 'zod/mini';
import { mostAbsences, Presence, type PresenceAnswer } from '#shared/domain/view/presence.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { fileLimitBytes, pauseMsOf } from './documents/limits.ts';
import { openLateJsonFile } from './json-file.ts';
import type { IsKept, SettingsOptions } from './settings.ts';

/** A time without input longer than this is an absence. */
export const awayAfterMs = 900_000;
/** A crash may lose this much of the presence; events of that time are then shown once more. */
const writeEveryMs = 60_000;

const PresenceFile = z.object({ version: z.literal(1), profiles: z.record(z.string(), Presence) });

export interface PresenceStore {
  /** The profile was opened by a present user. */
  open(profileId: string): void;
  /** The user is present. */
  note(profileId: string): void;
  read(profileId: string): PresenceAnswer;
  /** the profile was removed, or its exchange restarted */
  forget(profileId: string): void;
  /** Drops what belongs to other profiles. */
  keepProfiles(isKept: IsKept): void;
  /** what the last write failed with; null: it succeeded */
  failure(): unknown;
  /** Writes what is not on disk yet. */
  close(): void;
}

/** What the next touch makes of it. */
function afterTouch(known: Presence | undefined, nowMs: number): Presence {
  if (known === undefined) return { hereAtMs: nowMs, absences: [] };
  // a clock that was set back makes no absence, and is believed from now on
  if (nowMs - known.hereAtMs < awayAfterMs) return { ...known, hereAtMs: nowMs };
  const absence = { fromMs: known.hereAtMs, toMs: nowMs };
  return { hereAtMs: nowMs, absences: [absence, ...known.absences].slice(0, mostAbsences) };
}

/**
 * When the user last used each profile, so that a night in which Fathom was closed counts as absence. Written late: no
 * action depends on it. The storage's health reports a write that fails.
 */
export function openPresence({ dataDir, ...options }: SettingsOptions): Result<PresenceStore> {
  const file = openLateJsonFile({
    ...options,
    path: join(dataDir, 'presence.json'),
    schema: PresenceFile,
    empty: { version: 1, profiles: {} },
    title: 'the record of when you were here',
    limitBytes: fileLimitBytes.presence,
    pauseMs: pauseMsOf.presence,
  });
  if (!file.ok) return file;
  const { nowMs } = options;
  const known = new Map(Object.entries(file.value.read().profiles));
  const openedAtMs = new Map<string, number>();
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  let isWritten = true;
  const write = (): void => {
    isWritten = true;
    file.value.change({ version: 1, profiles: Object.fromEntries(known) });
    writtenAtMs = nowMs();
  };
  const note = (profileId: string): void => {
    const before = known.get(profileId);
    const after = afterTouch(before, nowMs());
    known.set(profileId, after);
    isWritten = false;
    const isNews = before === undefined || before.absences !== after.absences;
    if (isNews || Math.abs(nowMs() - writtenAtMs) >= writeEveryMs) write();
  };
  return succeed({
    open: profileId => {
      if (!openedAtMs.has(profileId)) openedAtMs.set(profileId, nowMs());
      note(profileId);
    },
    note,
    read: profileId => ({
      openedAtMs: openedAtMs.get(profileId) ?? nowMs(),
      absences: known.get(profileId)?.absences ?? [],
    }),
    forget: profileId => {
      openedAtMs.delete(profileId);
      if (known.delete(profileId)) write();
    },
    keepProfiles: isKept => {
      const removed = [...known.keys()].filter(id => !isKept(id));
      for (const id of removed) known.delete(id);
      if (removed.length > 0) write();
    },
    failure: file.value.failure,
    close: () => {
      if (!isWritten) write();
      file.value.close();
    },
  });
}
