import { createSortedBook } from '#bench/flood/pages/sorted-book.ts';
import { parseOwn } from '#bench/own-json.ts';
import type { MarketChanges, OrdinaryPage } from './changes.ts';

/**
 * The peer of the ordinary market: as much text as Fathom's window shows, all on one canvas of its size, and all of it
 * drawn again in each frame in which something changed. Runs in the browser.
 */
const [width, height, rowPx] = [1440, 900, 20];
const rows = { book: 21, tape: 14, still: 22, candles: 110 };

declare global {
  interface Window {
    ordinary?: OrdinaryPage;
  }
}

const canvas = document.createElement('canvas');
document.body.style.margin = '0';
document.body.replaceChildren(canvas);
canvas.width = width;
canvas.height = height;

function openPen(): CanvasRenderingContext2D {
  const opened = canvas.getContext('2d', { alpha: false });
  if (opened === null) throw new Error('this browser draws on no canvas');
  return opened;
}

const pen = openPen();
pen.font = '12px sans-serif';
pen.textBaseline = 'middle';
const book = createSortedBook();
const tickers = new Map<string, string>();
let trades: readonly (readonly string[])[] = [];

/** A line of a table: its texts side by side, so far apart. */
function drawLine(texts: readonly string[], [left, top, apart]: readonly [number, number, number]): void {
  for (const [index, text] of texts.entries()) pen.fillText(text, left + index * apart, top + rowPx / 2);
}

function drawBook(): void {
  const { largest, ...sides } = book.top(rows.book);
  for (const [side, left, colour] of [
    ['bids', 240, '#12352f'],
    ['asks', 440, '#3a1d24'],
  ] as const) {
    for (const [index, { price, size, total }] of sides[side].entries()) {
      const top = 100 + index * rowPx;
      pen.fillStyle = colour;
      pen.fillRect(left, top, Math.round((Number(total) / largest) * 200), rowPx);
      pen.fillStyle = '#dde3ee';
      drawLine([price, size, total], [left, top, 66]);
    }
  }
}

/** Static parts that are drawn all the same: tables of the account, and candles. */
function drawStill(): void {
  for (let index = 0; index < rows.still; index += 1) {
    const [left, line] = index < 14 ? [10, index] : [960, index - 14];
    const texts = ['14:03:09', 'BTC-USDT', 'Spot', 'Buy', 'limit', '92,974.0', '0.2', '0'];
    drawLine(index < 14 ? texts : texts.slice(0, 5), [left, 580 + line * rowPx, 100]);
  }
  for (let index = 0; index < rows.candles; index += 1) {
    const tall = 10 + ((index * 7919) % 60);
    pen.fillRect(660 + index * 4.6, 200 - tall / 2, 3, tall);
  }
}

function draw(): void {
  pen.fillStyle = '#0b0e14';
  pen.fillRect(0, 0, width, height);
  drawBook();
  for (const [index, trade] of trades.entries()) drawLine(trade, [1210, 90 + index * rowPx, 76]);
  for (const [index, [market, price]] of [...tickers].entries())
    drawLine([market, price, '0.00 %'], [20, 150 + index * rowPx, 72]);
  drawStill();
}

let isAsked = false;

function ask(): void {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    draw();
  });
}

window.ordinary = {
  load: snapshot => {
    book.load(snapshot);
    ask();
  },
  take: text => {
    const changes = parseOwn<MarketChanges>(text);
    for (const change of changes.levels) book.apply(change);
    trades = [...changes.trades, ...trades].slice(0, rows.tape);
    for (const [market, price] of changes.tickers) tickers.set(market, price);
    ask();
  },
};
