import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { type PastScope, pastKey } from '../query-keys.ts';
import type { PastRows } from './past-rows.ts';

interface KnownRows {
  readonly orders: Order;
  readonly fills: Fill;
}

interface KnownScope<K> extends PastScope {
  readonly of: K & PastScope['of'];
}

/** What panels have read of a past, as it was when this was drawn first; nothing is read for it. In no order. */
export function useKnownPast<K extends keyof KnownRows>({
  profileId,
  of,
  symbol,
}: KnownScope<K>): readonly KnownRows[K][] {
  const client = useQueryClient();
  return useMemo(() => {
    const rows = new Map<string, KnownRows[K]>();
    for (const each of [null, symbol])
      for (const row of client.getQueryData<PastRows<KnownRows[K]>>(pastKey({ profileId, of, symbol: each }))?.rows ??
        [])
        rows.set(...row);
    return [...rows.values()];
  }, [client, profileId, of, symbol]);
}
