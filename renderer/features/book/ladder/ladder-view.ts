import { createCanvasLadder, type LadderSurface } from '../canvas/canvas-ladder.ts';
import { type BookSide, fittingRows, isOnSize, type LadderLayout } from '../canvas/ladder-layout.ts';
import type { Palette } from '../canvas/palette.ts';
import type { LadderNames, LadderScene } from '../canvas/scene.ts';
import { type GroupedBook, touchOf } from '../model/levels.ts';
import { type LadderFrame, ladderFrame, type LadderOptions } from './ladder-frame.ts';
import { type Middle, middleOf } from '../model/middle.ts';
import { createRowHold, isHeldApart, pointedRow, type PointedRow } from './row-hold.ts';
import { t } from '#shared/words/t.ts';

/** The next view: pulled when it is drawn, so that an undrawn message costs nothing. */
export interface LadderSource {
  readonly view: () => GroupedBook | null;
}

export interface LadderSettings extends Omit<LadderOptions, 'frozen'> {
  readonly names: LadderNames;
  /** digits of a price that is not grouped: mid and spread have them */
  readonly tickDecimals: number;
  readonly palette: Palette;
  readonly picked: (NonNullable<LadderScene['picked']> & { readonly isSize?: boolean }) | null;
}

export interface LadderViewOptions {
  /** null without a surface: then only `onFrame` is called */
  readonly surface: LadderSurface | null;
  /** has something drawn soon; the answer calls it off */
  readonly plan: (draw: () => void) => () => void;
  /** every drawn frame, for readers with a longer interval */
  readonly onFrame: (frame: LadderFrame & Middle) => void;
  /** how many rows a side would fill the box */
  readonly onFit: (rows: number) => void;
}

export interface LadderView {
  /** what to draw from, and how */
  readonly configure: (source: LadderSource, settings: LadderSettings) => void;
  readonly resize: (widthPx: number, heightPx: number) => void;
  /** something may have changed: draws soon, once however often it is called */
  readonly invalidate: () => void;
  /** draws now: the first view is late enough */
  readonly drawNow: () => void;
  /** the pointer is there: rows keep their places until it leaves */
  readonly point: (xPx: number, yPx: number) => PointedRow | null;
  /** whether a press there means the size of a row of that side, and not its price */
  readonly isOnSize: (side: BookSide, xPx: number) => boolean;
  readonly leave: () => void;
  /** takes the newest order now, also under the pointer */
  readonly recentre: () => void;
  readonly stop: () => void;
}

/** Draws a book on a canvas, once for all that came since it was planned, only what changed. It holds no React state. */
export function createLadderView(options: LadderViewOptions): LadderView {
  const canvas = options.surface === null ? null : createCanvasLadder(options.surface);
  const hold = createRowHold();
  let wanted: { readonly source: LadderSource; readonly settings: LadderSettings } | null = null;
  let size = { widthPx: 0, heightPx: 0 };
  let shown: LadderFrame | null = null;
  let layout: LadderLayout | null = null;
  let callOff: (() => void) | null = null;

  const draw = () => {
    callOff = null;
    const view = wanted?.source.view() ?? null;
    if (wanted === null || view === null) return;
    const { settings } = wanted;
    const frozen = hold.rowsFor(view, settings.rows);
    const frame = ladderFrame(view, { ...settings, frozen });
    const middle = middleOf(touchOf(view), settings.tickDecimals);
    shown = frame;
    options.onFrame({ ...frame, ...middle });
    if (size.widthPx === 0 || canvas === null) return;
    const hovered = hold.placeIn(layout);
    const notice = isHeldApart(frozen, view) ? t`moved · Space` : null;
    const shape = { ...size, rows: settings.rows, hasTotal: settings.isCumulative, hasOwn: frame.hasOwn };
    layout = canvas.paint({ ...settings, frame, middle, hovered, notice }, shape);
    options.onFit(fittingRows(layout.kind, size.heightPx, settings.palette.rowPx));
  };
  const invalidate = () => {
    callOff ??= options.plan(draw);
  };
  const then = (change: () => void) => {
    change();
    invalidate();
  };

  const drawNow = () => {
    callOff?.();
    draw();
  };

  return {
    invalidate,
    drawNow,
    configure: (source, settings) => then(() => (wanted = { source, settings })),
    resize: (widthPx, heightPx) => then(() => (size = { widthPx, heightPx })),
    point: (xPx, yPx) => {
      then(() => hold.point(xPx, yPx));
      return pointedRow(shown, hold.placeIn(layout));
    },
    isOnSize: (side, xPx) => layout !== null && isOnSize(layout[`${side}s`], xPx),
    leave: () => then(hold.leave),
    recentre: () => then(hold.release),
    stop: () => callOff?.(),
  };
}
