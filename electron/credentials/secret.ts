import * as z from 'zod/mini';
import type { KeychainStatus } from '#shared/contract.ts';
import type { Result } from '#shared/errors.ts';
import { type KeyBinding, KeyGrants, KeyOrigins } from './key-binding.ts';

const part = z.string().check(z.minLength(1), z.maxLength(256));

/** What signs in a profile's name. It lives in the keychain or in memory, never in a file, a log or the page. */
export const ProfileSecret = z.strictObject({ key: part, secret: part, passphrase: part });
export type ProfileSecret = z.infer<typeof ProfileSecret>;

/** What lies in the keychain. Items of earlier versions have no grants. */
export const KeyItem = z.strictObject({
  key: part,
  secret: part,
  passphrase: part,
  origins: KeyOrigins,
  grants: z.optional(KeyGrants),
});

/** A key that may be used, and for what. */
export interface HeldKey {
  readonly secret: ProfileSecret;
  readonly grants: KeyGrants;
}

export type ChangeGrants = (kept: KeyGrants) => KeyGrants;

/**
 * A place for secrets, one item a profile. Errors: `no-keychain`, `keychain-locked`, `no-secret`. Nothing here is
 * reachable from the page but `probe`.
 */
export interface SecretStore {
  /** the backend's name, kept beside the profile: an item is read only from the store that it was written to */
  readonly backend: string;
  /** Whether secrets can be kept here. The first call writes, reads and deletes a canary. */
  readonly probe: () => Promise<KeychainStatus>;
  /** The secret, bound to the addresses it was entered for and to what the user allowed with it. */
  readonly save: (profileId: string, secret: ProfileSecret, binding: KeyBinding) => Promise<Result<null>>;
  /**
   * The secret for these addresses. `no-secret`: it cannot be read now, or it was entered for others; never that it may
   * be forgotten.
   */
  readonly read: (profileId: string, origins: KeyOrigins) => Promise<Result<HeldKey>>;
  /**
   * Keeps other grants beside the key, made of those that are kept now; one change after the other. Fails as `read`.
   */
  readonly changeGrants: (profileId: string, origins: KeyOrigins, change: ChangeGrants) => Promise<Result<KeyGrants>>;
  /** an item that is not there is no error */
  readonly remove: (profileId: string) => Promise<Result<null>>;
}
