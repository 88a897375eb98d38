import { useEffect, useState } from 'react';
import { watchColours } from '#lib/drawing/theme-colours.ts';
import { type Palette, readPalette } from '../canvas/palette.ts';

/** The colours of the ladder, read again when theme, density or the colours of the system change. */
export function usePalette(): Palette {
  const [palette, setPalette] = useState(() => readPalette(document.documentElement));
  useEffect(() => watchColours(() => setPalette(readPalette(document.documentElement))), []);
  return palette;
}
