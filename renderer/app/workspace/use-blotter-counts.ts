import { type MissingPart, missingOf } from '#shared/domain/completeness.ts';
import { ofSymbol, useAccountList } from '#bridge/account/use-account-list.ts';
import { formatClock } from '#lib/time.ts';
import { countText, missingText } from '#ui/panel/missing-text.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';

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
}

type Rows = PanelRead<readonly unknown[]>;

/** What the tabs count. Spot fills cost too much to be read for a number: it is known once somebody has read them. */
export function useBlotterCounts(profileId: string, symbol: string | null): BlotterCounts {
  const contracts = symbol === null ? 'glance' : null;
  const spot = ofSymbol(useAccountList(profileId, 'spot.orders', 'glance'), symbol);
  const futures = useAccountList(profileId, 'futures.orders', contracts);
  const spotStops = ofSymbol(useAccountList(profileId, 'spot.stops', 'glance'), symbol);
  const futuresStops = useAccountList(profileId, 'futures.stops', contracts);
  const spotFills = ofSymbol(useAccountList(profileId, 'spot.fills', 'passive'), symbol);
  const futuresFills = useAccountList(profileId, 'futures.fills', contracts);
  const pick = (one: Rows, other: Rows): readonly Rows[] => (symbol === null ? [one, other] : [one]);
  const fills = pick(spotFills, futuresFills);
  return {
    active: countOf(pick(spot, futures)),
    stops: countOf(pick(spotStops, futuresStops)),
    // half of a number would be taken for all of it: the chart reads the fills of spot alone
    fills: fills.some(({ data }) => data === undefined) ? unknownCount : countOf(fills),
  };
}

const unknownCount: BlotterCount = { count: null, countNote: undefined };

function countOf(lists: readonly Rows[]): BlotterCount {
  const { data, completeness } = mergeReads(lists, () => 0);
  const missing = missingOf(completeness);
  if (data === undefined) return unknownCount;
  return { count: countText(data.length, missing), countNote: noteOf(missing) };
}

function noteOf(missing: readonly MissingPart[]): string | undefined {
  return missing.length === 0 ? undefined : missingText(missing, formatClock);
}
