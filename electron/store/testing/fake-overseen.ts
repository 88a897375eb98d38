import { succeed } from '#shared/errors.ts';
import type { OverseenStore } from '../overseen.ts';

/** For tests: no sub-account was ever read. */
export function createFakeOverseen(): OverseenStore {
  return {
    read: () => null,
    look: () => succeed(true),
    unrecorded: () => [],
    recorded: () => {},
    keepProfiles: () => {},
    failure: () => null,
    beginAnew: () => {},
    close: () => {},
  };
}
