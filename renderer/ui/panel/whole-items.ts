import { type RefObject, useLayoutEffect, useRef } from 'react';

/** For a scrolling list of items of any height: its lower edge is between two of them and cuts none. */
export function useWholeItems(): RefObject<HTMLUListElement | null> {
  const ref = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const list = ref.current;
    if (list?.parentElement === null || list === null) return undefined;
    const update = () => fit(list);
    update();
    // the list itself is as high as it is made here
    const observer = new ResizeObserver(update);
    observer.observe(list.parentElement);
    return () => observer.disconnect();
  });
  return ref;
}

function fit(list: HTMLUListElement): void {
  const { scrollTop } = list;
  list.style.maxHeight = '';
  const roomPx = list.clientHeight;
  const bottoms = Array.from(list.children, item => bottomOf(item) - list.getBoundingClientRect().top + list.scrollTop);
  list.style.maxHeight = maxHeightOf(bottoms, roomPx);
  // with more room for a moment it cannot be scrolled as far
  list.scrollTop = scrollTop;
}

const bottomOf = (item: Element) => item.getBoundingClientRect().bottom;

/** Measures are fractions. */
const nearPx = 0.5;

/**
 * The most height that ends with an item, given where each ends; none where all fit, or not even the first. An item that would
 * leave more than half of the room empty is cut: else it and all after it would look as if they were not there.
 */
export function maxHeightOf(bottoms: readonly number[], roomPx: number): string {
  const cut = bottoms.findIndex(bottom => bottom > roomPx + nearPx);
  const last = cut < 0 ? undefined : bottoms[cut - 1];
  return last === undefined || last < roomPx / 2 ? '' : `${last}px`;
}
