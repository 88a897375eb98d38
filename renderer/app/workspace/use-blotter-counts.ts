import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { completenessOf, missingOf } from '#shared/domain/completeness.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { UnseenPart } from '#state/blotter/unseen-store.ts';
import { useVenueLists, type VenueList } from '#bridge/account/use-venue-lists.ts';
import { formatClock } from '#lib/time.ts';
import { countText, missingText } from '#ui/panel/missing-text.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { t } from '#shared/words/t.ts';

/** What a tab counts: `20`, or `20+` and what it does not count. */
export interface BlotterCount {
  /** null = not known yet */
  readonly count: string | null;
  readonly countNote: string | undefined;
}

export interface BlotterCounts {
  readonly active: BlotterCount;
  readonly stops: BlotterCount;
  readonly fills: BlotterCount;
  /** to find those that are new to the user */
  readonly rows: Readonly<Record<'active' | 'stops' | 'fills', readonly UnseenPart[]>>;
}

/** The market that each list is narrowed to; null: it lists all. */
export type ListedMarkets = Readonly<Record<'active' | 'stops' | 'fills', Market | null>>;

type Rows = PanelRead<readonly unknown[]>;

const asGlance = { spot: 'glance', futures: 'glance' } as const;
const asFree = { spot: 'passive', futures: 'glance' } as const;

function readingsOf(lists: readonly VenueList<unknown>[]): readonly Rows[] {
  return lists.map(({ reading }) => reading);
}

/**
 * What the tabs count. Spot fills cost too much to be read for a number: until they were read, the count is so many
 * and more.
 */
export function useBlotterCounts(profileId: string, markets: ListedMarkets): BlotterCounts {
  const orders = useVenueLists(profileId, 'orders', { market: markets.active, pace: asGlance });
  const stops = useVenueLists(profileId, 'stops', { market: markets.stops, pace: asGlance });
  const fills = useVenueLists(profileId, 'fills', { market: markets.fills, pace: asFree });
  return {
    active: countOf(readingsOf(orders)),
    stops: countOf(readingsOf(stops)),
    fills: fills.some(({ reading }) => reading.data !== undefined) ? countOf(fills.map(asUnread)) : unknownCount,
    rows: { active: rowsOf(orders), stops: rowsOf(stops), fills: rowsOf(fills) },
  };
}

function rowsOf(lists: readonly VenueList<NonNullable<UnseenPart['rows']>[number]>[]): readonly UnseenPart[] {
  return lists.map(({ part, reading }) => ({ part, rows: reading.data ?? null }));
}

const unknownCount: BlotterCount = { count: null, countNote: undefined };

const unread = t`Fills are loaded while the Fills tab or the chart of a spot pair is open.`;

/** An unread list is not merely late. */
function asUnread({ part, reading }: VenueList<unknown>): Rows {
  if (part === 'futures' || reading.data !== undefined || reading.error !== null) return reading;
  const missing = { part: reading.part ?? part, reason: unread, asOfMs: null };
  return { ...reading, data: [], completeness: completenessOf([missing]) };
}

function countOf(lists: readonly Rows[]): BlotterCount {
  const { data, completeness } = mergeReads(lists, () => 0);
  const missing = missingOf(completeness);
  if (data === undefined) return unknownCount;
  return { count: countText(data.length, missing), countNote: noteOf(missing) };
}

function noteOf(missing: readonly MissingPart[]): string | undefined {
  return missing.length === 0 ? undefined : missingText(missing, formatClock);
}
