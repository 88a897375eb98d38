import { createCanvasPainter } from './canvas-painter.ts';
import { type LadderLayout, type LadderShape, layLadder } from './ladder-layout.ts';
import type { LadderScene, Pen } from './scene.ts';

export interface LadderSurface {
  readonly pen: Pen;
  /** makes the canvas that large and clears it; says whether it had to */
  readonly resize: (widthPx: number, heightPx: number) => boolean;
}

export interface CanvasLadder {
  readonly paint: (scene: Omit<LadderScene, 'layout'>, shape: Omit<LadderShape, 'pricePx'>) => LadderLayout;
}

/** Painter and layout on one canvas: lays out anew only when the shape changed. */
export function createCanvasLadder(surface: LadderSurface): CanvasLadder {
  const painter = createCanvasPainter(surface.pen);
  let layout: LadderLayout | null = null;
  let layoutKey = '';
  return {
    paint: (scene, room) => {
      // a canvas forgets its font when it is resized
      surface.pen.font = scene.palette.font;
      const shape = { ...room, pricePx: priceWidth(scene.frame, surface.pen) };
      const key = JSON.stringify(shape);
      if (layout === null || key !== layoutKey) {
        layout = layLadder(shape);
        layoutKey = key;
      }
      if (surface.resize(layout.widthPx, layout.heightPx)) painter.forget();
      painter.paint({ ...scene, layout });
      return layout;
    },
  };
}

/** Room for the longest price; all prices of a pair have the same decimals, so it seldom changes. */
function priceWidth({ bids, asks }: LadderScene['frame'], pen: Pen): number {
  let longest = '';
  for (const rows of [bids, asks]) {
    for (const { priceText } of rows) if (priceText.length > longest.length) longest = priceText;
  }
  return Math.ceil(pen.measureText(longest.replaceAll(/\d/g, '0')).width);
}
