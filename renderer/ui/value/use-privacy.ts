import { useSyncExternalStore } from 'react';
import { hiddenNow, onPrivacy } from '#lib/privacy.ts';

/** Draws anew when more or less is hidden; a component needs it whose own figures are texts, and not cells. */
export function usePrivacy(): string {
  return useSyncExternalStore(onPrivacy, hiddenNow);
}
