import { create } from 'zustand';

/**
 * The element in which the book is drawn. It is on the screen before the panels and moves to its place among them when
 * they load, so the book is drawn once and loses no level. React draws into the element; its place adopts it.
 */
interface BookHost {
  readonly element: HTMLElement;
  /** false: it has no place on the screen, and the book is neither drawn nor watched */
  readonly isPlaced: boolean;
}

export const useBookHost = create<BookHost>()(() => {
  const element = document.createElement('div');
  element.className = 'book-host';
  return { element, isPlaced: true };
});

/** A ref of the place in which the book is shown from now on, until another place adopts it. */
export function placeBook(place: HTMLElement | null): (() => void) | undefined {
  if (place === null) return undefined;
  const { element } = useBookHost.getState();
  place.append(element);
  useBookHost.setState({ isPlaced: true });
  // later: another place may adopt it in the same moment
  return () => setTimeout(() => useBookHost.setState({ isPlaced: element.isConnected }));
}
