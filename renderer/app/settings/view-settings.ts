import type { ViewSettings } from '#shared/domain/view/view-settings.ts';
import type { Failure } from '#shared/errors.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';

/** What was looked at last time; null where that cannot be read, because a window must open all the same. */
export async function readViewSettings(): Promise<ViewSettings | null> {
  try {
    return await call('viewSettings.read', {});
  } catch {
    // main has logged the reason; the window starts with defaults
    return null;
  }
}

/** Answers why it could not be kept, or null. */
export async function saveViewSettings(settings: ViewSettings): Promise<Failure | null> {
  try {
    await call('viewSettings.save', settings);
    return null;
  } catch (thrown) {
    return toFailure(thrown);
  }
}
