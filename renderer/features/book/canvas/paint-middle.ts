import type { LadderColumns, LadderLayout } from './ladder-layout.ts';
import type { Pen } from '#lib/drawing/strokes.ts';
import type { LadderScene } from './scene.ts';
import { t } from '#shared/words/t.ts';

const headPx = 18;

/** The titles of the columns. The unit goes where there is no room for it: the button above names it too. */
export function paintHead(pen: Pen, { layout, palette, names }: LadderScene): void {
  const y = layout.headTopPx + headPx / 2;
  pen.font = palette.smallFont;
  pen.textAlign = 'right';
  pen.fillStyle = palette.faint;
  const long = t`Size ${names.unit}`;
  const longPx = pen.measureText(long).width;
  const titles = (columns: LadderColumns, price: string) => {
    pen.fillText(price, columns.price, y);
    pen.fillText(longPx <= columns.sizePx ? long : t`Size`, columns.size, y);
    if (columns.total !== null) pen.fillText(t`Total`, columns.total, y);
    if (columns.own !== null) pen.fillText(t`Own`, columns.own, y);
  };
  if (layout.kind === 'stacked') titles(layout.bids, t`Price`);
  else {
    titles(layout.bids, t`Bid`);
    titles(layout.asks, t`Ask`);
  }
}

const unknown = '–';
const edgePx = 10;
const wordGapPx = 4;
/** between the left and the right text */
const farGapPx = 10;

/** Mid and spread between the sides, or above them. What does not fit beside the mid is left out, basis points first. */
export function paintMiddle(pen: Pen, scene: LadderScene): void {
  const { layout, palette, middle, names, notice } = scene;
  const { topPx, heightPx } = layout.middle;
  pen.fillStyle = palette.surface;
  pen.fillRect(0, topPx, layout.widthPx, heightPx);
  if (layout.kind === 'stacked') paintEdges(pen, layout, palette.line);
  const y = topPx + heightPx / 2 + 0.5;
  const mid = middle.midText ?? unknown;
  pen.textAlign = 'left';
  pen.font = palette.largeFont;
  pen.fillStyle = palette.text;
  pen.fillText(mid, edgePx, y);
  const afterMid = edgePx + pen.measureText(mid).width + wordGapPx;
  pen.font = palette.smallFont;
  const widthOf = (text: string) => pen.measureText(text).width;
  const word = notice ?? t`${names.quote} mid`;
  const room = layout.widthPx - edgePx - afterMid;
  const besideWord = room - widthOf(word) - farGapPx;
  const right = rightTexts(scene).find(text => widthOf(text) <= besideWord);
  if (widthOf(word) <= room) {
    pen.fillStyle = notice === null ? palette.faint : palette.warning;
    pen.fillText(word, afterMid, y);
  }
  if (right === undefined) return;
  pen.textAlign = 'right';
  pen.fillStyle = notice === null ? palette.muted : palette.text;
  pen.fillText(right, layout.widthPx - edgePx, y);
}

/**
 * The text to the right of the mid, the longest first: the spread, or the best prices while the rows are held away from
 * them.
 */
function rightTexts({ middle, notice }: LadderScene): readonly string[] {
  const { bidText, askText, spreadText, spreadBpsText } = middle;
  if (notice !== null) return [`${bidText ?? unknown} × ${askText ?? unknown}`];
  const spread = spreadText ?? unknown;
  const short = [t`spread ${spread}`, spread];
  return spreadBpsText === null ? short : [t`spread ${spread}  ${spreadBpsText} bps`, ...short];
}

function paintEdges(pen: Pen, { middle, widthPx }: LadderLayout, colour: string): void {
  pen.fillStyle = colour;
  pen.fillRect(0, middle.topPx, widthPx, 1);
  pen.fillRect(0, middle.topPx + middle.heightPx - 1, widthPx, 1);
}
