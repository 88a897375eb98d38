import type { Profile } from '#shared/domain/profile.ts';
import type { Safeguards } from '#shared/domain/safeguards.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import type { AskUser } from '#policy/allowances.ts';
import type { SafeguardList } from '#policy/safeguards.ts';
import type { KillSwitch } from './kill/kill-switch.ts';
import { releaseQuestion } from './kill/questions.ts';

/** What stops a profile, and lets it go on again. */
export interface Safety {
  readonly safeguards: SafeguardList;
  readonly killSwitch: KillSwitch;
  /** Asks in the trusted window. Kind `declined` when the answer is no, `invalid-request` while it still cancels. */
  readonly release: (profile: Profile) => Promise<Result<Safeguards>>;
}

export interface SafetyOptions {
  readonly safeguards: SafeguardList;
  readonly killSwitch: KillSwitch;
  readonly ask: AskUser;
  readonly log: Log;
}

export function createSafety({ safeguards, killSwitch, ask, log }: SafetyOptions): Safety {
  return {
    safeguards,
    killSwitch,
    release: async profile => {
      const run = killSwitch.lastRun(profile.id);
      if (run !== null && run.endedAtMs === null)
        return fail('invalid-request', 'The kill switch still cancels. Release the profile when that is over.');
      return ask(releaseQuestion(profile, run), async () => {
        log.warn('kill-switch.released', { profileId: profile.id });
        return succeed(safeguards.change(profile.id, { frozenSinceMs: null }));
      });
    },
  };
}
