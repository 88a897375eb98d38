import * as z from 'zod/mini';
import { BookSnapshot } from './domain/market/book.ts';
import { TopicStatus } from './domain/feed.ts';
import { SpotSymbol } from './domain/market/instrument.ts';
import { LinkStatus, ReadCosts } from './domain/link.ts';
import { BookMessage, Watch } from './domain/live.ts';
import { Profile } from './domain/profile.ts';
import { Venue } from './domain/scalars.ts';
import { PrivacyLevel } from './domain/view/privacy.ts';
import { ViewSettings } from './domain/view/view-settings.ts';

/**
 * The part of the door that a window needs for its first book; all of it is in `contract.ts`. The page reads this part
 * with its first chunk and the rest right after: a schema that nobody needs yet must not keep the book waiting.
 */
const onProfile = { profileId: z.string() };
const nothing = z.strictObject({});

export const AppInfo = z.object({
  version: z.string(),
  shell: z.enum(['electron', 'chromium']),
  isHeadless: z.boolean(),
  dataDir: z.string(),
  /** what the user must be told once: files that were damaged, acts that are open, how the last run ended */
  notices: z.array(z.string()),
});
export type AppInfo = z.infer<typeof AppInfo>;

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

export const firstCalls = {
  'app.info': { input: nothing, output: AppInfo },
  'viewSettings.read': { input: nothing, output: z.nullable(ViewSettings) },
  /** replaces what was kept */
  'viewSettings.save': { input: ViewSettings, output: nothing },

  'profiles.list': { input: nothing, output: ProfilesState },

  /** what each read takes of the exchange's budget; it never changes */
  'reads.costs': { input: nothing, output: ReadCosts },
  'link.read': { input: z.strictObject(onProfile), output: LinkStatus },
  'symbols.list': { input: z.strictObject(onProfile), output: z.array(SpotSymbol) },
  /** the best levels, as many a side as `depth` says */
  'book.read': {
    input: z.strictObject({
      ...onProfile,
      venue: Venue,
      symbol: z.string(),
      depth: z.union([z.literal(20), z.literal(100)]),
    }),
    output: BookSnapshot,
  },

  /**
   * Everything that this window shows and wants to move; replaces what it wanted before. Empty while it is hidden. What
   * is watched is then told whole. `isRepeat`: nothing has changed, and nothing is told to a page that is known; one that
   * an event did not reach is served anew.
   */
  'watch.set': {
    input: z.strictObject({ ...onProfile, watches: z.array(Watch).check(z.maxLength(40)), isRepeat: z.boolean() }),
    output: nothing,
  },
  'feeds.read': { input: z.strictObject(onProfile), output: z.array(TopicStatus) },
} as const;

/** Deliveries as `contract.ts` says. */
export const firstEvents = {
  'profiles.changed': {
    payload: ProfilesState,
    delivery: 'latest-wins',
  },
  'link.changed': { payload: LinkStatus, delivery: 'latest-wins', mayWait: true },
  'book.changed': { payload: BookMessage, delivery: 'latest-wins' },
} as const;
