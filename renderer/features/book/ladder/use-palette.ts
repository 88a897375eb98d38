import { useEffect, useState } from 'react';
import { type Palette, readPalette } from '../canvas/palette.ts';

/** The colours of the ladder, read again when the root element says that theme or density changed. */
export function usePalette(): Palette {
  const [palette, setPalette] = useState(() => readPalette(document.documentElement));
  useEffect(() => {
    const root = document.documentElement;
    const update = () => setPalette(readPalette(root));
    // the attributes are set by an effect further out, which runs after this one
    const observer = new MutationObserver(update);
    observer.observe(root, {
      attributes: true,
      attributeFilter: ['data-theme', 'data-density', 'data-directions', 'data-font-size'],
    });
    return () => observer.disconnect();
  }, []);
  return palette;
}
