import { uncheckedDecimal } from '#shared/decimal.ts';
import type { Fill } from '#shared/domain/account/fill.ts';

/** What all contenders show, and how they are scrolled. Runs in the browser. */

declare global {
  interface Window {
    /** draws the table for the first time */
    mountTable?: () => void;
    /** by a figure or by a word, from the highest on, and back to how the rows came */
    sortTable?: (by: SortedBy) => void;
    /** the sells alone, and all again */
    filterTable?: (isFiltered: boolean) => void;
    /** so many rows that pass the filter, or all */
    shownRows?: () => number;
    /** the content of the cells of the first rows, for comparing */
    firstRows?: (count: number) => readonly string[];
    scrollTable?: (frames: number) => Promise<ScrollFigures>;
    /** so many rows of a book beside it */
    bookRows?: () => number;
  }
}

export type SortedBy = 'price' | 'symbol' | null;

export interface ScrollFigures {
  /** between two frames, ms */
  readonly framesMs: readonly number[];
  /** visible places without a row, of those checked */
  readonly blank: number;
  readonly looks: number;
}

export const box = { width: 1100, height: 700 };
export const rowPx = 26;
export const instruments = new Map([['BTC-USDT', { priceIncrement: '0.1' }]] as const);
const symbols = ['BTC-USDT', 'ETH-USDT', 'XBTUSDTM', 'SOL-USDT', 'ETH-BTC'];

/** A linear congruential sequence: the same rows in every run. */
function numbers(): () => number {
  let state = 42;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    // its low digits repeat soon
    return Math.floor(state / 1024);
  };
}

/** Of texts that are written here. */
const decimal = (text: string) => uncheckedDecimal(text);

export function makeFills(count: number): readonly Fill[] {
  const next = numbers();
  const beginMs = 1_790_000_000_000;
  return Array.from({ length: count }, (_, index): Fill => {
    const symbol = symbols[next() % symbols.length] ?? 'BTC-USDT';
    const isFutures = symbol === 'XBTUSDTM';
    const whole = 50_000 + (next() % 20_000);
    return {
      venue: isFutures ? 'futures' : 'spot',
      tradeId: String(11_040_911_994_273_793n + BigInt(index)),
      orderId: `6a0${index.toString(16).padStart(21, '0')}`,
      symbol,
      tradeType: isFutures ? 'futures' : 'spot',
      side: next() % 2 === 0 ? 'buy' : 'sell',
      price: decimal(`${whole}.${next() % 10}`),
      size: decimal(`0.${String(1 + (next() % 999_999)).padStart(6, '0')}`.replace(/0+$/u, '')),
      funds: decimal(`${1 + (next() % 90_000)}.25`),
      fee: decimal(`0.${1 + (next() % 9)}`),
      feeRate: decimal('0.001'),
      feeCurrency: 'USDT',
      openFee: null,
      closeFee: null,
      settleCurrency: isFutures ? 'USDT' : null,
      liquidity: next() % 3 === 0 ? 'maker' : 'taker',
      isForceTaker: false,
      cause: 'trade',
      createdAtMs: beginMs - index * 1000,
    };
  });
}

const topOf = (row: Element) => row.getBoundingClientRect().top;
const leftOf = (cell: Element) => cell.getBoundingClientRect().left;

/** What the first rows say, cell by cell. Tables draw them in any order: by where they stand. */
export function textsOf(rows: string, { cells, count }: { readonly cells: string; readonly count: number }) {
  return [...document.querySelectorAll(rows)]
    .toSorted((a, b) => topOf(a) - topOf(b))
    .slice(0, count)
    .map(row =>
      [...row.querySelectorAll(cells)]
        .toSorted((a, b) => leftOf(a) - leftOf(b))
        .map(cell => cell.innerHTML)
        .join(' | '),
    );
}

/** After the frame has been painted, to a millisecond or so. */
const painted = () =>
  new Promise<void>(resolve => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve());
      port1.start();
      port2.postMessage(null);
    });
  });

/** Scrolls by many rows a frame, there and back, and checks at three places whether a row is there. */
export async function scrollBox(element: Element, rowSelector: string, frames: number): Promise<ScrollFigures> {
  const framesMs: number[] = [];
  const { left, top, height } = element.getBoundingClientRect();
  let [blank, looks] = [0, 0];
  await painted();
  let lastMs = performance.now();
  for (let frame = 0; frame < frames; frame += 1) {
    element.scrollTop += frame < (frames * 3) / 4 ? 3001 : -7003;
    // oxlint-disable-next-line no-await-in-loop -- frame by frame
    await painted();
    const atMs = performance.now();
    framesMs.push(atMs - lastMs);
    lastMs = atMs;
    for (const part of [0.2, 0.5, 0.9]) {
      looks += 1;
      if (document.elementFromPoint(left + 40, top + height * part)?.closest(rowSelector) == null) blank += 1;
    }
  }
  return { framesMs, blank, looks };
}
