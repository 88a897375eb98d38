import { succeed } from '#shared/errors.ts';
import type { Handlers } from '#ipc/gate.ts';
import type { HandlerOptions } from '../handler-options.ts';

type Names = 'policy.read' | 'policy.change';

/** The page may tighten; to loosen, only the user in the trusted window gives it. */
export function policyHandlers({ profiles, allowances, policy }: HandlerOptions): Pick<Handlers, Names> {
  return {
    'policy.read': async ({ profileId }) => {
      const profile = profiles.find(profileId);
      return profile.ok ? succeed(await policy.state(profileId)) : profile;
    },
    'policy.change': async ({ profileId, policy: wanted }) => {
      const profile = profiles.find(profileId);
      return profile.ok ? allowances.changePolicy(profile.value, wanted) : profile;
    },
  };
}
