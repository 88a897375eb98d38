import { create } from 'zustand';

/**
 * The box in which the book is drawn. It is on the screen before the panels, and moves to its place among them when
 * they load, so that it is drawn once and loses no level: React draws into the box, and the present place takes the
 * box.
 */
interface BookHost {
  readonly element: HTMLElement;
  /** false: it has no place on the screen, and nothing is drawn or watched for it */
  readonly isPlaced: boolean;
}

export const useBookHost = create<BookHost>()(() => {
  const element = document.createElement('div');
  element.className = 'book-host';
  return { element, isPlaced: true };
});

/** A ref for the element in which the book is shown from now on, until another takes it. */
export function placeBook(place: HTMLElement | null): (() => void) | undefined {
  if (place === null) return undefined;
  const { element } = useBookHost.getState();
  place.append(element);
  useBookHost.setState({ isPlaced: true });
  // not at once: another place may take it in the same moment
  return () => setTimeout(() => useBookHost.setState({ isPlaced: element.isConnected }));
}
