import { formatMoment, formatUtc } from '#lib/time.ts';
import { useNow } from '../clock.ts';
import { Unknown } from './number-cell.tsx';

/** A moment in the zone that was chosen, UTC on hover. */
export function Moment({ epochMs }: { readonly epochMs: number | null }) {
  // the day changes at most once a minute for anyone's eye
  const nowMs = useNow(60_000);
  if (epochMs === null) return <Unknown />;
  return (
    <time className="number" dateTime={new Date(epochMs).toISOString()} title={formatUtc(epochMs)}>
      {formatMoment(epochMs, nowMs)}
    </time>
  );
}
