import type { ProfileSelection } from '#credentials/profile-selection.ts';
import type { Handlers } from './gate.ts';

type Handle = (input: unknown, caller: unknown) => Promise<unknown>;

function profileIdOf(input: unknown): string | null {
  const isNamed = typeof input === 'object' && input !== null && 'profileId' in input;
  return isNamed && typeof input.profileId === 'string' ? input.profileId : null;
}

/**
 * The same handlers; a call that names a profile which does not exist answers `no-profile`. Nothing is stored under such
 * an id, and no object is indexed by it.
 */
export function refuseUnknownProfiles(handlers: Handlers, find: ProfileSelection['find']): Handlers {
  const guarded =
    (handle: Handle): Handle =>
    async (input, caller) => {
      const profileId = profileIdOf(input);
      const found = profileId === null ? null : find(profileId);
      return found?.ok === false ? found : await handle(input, caller);
    };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each takes and gives what the one inside does
  return Object.fromEntries(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each is called with the input of its own name
    Object.entries(handlers).map(([name, handle]) => [name, guarded(handle as Handle)]),
  ) as unknown as Handlers;
}
