import type { Look } from '#shared/domain/look.ts';
import type { DeskError } from '#shared/errors.ts';
import { toDeskError } from './bridge-error.ts';
import { call } from './call.ts';

/** What was looked at last time; null where that cannot be read, because a window must open all the same. */
export async function readLook(): Promise<Look | null> {
  try {
    return await call('look.read', {});
  } catch {
    // main has said on its log why; the window begins as if for the first time
    return null;
  }
}

/** Answers why it could not be kept, or null. */
export async function keepLook(look: Look): Promise<DeskError | null> {
  try {
    await call('look.keep', look);
    return null;
  } catch (thrown) {
    return toDeskError(thrown);
  }
}
