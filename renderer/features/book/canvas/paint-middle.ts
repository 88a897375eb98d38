import type { LadderColumns, LadderLayout } from './ladder-layout.ts';
import type { LadderScene, Pen } from './scene.ts';

const headPx = 18;

/** The titles of the columns. */
export function paintHead(pen: Pen, { layout, palette, names }: LadderScene): void {
  const y = layout.headTopPx + headPx / 2;
  const titles = (columns: LadderColumns, price: string) => {
    pen.fillText(price, columns.price, y);
    pen.fillText(`Size ${names.unit}`, columns.size, y);
    if (columns.total !== null) pen.fillText('Total', columns.total, y);
    if (columns.own !== null) pen.fillText('Own', columns.own, y);
  };
  pen.font = palette.smallFont;
  pen.textAlign = 'right';
  pen.fillStyle = palette.faint;
  if (layout.kind === 'stacked') titles(layout.bids, 'Price');
  else {
    titles(layout.bids, 'Bid');
    titles(layout.asks, 'Ask');
  }
}

const unknown = '–';

/** Mid and spread between the sides, or above them. */
export function paintMiddle(pen: Pen, { layout, palette, middle, names, notice }: LadderScene): void {
  const { topPx, heightPx } = layout.middle;
  pen.fillStyle = palette.surface;
  pen.fillRect(0, topPx, layout.widthPx, heightPx);
  if (layout.kind === 'stacked') paintEdges(pen, layout, palette.line);
  const y = topPx + heightPx / 2 + 0.5;
  pen.textAlign = 'left';
  const mid = middle.midText ?? unknown;
  pen.font = palette.largeFont;
  pen.fillStyle = palette.text;
  pen.fillText(mid, 10, y);
  const afterMid = 10 + pen.measureText(mid).width + 4;
  pen.font = palette.smallFont;
  pen.fillStyle = notice === null ? palette.faint : palette.warning;
  pen.fillText(notice ?? `${names.quote} mid`, afterMid, y);
  pen.textAlign = 'right';
  pen.fillStyle = palette.muted;
  const bps = middle.spreadBpsText === null ? '' : `  ${middle.spreadBpsText} bps`;
  pen.fillText(`spread ${middle.spreadText ?? unknown}${bps}`, layout.widthPx - 10, y);
}

function paintEdges(pen: Pen, { middle, widthPx }: LadderLayout, colour: string): void {
  pen.fillStyle = colour;
  pen.fillRect(0, middle.topPx, widthPx, 1);
  pen.fillRect(0, middle.topPx + middle.heightPx - 1, widthPx, 1);
}
