import * as z from 'zod/mini';

export const KeyVersion = z.enum(['1', '2', '3']);
export type KeyVersion = z.infer<typeof KeyVersion>;

/** A tag of the profile's colour, which frames the window and every confirmation. */
export const ProfileColour = z.enum(['blue', 'teal', 'amber', 'violet', 'rose', 'slate']);
export type ProfileColour = z.infer<typeof ProfileColour>;

export const ProfilePreset = z.enum(['practice', 'kucoin', 'custom']);
export type ProfilePreset = z.infer<typeof ProfilePreset>;

/** The service's own addresses (docs/exchange/authentication.md §1); the form proposes the first ones. */
export const kucoin = {
  addresses: [
    { spotUrl: 'https://api.kucoin.com', futuresUrl: 'https://api-futures.kucoin.com' },
    { spotUrl: 'https://api.kucoin.eu', futuresUrl: 'https://api-futures.kucoin.eu' },
  ],
  headerPrefix: 'KC',
} as const;

/** `SVC`, `KC`, … : goes in front of `-API-KEY` and its siblings. */
const HeaderPrefix = z.string().check(z.regex(/^[A-Z][A-Z0-9]{0,15}$/));

/** The part of a profile that is no secret. It is what the disk and the page may know. */
export const Profile = z.object({
  id: z.string(),
  name: z.string(),
  colour: ProfileColour,
  preset: ProfilePreset,
  spotUrl: z.string(),
  futuresUrl: z.string(),
  headerPrefix: HeaderPrefix,
  keyVersion: KeyVersion,
  isReadOnly: z.boolean(),
  /** last four characters of the key */
  keyHint: z.string(),
  permissions: z.array(z.string()),
  /** where the secret lies: built in and made at each start, in the OS keychain, or in memory until Fathom ends */
  secretHome: z.enum(['practice', 'keychain', 'session']),
});
export type Profile = z.infer<typeof Profile>;

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
