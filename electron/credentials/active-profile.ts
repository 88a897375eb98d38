import type { LinkStatus } from '#shared/domain/link.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { practiceId, type ProfileList } from './profiles.ts';

/** The chosen account, open: what every call of the page is answered from. */
export interface OpenAccount {
  readonly profileId: string;
  readonly profile: Profile;
  readonly client: ExchangeClient;
}

/** Holds the one client that is open, or why none is. */
export interface ActiveProfile {
  readonly id: () => string;
  readonly isOpen: () => boolean;
  /** `no-profile` when `profileId` is not the chosen one any more; else the reason why it is not open */
  readonly get: (profileId: string) => Result<OpenAccount>;
  /** Closes what was open and takes this in its place. */
  readonly replace: (id: string, client: Result<ExchangeClient>) => void;
  readonly close: () => void;
}

export interface ActiveProfileOptions {
  readonly onLink: (link: LinkStatus) => void;
  /** what was open is not any more; its client still answers while this runs */
  readonly onClosed: () => void;
}

export function createActiveProfile(profiles: ProfileList, { onLink, onClosed }: ActiveProfileOptions): ActiveProfile {
  let id = practiceId;
  let client: Result<ExchangeClient> = fail('no-secret', 'No profile is open yet.');
  let undo: (() => void) | null = null;
  const release = () => {
    undo?.();
    undo = null;
    if (!client.ok) return;
    onClosed();
    client.value.close();
  };
  return {
    id: () => id,
    isOpen: () => client.ok,
    get: profileId => {
      if (profileId !== id) return fail('no-profile', 'Another profile has been chosen since; nothing was done.');
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      return client.ok ? succeed({ profileId, profile: profile.value, client: client.value }) : client;
    },
    replace: (nextId, next) => {
      release();
      id = nextId;
      client = next;
      undo = next.ok ? next.value.onLink(link => onLink({ profileId: nextId, ...link })) : null;
    },
    close: () => {
      release();
      client = fail('closed', 'Fathom is closing.');
    },
  };
}
