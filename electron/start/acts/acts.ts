import type { Intent } from '#shared/domain/account/intent.ts';
import type { OpenAccount } from '#credentials/active-profile.ts';
import type { LiveMarkets } from '#market/live-markets.ts';
import type { ActBudget } from '#policy/act-budget.ts';
import type { ActPolicy } from '#policy/act-policy.ts';
import type { Shell } from '#shell/shell.ts';
import type { Safety } from '#trading/safety.ts';
import type { SendConditions } from '#trading/sending/send-conditions.ts';
import { createTrading, type Trading } from '#trading/trading.ts';
import { type ComposeAuditOptions, composeAudit } from '../audit/compose-audit.ts';
import { createEmergency } from './emergency.ts';
import { obeyKillOrders } from './kill-order.ts';
import type { Foundation } from '../foundation.ts';
import { composeSafety, type ComposeSafetyOptions } from './safety.ts';

export interface ActsOptions extends Omit<ComposeSafetyOptions, 'onIntent' | 'auditControl'>, ComposeAuditOptions {
  readonly foundation: Foundation;
  readonly notice: (message: string) => void;
  readonly shell: Pick<Shell, 'onEmergency'>;
  /** asks what may be asked while Fathom is locked too */
  readonly askUrgent: ComposeSafetyOptions['ask'];
  readonly budget: ActBudget;
  readonly policy: ActPolicy;
  readonly live: Pick<LiveMarkets, 'acted' | 'objection'>;
  readonly refuseWrite: SendConditions['refuseWrite'];
}

/** What acts, and what stops it. */
export interface Acts {
  readonly trading: Trading;
  readonly safety: Safety;
  /** a profile was opened: what an earlier run left open is taken up */
  readonly opened: (account: OpenAccount) => void;
  readonly closed: () => void;
  /** Nothing new begins, and nothing is looked up any more. */
  readonly stop: () => void;
  /** Notes in the keychain how far the audit journal goes. Resolves within seconds. */
  readonly finish: () => Promise<void>;
}

/** Throws a sentence for the user. */
export function createActs(options: ActsOptions): Acts {
  const { foundation, publish, live, notice, ask, askUrgent, shell, refuseWrite } = options;
  const { dataDir, log, store, hooks } = foundation;
  const onIntent = (intent: Intent) => {
    publish('intents.changed', intent);
    live.acted(intent);
  };
  const audit = composeAudit(options);
  const auditControl = audit.control;
  const safety = composeSafety({ foundation, auditControl, ask, publish, onIntent, notice, refuseWrite });
  const { killSwitch, safeguards, timedCancel } = safety;
  const trading = createTrading({
    journal: store.journal,
    policy: options.policy,
    budget: options.budget,
    log,
    nowMs: Date.now,
    publish: onIntent,
    notice,
    refuseWrite,
    objection: live.objection,
    safeguards,
  });
  let account: OpenAccount | null = null;
  const resume = () => {
    if (account === null) return;
    trading.resume(account);
    killSwitch.resume(account);
  };
  hooks.onJournalOpened = resume;
  audit.begin();
  const emergency = createEmergency({ shell, ask: askUrgent, killSwitch, opened: () => account, log });
  const disobey = obeyRequests({ dataDir, safeguards, emergency, notice });
  return {
    trading,
    safety,
    opened: next => {
      account = next;
      resume();
      timedCancel.opened(next);
      // its key was just read, so the keychain is open
      if (next.profile.secretHome === 'keychain') audit.begin();
    },
    closed: () => {
      account = null;
      timedCancel.closed();
    },
    stop: () => {
      disobey();
      emergency.stop();
      killSwitch.close();
      timedCancel.closed();
      safeguards.close();
      trading.close();
    },
    finish: audit.finish,
  };
}

interface ObeyOptions {
  readonly dataDir: string;
  readonly safeguards: Safety['safeguards'];
  readonly emergency: ReturnType<typeof createEmergency>;
  readonly notice: (message: string) => void;
}

/** Returns its undo. */
function obeyRequests({ dataDir, safeguards, emergency, notice }: ObeyOptions): () => void {
  return obeyKillOrders({
    dataDir,
    obey: () => {
      // a kill without us may have frozen others than the profile that is open
      safeguards.adoptFreezes();
      return emergency.order();
    },
    onStale: writtenAtMs => notice(staleRequest(writtenAtMs)),
  });
}

function staleRequest(writtenAtMs: number): string {
  const when = new Date(writtenAtMs).toISOString().slice(0, 16).replace('T', ' ');
  return `A request to cancel everything (--kill) of ${when} UTC was left behind by an earlier run and was discarded. Look at the lists of active orders for what is left.`;
}
