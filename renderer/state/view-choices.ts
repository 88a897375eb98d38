import type { FillSound } from '#shared/domain/view/view-settings.ts';
import { useUiStore } from './ui-store.ts';

/** What the user chooses of the view once the panels are there: apart from the store, which the first book waits for. */

/** `venue:symbol`; one that is a favourite is none any more. */
export function toggleFavourite(key: string): void {
  useUiStore.setState(({ favourites }) => ({
    favourites: favourites.includes(key) ? favourites.filter(each => each !== key) : [...favourites, key],
  }));
}

export function setOverdueAfterMin(stuckAfterMin: number): void {
  useUiStore.setState({ stuckAfterMin });
}

export function setFillSound(fillClass: string, sound: FillSound): void {
  useUiStore.setState(({ fillSounds }) => ({ fillSounds: { ...fillSounds, [fillClass]: sound } }));
}

/** `part` as `profileId:part` */
export function noteFillsSeen(part: string, seenMs: number): void {
  useUiStore.setState(({ fillsSeenMs }) => ({ fillsSeenMs: { ...fillsSeenMs, [part]: seenMs } }));
}
