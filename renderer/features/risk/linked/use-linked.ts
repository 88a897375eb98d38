import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LinkedAccount } from '#shared/domain/profile/linked-account.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { readKey } from '#bridge/query-keys.ts';
import { useProfiles } from '#bridge/reference/use-reference.ts';
import { useRead } from '#bridge/use-read.ts';
import type { LinkedAnswer } from './linked-rows.ts';

/** The whole account is read for its positions, with its own key: less often than the own ones are pushed. */
const everyMs = 60_000;

interface Link {
  readonly userId: string;
  readonly linkedId: string;
  readonly name: string;
}

/** The profiles that are linked to sub-accounts of this one, and are there. */
export function useLinks(profileId: string): readonly Link[] {
  const links = useRead('oversight.read', { profileId }).data?.links;
  const profiles = useProfiles().data?.profiles;
  return useMemo(
    () =>
      Object.entries(links ?? {}).flatMap(([userId, linkedId]) => {
        const profile = profiles?.find(({ id }) => id === linkedId && id !== profileId);
        return profile === undefined ? [] : [{ userId, linkedId, name: profile.name }];
      }),
    [links, profiles, profileId],
  );
}

type Answered = Pick<UseQueryResult<LinkedAccount>, 'data' | 'error'>;

function answersOf(links: readonly Link[], answers: readonly Answered[]): readonly LinkedAnswer[] {
  return links.map(({ linkedId, name }, index) => {
    const { data, error = null } = answers[index] ?? {};
    return { linkedId, name, data, error: error === null ? null : toFailure(error).message };
  });
}

/** The data of each of them for its own key; nothing is requested without a reader. */
export function useLinked(profileId: string, links: readonly Link[], isWanted: boolean): readonly LinkedAnswer[] {
  const wanted = isWanted ? links : [];
  return useQueries({
    queries: wanted.map(({ userId, linkedId }) => ({
      queryKey: readKey('accounts.linked', { profileId, userId, linkedId }),
      queryFn: () => call('accounts.linked', { profileId, userId, linkedId }),
      staleTime: everyMs,
      refetchInterval: everyMs,
    })),
    combine: answers => answersOf(wanted, answers),
  });
}
