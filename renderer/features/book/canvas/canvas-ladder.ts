import { createCanvasPainter } from './canvas-painter.ts';
import { createColumnMeter, type WantedColumns } from './column-meter.ts';
import { type LadderLayout, type LadderShape, layLadder } from './ladder-layout.ts';
import type { Pen } from '#lib/drawing/strokes.ts';
import type { LadderScene } from './scene.ts';

export interface LadderSurface {
  readonly pen: Pen;
  /** makes the canvas that large and clears it; says whether it had to */
  readonly resize: (widthPx: number, heightPx: number) => boolean;
  /** what was drawn so far is to be seen */
  readonly commit: () => void;
}

export type LadderBox = Omit<LadderShape, 'widths' | 'rowPx'> & WantedColumns;

export interface CanvasLadder {
  readonly paint: (scene: Omit<LadderScene, 'layout'>, box: LadderBox) => LadderLayout;
}

/** Painter and layout on one canvas: computes the layout again only when the shape changed. */
export function createCanvasLadder(surface: LadderSurface): CanvasLadder {
  const painter = createCanvasPainter(surface.pen);
  const meter = createColumnMeter(surface.pen);
  let layout: LadderLayout | null = null;
  let layoutKey = '';
  return {
    paint: (scene, { widthPx, heightPx, rows, ...wanted }) => {
      // a canvas forgets its font when it is resized
      surface.pen.font = scene.palette.font;
      const widths = meter.measure(scene, wanted);
      const shape = { widthPx, heightPx, rows, rowPx: scene.palette.rowPx, widths };
      const key = JSON.stringify(shape);
      if (layout === null || key !== layoutKey) {
        layout = layLadder(shape);
        layoutKey = key;
      }
      if (surface.resize(layout.widthPx, layout.heightPx)) painter.forget();
      painter.paint({ ...scene, layout });
      surface.commit();
      return layout;
    },
  };
}
