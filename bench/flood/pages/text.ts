import { rows, startBatchedPage } from './batched.ts';
import type { PeerRow } from './sorted-book.ts';

/** The other body: a fixed pool of rows of text nodes, each written only when it says something else. */
const periodMs = window.textPeriodMs ?? 0;
const style = document.createElement('style');
style.textContent = `
  body { background: #0b0e14; color: #dde3ee; font: 13px monospace; }
  .side { position: absolute; top: 0; width: 200px; contain: strict; height: 400px; }
  .row { position: relative; height: 20px; contain: strict; display: flex; text-align: right; }
  .row span { width: 65px; position: relative; }
  .bar { position: absolute; inset: 0; transform-origin: left; background: #12352f; }
`;
document.head.append(style);
const columns: readonly (keyof PeerRow)[] = ['price', 'size', 'total'];

interface RowBody {
  readonly bar: HTMLElement;
  readonly texts: readonly { readonly name: keyof PeerRow; readonly cell: HTMLElement; readonly node: Text }[];
  /** as it is drawn now */
  scale: string;
}

function createRow(box: HTMLElement): RowBody {
  const row = document.createElement('div');
  row.className = 'row';
  const bar = document.createElement('div');
  bar.className = 'bar';
  const texts = columns.map(name => {
    const cell = document.createElement('span');
    const node = document.createTextNode('');
    cell.append(node);
    return { name, cell, node };
  });
  row.append(bar, ...texts.map(({ cell }) => cell));
  box.append(row);
  return { bar, texts, scale: '' };
}

function createSide(leftPx: number): readonly RowBody[] {
  const box = document.createElement('div');
  box.className = 'side';
  box.style.left = `${leftPx}px`;
  document.body.append(box);
  return Array.from({ length: rows }, () => createRow(box));
}

document.body.replaceChildren();
const pools = { bids: createSide(0), asks: createSide(200) };

function writeRow(place: RowBody, row: PeerRow, largest: number): void {
  for (const { name, node } of place.texts) if (node.data !== row[name]) node.data = row[name];
  const scale = `scaleX(${(Number(row.total) / largest).toFixed(3)})`;
  if (place.scale === scale) return;
  place.scale = scale;
  place.bar.style.transform = scale;
}

startBatchedPage({
  periodMs,
  draw({ largest, ...sides }) {
    for (const side of ['bids', 'asks'] as const) {
      for (const [index, row] of sides[side].entries()) {
        const place = pools[side][index];
        if (place !== undefined) writeRow(place, row, largest);
      }
    }
  },
});
