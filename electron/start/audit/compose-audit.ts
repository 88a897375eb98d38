import type { Keychain } from '#credentials/keyring/keychain.ts';
import { type AuditControl, createAuditControl } from '#store/audit/audit-control.ts';
import { createCheckJobs, type StartCheckWorker } from '#store/audit/check/check-jobs.ts';
import { createAuditSeal } from '#store/audit/seal/seal.ts';
import type { Foundation } from '../foundation.ts';

export interface ComposeAuditOptions {
  readonly foundation: Pick<Foundation, 'store' | 'log' | 'redactor'>;
  readonly keychain: Pick<Keychain, 'audit'>;
  readonly startCheckWorker: StartCheckWorker;
  /** whether the user has an account in the keychain */
  readonly hasAccount: () => boolean;
  readonly notice: (message: string) => void;
}

/** The audit journal with what protects and reads it. */
export interface ComposedAudit {
  readonly control: AuditControl;
  /** Reads the key once the user has an account in the keychain. Never rejects. */
  readonly begin: () => void;
  /** Notes in the keychain how far the journal reaches, and ends the thread that reads it. Resolves within seconds. */
  readonly finish: () => Promise<void>;
}

/** The end of Fathom waits no longer for the keychain. */
const finishMs = 2_000;

export function composeAudit(options: ComposeAuditOptions): ComposedAudit {
  const { foundation, keychain, startCheckWorker } = options;
  const { store, log, redactor } = foundation;
  const seal = createAuditSeal({
    ...options,
    audit: store.audit,
    keychain: keychain.audit,
    nowMs: Date.now,
    later: quietly,
    log,
    hide: secret => redactor.hide(secret),
  });
  const jobs = createCheckJobs(startCheckWorker);
  return {
    control: createAuditControl({ audit: store.audit, seal, jobs }),
    begin: () => void seal.begin(),
    finish: async () => {
      jobs.stop();
      const deadline = Promise.withResolvers<void>();
      const timer = setTimeout(deadline.resolve, finishMs);
      await Promise.race([seal.anchor(), deadline.promise]);
      clearTimeout(timer);
    },
  };
}

/** A timer that does not keep the program alive. */
function quietly(what: () => void, ms: number): () => void {
  const timer = setTimeout(what, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
