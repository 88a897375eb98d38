import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Decimal, fromUnits } from '#shared/decimal.ts';
import { ladderFrame } from '../ladder/ladder-frame.ts';
import type { GroupedBook } from '../model/levels.ts';
import { middleOf } from '../model/middle.ts';
import { type OwnLevels, ownLevelKey } from '../model/own-levels.ts';
import { createCanvasLadder } from './canvas-ladder.ts';
import type { Palette } from './palette.ts';
import type { Pen } from '#lib/drawing/strokes.ts';
import type { LadderScene } from './scene.ts';

interface WrittenText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** Widths like those of a real font: figures of one width, points narrow, letters in between. */
function measure(text: string, font: string): number {
  const size = Number(/(\d+(?:\.\d+)?)px/.exec(font)?.[1] ?? 12);
  let ems = 0;
  for (const letter of text) ems += /\d/.test(letter) ? 0.57 : /[,. ]/.test(letter) ? 0.29 : 0.55;
  return ems * size;
}

function createPaper() {
  const written: WrittenText[] = [];
  const pen: Pen = {
    fillStyle: '',
    font: '',
    textAlign: 'left',
    textBaseline: 'middle',
    fillRect: () => undefined,
    fillText: (text, x, y) => {
      const width = measure(text, pen.font);
      const left = pen.textAlign === 'right' ? x - width : x;
      written.push({ text, left, right: left + width, y });
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the ladder asks for the width only
    measureText: text => ({ width: measure(text, pen.font) }) as TextMetrics,
  };
  return { written, ladder: createCanvasLadder({ pen, resize: () => false, commit: () => undefined }) };
}

interface Pair {
  readonly base: string;
  readonly quote: string;
  /** ticks, in units of 10^-priceDecimals */
  readonly price: number;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  /** the largest size, in whole base units */
  readonly most: number;
}

const pairs: readonly Pair[] = [
  { base: 'BTC', quote: 'USDT', price: 976_262, priceDecimals: 1, sizeDecimals: 8, most: 40 },
  { base: 'ETH', quote: 'BTC', price: 3_352, priceDecimals: 5, sizeDecimals: 7, most: 900 },
  { base: 'USDC', quote: 'USDT', price: 10_002, priceDecimals: 4, sizeDecimals: 4, most: 4_000_000 },
  { base: 'DOGE', quote: 'USDT', price: 18_973, priceDecimals: 5, sizeDecimals: 4, most: 9_000_000 },
  { base: 'KCS', quote: 'USDT', price: 11_480, priceDecimals: 3, sizeDecimals: 4, most: 50_000 },
  { base: 'SHIB', quote: 'USDT', price: 1_234, priceDecimals: 8, sizeDecimals: 2, most: 900_000_000 },
];

const cases = fc.record({
  pair: fc.constantFrom(...pairs),
  widthPx: fc.integer({ min: 318, max: 700 }),
  heightPx: fc.integer({ min: 120, max: 1300 }),
  rowPx: fc.constantFrom(17, 20, 24),
  isInQuote: fc.boolean(),
  isCumulative: fc.boolean(),
  ownRows: fc.array(fc.nat({ max: 19 }), { maxLength: 4 }),
  fractions: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }),
  notice: fc.constantFrom(null, 'moved · Space'),
});
type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never;

const names = new Map(pairs.map(({ base, quote }) => [base, { base, quote, unit: base }]));

function sceneOf({ pair, rowPx, isInQuote, isCumulative, ownRows, fractions, notice }: Case) {
  const side = (sign: 1 | -1) =>
    fractions.map((fraction, rank) => {
      const price = fromUnits(BigInt(pair.price + sign * (rank + 1)), pair.priceDecimals);
      const units = Math.max(1, Math.floor(fraction * pair.most * 10 ** pair.sizeDecimals));
      return [price, fromUnits(BigInt(units), pair.sizeDecimals)] as const;
    });
  const view: GroupedBook = { symbol: `${pair.base}-${pair.quote}`, step: null, bids: side(-1), asks: side(1) };
  const own: OwnLevels = new Map<string, Decimal>(
    ownRows.flatMap(rank => {
      const level = view.bids[rank];
      return level === undefined ? [] : [[ownLevelKey('buy', level[0]), level[1]] as const];
    }),
  );
  const decimals = { price: pair.priceDecimals, size: pair.sizeDecimals };
  const frame = ladderFrame(view, { rows: 20, decimals, own, isInQuote, isCumulative, frozen: null });
  const known = names.get(pair.base) ?? { base: '', quote: '', unit: '' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this pen knows no colours
  const palette = { font: '12px f', smallFont: '10.5px f', largeFont: '600 15px f', rowPx } as Palette;
  const scene: Omit<LadderScene, 'layout'> = {
    frame,
    middle: middleOf({ bid: view.bids[0]?.[0] ?? null, ask: view.asks[0]?.[0] ?? null }, pair.priceDecimals),
    notice,
    names: isInQuote ? { ...known, unit: `≈ ${pair.quote}` } : known,
    palette,
    hovered: null,
    picked: null,
  };
  return { scene, hasOwn: frame.hasOwn };
}

function overlapOf(written: readonly WrittenText[]): string | null {
  for (const [index, one] of written.entries()) {
    for (const other of written.slice(index + 1)) {
      const isTouching = one.left < other.right - 0.01 && other.left < one.right - 0.01;
      if (Math.abs(one.y - other.y) < 9 && isTouching) return `${one.text} | ${other.text}`;
    }
  }
  return null;
}

it('no two texts of a row overlap, and none is cut, in any pair, width and density', () => {
  fc.assert(
    fc.property(cases, each => {
      const { written, ladder } = createPaper();
      const { scene, hasOwn } = sceneOf(each);
      const { widthPx, heightPx, isCumulative } = each;
      const layout = ladder.paint(scene, { widthPx, heightPx, rows: 20, hasTotal: isCumulative, hasOwn });
      expect(overlapOf(written)).toBeNull();
      const outside = written.find(({ left, right }) => left < -0.01 || right > layout.widthPx + 0.01);
      expect(outside?.text).toBeUndefined();
      // what is shown of a level is always its price and all digits of its size
      const best = scene.frame.bids[0];
      const texts = written.map(({ text }) => text);
      expect(texts).toEqual(expect.arrayContaining([best?.priceText, best?.sizeText, scene.middle.midText]));
    }),
    { numRuns: 300 },
  );
});

it('columns grow with a longer size and do not shrink when it disappears', () => {
  const { ladder } = createPaper();
  const [bitcoin] = pairs;
  if (bitcoin === undefined) throw new Error('no pair');
  const usual: Case = {
    pair: bitcoin,
    widthPx: 400,
    heightPx: 600,
    rowPx: 20,
    isInQuote: false,
    isCumulative: true,
    ownRows: [],
    fractions: Array.from({ length: 20 }, () => 0.01),
    notice: null,
  };
  const box = { widthPx: 400, heightPx: 600, rows: 20, hasTotal: true, hasOwn: false };
  const narrow = ladder.paint(sceneOf(usual).scene, box);
  const broad = ladder.paint(sceneOf({ ...usual, fractions: usual.fractions.map(() => 1) }).scene, box);
  expect(broad.asks.sizePx).not.toBe(narrow.asks.sizePx);
  expect(ladder.paint(sceneOf(usual).scene, box)).toBe(broad);
});
