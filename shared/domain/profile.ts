import * as z from 'zod/mini';

export const KeyVersion = z.enum(['1', '2', '3']);
export type KeyVersion = z.infer<typeof KeyVersion>;

/** A tag of the profile's colour, which frames the window and every confirmation. */
export const ProfileColour = z.enum(['blue', 'teal', 'amber', 'violet', 'rose', 'slate']);
export type ProfileColour = z.infer<typeof ProfileColour>;

export const ProfilePreset = z.enum(['practice', 'kucoin', 'custom']);
export type ProfilePreset = z.infer<typeof ProfilePreset>;

/** `SVC`, `KC`, … : the prefix of `-API-KEY` and the other headers. */
export const HeaderPrefix = z.string().check(z.regex(/^[A-Z][A-Z0-9]{0,15}$/));

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
