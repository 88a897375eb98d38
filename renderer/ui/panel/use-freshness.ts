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

/** What an action is about, as its panel knows it. */
interface ActionSubject {
  readonly updatedAtMs: number | null;
  readonly intervalMs: number | null;
}

/** The reason that this profile must not act on this data now, or null. Give it to a button as its disabledReason. */
export function useActionError(
  profile: { readonly isReadOnly: boolean },
  { updatedAtMs, intervalMs }: ActionSubject,
): string | null {
  const freshness = useFreshness(updatedAtMs, intervalMs);
  if (profile.isReadOnly) return t`This profile is read-only`;
  if (updatedAtMs === null) return t`Nothing has been read yet`;
  return freshness === 'stale' ? t`The data is too old for this action` : null;
}
