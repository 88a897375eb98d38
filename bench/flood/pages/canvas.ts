import { rows, startBatchedPage } from './batched.ts';
import type { PeerRow } from './sorted-book.ts';

/** The reference: a ladder on a canvas, a row that shows the same as before is left alone. */
const [width, height, rowPx] = [400, 440, 20];
const colours = { bids: ['#2ebd85', '#12352f'], asks: ['#f6685e', '#3a1d24'] } as const;
type Side = keyof typeof colours;
const sideNames: readonly Side[] = ['bids', 'asks'];

const canvas = document.createElement('canvas');
document.body.replaceChildren(canvas);
canvas.width = width;
canvas.height = height;

function openPen(): CanvasRenderingContext2D {
  const pen = canvas.getContext('2d', { alpha: false });
  if (pen === null) throw new Error('this browser draws on no canvas');
  return pen;
}

const pen = openPen();
pen.font = '13px monospace';
pen.textAlign = 'right';
pen.textBaseline = 'middle';
const drawn: Readonly<Record<Side, string[]>> = { bids: [], asks: [] };

interface Place {
  readonly side: Side;
  readonly index: number;
  readonly largest: number;
}

function drawRow({ side, index, largest }: Place, { price, size, total }: PeerRow): void {
  const bar = Math.round((Number(total) / largest) * (width / 2));
  const text = `${price} ${size} ${total} ${bar}`;
  if (drawn[side][index] === text) return;
  drawn[side][index] = text;
  const [left, top] = [side === 'bids' ? 0 : width / 2, index * rowPx];
  const [ink, surface] = colours[side];
  pen.fillStyle = '#0b0e14';
  pen.fillRect(left, top, width / 2, rowPx);
  pen.fillStyle = surface;
  pen.fillRect(left, top, bar, rowPx);
  pen.fillStyle = ink;
  pen.fillText(price, left + 65, top + rowPx / 2);
  pen.fillStyle = '#dde3ee';
  pen.fillText(size, left + 125, top + rowPx / 2);
  pen.fillText(total, left + 195, top + rowPx / 2);
}

startBatchedPage({
  draw({ largest, ...sides }) {
    for (const side of sideNames) {
      for (let index = 0; index < rows; index += 1) {
        const row = sides[side][index];
        if (row !== undefined) drawRow({ side, index, largest }, row);
      }
    }
  },
});
