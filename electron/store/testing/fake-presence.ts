import type { PresenceStore } from '../presence.ts';

/** For tests: there was no absence; `onForget` gets the dropped profile. */
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
