import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { Pen } from '#lib/drawing/strokes.ts';
import type { Palette } from '../canvas/palette.ts';
import type { GroupedBook } from '../model/levels.ts';
import type { Middle } from '../model/middle.ts';
import type { LadderFrame } from './ladder-frame.ts';
import { createLadderView, type LadderSettings } from './ladder-view.ts';

const pen: Pen = {
  fillStyle: '',
  font: '',
  textAlign: 'left',
  textBaseline: 'alphabetic',
  fillText: () => undefined,
  fillRect: () => undefined,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the ladder asks for the width only
  measureText: text => ({ width: 6 * text.length }) as TextMetrics,
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this pen knows no colours
const palette = { font: 'f', rowPx: 20 } as Palette;
const settings: LadderSettings = {
  rows: 20,
  decimals: { price: 1, size: 2 },
  tickDecimals: 1,
  own: new Map(),
  isInQuote: false,
  isCumulative: true,
  names: { base: 'BTC', quote: 'USDT', unit: 'BTC' },
  palette,
  picked: null,
};
const view = (best: Decimal): GroupedBook => ({
  symbol: 'BTC-USDT',
  step: null,
  bids: [
    [best, '1'],
    ['90', '2'],
  ],
  asks: [['110', '1']],
});

function prepare(hasSurface = true) {
  const frames: (() => void)[] = [];
  const drawn: (LadderFrame & Middle)[] = [];
  const world: { view: GroupedBook | null; fitting: number; isCancelled: boolean } = {
    view: view('100'),
    fitting: 0,
    isCancelled: false,
  };
  const ladder = createLadderView({
    surface: hasSurface ? { pen, resize: () => true, commit: () => undefined } : null,
    plan: draw => {
      frames.push(draw);
      return () => (world.isCancelled = true);
    },
    onFrame: frame => drawn.push(frame),
    onFit: rows => (world.fitting = rows),
  });
  const source = { view: () => world.view };
  const frame = () => {
    for (const draw of frames.splice(0)) draw();
  };
  return { ladder, source, world, frames, drawn, frame };
}

it('ladder view draws once a frame for any number of messages, and nothing without one', () => {
  const { ladder, source, frames, drawn, frame } = prepare();
  ladder.configure(source, settings);
  for (let message = 0; message < 200; message += 1) ladder.invalidate();
  expect(frames).toHaveLength(1);
  frame();
  frame();
  expect(drawn).toHaveLength(1);
  expect(drawn[0]).toMatchObject({ midText: '105.00', bids: [{ price: '100' }, { price: '90' }] });
});

it('ladder view draws nothing before there is data and a drawing function', () => {
  const { ladder, source, world, drawn, frame } = prepare();
  ladder.invalidate();
  frame();
  world.view = null;
  ladder.configure(source, settings);
  frame();
  expect(drawn).toEqual([]);
});

it('ladder view has mid and spread of the ungrouped best prices when known', () => {
  const { ladder, source, world, drawn, frame } = prepare();
  world.view = { ...view('100'), step: '10', touch: { bid: '104', ask: '106' } };
  ladder.configure(source, settings);
  frame();
  expect(drawn.at(-1)).toMatchObject({ midText: '105.00', spreadText: '2.0' });
});

it('ladder view moves nothing under the pointer: a click takes the price that was drawn there', () => {
  const { ladder, source, world, drawn, frame } = prepare();
  ladder.configure(source, settings);
  ladder.resize(400, 600);
  frame();
  // the first row of the bids begins below the middle and the head
  expect(ladder.point(10, 50)).toMatchObject({ side: 'bid', index: 0, price: '100' });
  frame();
  world.view = view('101');
  ladder.invalidate();
  frame();
  expect(ladder.point(10, 50)?.price).toBe('100');
  expect(drawn.at(-1)?.bids.map(row => [row.price, row.sizeText])).toEqual([
    ['100', 'moved'],
    ['90', '2'],
  ]);
  ladder.recentre();
  frame();
  expect(ladder.point(10, 50)?.price).toBe('101');
  ladder.leave();
  world.view = view('102');
  frame();
  expect(drawn.at(-1)?.bids[0]?.price).toBe('102');
});

it('ladder view ignores a click between rows', () => {
  const { ladder, source, frame } = prepare();
  expect(ladder.point(10, 50)).toBeNull();
  ladder.configure(source, settings);
  ladder.resize(400, 600);
  frame();
  expect(ladder.point(10, 5)).toBeNull();
  expect(ladder.point(10, 400)).toBeNull();
});

it('ladder view states how many rows would fill the box', () => {
  const { ladder, source, world, frame } = prepare();
  ladder.configure(source, settings);
  ladder.resize(400, 648);
  frame();
  expect(world.fitting).toBe(30);
});

it('ladder view reports frames without a canvas too', () => {
  const { ladder, source, drawn, frame } = prepare(false);
  ladder.configure(source, settings);
  ladder.resize(400, 600);
  frame();
  expect(drawn).toHaveLength(1);
});

it('ladder view cancels the requested frame when it stops', () => {
  const { ladder, source, world } = prepare();
  ladder.stop();
  expect(world.isCancelled).toBe(false);
  ladder.configure(source, settings);
  ladder.stop();
  expect(world.isCancelled).toBe(true);
});

it('ladder view can draw the first view at once, and not again with the next frame', () => {
  const { ladder, source, world, drawn } = prepare();
  ladder.configure(source, settings);
  ladder.drawNow();
  expect(drawn).toHaveLength(1);
  expect(world.isCancelled).toBe(true);
});
