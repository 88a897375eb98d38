import type { ArchiveFilter } from '../explore.ts';

/** All fills of the profile. */
export function buildArchiveFilter(change: Partial<ArchiveFilter> = {}): ArchiveFilter {
  return {
    profileId: 'p1',
    view: 'fills',
    fromMs: null,
    toMs: null,
    wallet: null,
    market: null,
    side: null,
    kind: null,
    status: null,
    text: null,
    fees: null,
    ...change,
  };
}
