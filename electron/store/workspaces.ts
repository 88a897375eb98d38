import { join } from 'node:path';
import type { StoredPanelWindow } from '#shared/domain/view/panel-window.ts';
import { type ProfileWorkspaces, WorkspacesFile } from '#shared/domain/view/workspace.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { openJsonFile } from './json-file.ts';
import type { SettingsOptions } from './settings.ts';

export interface WorkspacesStore {
  /** null when this profile never changed anything */
  read(profileId: string): ProfileWorkspaces | null;
  /** kind `storage` when the data folder cannot be written */
  save(profileId: string, kept: ProfileWorkspaces): Result<ProfileWorkspaces>;
  /** the panels that stood in windows of their own */
  readWindows(profileId: string): readonly StoredPanelWindow[];
  /** kind `storage` as above */
  saveWindows(profileId: string, windows: readonly StoredPanelWindow[]): Result<null>;
  /** the profile is gone; kind `storage` as above */
  forget(profileId: string): Result<null>;
}

/**
 * What the windows of each profile look like. A file that cannot be understood is set aside and said in a notice: the
 * ready-made workspaces are shown then.
 */
export function openWorkspaces({ dataDir, ...options }: SettingsOptions): Result<WorkspacesStore> {
  const file = openJsonFile({
    ...options,
    path: join(dataDir, 'workspaces.json'),
    schema: WorkspacesFile,
    empty: { version: 1, profiles: {}, windows: {} },
    title: 'the workspaces',
  });
  if (!file.ok) return file;
  const { read, write } = file.value;
  const replace = (part: Partial<WorkspacesFile>) => write({ ...read(), ...part });
  return succeed({
    read: profileId => read().profiles[profileId] ?? null,
    save: (profileId, kept) => {
      const written = replace({ profiles: { ...read().profiles, [profileId]: kept } });
      return written.ok ? succeed(kept) : written;
    },
    readWindows: profileId => read().windows[profileId] ?? [],
    saveWindows: (profileId, windows) => {
      const written = replace({ windows: { ...read().windows, [profileId]: [...windows] } });
      return written.ok ? succeed(null) : written;
    },
    forget: profileId => {
      const { [profileId]: known, ...profiles } = read().profiles;
      const { [profileId]: open, ...windows } = read().windows;
      if (known === undefined && open === undefined) return succeed(null);
      const written = replace({ profiles, windows });
      return written.ok ? succeed(null) : written;
    },
  });
}
