import type { Intent } from '#shared/domain/account/intent.ts';
import type { OpenAccount } from '#credentials/active-profile.ts';
import type { LiveMarkets } from '#market/live-markets.ts';
import type { ActionBudget } from '#policy/action-budget.ts';
import type { ActionPolicy } from '#policy/action-policy.ts';
import type { Shell } from '#shell/shell.ts';
import type { Safety } from '#trading/safety.ts';
import type { SendConditions } from '#trading/sending/send-conditions.ts';
import { createTrading, type Trading } from '#trading/trading.ts';
import { type ComposeAuditOptions, composeAudit } from '../audit/compose-audit.ts';
import { createEmergency } from './emergency.ts';
import { watchKillRequestFile } from './kill-request-watch.ts';
import type { Foundation } from '../foundation.ts';
import { createKeepAwake, type KeepAwake } from './keep-awake.ts';
import { composeSafety, type ComposeSafetyOptions } from './safety.ts';

export interface ActionsOptions
  extends Omit<ComposeSafetyOptions, 'onIntent' | 'onTimedCancel' | 'auditControl'>,
    ComposeAuditOptions {
  readonly foundation: Foundation;
  readonly notice: (message: string) => void;
  readonly shell: Pick<Shell, 'onEmergency' | 'keepAwake'>;
  /** asks what may be asked while Fathom is locked too */
  readonly askUrgent: ComposeSafetyOptions['ask'];
  readonly budget: ActionBudget;
  readonly policy: ActionPolicy;
  readonly live: Pick<LiveMarkets, 'acted' | 'validationError' | 'of'>;
  readonly refuseWrite: SendConditions['refuseWrite'];
}

/** The services that send actions, and those that stop them. */
export interface ActionServices {
  readonly trading: Trading;
  readonly safety: Safety;
  /** a profile was opened: what an earlier run left open is taken up */
  readonly opened: (account: OpenAccount) => void;
  readonly closed: () => void;
  /** Nothing new begins, and nothing is looked up any more. */
  readonly stop: () => void;
  /** Notes in the keychain how far the audit journal reaches. Resolves within seconds. */
  readonly finish: () => Promise<void>;
}

/** Throws a sentence for the user. */
export function createActions(options: ActionsOptions): ActionServices {
  const { foundation, publish, live, notice, askUrgent, shell } = options;
  const { dataDir, log, hooks } = foundation;
  const awake = composeKeepAwake(options);
  const onIntent = (intent: Intent) => {
    awake.intentMoved(intent);
    publish('intents.changed', intent);
    live.acted(intent);
  };
  const audit = composeAudit(options);
  const onTimedCancel = awake.timedCancelChanged;
  const safety = composeSafety({ ...options, auditControl: audit.control, onIntent, onTimedCancel });
  const { killSwitch, safeguards, timedCancel } = safety;
  const trading = composeTrading(options, { onIntent, safeguards });
  let account: OpenAccount | null = null;
  const resume = () => {
    if (account === null) return;
    trading.resume(account);
    killSwitch.resume(account);
  };
  hooks.onJournalOpened = resume;
  audit.begin();
  const emergency = createEmergency({ shell, ask: askUrgent, killSwitch, opened: () => account, log });
  const disobey = followKillRequests({ dataDir, safeguards, emergency, notice });
  return {
    trading,
    safety,
    opened: next => {
      account = next;
      awake.opened(next.profileId);
      resume();
      timedCancel.opened(next);
      // its key was just read, so the keychain is open
      if (next.profile.secretHome === 'keychain') audit.begin();
    },
    closed: () => {
      account = null;
      timedCancel.closed();
      awake.closed();
    },
    stop: () => {
      disobey();
      awake.closed();
      emergency.stop();
      killSwitch.close();
      timedCancel.closed();
      safeguards.close();
      trading.close();
    },
    finish: audit.finish,
  };
}

interface TradingOptions {
  readonly onIntent: (intent: Intent) => void;
  readonly safeguards: Safety['safeguards'];
}

function composeTrading(options: ActionsOptions, { onIntent, safeguards }: TradingOptions): Trading {
  const { foundation, policy, budget, notice, refuseWrite, live } = options;
  return createTrading({
    journal: foundation.store.journal,
    policy,
    budget,
    log: foundation.log,
    nowMs: Date.now,
    publish: onIntent,
    notice,
    refuseWrite,
    validationError: live.validationError,
    safeguards,
  });
}

function composeKeepAwake({ shell, live }: Pick<ActionsOptions, 'shell' | 'live'>): KeepAwake {
  return createKeepAwake({
    setAwake: isNeeded => shell.keepAwake?.(isNeeded),
    hasOpenOrders: profileId => {
      const open = live.of(profileId);
      return open.ok && open.value.account.hasOpenOrders();
    },
    repeat,
  });
}

/** A timer that does not keep the program alive. */
function repeat(what: () => void, everyMs: number): () => void {
  const timer = setInterval(what, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

interface KillRequestOptions {
  readonly dataDir: string;
  readonly safeguards: Safety['safeguards'];
  readonly emergency: ReturnType<typeof createEmergency>;
  readonly notice: (message: string) => void;
}

/** Returns its undo. */
function followKillRequests({ dataDir, safeguards, emergency, notice }: KillRequestOptions): () => void {
  return watchKillRequestFile({
    dataDir,
    fireKillSwitch: () => {
      // a kill without us may have frozen others than the profile that is open
      safeguards.adoptFreezes();
      return emergency.order();
    },
    onStale: writtenAtMs => notice(staleRequest(writtenAtMs)),
  });
}

function staleRequest(writtenAtMs: number): string {
  const when = new Date(writtenAtMs).toISOString().slice(0, 16).replace('T', ' ');
  return `A kill-switch request (--kill) from ${when} UTC of an earlier run was discarded. Check the open orders.`;
}
