// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { readPalette } from '../canvas/palette.ts';
import { type CurvePen, paintDepth } from './depth-painter.ts';
import type { DepthPoint } from './depth-points.ts';
import { depthScale } from './depth-scale.ts';

const palette = {
  ...readPalette(document.documentElement),
  surface: 'surface',
  up: 'up',
  upSurface: 'up area',
  down: 'down',
  downSurface: 'down area',
};
// ten px for a unit of price, and for a unit of size
const size = { widthPx: 184, heightPx: 132 };
const scale = depthScale({ low: 95, high: 105, top: 10 }, size);

const colourOf = (style: CurvePen['fillStyle']) => (typeof style === 'string' ? style : 'no colour');

/** What was drawn: each filled or stroked path by its colour, as the corners it went through. */
function draw(points: readonly DepthPoint[]) {
  const drawn: Record<string, string> = {};
  let path: string[] = [];
  const go = (x: number, y: number) => void path.push(`${Math.round(x)},${Math.round(y)}`);
  const pen: CurvePen = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    fillRect: (...box) => void (drawn[colourOf(pen.fillStyle)] = box.join(' ')),
    beginPath: () => void (path = []),
    moveTo: go,
    lineTo: go,
    fill: () => void (drawn[colourOf(pen.fillStyle)] = path.join(' ')),
    stroke: () => void (drawn[colourOf(pen.strokeStyle)] = path.join(' ')),
  };
  if (scale !== null) paintDepth(pen, { points, scale, palette, size });
  return drawn;
}

it('a depth area runs from its price away from the mid, on both sides, down to the axis', () => {
  const drawn = draw([
    { price: 96, bid: 8, ask: null },
    { price: 99, bid: 3, ask: null },
    { price: 101, bid: null, ask: 2 },
    { price: 104, bid: null, ask: 5 },
  ]);
  expect(drawn).toEqual({
    surface: '0 0 184 132',
    up: '38,30 38,80 68,80',
    'up area': '38,110 38,30 38,80 68,80 68,110',
    down: '88,90 118,90 118,60',
    'down area': '88,110 88,90 118,90 118,60 118,110',
  });
});

it('an empty side is not drawn, and its earlier area is removed', () => {
  expect(draw([{ price: 101, bid: null, ask: 2 }])).toEqual({
    surface: '0 0 184 132',
    down: '88,90',
    'down area': '88,110 88,90 88,110',
  });
  expect(draw([])).toEqual({ surface: '0 0 184 132' });
});
