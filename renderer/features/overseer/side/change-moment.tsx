import { Moment } from '#ui/value/moment.tsx';
import { rich } from '#lib/rich.ts';

/** Snapshots that are no further apart give the time of the change. */
const sameMs = 600_000;

/** The two snapshots around a change; null: the time is shown elsewhere. */
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
