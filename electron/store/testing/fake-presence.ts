import type { PresenceStore } from '../presence.ts';

/** For tests: nobody was ever away; `onForget` hears which profile is forgotten. */
export function createFakePresence(onForget: (profileId: string) => void = () => {}): PresenceStore {
  return {
    open: () => {},
    note: () => {},
    read: () => ({ openedAtMs: 0, absences: [] }),
    forget: onForget,
    keepProfiles: () => {},
    failure: () => null,
    close: () => {},
  };
}
