import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EventPayload } from '#shared/contract.ts';
import { forgetProfiles } from '#bridge/account/forgetting.ts';
import { profileIdOfKey, readKey } from '#bridge/query-keys.ts';
import { listen } from '#bridge/stream.ts';

/** Follows the choice of the profile, from the first moment: everything on the screen belongs to one. Mounted once. */
export function useProfileChanges(): void {
  const client = useQueryClient();
  useEffect(() => listen('profiles.changed', payload => applyProfiles(client, payload)), [client]);
}

/** Another profile is chosen: nothing of the old one may stay to be seen or joined with the new. */
export function applyProfiles(client: QueryClient, payload: EventPayload<'profiles.changed'>): void {
  client.setQueryData(readKey('profiles.list', {}), payload);
  forgetProfiles(id => id !== payload.activeId);
  client.removeQueries({
    predicate: query => {
      const profileId = profileIdOfKey(query.queryKey);
      return profileId !== null && profileId !== payload.activeId && !query.isActive();
    },
  });
}
