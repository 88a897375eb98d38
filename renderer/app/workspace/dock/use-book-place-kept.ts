import { type RefObject, useCallback, useEffect } from 'react';
import { useUiStore } from '#state/ui-store.ts';

/** To a hundredth of a percent: less than a tenth of a pixel. */
const part = (px: number, ofPx: number) => Math.round((px / Math.max(1, ofPx)) * 10_000) / 100;

/** Remembers where the book stands, so that it stands there at the next start before the panels are known. */
export function useBookPlaceKept(root: RefObject<HTMLElement | null>): () => void {
  const measure = useCallback(() => {
    // the library moves the panels within the frame
    requestAnimationFrame(() => {
      if (root.current === null) return;
      const whole = root.current.getBoundingClientRect();
      const place = root.current.querySelector('.book-place')?.closest('[data-tabset]');
      // a maximised one is a look at one thing; hidden behind it, the book still has its place
      if (root.current.querySelector('[data-tabset-maximized]') !== null) return;
      const box = place?.getBoundingClientRect() ?? new DOMRect();
      useUiStore.getState().setBookPlace({
        left: place === undefined || place === null ? 0 : part(box.left - whole.left, whole.width),
        top: place === undefined || place === null ? 0 : part(box.top - whole.top, whole.height),
        width: part(box.width, whole.width),
        height: part(box.height, whole.height),
      });
    });
  }, [root]);
  useEffect(() => {
    if (root.current === null) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(root.current);
    return () => observer.disconnect();
  }, [root, measure]);
  return measure;
}
