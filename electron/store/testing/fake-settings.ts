import { succeed } from '#shared/errors.ts';
import { oversightOf, type SettingsStore } from '../settings.ts';

/** Settings that begin as those of a new data folder and live as long as the test. */
export function createFakeSettings(): SettingsStore {
  let kept: ReturnType<SettingsStore['read']> = {
    activeProfileId: null,
    windowBounds: null,
    look: null,
    oversight: {},
    tables: {},
  };
  return {
    read: () => kept,
    change: part => {
      kept = { ...kept, ...part };
      return succeed(kept);
    },
    keepProfiles: isKept => {
      kept = { ...kept, oversight: oversightOf(kept.oversight, isKept) };
    },
    failure: () => null,
    close: () => {},
  };
}
