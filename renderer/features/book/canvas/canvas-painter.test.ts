import { beforeEach, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { LadderRow } from '../ladder/ladder-frame.ts';
import { type CanvasPainter, createCanvasPainter } from './canvas-painter.ts';
import { type LadderLayout, type LadderShape, layLadder, rowTop } from './ladder-layout.ts';
import type { Palette } from './palette.ts';
import type { Pen } from '#lib/drawing/strokes.ts';
import type { LadderScene } from './scene.ts';

/** One stroke of the pen, with what the pen was set to when it came. */
interface Stroke {
  readonly colour: string;
  readonly rect?: readonly [number, number, number, number];
  readonly text?: string;
  readonly x?: number;
  readonly y?: number;
  readonly font?: string;
  readonly align?: string;
}

let strokes: Stroke[] = [];
let pen: Pen;
let painter: CanvasPainter;
const colourOfPen = () => (typeof pen.fillStyle === 'string' ? pen.fillStyle : 'no plain colour');

beforeEach(() => {
  strokes = [];
  pen = {
    fillStyle: '',
    font: '',
    textAlign: 'start',
    textBaseline: 'alphabetic',
    fillRect: (...rect) => strokes.push({ colour: colourOfPen(), rect }),
    fillText: (text, x, y) => strokes.push({ colour: colourOfPen(), text, x, y, font: pen.font, align: pen.textAlign }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the painter asks for the width only
    measureText: text => ({ width: text.length * (pen.font === 'wide font' ? 9 : 6) }) as TextMetrics,
  };
  painter = createCanvasPainter(pen);
});

const palette: Palette = {
  surface: 'surface',
  hover: 'hover',
  line: 'line',
  text: 'text',
  muted: 'muted',
  faint: 'faint',
  up: 'up',
  upSurface: 'upSurface',
  down: 'down',
  downSurface: 'downSurface',
  own: 'own',
  warning: 'warning',
  font: 'row font',
  smallFont: 'small font',
  largeFont: 'large font',
  rowPx: 20,
};
const row = (price: Decimal, changed: Partial<LadderRow> = {}): LadderRow => ({
  price,
  priceText: price,
  sizeText: `size ${price}`,
  zerosText: '',
  totalText: `total ${price}`,
  share: 0.5,
  ownText: '',
  ...changed,
});
const shape: LadderShape = {
  widthPx: 400,
  heightPx: 600,
  rows: 3,
  rowPx: 20,
  widths: { price: 24, size: 42, total: 48, own: 20 },
};
const beside = layLadder(shape);
const stacked = layLadder({ ...shape, heightPx: 900 });
const scene: LadderScene = {
  frame: {
    bids: [row('99'), row('98'), row('97')],
    asks: [row('101'), row('102'), row('103')],
    hasOwn: false,
  },
  middle: { midText: '100.0', spreadText: '2', spreadBpsText: '200.00', bidText: '99', askText: '101' },
  notice: null,
  names: { base: 'BTC', quote: 'USDT', unit: 'BTC' },
  layout: beside,
  palette,
  hovered: null,
  picked: null,
};

/** What one painting draws. */
function paint(next: LadderScene): Stroke[] {
  strokes = [];
  painter.paint(next);
  return strokes;
}
/** What is drawn when the scene changes to that one. */
function change(next: Partial<LadderScene>): Stroke[] {
  paint(scene);
  return paint({ ...scene, ...next });
}
const texts = (drawn: readonly Stroke[]) => drawn.flatMap(({ text }) => (text === undefined ? [] : [text]));
const withBids = (...bids: LadderRow[]) => ({ frame: { ...scene.frame, bids } });
const barOf = (drawn: readonly Stroke[], colour: string) => drawn.find(each => each.colour === colour)?.rect;
const colourOf = (drawn: readonly Stroke[], text: string) => drawn.find(each => each.text === text)?.colour;
/** Rows whose ground was drawn, by side and index. */
function grounds(drawn: readonly Stroke[], layout: LadderLayout = beside): string[] {
  return (['bid', 'ask'] as const).flatMap(side => {
    const { leftPx, rightPx } = side === 'bid' ? layout.bids : layout.asks;
    return Array.from({ length: layout.rows }, (_, index) => index).flatMap(index => {
      const place = [leftPx, rowTop(layout, side, index), rightPx - leftPx, layout.rowPx].join(' ');
      const ground = drawn.find(each => each.rect?.join(' ') === place);
      return ground === undefined ? [] : [`${side} ${index} ${ground.colour}`];
    });
  });
}

it('the first painting draws everything: background, titles, mid, every row with its texts and its bar', () => {
  const drawn = paint(scene);
  expect(drawn[0]).toEqual({ colour: 'surface', rect: [0, 0, beside.widthPx, beside.heightPx] });
  const rowTexts = ['99', '98', '97', '101', '102', '103'].map(price => [price, `size ${price}`, `total ${price}`]);
  expect(texts(drawn)).toEqual(
    [
      ['Bid', 'Size BTC', 'Total', 'Own', 'Ask', 'Size BTC', 'Total', 'Own'],
      ['100.0', 'USDT mid', 'spread 2  200.00 bps'],
      ...rowTexts,
    ].flat(),
  );
  expect(grounds(drawn)).toHaveLength(6);
  expect(pen.textBaseline).toBe('middle');
});

it('an equal scene draws nothing, also as a new object', () => {
  paint(scene);
  expect(paint(scene)).toEqual([]);
  expect(paint({ ...scene, ...structuredClone({ frame: scene.frame, middle: scene.middle }) })).toEqual([]);
});

it.each<Partial<LadderRow>>([
  { priceText: '98.0' },
  { sizeText: '7' },
  { zerosText: '00' },
  { totalText: '8' },
  { share: 0.6 },
  { ownText: '1' },
])('a row with another %j is drawn again, alone', changed => {
  const drawn = change(withBids(row('99'), row('98', changed), row('97')));
  expect(grounds(drawn)).toEqual(['bid 1 surface']);
  expect(texts(drawn)).not.toContain('99');
});

it('a removed own size leaves no mark', () => {
  paint({ ...scene, ...withBids(row('99', { ownText: '1' })) });
  expect(texts(paint({ ...scene, ...withBids(row('99')) }))).not.toContain('1');
});

it('a removed row leaves its background, and a new one is drawn there', () => {
  const gone = change(withBids(row('99'), row('98')));
  expect(gone).toHaveLength(1);
  expect(grounds(gone)).toEqual(['bid 2 surface']);
  expect(paint({ ...scene, ...withBids(row('99'), row('98')) })).toEqual([]);
  expect(texts(paint(scene))).toEqual(['97', 'size 97', 'total 97']);
});

it('rows beyond those of the layout are not drawn', () => {
  expect(change(withBids(row('99'), row('98'), row('97'), row('96')))).toEqual([]);
});

it('the row under the pointer and the better ones are highlighted, and only the first is underlined', () => {
  const drawn = change({ hovered: { side: 'ask', index: 1 } });
  expect(grounds(drawn)).toEqual(['ask 0 hover', 'ask 1 hover']);
  const bottom = rowTop(beside, 'ask', 1) + beside.rowPx - 1;
  expect(drawn.filter(each => each.rect?.[3] === 1)).toEqual([{ colour: 'faint', rect: [200, bottom, 200, 1] }]);
});

it('a moved pointer draws only the rows between again', () => {
  change({ hovered: { side: 'bid', index: 1 } });
  expect(grounds(paint({ ...scene, hovered: { side: 'bid', index: 2 } }))).toEqual(['bid 1 hover', 'bid 2 hover']);
  expect(grounds(paint(scene))).toEqual(['bid 0 surface', 'bid 1 surface', 'bid 2 surface']);
});

it('a picked level is underlined, on its side only, in any row', () => {
  const drawn = change({ picked: { side: 'bid', price: '98' } });
  expect(grounds(drawn)).toEqual(['bid 1 surface']);
  expect(drawn.at(-1)).toEqual({
    colour: 'text',
    rect: [0, rowTop(beside, 'bid', 1) + beside.rowPx - 1, 200, 1],
  });
  expect(change({ picked: { side: 'ask', price: '98' } })).toEqual([]);
  expect(change({ picked: { side: 'bid', price: '1' } })).toEqual([]);
});

it('a level that is picked and pointed at is underlined as picked', () => {
  const drawn = change({ picked: { side: 'bid', price: '99' }, hovered: { side: 'bid', index: 0 } });
  expect(drawn.filter(each => each.rect?.[3] === 1).map(each => each.colour)).toEqual(['text']);
});

it('an own order has a dot, its size in its column and its own colour; others have none', () => {
  const drawn = change(withBids(row('99', { ownText: '0.4' }), row('98'), row('97')));
  const own = drawn.filter(each => each.colour === 'own');
  expect(own.map(each => each.text ?? each.rect?.slice(2))).toEqual(['size 99', [5, 5], '0.4']);
  expect(own.at(-1)?.x).toBe(beside.bids.own);
  expect(paint({ ...scene, frame: scene.frame }).filter(each => each.colour === 'own')).toEqual([]);
});

it('own sizes without a column are marked by the dot', () => {
  const layout = layLadder({ ...shape, widths: { ...shape.widths, own: null } });
  const drawn = paint({ ...scene, layout, ...withBids(row('99', { ownText: '0.4' })) });
  expect(drawn.some(each => each.colour === 'own' && each.rect?.[2] === 5)).toBe(true);
  expect(texts(drawn)).not.toContain('0.4');
  expect(texts(drawn)).not.toContain('Own');
});

it('hidden totals have neither their title nor their figures', () => {
  const drawn = paint({ ...scene, layout: layLadder({ ...shape, widths: { ...shape.widths, total: null } }) });
  expect(texts(drawn).filter(each => each.toLowerCase().startsWith('total'))).toEqual([]);
});

it('padding zeros are fainter, and the digits before them end where they begin', () => {
  const drawn = change(withBids(row('99', { sizeText: '0.5', zerosText: '0000' }), row('98'), row('97')));
  const zeros = drawn.find(each => each.text === '0000');
  const size = drawn.find(each => each.text === '0.5');
  expect([zeros?.colour, zeros?.x]).toEqual(['faint', beside.bids.size]);
  expect([size?.colour, size?.x]).toEqual(['text', beside.bids.size - 4 * 6]);
});

it('prices have the colour of their side, figures are right-aligned in the row font', () => {
  const drawn = paint(scene);
  expect([colourOf(drawn, '99'), colourOf(drawn, '101'), colourOf(drawn, 'total 99')]).toEqual(['up', 'down', 'muted']);
  expect(drawn.find(each => each.text === '99')).toMatchObject({
    x: beside.bids.price,
    y: rowTop(beside, 'bid', 0) + beside.rowPx / 2 + 0.5,
    font: 'row font',
    align: 'right',
  });
});

it('bars have the length of their share and grow from the price outwards', () => {
  const bids = [row('99', { share: 0.25 })];
  const asks = [row('101', { share: 0.75 })];
  const drawn = paint({ ...scene, frame: { bids, asks, hasOwn: false } });
  const top = rowTop(beside, 'bid', 0);
  expect(barOf(drawn, 'upSurface')).toEqual([150, top, 50, beside.rowPx]);
  expect(barOf(drawn, 'downSurface')).toEqual([200, top, 150, beside.rowPx]);
});

it('stacked sides have the same columns, one line of titles, and lines around the mid', () => {
  const drawn = paint({ ...scene, layout: stacked });
  expect(texts(drawn).slice(0, 4)).toEqual(['Price', 'Size BTC', 'Total', 'Own']);
  const { topPx, heightPx } = stacked.middle;
  expect(drawn.filter(each => each.colour === 'line').map(each => each.rect)).toEqual([
    [0, topPx, 400, 1],
    [0, topPx + heightPx - 1, 400, 1],
  ]);
  expect(paint({ ...scene, layout: stacked })).toEqual([]);
});

it.each([{ midText: '100.5' }, { spreadText: '3' }, { spreadBpsText: '300.00' }])(
  'another %j in the middle draws the middle alone',
  changed => {
    const drawn = change({ middle: { ...scene.middle, ...changed } });
    expect(drawn[0]).toEqual({ colour: 'surface', rect: [0, 0, beside.widthPx, beside.middle.heightPx] });
    expect(texts(drawn)).toHaveLength(3);
    expect(grounds(drawn)).toEqual([]);
  },
);

it('an unknown mid is a dash, without a spread', () => {
  const drawn = change({
    middle: { midText: null, spreadText: null, spreadBpsText: null, bidText: null, askText: null },
  });
  expect(texts(drawn)).toEqual(['–', 'USDT mid', 'spread –']);
});

it('held rows are marked in the middle, in the warning colour, with the best prices', () => {
  const drawn = change({ notice: 'rows held' });
  expect(texts(drawn)).toEqual(['100.0', 'rows held', '99 × 101']);
  expect(colourOf(drawn, 'rows held')).toBe('warning');
  expect(drawn.map(each => each.font).filter(font => font !== undefined)).toEqual([
    'large font',
    'small font',
    'small font',
  ]);
  expect(texts(paint(scene))).toContain('USDT mid');
});

it('the text beside the mid begins where it ends', () => {
  const drawn = change({ middle: { ...scene.middle, midText: '1234567' } });
  expect(drawn.find(each => each.text === 'USDT mid')?.x).toBe(10 + 7 * 6 + 4);
});

it('rows after the middle have their own font and alignment again', () => {
  const drawn = change({ middle: { ...scene.middle, midText: '100.5' }, ...withBids(row('99', { sizeText: '7' })) });
  expect(drawn.find(each => each.text === '99')).toMatchObject({ font: 'row font', align: 'right' });
});

it.each<[string, Partial<LadderScene>]>([
  ['palette', { palette: { ...palette, up: 'blue' } }],
  ['layout', { layout: layLadder({ ...shape, widthPx: 500 }) }],
  ['names', { names: { base: 'BTC', quote: 'USDT', unit: 'USDT' } }],
])('another %s draws everything again', (_, changed) => {
  const all = paint(scene).length;
  const drawn = paint({ ...scene, ...changed });
  expect(drawn).toHaveLength(all);
  expect(paint({ ...scene, ...changed })).toEqual([]);
});

it('another palette is applied: nothing is drawn in the old colours', () => {
  const light = Object.fromEntries(Object.entries(palette).map(([name, value]) => [name, `light ${value}`]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every colour of the palette, under another value
  const drawn = change({ palette: light as unknown as Palette });
  expect(drawn.filter(each => !each.colour.startsWith('light '))).toEqual([]);
});

it('another font is measured again', () => {
  const padded = withBids(row('99', { sizeText: '0.5', zerosText: '0000' }));
  paint({ ...scene, ...padded });
  const drawn = paint({ ...scene, ...padded, palette: { ...palette, font: 'wide font' } });
  expect(drawn.find(each => each.text === '0.5')?.x).toBe(beside.bids.size - 4 * 9);
});

it('a forgotten scene is drawn again', () => {
  const all = paint(scene).length;
  painter.forget();
  expect(paint(scene)).toHaveLength(all);
});
