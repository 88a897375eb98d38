import * as z from 'zod/mini';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';

/**
 * The addresses that a key was entered for. They lie beside the key in the keychain: the profile file is plain text that
 * other programs can write, and the key would else follow whatever address stands there.
 */
export const KeyOrigins = z.strictObject({ spotUrl: z.string(), futuresUrl: z.string() });
export type KeyOrigins = z.infer<typeof KeyOrigins>;

/** The file may hold anything. */
const longestShown = 200;

export function originsOf({ spotUrl, futuresUrl }: Pick<Profile, 'spotUrl' | 'futuresUrl'>): KeyOrigins {
  return { spotUrl, futuresUrl };
}

/** `no-secret` when the key was entered for other addresses than those it is wanted for; then it is not used. */
export function checkOrigins(kept: KeyOrigins, wanted: KeyOrigins): Result<null> {
  if (kept.spotUrl === wanted.spotUrl && kept.futuresUrl === wanted.futuresUrl) return succeed(null);
  const now = [wanted.spotUrl, wanted.futuresUrl].map(text => text.slice(0, longestShown)).join(' and ');
  const message = `The key of this profile was entered for ${kept.spotUrl} and ${kept.futuresUrl}, but the profile now names ${now}. The key was not used. If you did not change the addresses, somebody else did. Remove the profile and connect it again to enter a key for these addresses.`;
  return fail('no-secret', message);
}
