import * as z from 'zod/mini';
import { HeaderPrefix, KeyVersion, ProfileColour, ProfilePreset } from '#shared/domain/profile.ts';

/** The service's own addresses (docs/exchange/authentication.md §1); the form proposes the first ones. */
export const kucoin = {
  addresses: [
    { spotUrl: 'https://api.kucoin.com', futuresUrl: 'https://api-futures.kucoin.com' },
    { spotUrl: 'https://api.kucoin.eu', futuresUrl: 'https://api-futures.kucoin.eu' },
  ],
  headerPrefix: 'KC',
} as const;

/** What the user types in the page to connect. The key itself is entered in the trusted window only. */
export const ProfileCandidate = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  colour: ProfileColour,
  preset: ProfilePreset,
  spotUrl: z.string().check(z.maxLength(200)),
  futuresUrl: z.string().check(z.maxLength(200)),
  headerPrefix: HeaderPrefix,
  keyVersion: KeyVersion,
  isReadOnly: z.boolean(),
  /** the user's choice when there is no keychain: memory only, until Fathom ends */
  storage: z.enum(['keychain', 'session']),
});
export type ProfileCandidate = z.infer<typeof ProfileCandidate>;
