import * as z from 'zod/mini';
import { RowLimits } from '#shared/domain/limits.ts';
import { defaultPolicy, Policy } from '#shared/policy/policy.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';

/**
 * The addresses that a key was entered for. They lie beside the key in the keychain: the profile file is plain text that
 * other programs can write, and the key would else follow whatever address stands there.
 */
export const KeyOrigins = z.strictObject({ spotUrl: z.string(), futuresUrl: z.string() });
export type KeyOrigins = z.infer<typeof KeyOrigins>;

/**
 * What the user allowed with this key, in the trusted window alone. It lies beside the key too: files in the data folder
 * may make less of it, never more.
 */
export const KeyGrants = z.strictObject({
  mayTrade: z.boolean(),
  /** what the key may do, in the words of the exchange when it was entered */
  permissions: z.optional(z.array(z.string())),
  /** a policy that this version cannot read must not make the key unreadable: the tight default stands in */
  policy: z.optional(z.catch(Policy, defaultPolicy)),
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

export function originsOf({ spotUrl, futuresUrl }: Pick<Profile, 'spotUrl' | 'futuresUrl'>): KeyOrigins {
  return { spotUrl, futuresUrl };
}

/** The end of a key, which tells it apart; of a short one four would be too much. */
export function hintOf(key: string): string {
  return key.length >= 12 ? key.slice(-4) : '';
}

/** `no-secret` when the key was entered for other addresses than those it is wanted for; then it is not used. */
export function checkOrigins(kept: KeyOrigins, wanted: KeyOrigins): Result<null> {
  if (kept.spotUrl === wanted.spotUrl && kept.futuresUrl === wanted.futuresUrl) return succeed(null);
  const now = [wanted.spotUrl, wanted.futuresUrl].map(text => text.slice(0, longestShown)).join(' and ');
  const message = `The key of this profile was entered for ${kept.spotUrl} and ${kept.futuresUrl}, but the profile now names ${now}. The key was not used. If you did not change the addresses, somebody else did. Remove the profile and connect it again to enter a key for these addresses.`;
  return fail('no-secret', message);
}
