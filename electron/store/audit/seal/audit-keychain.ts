import type { KeychainStatus } from '#shared/contract.ts';
import type { Result } from '#shared/errors.ts';

/** One item of the keychain. Errors: `no-keychain`, `keychain-locked`. */
export interface AuditItem {
  /** null: it is not there, or not to be seen now */
  readonly read: () => Promise<Result<string | null>>;
  readonly write: (text: string) => Promise<Result<null>>;
  readonly remove: () => Promise<Result<null>>;
}

/** What the audit keeps in the keychain of the operating system: two items for each journal, named by its id. */
export interface AuditKeychain {
  /** Whether the keychain keeps what is written. Writes, reads and deletes an item. */
  readonly probe: () => Promise<KeychainStatus>;
  readonly key: (journalId: string) => AuditItem;
  readonly head: (journalId: string) => AuditItem;
  /** the ids of the journals that have a head */
  readonly journals: () => Promise<Result<readonly string[]>>;
}
