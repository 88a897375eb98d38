import type { ProfileWorkspaces } from '#shared/domain/view/workspace.ts';
import { succeed } from '#shared/errors.ts';
import type { WorkspacesStore } from '../workspaces.ts';

/** For tests: the workspaces of profiles in memory; `onForget` hears whose are forgotten. */
export function createFakeWorkspaces(onForget: (profileId: string) => void): WorkspacesStore {
  const kept = new Map<string, ProfileWorkspaces>();
  return {
    read: id => kept.get(id) ?? null,
    save: (id, each) => {
      kept.set(id, each);
      return succeed(each);
    },
    readWindows: () => [],
    saveWindows: () => succeed(null),
    forget: id => {
      onForget(id);
      return succeed(null);
    },
  };
}
