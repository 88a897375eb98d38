import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { ArchivedPage } from '#shared/domain/archive/archived-page.ts';

interface PastKinds {
  readonly orders: Order;
  readonly fills: Fill;
}

/** The archived rows of all markets and each one that have been read, as they were when this was first drawn. It reads nothing. */
export function useKnownPast<K extends keyof PastKinds>(profileId: string, of: K): readonly PastKinds[K][] {
  const client = useQueryClient();
  return useMemo(() => {
    const isAsked = ({ queryKey: [, scope] }: { readonly queryKey: readonly unknown[] }) =>
      typeof scope === 'object' &&
      scope !== null &&
      'of' in scope &&
      'profileId' in scope &&
      scope.of === of &&
      scope.profileId === profileId;
    const known = client.getQueriesData<InfiniteData<ArchivedPage<PastKinds[K]>>>({
      queryKey: ['past'],
      predicate: isAsked,
    });
    return known.flatMap(([, past]) => past?.pages.flatMap(({ items }) => items) ?? []);
  }, [client, profileId, of]);
}
