import { Moment } from '#ui/value/moment.tsx';
import { rich } from '#lib/rich.ts';

/** Looks that are no further apart tell when it happened. */
const sameMs = 600_000;

/** The two looks between which something happened; null: it is said elsewhere. */
export interface Moments {
  readonly sinceMs: number;
  readonly atMs: number;
}

/** When a change was seen; with the look before where that was long ago. */
export function ChangeMoment({ moments }: { readonly moments: Moments | null }) {
  if (moments === null) return null;
  const { sinceMs, atMs } = moments;
  return (
    <span className="overseer-quiet">
      {atMs - sinceMs < sameMs ? (
        <Moment epochMs={atMs} />
      ) : (
        rich`between ${<Moment epochMs={sinceMs} />} and ${<Moment epochMs={atMs} />}`
      )}
    </span>
  );
}
