import { succeed } from '#shared/errors.ts';
import type { OverseenStore } from '../overseen.ts';

/** For tests: nobody has looked at any sub-account. */
export function createFakeOverseen(): OverseenStore {
  return {
    read: () => null,
    look: () => succeed(true),
    keepProfiles: () => {},
    failure: () => null,
    beginAnew: () => {},
    close: () => {},
  };
}
