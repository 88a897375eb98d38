import { useSyncExternalStore } from 'react';
import { hiddenNow, onPrivacy } from '#lib/own/privacy.ts';

/** Draws again when more or less is hidden; required by a component whose own figures are texts, and not cells. */
export function usePrivacy(): string {
  return useSyncExternalStore(onPrivacy, hiddenNow);
}
