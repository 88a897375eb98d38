import { expect, it } from 'vitest';
import type { LadderRow } from '../ladder/ladder-frame.ts';
import { createCanvasLadder, type LadderSurface } from './canvas-ladder.ts';
import type { Palette } from './palette.ts';
import type { Pen } from '#lib/drawing/strokes.ts';
import type { LadderScene } from './scene.ts';

/** A surface that has to be resized for another size, like a real one, and counts its drawings. */
function prepare() {
  const world = { strokes: 0, commits: 0, sizes: [] as string[], measuredIn: new Set<string>() };
  const pen: Pen = {
    fillStyle: '',
    font: '',
    textAlign: 'start',
    textBaseline: 'alphabetic',
    fillRect: () => (world.strokes += 1),
    fillText: () => (world.strokes += 1),
    measureText: text => {
      world.measuredIn.add(pen.font);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the ladder asks for the width only
      return { width: text.length * 6.5 } as TextMetrics;
    },
  };
  const surface: LadderSurface = {
    pen,
    resize: (widthPx, heightPx) => {
      const size = `${widthPx} ${heightPx}`;
      if (size === world.sizes.at(-1)) return false;
      world.sizes.push(size);
      return true;
    },
    commit: () => (world.commits += 1),
  };
  return { world, ladder: createCanvasLadder(surface), surface };
}

const row = (priceText: string): LadderRow => ({
  price: '1000.5',
  priceText,
  sizeText: '1',
  zerosText: '',
  totalText: '1',
  share: 1,
  ownText: '',
});
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the font is measured with here
const palette = { font: 'row font', rowPx: 20 } as Palette;
const scene: Omit<LadderScene, 'layout'> = {
  frame: { bids: [row('99.5')], asks: [row('100.5')], hasOwn: false },
  middle: { midText: '100.0', spreadText: '1', spreadBpsText: null, bidText: null, askText: null },
  notice: null,
  names: { base: 'BTC', quote: 'USDT', unit: 'BTC' },
  palette,
  hovered: null,
  picked: null,
};
const room = { widthPx: 400, heightPx: 600, rows: 20, hasTotal: true, hasOwn: false };

it('an equal scene in the same box has the same layout, and nothing is drawn twice', () => {
  const { world, ladder } = prepare();
  const first = ladder.paint(scene, room);
  const drawn = world.strokes;
  expect(ladder.paint(scene, { ...room })).toBe(first);
  expect(world.strokes).toBe(drawn);
  expect(world.sizes).toEqual(['400 528']);
});

it('another box is laid out and drawn again', () => {
  const { world, ladder } = prepare();
  const first = ladder.paint(scene, room);
  const drawn = world.strokes;
  expect(ladder.paint(scene, { ...room, widthPx: 500 })).not.toBe(first);
  expect(world.strokes).toBeGreaterThanOrEqual(2 * drawn);
  expect(world.sizes).toEqual(['400 528', '500 528']);
});

it('a cleared surface is drawn again for the same scene', () => {
  const { world, ladder } = prepare();
  ladder.paint(scene, room);
  const drawn = world.strokes;
  world.sizes = [];
  ladder.paint(scene, room);
  expect(world.strokes).toBe(2 * drawn);
});

it('the columns fit the longest price of both sides, in the font of the rows', () => {
  const { world, ladder } = prepare();
  // the price is at the left after 9 px for the dot: 200 + 9 + 7 characters of 6.5 px, rounded up
  expect(ladder.paint({ ...scene, frame: { ...scene.frame, asks: [row('1,000.5')] } }, room).asks.price).toBe(255);
  expect(ladder.paint({ ...scene, frame: { ...scene.frame, bids: [row('10,000.5')] } }, room).asks.price).toBe(261);
  expect(world.measuredIn.has('')).toBe(false);
});

it('an empty book is drawn as a ladder', () => {
  const { ladder } = prepare();
  const layout = ladder.paint({ ...scene, frame: { bids: [], asks: [], hasOwn: false } }, room);
  expect(layout.asks.price).toBe(242);
});
