import { createSecretKey, randomBytes } from 'node:crypto';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { attempt, reasonOf } from '../../journal/attempt.ts';
import type { SealedChain } from '../audit.ts';
import type { AuditKeychain } from './audit-keychain.ts';
import type { AuditEvidence } from './evidence.ts';
import { findLost, readEvidence } from './read-evidence.ts';

export interface SealItemsOptions {
  readonly chain: SealedChain;
  readonly keychain: AuditKeychain;
  /** whether the user has an account in the keychain; before that the keychain is not asked */
  readonly hasAccount: () => boolean;
  /** keeps a secret out of the log */
  readonly hide: (secret: string) => void;
}

/** What the audit journal of this folder has in the keychain. */
export interface SealItems {
  /** whether the keychain may be asked */
  readonly mayAsk: () => boolean;
  readonly evidence: () => Promise<AuditEvidence>;
  /** The kept key, or a new one that a second process could read. Errors: those of the keychain. */
  readonly makeKey: (journalId: string, kept: string | null) => Promise<Result<string>>;
  /** From now on rows are written with this key. */
  readonly applyKey: (key: string) => void;
  /** Removes the items of other journals that were in this folder. What cannot be removed is found again. */
  readonly forgetLost: (journalId: string) => Promise<void>;
}

export function createSealItems({ chain, keychain, hasAccount, hide }: SealItemsOptions): SealItems {
  const { dataDir } = chain;
  const mayAsk = () => {
    if (hasAccount()) return true;
    const keyed = attempt(chain.hasKeyedRow);
    return keyed.ok && keyed.value;
  };
  return {
    mayAsk,
    evidence: async () => {
      if (!mayAsk()) return { state: 'unused' };
      const journalId = attempt(chain.journalId);
      if (!journalId.ok) return { state: 'unavailable', reason: reasonOf(journalId.cause) };
      return readEvidence(keychain, { journalId: journalId.value, dataDir });
    },
    makeKey: async (journalId, kept) => {
      const probe = await keychain.probe();
      if (probe.state !== 'ready') return fail('no-keychain', probe.detail);
      const item = keychain.key(journalId);
      const key = kept ?? randomBytes(32).toString('hex');
      hide(key);
      const written = kept === null ? await item.write(key) : succeed(null);
      if (!written.ok) return written;
      const seen = await item.read();
      if (!seen.ok) return seen;
      return seen.value === key ? succeed(key) : fail('no-keychain', forgetful);
    },
    applyKey: key => {
      hide(key);
      chain.setKey(createSecretKey(key, 'hex'));
    },
    forgetLost: async journalId => {
      const lost = await findLost(keychain, { journalId, dataDir });
      if (!lost.ok) return;
      for (const other of lost.value) {
        await keychain.head(other.journalId).remove();
        await keychain.key(other.journalId).remove();
      }
    },
  };
}

const forgetful = 'The keychain does not give back what was written, so it cannot protect the audit journal.';
