import { useMemo } from 'react';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { LinkStatus } from '#shared/domain/link.ts';
import type { PrivacyLevel } from '#shared/domain/view/privacy.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useStream, useStreamPart } from '../stream.ts';
import { type Read, usePlainRead } from '../reads/use-paced-read.ts';

/** The spot instruments of a profile by symbol: what every feature needs to show a price at its tick. Empty until read. */
export function useInstruments(profileId: string): ReadonlyMap<string, SpotSymbol> {
  const { data } = usePlainRead('symbols.list', { profileId });
  return useMemo(() => new Map(data?.map(each => [each.symbol, each])), [data]);
}

/** The line to the exchange: the last push for this profile, before it the last answer. */
export function useLink(profileId: string): Read<LinkStatus> {
  const read = usePlainRead('link.read', { profileId });
  const pushed = useStream('link.changed');
  return pushed?.profileId === profileId ? { ...read, data: pushed, isLoading: false } : read;
}

/** Milliseconds to add to our clock to get the exchange's; 0 while it is unknown. Drawn again when it changes, not with each answer. */
export function useClockOffsetMs(profileId: string): number {
  const known = usePlainRead('link.read', { profileId }).data?.clock.offsetMs ?? 0;
  const pushed = useStreamPart('link.changed', link =>
    link?.profileId === profileId ? link.clock.offsetMs : undefined,
  );
  return pushed ?? known;
}

export interface ProfileChoice {
  readonly active: Profile;
  readonly profiles: readonly Profile[];
  /** Fathom is locked: main publishes no account data */
  readonly isLocked?: boolean | undefined;
  /** what main says is hidden of own figures */
  readonly privacy?: PrivacyLevel | undefined;
}

/** All profiles and the chosen one. `data` is undefined while unknown, and when the chosen one is not among them. */
export function useProfiles(): Read<ProfileChoice> {
  const read = usePlainRead('profiles.list', {});
  const active = read.data?.profiles.find(profile => profile.id === read.data?.activeId);
  return {
    ...read,
    data: active === undefined || read.data === undefined ? undefined : { ...read.data, active },
  };
}
