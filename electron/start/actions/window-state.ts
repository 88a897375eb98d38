import { PrivacyLevel } from '#shared/domain/view/privacy.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Lock } from '#credentials/lock/lock.ts';
import type { ProfileSelection } from '#credentials/profile-selection.ts';
import { shownProfiles } from '#ipc/handlers/profiles.ts';
import type { Publish } from '#ipc/publish.ts';
import type { LiveMarkets } from '#market/live-markets.ts';
import type { SettingsStore } from '#store/settings.ts';

interface WindowStateOptions {
  readonly lock: Lock;
  readonly live: Pick<LiveMarkets, 'allAway'>;
  readonly publish: Publish;
  readonly settings: SettingsStore;
}

type Profiles = ReturnType<ProfileSelection['state']>;

/** What every window must know first: the profiles, whether Fathom is locked, and what is hidden of own figures. */
export function createWindowState({ lock, live, publish, settings }: WindowStateOptions) {
  let profiles: (() => Profiles) | null = null;
  const publishProfiles = (state: Profiles): void =>
    publish('profiles.changed', shownProfiles(state, { isLocked: lock.isLocked(), privacy: settings.read().privacy }));
  return {
    publishProfiles,
    /** Publishes the lock from now on. */
    follow: (read: () => Profiles): void => {
      profiles = read;
      lock.onChange(state => {
        if (lock.isLocked()) live.allAway();
        publishProfiles(read());
        publish('lock.changed', state);
      });
    },
    /** While Fathom is locked figures can be hidden and not shown: `locked`. */
    changePrivacy: (privacy: PrivacyLevel): Result<Record<string, never>> => {
      if (lock.isLocked() && showsMore(settings.read().privacy ?? 'off', privacy))
        return fail('locked', 'Fathom is locked, so figures can be hidden and not shown. Unlock it first.');
      const kept = settings.change({ privacy });
      if (profiles !== null) publishProfiles(profiles());
      return kept.ok ? succeed({}) : kept;
    },
  };
}

function showsMore(before: PrivacyLevel, after: PrivacyLevel): boolean {
  // from all figures shown to none
  const levels = PrivacyLevel.options;
  return levels.indexOf(after) < levels.indexOf(before);
}
