import * as z from 'zod/mini';
import { RowLimits } from '#shared/domain/limits.ts';
import { defaultPolicy, StoredPolicy } from '#shared/policy/policy.ts';
import { KeyVersion, type Profile } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';

/**
 * What a key was entered for: its addresses, its header names, and whether its passphrase is signed. It is stored
 * beside the key in the keychain: the profile file is plain text that other programs can write, and the key would
 * otherwise be sent to any address there.
 */
export const KeyOrigins = z.strictObject({
  spotUrl: z.string(),
  futuresUrl: z.string(),
  headerPrefix: z.string(),
  keyVersion: KeyVersion,
});
export type KeyOrigins = z.infer<typeof KeyOrigins>;

/**
 * What the user allowed with this key, in the trusted window alone. It lies beside the key too: files in the data folder
 * may make less of it, never more.
 */
export const KeyGrants = z.strictObject({
  mayTrade: z.boolean(),
  /** what the user calls the profile: in the file two names could be exchanged, and the wrong account traded on */
  name: z.optional(z.string()),
  /** what the key may do, in the words of the exchange when it was entered */
  permissions: z.optional(z.array(z.string())),
  /** a policy that this version cannot read must not make the key unreadable: the tight default is used */
  policy: z.optional(z.catch(StoredPolicy, defaultPolicy)),
  /** what an earlier version kept of it */
  acts: z.optional(RowLimits),
  isAllowedAsRoot: z.optional(z.boolean()),
});
export type KeyGrants = z.infer<typeof KeyGrants>;

/** Of a key that an earlier version kept: what it did not write down counts as never allowed. */
export const noGrants: KeyGrants = { mayTrade: false };

/** What a key is kept with: where it may be sent, and what it may be used for. */
export interface KeyBinding {
  readonly origins: KeyOrigins;
  readonly grants: KeyGrants;
}

/** The file may hold anything. */
const longestShown = 200;

export function originsOf(profile: KeyOrigins): KeyOrigins {
  const { spotUrl, futuresUrl, headerPrefix, keyVersion } = profile;
  return { spotUrl, futuresUrl, headerPrefix, keyVersion };
}

/** The end of a key, which identifies it; of a short one four would be too much. */
export function hintOf(key: string): string {
  return key.length >= 12 ? key.slice(-4) : '';
}

const otherwise =
  'The key was not used. If you did not change that, somebody else did. Remove the profile and connect it again';

/** `no-secret` when the key was entered for something else than what it is wanted for; then it is not used. */
export function checkOrigins(kept: KeyOrigins, wanted: KeyOrigins): Result<null> {
  if (kept.spotUrl !== wanted.spotUrl || kept.futuresUrl !== wanted.futuresUrl) {
    const now = [wanted.spotUrl, wanted.futuresUrl].map(text => text.slice(0, longestShown)).join(' and ');
    const message = `The key of this profile was entered for ${kept.spotUrl} and ${kept.futuresUrl}, but the profile now names ${now}. ${otherwise} to enter a key for these addresses.`;
    return fail('no-secret', message);
  }
  if (kept.headerPrefix === wanted.headerPrefix && kept.keyVersion === wanted.keyVersion) return succeed(null);
  const message = `The key of this profile was entered with the header prefix ${kept.headerPrefix} and key version ${kept.keyVersion}, but the profile now says ${wanted.headerPrefix} and ${wanted.keyVersion}. ${otherwise} to enter a key for these.`;
  return fail('no-secret', message);
}

/** As `checkOrigins`, for the name. A key of an earlier version has none and takes that of the profile. */
export function checkName(kept: KeyGrants, { name }: Pick<Profile, 'name'>): Result<null> {
  if (kept.name === undefined || kept.name === name) return succeed(null);
  const message = `profiles.json calls this profile ${name.slice(0, longestShown)}, but its key is that of ${kept.name}. ${otherwise}, or give it its name ${kept.name} back in its settings.`;
  return fail('no-secret', message);
}
