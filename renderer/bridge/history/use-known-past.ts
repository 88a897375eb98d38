import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { PastRows } from './past-rows.ts';

interface PastKinds {
  readonly orders: Order;
  readonly fills: Fill;
}

/** What has been scrolled to of the past of all markets and each one, as it was when this was first drawn. It reads nothing. */
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
    const known = client.getQueriesData<PastRows<PastKinds[K]>>({ queryKey: ['past'], predicate: isAsked });
    return known.flatMap(([, past]) => (past === undefined ? [] : Array.from(past.rows.values())));
  }, [client, profileId, of]);
}
