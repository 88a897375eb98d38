import { type LadderRow, movedText } from '../ladder/ladder-frame.ts';
import type { ColumnWidths } from './ladder-layout.ts';
import type { Pen } from '#lib/drawing/strokes.ts';
import type { LadderScene } from './scene.ts';
import { t } from '#shared/words/t.ts';

/** Measures what the columns of a ladder need. */
export interface ColumnMeter {
  /** Grows with the texts and shrinks only with another pair, unit or font: columns that breathe cannot be read. */
  readonly measure: (scene: Omit<LadderScene, 'layout'>, wanted: WantedColumns) => ColumnWidths;
}

export interface WantedColumns {
  readonly hasTotal: boolean;
  readonly hasOwn: boolean;
}

interface Glyphs {
  readonly digitPx: number;
  readonly pointPx: number;
}

interface Widest {
  price: number;
  size: number;
  total: number;
  own: number;
}

const titles = { price: [t`Price`, t`Bid`, t`Ask`], size: [t`Size`], total: [t`Total`], own: [t`Own`] } as const;

export function createColumnMeter(pen: Pen): ColumnMeter {
  let names: LadderScene['names'] | null = null;
  let font = '';
  let widest: Widest = { price: 0, size: 0, total: 0, own: 0 };
  let glyphs: Glyphs = { digitPx: 0, pointPx: 0 };

  const startOver = ({ palette }: Pick<LadderScene, 'palette'>) => {
    pen.font = palette.smallFont;
    const widthOf = (words: readonly string[]) => Math.max(...words.map(word => pen.measureText(word).width));
    widest = {
      price: widthOf(titles.price),
      size: widthOf(titles.size),
      total: widthOf(titles.total),
      own: widthOf(titles.own),
    };
    pen.font = palette.font;
    glyphs = { digitPx: widthOf(['0', '8']), pointPx: widthOf([',', '.']) };
    widest.size = Math.max(widest.size, widthOf([movedText]));
  };
  return {
    measure: (scene, { hasTotal, hasOwn }) => {
      if (names !== scene.names || font !== scene.palette.font) {
        names = scene.names;
        font = scene.palette.font;
        startOver(scene);
      }
      for (const row of scene.frame.bids) widen(widest, row, glyphs);
      for (const row of scene.frame.asks) widen(widest, row, glyphs);
      return {
        price: Math.ceil(widest.price),
        size: Math.ceil(widest.size),
        total: hasTotal ? Math.ceil(widest.total) : null,
        own: hasOwn ? Math.ceil(widest.own) : null,
      };
    },
  };
}

function widen(widest: Widest, row: LadderRow, glyphs: Glyphs): void {
  widest.price = Math.max(widest.price, figureWidth(row.priceText, glyphs));
  widest.size = Math.max(widest.size, figureWidth(row.sizeText, glyphs) + figureWidth(row.zerosText, glyphs));
  widest.total = Math.max(widest.total, figureWidth(row.totalText, glyphs));
  widest.own = Math.max(widest.own, figureWidth(row.ownText, glyphs));
}

/** Figures are all of one width, so counting them is measuring them; this runs for each text of each frame. */
function figureWidth(text: string, { digitPx, pointPx }: Glyphs): number {
  if (text === movedText) return 0;
  let points = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 44 || code === 46) points += 1;
  }
  return (text.length - points) * digitPx + points * pointPx;
}
