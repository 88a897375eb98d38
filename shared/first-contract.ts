import * as z from 'zod/mini';
import { exchangeRead, ownRead, ownSave, whileLocked } from './domain/call-traits.ts';
import { TopicStatus } from './domain/feed.ts';
import { LinkStatus, ReadCosts } from './domain/link.ts';
import { Watch } from './domain/view/watch.ts';
import { Venue } from './domain/scalars.ts';
import { ViewSettings } from './domain/view/view-settings.ts';
import { firstAnswers, firstPayloads } from './domain/answers/first-answers.ts';

/** The part of the contract that a window needs for its first screen; `contract.ts` has all of it. */
const onProfile = { profileId: z.string() };
const nothing = z.strictObject({});

export const AppInfo = z.object({
  version: z.string(),
  shell: z.enum(['electron', 'chromium']),
  isHeadless: z.boolean(),
  dataDir: z.string(),
  /** messages shown to the user once: damaged files, open actions, how the last run ended */
  notices: z.array(z.string()),
});
export type AppInfo = z.infer<typeof AppInfo>;

export const firstCalls = {
  'app.info': { ...ownRead, ...whileLocked, input: nothing, output: AppInfo },
  'viewSettings.read': { ...ownRead, ...whileLocked, input: nothing, output: firstAnswers['viewSettings.read'] },
  /** replaces what was kept */
  'viewSettings.save': { ...ownSave, ...whileLocked, input: ViewSettings, output: nothing },

  'profiles.list': { ...ownRead, ...whileLocked, input: nothing, output: firstAnswers['profiles.list'] },

  /** what each read takes of the exchange's budget; it never changes */
  'reads.costs': { ...ownRead, ...whileLocked, input: nothing, output: ReadCosts },
  'link.read': { ...ownRead, input: z.strictObject(onProfile), output: LinkStatus },
  'symbols.list': { ...exchangeRead, input: z.strictObject(onProfile), output: firstAnswers['symbols.list'] },
  /** the best levels, as many a side as `depth` says */
  'book.read': {
    ...exchangeRead,
    input: z.strictObject({
      ...onProfile,
      venue: Venue,
      symbol: z.string(),
      depth: z.union([z.literal(20), z.literal(100)]),
    }),
    output: firstAnswers['book.read'],
  },

  /**
   * All subscriptions of this window; replaces the earlier ones. Empty while it is hidden. The data is then published
   * whole. `isRepeat`: nothing has changed, and a known page gets nothing; one that missed an event is served again.
   */
  'watch.set': {
    ...ownRead,
    input: z.strictObject({ ...onProfile, watches: z.array(Watch).check(z.maxLength(40)), isRepeat: z.boolean() }),
    output: firstAnswers['watch.set'],
  },
  'feeds.read': { ...ownRead, input: z.strictObject(onProfile), output: z.array(TopicStatus) },
} as const;

/** Deliveries as `contract.ts` says. */
export const firstEvents = {
  'profiles.changed': {
    payload: firstPayloads['profiles.changed'],
    delivery: 'latest-wins',
  },
  'link.changed': { payload: LinkStatus, delivery: 'latest-wins', mayWait: true },
  'book.changed': { payload: firstPayloads['book.changed'], delivery: 'latest-wins' },
} as const;
