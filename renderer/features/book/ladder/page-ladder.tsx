import { createCanvasSurface } from '../canvas/canvas-surface.ts';
import type { OpenSurface } from '../canvas/ladder-surface.ts';
import { Ladder, type LadderProps } from './ladder.tsx';

/** In the page itself, with its own frames. */
export const openInPage: OpenSurface = (canvas, onCleared) => ({
  surface: createCanvasSurface(canvas, onCleared),
  plan: draw => {
    const id = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(id);
  },
  close: () => undefined,
});

/** The ladder where the thread that draws cannot be had. */
export const PageLadder = (props: LadderProps) => <Ladder {...props} open={openInPage} />;
