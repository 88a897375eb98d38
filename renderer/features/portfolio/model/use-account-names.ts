import { useMemo } from 'react';
import { useRead } from '#bridge/use-read.ts';
import type { AccountNames } from './portfolio-texts.ts';

/** The names of the sub-accounts as they were read last; without a request to the exchange. */
export function useAccountNames(profileId: string): AccountNames {
  const { data } = useRead('overseen.read', { profileId });
  return useMemo(
    () => new Map(Object.entries(data?.last.accounts ?? {}).map(([userId, { name }]) => [userId, name])),
    [data],
  );
}
