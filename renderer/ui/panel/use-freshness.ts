import { type Freshness, freshnessOf } from '#lib/age.ts';
import { useAtTick } from '../clock.ts';
import { t } from '#shared/words/t.ts';

/** How fresh data of that moment is now. Data that is read only once never ages. */
export function useFreshness(asOfMs: number | null, intervalMs: number | null): Freshness {
  // a panel and all its rows hang on this: it may not draw them at every tick to find that they are as fresh as before
  return useAtTick(nowMs =>
    asOfMs === null || intervalMs === null ? 'fresh' : freshnessOf(nowMs - asOfMs, Math.max(intervalMs, 1000)),
  );
}

/** What an act is about, as its panel knows it. */
interface ActSubject {
  readonly updatedAtMs: number | null;
  readonly intervalMs: number | null;
}

/** The reason that this profile must not act on this data now, or null. Give it to a button as its disabledReason. */
export function useActObjection(
  profile: { readonly isReadOnly: boolean },
  { updatedAtMs, intervalMs }: ActSubject,
): string | null {
  const freshness = useFreshness(updatedAtMs, intervalMs);
  if (profile.isReadOnly) return t`This profile is read-only`;
  if (updatedAtMs === null) return t`Nothing has been read yet`;
  return freshness === 'stale' ? t`What is shown is too old to act on` : null;
}
