import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ReadCost, ReadCosts } from '#shared/domain/link.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { call } from './call.ts';
import type { ReadName } from './polling.ts';
import { readKey } from './query-keys.ts';

/** What one answer of a read costs at a venue, out of the cache: the status bar asks for it once. Null: nothing, or not known yet. */
export function useReadCost(name: ReadName, venue: Venue = 'spot'): ReadCost | null {
  const select = useCallback((costs: ReadCosts) => costs[name]?.[venue] ?? null, [name, venue]);
  const { data = null } = useQuery({
    queryKey: readKey('reads.costs', {}),
    queryFn: () => call('reads.costs', {}),
    enabled: false,
    select,
  });
  return data;
}
