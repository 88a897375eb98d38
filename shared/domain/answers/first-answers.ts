import * as z from 'zod/mini';
import { BookSnapshot } from '../market/book.ts';
import { SpotSymbol } from '../market/instrument.ts';
import { BookMessage } from '../live.ts';
import { Profile } from '../profile.ts';
import { PrivacyLevel } from '../view/privacy.ts';
import { ViewSettings } from '../view/view-settings.ts';

/**
 * The profiles, and what a window must know before it draws anything of one. `isLocked`: Fathom is locked, and no profile
 * but the chosen one is named; `privacy`: what is hidden of own figures, absent: nothing.
 */
const ProfilesState = z.object({
  profiles: z.array(Profile),
  activeId: z.string(),
  isLocked: z.optional(z.boolean()),
  privacy: z.optional(PrivacyLevel),
});

/**
 * The answers that the page parses before or with its first book; `first-contract.ts` has them with their inputs, which
 * only main parses. The page reads this file with its first chunk and all of `contract.ts` right after: a schema that the
 * first book does not need must not delay it.
 */
export const firstAnswers = {
  'viewSettings.read': z.nullable(ViewSettings),
  'profiles.list': ProfilesState,
  'symbols.list': z.array(SpotSymbol),
  'book.read': BookSnapshot,
  'watch.set': z.strictObject({}),
} as const;

/** The events that the page parses before its first book. */
export const firstPayloads = {
  'profiles.changed': ProfilesState,
  'book.changed': BookMessage,
} as const;
