import type { KillRun } from '#shared/domain/safety/kill-switch.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { OpenAccount } from '#credentials/active-profile.ts';
import type { Log } from '#log/log.ts';
import type { AskUser } from '#policy/allowances.ts';
import type { Shell } from '#shell/shell.ts';
import type { KillSwitch } from '#trading/kill/kill-switch.ts';
import { hangQuestion, outcomeQuestion } from '#trading/kill/questions.ts';

/** The kill switch for when the page cannot be used: asked for in the trusted window, or ordered on the command line. */
export interface EmergencyKill {
  /** Fires for the open profile without a question. The answer returns the present state of the run. */
  readonly order: () => Result<() => KillRun>;
  readonly stop: () => void;
}

export interface EmergencyOptions {
  readonly shell: Pick<Shell, 'onEmergency'>;
  readonly ask: AskUser;
  readonly killSwitch: KillSwitch;
  /** the open account; null: none is */
  readonly opened: () => OpenAccount | null;
  readonly log: Log;
}

/** Longer is not waited for a number on a button. */
const countMs = 3_000;

export function createEmergency(options: EmergencyOptions): EmergencyKill {
  const { shell, killSwitch, log } = options;
  let isAsking = false;
  const begin = (): void => {
    const account = writable(options);
    if (isAsking || !account.ok) return;
    isAsking = true;
    offer(options, account.value)
      .catch((cause: unknown) => log.error('emergency.failed', { reason: String(cause) }))
      .finally(() => {
        isAsking = false;
      });
  };
  const stop = shell.onEmergency(what => {
    log.warn('window.emergency', { what });
    if (what !== 'answering') begin();
  });
  return {
    order: () => {
      const account = writable(options);
      if (!account.ok) return account;
      const begun = killSwitch.fire(account.value);
      return succeed(() => killSwitch.lastRun(account.value.profileId) ?? begun);
    },
    stop,
  };
}

/**
 * One question; when the user agrees, a second window shows the result. A venue that is down is retried for minutes: it
 * is named at once, and again at the end.
 */
async function offer({ ask, killSwitch }: EmergencyOptions, account: OpenAccount): Promise<void> {
  const { profile, profileId } = account;
  const active = await Promise.race([killSwitch.count(account), soon()]);
  const fired = await ask(hangQuestion(profile, active), async () => succeed(killSwitch.fire(account)));
  if (!fired.ok) return;
  const showOutcome = (run: KillRun) => ask(outcomeQuestion(profile, run), async () => succeed(null));
  const first = await killSwitch.looked(profileId);
  const isSomeDown = first?.endedAtMs === null && first.rows.some(({ state }) => state === 'unreachable');
  if (isSomeDown) await showOutcome(first);
  // when all were reached it ends in a moment, and is reported once
  const last = await killSwitch.settled(profileId);
  if (last !== null) await showOutcome(last);
}

function writable({ opened }: EmergencyOptions): Result<OpenAccount> {
  const account = opened();
  if (account === null) return fail('no-profile', 'No profile is open, so there is nothing that could be cancelled.');
  const { name, isReadOnly } = account.profile;
  if (isReadOnly) return fail('read-only', `The profile ${name} is read-only, so nothing was sent.`);
  return succeed(account);
}

function soon(): Promise<null> {
  return new Promise(resolve => {
    setTimeout(() => resolve(null), countMs).unref();
  });
}
