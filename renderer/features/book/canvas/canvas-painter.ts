import { type LadderRow, movedText } from '../ladder/ladder-frame.ts';
import { type LadderColumns, type RowPlace, rowTop, type BookSide } from './ladder-layout.ts';
import { paintHead, paintMiddle } from './paint-middle.ts';
import type { Pen } from '#lib/drawing/strokes.ts';
import type { LadderScene } from './scene.ts';

export interface CanvasPainter {
  readonly paint: (scene: LadderScene) => void;
  /** nothing that was drawn is there any more */
  readonly forget: () => void;
}

type Highlight = 'none' | 'swept' | 'hovered';

interface Drawn {
  readonly row: LadderRow | undefined;
  readonly highlight: Highlight;
  readonly isPicked: boolean;
}

/** Draws the ladder and remembers what it drew: a row whose texts are the same is left alone. */
export function createCanvasPainter(pen: Pen): CanvasPainter {
  let last: LadderScene | undefined;
  const drawn = new Map<string, Drawn>();
  const zeroWidths = new Map<string, number>();
  const widthOf = (text: string) => {
    const known = zeroWidths.get(text) ?? pen.measureText(text).width;
    zeroWidths.set(text, known);
    return known;
  };
  const paintSide = (scene: LadderScene, side: BookSide) => {
    const rows = side === 'bid' ? scene.frame.bids : scene.frame.asks;
    for (let index = 0; index < scene.layout.rows; index += 1) {
      const next = describeRow(scene, { side, index }, rows[index]);
      const key = `${side} ${index}`;
      if (isSame(drawn.get(key), next)) continue;
      drawn.set(key, next);
      paintRow({ pen, scene, widthOf }, { side, index }, next);
    }
  };
  const forget = () => {
    last = undefined;
    drawn.clear();
    zeroWidths.clear();
  };
  return {
    forget,
    paint: scene => {
      const isNew = last?.layout !== scene.layout || last.palette !== scene.palette || last.names !== scene.names;
      if (isNew) {
        forget();
        pen.textBaseline = 'middle';
        pen.fillStyle = scene.palette.surface;
        pen.fillRect(0, 0, scene.layout.widthPx, scene.layout.heightPx);
        paintHead(pen, scene);
      }
      if (isNew || !isSameMiddle(last, scene)) paintMiddle(pen, scene);
      pen.font = scene.palette.font;
      pen.textAlign = 'right';
      paintSide(scene, 'bid');
      paintSide(scene, 'ask');
      last = scene;
    },
  };
}

function isSameMiddle(last: LadderScene | undefined, next: LadderScene): boolean {
  return (
    last?.middle.midText === next.middle.midText &&
    last.middle.spreadText === next.middle.spreadText &&
    last.middle.spreadBpsText === next.middle.spreadBpsText &&
    last.middle.bidText === next.middle.bidText &&
    last.middle.askText === next.middle.askText &&
    last.notice === next.notice
  );
}

function describeRow({ hovered, picked }: LadderScene, place: RowPlace, row: LadderRow | undefined): Drawn {
  const isOnSide = hovered?.side === place.side;
  const highlight =
    !isOnSide || place.index > hovered.index ? 'none' : place.index === hovered.index ? 'hovered' : 'swept';
  return { row, highlight, isPicked: picked?.side === place.side && picked.price === row?.price };
}

function isSame(a: Drawn | undefined, b: Drawn): boolean {
  if (a === undefined || a.highlight !== b.highlight || a.isPicked !== b.isPicked) return false;
  return a.row === undefined || b.row === undefined ? a.row === b.row : isSameRow(a.row, b.row);
}

function isSameRow(a: LadderRow, b: LadderRow): boolean {
  return (
    a.priceText === b.priceText &&
    a.sizeText === b.sizeText &&
    a.zerosText === b.zerosText &&
    a.totalText === b.totalText &&
    a.share === b.share &&
    a.ownText === b.ownText &&
    a.isGhost === b.isGhost
  );
}

interface Brush {
  readonly pen: Pen;
  readonly scene: LadderScene;
  readonly widthOf: (text: string) => number;
}

function paintRow(brush: Brush, place: RowPlace, { row, highlight, isPicked }: Drawn): void {
  const { pen, scene } = brush;
  const { layout, palette } = scene;
  const columns = place.side === 'bid' ? layout.bids : layout.asks;
  const top = rowTop(layout, place.side, place.index);
  const widthPx = columns.rightPx - columns.leftPx;
  pen.fillStyle = highlight === 'none' ? palette.surface : palette.hover;
  pen.fillRect(columns.leftPx, top, widthPx, layout.rowPx);
  if (row === undefined) return;
  pen.fillStyle = place.side === 'bid' ? palette.upSurface : palette.downSurface;
  const barPx = Math.round(widthPx * row.share);
  pen.fillRect(columns.barFrom === 'left' ? columns.leftPx : columns.rightPx - barPx, top, barPx, layout.rowPx);
  paintTexts(brush, { row, columns, side: place.side, y: top + layout.rowPx / 2 + 0.5 });
  if (highlight === 'hovered' || isPicked) {
    pen.fillStyle = isPicked ? palette.text : palette.faint;
    pen.fillRect(columns.leftPx, top + layout.rowPx - 1, widthPx, 1);
  }
}

interface TextPlace {
  readonly row: LadderRow;
  readonly columns: LadderColumns;
  readonly side: BookSide;
  readonly y: number;
}

function paintTexts({ pen, scene, widthOf }: Brush, { row, columns, side, y }: TextPlace): void {
  const { palette } = scene;
  const isOwn = row.ownText !== '';
  pen.fillStyle = side === 'bid' ? palette.up : palette.down;
  pen.fillText(row.priceText, columns.price, y);
  if (row.zerosText !== '') {
    pen.fillStyle = palette.faint;
    pen.fillText(row.zerosText, columns.size, y);
  }
  pen.fillStyle =
    isOwn && row.isGhost !== true ? palette.own : row.sizeText === movedText ? palette.faint : palette.text;
  pen.fillText(row.sizeText, columns.size - (row.zerosText === '' ? 0 : widthOf(row.zerosText)), y);
  if (columns.total !== null) {
    pen.fillStyle = palette.muted;
    pen.fillText(row.totalText, columns.total, y);
  }
  if (!isOwn) return;
  pen.fillStyle = palette.own;
  pen.fillRect(columns.dot - 2.5, y - 3, 5, 5);
  if (row.isGhost === true) {
    pen.fillStyle = palette.surface;
    pen.fillRect(columns.dot - 1.5, y - 2, 3, 3);
    pen.fillStyle = palette.muted;
  }
  if (columns.own !== null) pen.fillText(row.ownText, columns.own, y);
}
