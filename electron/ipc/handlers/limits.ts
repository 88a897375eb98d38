import type { Profile } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { cancelLimits } from '#policy/act-budget.ts';
import type { Handlers } from '../gate.ts';
import type { HandlerOptions } from './handler-options.ts';

type Names = 'limits.read' | 'limits.change';

/** The page may ask for a higher limit; only the user, in the trusted window, gives it. */
export function limitHandlers({ profiles, allowances }: HandlerOptions): Pick<Handlers, Names> {
  const find = (profileId: string): Result<Profile> => {
    const profile = profiles.state().profiles.find(({ id }) => id === profileId);
    return profile === undefined ? fail('no-profile', 'This profile does not exist any more.') : succeed(profile);
  };
  return {
    'limits.read': ({ profileId }) =>
      Promise.resolve(succeed({ acts: allowances.actLimitsOf(profileId), cancels: cancelLimits })),
    'limits.change': async ({ profileId, acts }) => {
      const profile = find(profileId);
      return profile.ok ? allowances.changeActLimits(profile.value, acts) : profile;
    },
  };
}
