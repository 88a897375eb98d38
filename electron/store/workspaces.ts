import { join } from 'node:path';
import type { StoredPanelWindow } from '#shared/domain/view/panel-window.ts';
import { type ProfileWorkspaces, WorkspacesFile } from '#shared/domain/view/workspace.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { checkQuota, documentLimits, fileLimitBytes, pauseMsOf } from './documents/limits.ts';
import { openLateJsonFile } from './json-file.ts';
import type { IsKept, SettingsOptions } from './settings.ts';

export interface WorkspacesStore {
  /** null when this profile never changed anything */
  read(profileId: string): ProfileWorkspaces | null;
  /** Holds at once and is on disk a moment later. Kind `over-quota`: it is too large, and nothing was changed. */
  save(profileId: string, kept: ProfileWorkspaces): Result<ProfileWorkspaces>;
  /** the panels that were in panel windows */
  readWindows(profileId: string): readonly StoredPanelWindow[];
  saveWindows(profileId: string, windows: readonly StoredPanelWindow[]): void;
  /** Drops what belongs to other profiles. */
  keepProfiles(isKept: IsKept): void;
  /** what the last write failed with; null: it succeeded */
  failure(): unknown;
  /** Writes what is not on disk yet. */
  close(): void;
}

function ownOf<T>(all: Readonly<Record<string, T>>, profileId: string): T | undefined {
  return Object.hasOwn(all, profileId) ? all[profileId] : undefined;
}

function onlyOf<T>(all: Readonly<Record<string, T>>, isKept: IsKept): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => isKept(id)));
}

/**
 * What the windows of each profile look like. An unreadable file is set aside and named in a notice: the
 * ready-made workspaces are shown then. Written late: no action depends on it.
 */
export function openWorkspaces({ dataDir, ...options }: SettingsOptions): Result<WorkspacesStore> {
  const file = openLateJsonFile({
    ...options,
    path: join(dataDir, 'workspaces.json'),
    schema: WorkspacesFile,
    empty: { version: 1, profiles: {}, windows: {} },
    title: 'the workspaces',
    limitBytes: fileLimitBytes.workspaces,
    pauseMs: pauseMsOf.workspaces,
  });
  if (!file.ok) return file;
  const { read, change, failure, close } = file.value;
  return succeed({
    failure,
    close,
    read: profileId => ownOf(read().profiles, profileId) ?? null,
    save: (profileId, kept) => {
      const { [profileId]: _, ...others } = read().profiles;
      const allowed = checkQuota(documentLimits.workspaces, kept, Object.values(others));
      if (!allowed.ok) return allowed;
      change({ ...read(), profiles: { ...others, [profileId]: kept } });
      return succeed(kept);
    },
    readWindows: profileId => ownOf(read().windows, profileId) ?? [],
    saveWindows: (profileId, windows) =>
      change({ ...read(), windows: { ...read().windows, [profileId]: [...windows] } }),
    keepProfiles: isKept => {
      const { profiles, windows } = read();
      const ids = [...Object.keys(profiles), ...Object.keys(windows)];
      if (ids.some(id => !isKept(id)))
        change({ ...read(), profiles: onlyOf(profiles, isKept), windows: onlyOf(windows, isKept) });
    },
  });
}
