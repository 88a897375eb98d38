import { missingOf } from '#shared/domain/completeness.ts';
import { useVenueLists } from '#bridge/account/use-venue-lists.ts';

const asGlance = { market: null, pace: { spot: 'glance', futures: 'glance' } } as const;

/** How many orders and stops it would cancel, as the lists of the account have it: `27`, `27+`, or null while none is known. */
export function useKillCount(profileId: string): string | null {
  const orders = useVenueLists(profileId, 'orders', asGlance);
  const stops = useVenueLists(profileId, 'stops', asGlance);
  const lists = [...orders, ...stops];
  return countText(
    lists.map(({ count, reading }) => ({ count, isWhole: missingOf(reading.completeness).length === 0 })),
  );
}

interface Counted {
  /** null: not known yet */
  readonly count: number | null;
  readonly isWhole: boolean;
}

export function countText(lists: readonly Counted[]): string | null {
  const known = lists.filter(({ count }) => count !== null);
  if (known.length === 0) return null;
  const sum = known.reduce((total, { count }) => total + (count ?? 0), 0);
  const isWhole = known.length === lists.length && known.every(list => list.isWhole);
  return isWhole ? `${sum}` : `${sum}+`;
}
