import type { ProfileWorkspaces } from '#shared/domain/view/workspace.ts';
import { succeed } from '#shared/errors.ts';
import type { WorkspacesStore } from '../workspaces.ts';

/** For tests: the workspaces of profiles in memory. */
export function createFakeWorkspaces(): WorkspacesStore {
  const kept = new Map<string, ProfileWorkspaces>();
  return {
    read: id => kept.get(id) ?? null,
    save: (id, each) => {
      kept.set(id, each);
      return succeed(each);
    },
    readWindows: () => [],
    saveWindows: () => {},
    keepProfiles: isKept => {
      for (const id of [...kept.keys()].filter(each => !isKept(each))) kept.delete(id);
    },
    failure: () => null,
    close: () => {},
  };
}
