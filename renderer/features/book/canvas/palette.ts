import { readColour } from '#lib/drawing/theme-colours.ts';

/** The colours and the type of the ladder, out of the style sheet: a canvas does not inherit them. */
export interface Palette {
  readonly surface: string;
  readonly hover: string;
  readonly line: string;
  readonly text: string;
  readonly muted: string;
  readonly faint: string;
  readonly up: string;
  readonly upSurface: string;
  readonly down: string;
  readonly downSurface: string;
  readonly own: string;
  readonly warning: string;
  readonly font: string;
  readonly smallFont: string;
  readonly largeFont: string;
  /** height of a row in the chosen density */
  readonly rowPx: number;
}

/** The row of the medium density, where there is no style sheet. */
const usualRowPx = 20;

/** What the style sheet says now; read it again when theme or density change. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  const colour = (token: string) => readColour(element, token);
  // figures of one width: a canvas cannot ask a font for them, so the font must have them by itself
  const family = read('--font-figures');
  return {
    surface: colour('--surface'),
    hover: colour('--surface-hover'),
    line: colour('--line'),
    text: colour('--text'),
    muted: colour('--text-muted'),
    faint: colour('--text-faint'),
    up: colour('--up'),
    upSurface: colour('--up-surface'),
    down: colour('--down'),
    downSurface: colour('--down-surface'),
    own: colour('--own'),
    warning: colour('--warning'),
    font: `${read('--font-size')} ${family}`,
    smallFont: `10.5px ${family}`,
    largeFont: `600 ${read('--font-size-large')} ${family}`,
    rowPx: Number.parseFloat(read('--book-row-height')) || usualRowPx,
  };
}
