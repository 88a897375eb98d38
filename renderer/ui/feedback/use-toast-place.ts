import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type Box, placeToasts } from './toast-place.ts';

/** What a message must not lie over; a canvas is pressed and dragged too. */
const controls = ['button', 'a[href]', 'input', 'select', 'textarea', 'canvas', '[role=tab]', '[role=option]'].join();

/** What of a control can be pressed now: a row that is scrolled away lies under something else. */
function isReached(control: Element, { left, top, width, height }: DOMRect): boolean {
  const under = document.elementsFromPoint(left + width / 2, top + height / 2);
  return under.some(element => control.contains(element));
}

function controlBoxes(toaster: Element): readonly Box[] {
  return [...document.querySelectorAll(controls)].flatMap(control => {
    const box = control.getBoundingClientRect();
    return box.width > 0 && !toaster.contains(control) && isReached(control, box) ? [box] : [];
  });
}

function place(toaster: HTMLElement): void {
  // under the pointer nothing moves
  if (toaster.matches(':hover')) return;
  toaster.style.translate = 'none';
  if (toaster.childElementCount === 0) return;
  const { leftPx, upPx } = placeToasts(toaster.getBoundingClientRect(), controlBoxes(toaster));
  toaster.style.translate = [leftPx, upPx].map(px => `${-px}px`).join(' ');
}

/** Keeps messages off the controls of the window: when they change, when it is resized, and when a sheet took the focus. */
export function useToastPlace(toasts: readonly unknown[]): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const toaster = ref.current;
    if (toaster === null) return undefined;
    place(toaster);
    if (toasts.length === 0) return undefined;
    let frame = 0;
    const placeSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => place(toaster));
    };
    addEventListener('resize', placeSoon);
    document.addEventListener('focusin', placeSoon);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('resize', placeSoon);
      document.removeEventListener('focusin', placeSoon);
    };
  }, [toasts]);
  return ref;
}
