import { useState } from 'react';
import type { Portfolio } from '#shared/domain/portfolio/portfolio.ts';

interface KnownOwners {
  readonly profileId: string;
  readonly owners: readonly string[];
}

/** The accounts of all answers so far: an answer about one account names no other one. */
export function useOwners(profileId: string, portfolio: Portfolio | undefined): readonly string[] {
  const [held, setHeld] = useState<KnownOwners>({ profileId, owners: [] });
  const before = held.profileId === profileId ? held.owners : [];
  const added = (portfolio?.owners ?? []).filter(owner => !before.includes(owner));
  if (held.profileId !== profileId || added.length > 0) setHeld({ profileId, owners: [...before, ...added] });
  return before;
}
