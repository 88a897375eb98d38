import { type RefObject, useEffect } from 'react';
import type { BookPlace } from '#shared/domain/view/view-settings.ts';
import { useUiStore } from '#state/ui-store.ts';

/** To a hundredth of a percent: less than a tenth of a pixel. */
const part = (px: number, ofPx: number) => Math.round((px / Math.max(1, ofPx)) * 10_000) / 100;

const nowhere: BookPlace = { left: 0, top: 0, width: 0, height: 0 };

function bookPlaceIn(root: HTMLElement): BookPlace | null {
  // a maximised panel is a look at one thing: behind it, the others keep their places
  if (root.querySelector('[data-tabset-maximized]') !== null) return null;
  const place = root.querySelector('.book-place')?.closest('[data-tabset]');
  if (place === undefined || place === null) return nowhere;
  const [whole, box] = [root.getBoundingClientRect(), place.getBoundingClientRect()];
  return {
    left: part(box.left - whole.left, whole.width),
    top: part(box.top - whole.top, whole.height),
    width: part(box.width, whole.width),
    height: part(box.height, whole.height),
  };
}

/** Stores the place of the book, so that it is used at the next start before the panels are known. */
export function keepBookPlace(root: HTMLElement | null): void {
  if (root === null) return;
  // the library moves the panels within the frame
  requestAnimationFrame(() => {
    const place = bookPlaceIn(root);
    if (place !== null) useUiStore.setState({ bookPlace: place });
  });
}

/** The same whenever the panels get another size. */
export function useBookPlaceKept(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => keepBookPlace(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [root]);
}
