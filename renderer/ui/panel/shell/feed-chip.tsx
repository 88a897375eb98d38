import { type Freshness, formatDataAge, freshest } from '#lib/age.ts';
import { useAtTick } from '../../clock.ts';
import { t } from '#shared/words/t.ts';

/** What a chip says of the state of its data. */
export const stateLabels = {
  live: t`live`,
  polled: t`polled`,
  late: t`late`,
  stale: t`stale`,
  syncing: t`syncing`,
  dead: t`dead`,
} as const;

/** The age in words, drawn again only when they change; nothing where nothing is known. */
export function useDataAge(readAsOfMs: () => number | null, freshness: Freshness): string {
  return useAtTick(nowMs => {
    const asOfMs = readAsOfMs();
    return asOfMs === null ? '' : formatDataAge({ asOfMs, nowMs }, freshness);
  });
}

export interface FeedChipProps {
  readonly state: 'live' | 'syncing' | 'stale' | 'dead' | 'polled';
  /** when the shown data was last known to be right, read with the clock; omitted without an age */
  readonly readAsOfMs?: () => number | null;
  /** why it is not live, or where it comes from */
  readonly detail: string | null;
}

const tones = { live: 'live', syncing: 'late', stale: 'stale', dead: 'stale', polled: 'fresh' } as const;
const unknownAge = () => null;

/** How a pushed view is: the word of its feed, its age, and the reason on hover. */
export function FeedChip({ state, readAsOfMs = unknownAge, detail }: FeedChipProps) {
  const dataAge = useDataAge(readAsOfMs, state === 'live' || state === 'polled' ? 'fresh' : 'late');
  // live means now: only quiet data has an age
  const ageText = state === 'live' && dataAge === freshest ? '' : dataAge;
  return (
    <span className={`age age-${tones[state]}`} title={detail ?? undefined}>
      <span className="age-word">{stateLabels[state]}</span>
      {ageText === '' ? null : ageText}
    </span>
  );
}
