import { formatAge, freshnessOf } from '../../lib/time.ts';
import { useNow } from '../clock.ts';

export interface AgeChipProps {
  /** null = nothing has been read yet */
  readonly asOfMs: number | null;
  /** null = read once, does not age */
  readonly intervalMs: number | null;
  readonly cost?: { readonly pool: string; readonly weight: number } | null | undefined;
}

/** How old what is shown is. Amber after three missed intervals, red after ten; the word says it too. */
export function AgeChip({ asOfMs, intervalMs, cost = null }: AgeChipProps) {
  const nowMs = useNow(500);
  if (asOfMs === null || intervalMs === null) return null;
  const ageMs = Math.max(0, nowMs - asOfMs);
  // the page's own clock ticks twice a second: nothing can be told apart below that
  const freshness = freshnessOf(ageMs, Math.max(intervalMs, 1000));
  const price = cost === null ? 'costs nothing' : `costs ${cost.weight} of the ${cost.pool} pool each time`;
  return (
    <span
      className={`age age-${freshness}`}
      title={`Read every ${formatInterval(intervalMs)}; ${price}. Amber after 3 missed reads, red after 10.`}
    >
      {freshness === 'fresh' ? null : <span className="age-word">{freshness === 'late' ? 'late' : 'stale'}</span>}
      {ageMs < 1000 ? '< 1 s' : formatAge(Math.floor(ageMs / 1000) * 1000).replace('.0', '')}
    </span>
  );
}

function formatInterval(intervalMs: number): string {
  return intervalMs < 60_000 ? `${intervalMs / 1000} s` : `${intervalMs / 60_000} min`;
}
