import { useSyncExternalStore } from 'react';
import { hiddenNow, onReveal } from '#lib/privacy.ts';

/** Draws anew when the user holds the key that reveals, or lets it go. */
export function usePrivacy(): string {
  return useSyncExternalStore(onReveal, hiddenNow);
}
