import type { Intent } from '#shared/domain/account/intent.ts';
import type { TimedCancel } from '#shared/domain/safety/timed-cancel.ts';
import type { Publish } from '#ipc/publish.ts';
import type { AskUser } from '#policy/allowances.ts';
import { openSafeguards } from '#policy/safeguards.ts';
import { createKillSwitch } from '#trading/kill/kill-switch.ts';
import type { SendConditions } from '#trading/sending/send-conditions.ts';
import { createTimedCancel } from '#trading/timed-cancel.ts';
import { createSafety, type Safety } from '#trading/safety.ts';
import type { AuditControl } from '#store/audit/audit-control.ts';
import { type Foundation, must } from '../foundation.ts';

export interface ComposeSafetyOptions {
  readonly foundation: Foundation;
  readonly auditControl: AuditControl;
  readonly ask: AskUser;
  readonly publish: Publish;
  /** an action moved on */
  readonly onIntent: (intent: Intent) => void;
  readonly onTimedCancel: (timedCancel: TimedCancel) => void;
  readonly notice: (message: string) => void;
  readonly refuseWrite: SendConditions['refuseWrite'];
}

/** Composes what stops a profile. Throws a sentence for the user. */
export function composeSafety(options: ComposeSafetyOptions): Safety {
  const { foundation, publish, notice, ask, auditControl } = options;
  const { dataDir, store, log } = foundation;
  const safeguards = must(
    openSafeguards({
      dataDir,
      nowMs: Date.now,
      notice,
      onChange: now => publish('safeguards.changed', now),
      onWritten: cause => store.health.report('settings', cause),
      later: quietly,
    }),
  );
  const killSwitch = createKillSwitch({
    safeguards,
    journal: store.journal,
    log,
    nowMs: Date.now,
    publish: options.onIntent,
    publishRun: (profileId, run) => publish('killSwitch.changed', { profileId, run }),
    notice,
  });
  const timedCancel = createTimedCancel({
    safeguards,
    journal: store.journal,
    nowMs: Date.now,
    publish: now => {
      publish('timedCancel.changed', now);
      options.onTimedCancel(now);
    },
    notice,
    refuseWrite: options.refuseWrite,
  });
  return createSafety({ safeguards, killSwitch, timedCancel, audit: store.audit, auditControl, ask, log });
}

/** A timer that does not keep the program alive. */
function quietly(what: () => void, ms: number): () => void {
  const timer = setTimeout(what, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
