import type { Profile } from '#shared/domain/profile.ts';
import type { AuditReport } from '#shared/domain/safety/audit.ts';
import type { Safeguards } from '#shared/domain/safety/safeguards.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import type { AskUser } from '#policy/allowances.ts';
import type { SafeguardList } from '#policy/safeguards.ts';
import type { Audit } from '#store/audit/audit.ts';
import type { AuditControl } from '#store/audit/audit-control.ts';
import type { KillSwitch } from './kill/kill-switch.ts';
import { acceptAuditQuestion, endDryRunQuestion, releaseQuestion } from './kill/questions.ts';
import type { TimedCancelSwitch } from './timed-cancel.ts';

/** The controls that stop a profile and release it. */
export interface Safety {
  readonly safeguards: SafeguardList;
  readonly killSwitch: KillSwitch;
  /** Asks in the trusted window. Kind `declined` when the answer is no, `invalid-request` while it still cancels. */
  readonly release: (profile: Profile) => Promise<Result<Safeguards>>;
  /** Into a dry run at once; out of it the user is asked in the trusted window. */
  readonly changeDryRun: (profile: Profile, isDryRun: boolean) => Promise<Result<Safeguards>>;
  readonly timedCancel: TimedCancelSwitch;
  readonly audit: Pick<AuditControl, 'list' | 'verify' | 'export'>;
  /** Asks in the trusted window whether the audit journal begins again after what is wrong; returns the next check. */
  readonly acceptAudit: (profile: Profile) => Promise<Result<AuditReport>>;
}

export interface SafetyOptions {
  readonly safeguards: SafeguardList;
  readonly killSwitch: KillSwitch;
  readonly timedCancel: TimedCancelSwitch;
  readonly audit: Pick<Audit, 'note'>;
  readonly auditControl: AuditControl;
  readonly ask: AskUser;
  readonly log: Log;
}

export function createSafety(options: SafetyOptions): Safety {
  const { safeguards, killSwitch, timedCancel, audit, auditControl, ask, log } = options;
  const note = ({ id: profileId }: Profile, kind: string, summary: string) =>
    audit.note({ profileId, kind, summary, state: 'done', detail: null });
  return {
    safeguards,
    killSwitch,
    timedCancel,
    audit: auditControl,
    acceptAudit: async profile => {
      const problem = await auditControl.findProblem();
      if (!problem.ok) return problem;
      return ask(acceptAuditQuestion(profile, problem.value), async () => {
        log.warn('audit.accepted', { profileId: profile.id });
        const accepted = await auditControl.accept(problem.value);
        return accepted.ok ? auditControl.verify() : accepted;
      });
    },
    changeDryRun: async (profile, isDryRun) => {
      const change = () => {
        note(profile, 'dry-run', isDryRun ? 'Dry run: nothing is sent from now on' : 'Dry run off: actions are sent');
        return succeed(safeguards.change(profile.id, { isDryRun }));
      };
      if (isDryRun || !safeguards.of(profile.id).isDryRun) return change();
      return ask(endDryRunQuestion(profile), async () => change());
    },
    release: async profile => {
      const run = killSwitch.lastRun(profile.id);
      if (run !== null && run.endedAtMs === null)
        return fail('invalid-request', 'The kill switch still cancels. Release the profile when that is over.');
      return ask(releaseQuestion(profile, run), async () => {
        log.warn('kill-switch.released', { profileId: profile.id });
        note(profile, 'release', 'Released after the kill switch');
        return succeed(safeguards.change(profile.id, { frozenSinceMs: null }));
      });
    },
  };
}
