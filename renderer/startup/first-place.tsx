import { useUiStore } from '#state/ui-store.ts';
import { placeBook } from './book-host.ts';

/** The place of the book until the panels are loaded: that of the last session, else that of the Trading workspace. */
export function FirstPlace() {
  const place = useUiStore(state => state.bookPlace);
  // the last workspace has no book
  if (place?.width === 0) return null;
  const style =
    place === null
      ? {}
      : { left: pc(place.left), top: pc(place.top), width: pc(place.width), height: pc(place.height) };
  return <div className="workspace-first" ref={placeBook} style={style} />;
}

const pc = (part: number) => `${part}%`;
