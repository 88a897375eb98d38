// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { buildCandle } from '#shared/testing/build-candle.ts';
import { toBar } from './chart-bars.ts';
import { createPriceChart } from './price-chart.ts';
import type { PriceMark } from './price-marks.ts';
import { colours } from './testing/colours.ts';
import { createFakeBoard, type FakeBoard } from './testing/fake-board.ts';

const minute = 60_000;
const candle = (index: number, close: Decimal = '1') =>
  buildCandle({ openAtMs: index * minute, open: '1', high: '3', low: '0.5', close, volume: '7' });
const many = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => candle(from + index));

function prepare() {
  const board = createFakeBoard();
  const element = document.body.appendChild(document.createElement('div'));
  const published = { reached: 0, pointed: [] as (number | null)[], pressed: [] as string[], dropped: [] as string[] };
  const chart = createPriceChart({
    element,
    colours,
    decimals: 1,
    interval: '1min',
    onReachStart: () => (published.reached += 1),
    onPoint: shown => published.pointed.push(shown === null ? null : shown.openAtMs / minute),
    onPress: price => published.pressed.push(price),
    onDrop: ({ text }, price, isAll) => published.dropped.push(`${text} ${price}${isAll ? ' all' : ''}`),
    onShared: count => published.dropped.push(`${count} shared`),
    openBoard: board.open,
  });
  return { board, published, chart, element };
}

it('a click gives the price at its height, with the digits of the market; beside the chart there is none', () => {
  const { board, published } = prepare();
  board.press(96_930.26);
  board.press(null);
  expect(published.pressed).toEqual(['96930.3']);
});

it('drawn candles equal the known ones after any change: pushed, opened, late, corrected, joined or cut', () => {
  const change = fc.oneof(
    fc.record({ kind: fc.constant('move'), at: fc.nat({ max: 30 }), close: fc.integer({ min: 1, max: 99 }) }),
    fc.record({ kind: fc.constant('open'), at: fc.nat({ max: 3 }), close: fc.constant(1) }),
    fc.record({ kind: fc.constant('cut'), at: fc.nat({ max: 5 }), close: fc.constant(1) }),
  );
  fc.assert(
    fc.property(fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { maxLength: 20 }), batches => {
      const { board, chart } = prepare();
      let known = many(10, 14);
      chart.setCandles(known);
      for (const batch of batches) {
        for (const { kind, at, close } of batch) {
          if (kind === 'cut') known = known.slice(at);
          else {
            const index = kind === 'open' ? (known.at(-1)?.openAtMs ?? 0) / minute + 1 + at : at;
            const others = known.filter(each => each.openAtMs !== index * minute);
            known = [...others, candle(index, `${close}`)].toSorted((a, b) => a.openAtMs - b.openAtMs);
          }
        }
        chart.setCandles(known);
        expect(board.bars()).toEqual(known.map(toBar));
        expect(board.volumes().map(each => each.time)).toEqual(known.map(each => toBar(each).time));
      }
    }),
  );
});

it('a changed candle updates one bar, not the whole chart', () => {
  const { board, chart } = prepare();
  chart.setCandles(many(0, 200));
  const known = many(0, 199);
  chart.setCandles([...known, candle(199, '2')]);
  chart.setCandles([...known, candle(199, '3')]);
  expect(board.log.filter(each => each === 'setData')).toHaveLength(2);
  // the first of the two is another list of other objects
  expect(board.log.at(-1)).toBe('update');
});

it('a candle that ends and the next one that opens may arrive together', () => {
  const { board, chart } = prepare();
  const known = many(0, 5);
  chart.setCandles(known);
  chart.setCandles([...known.slice(0, 4), candle(4, '2.5'), candle(5, '2.6')]);
  expect(board.bars().map(each => each.close)).toEqual([1, 1, 1, 1, 2.5, 2.6]);
});

it('volumes have the colour of their candle, fainter', () => {
  const { board, chart } = prepare();
  chart.setCandles([candle(0, '2'), candle(1, '0.5')]);
  expect(board.volumes()).toEqual([
    { time: 0, value: 7, color: '#00ff0059' },
    { time: 60, value: 7, color: '#ff000059' },
  ]);
});

it.each([
  [500, { from: 380, to: 504 }],
  [96, { from: -5, to: 100 }],
  [3, { from: -37, to: 7 }],
])('%i candles are shown as %j at first, and later the reader decides', (count, range) => {
  const { board, chart } = prepare();
  chart.setCandles(many(0, count));
  chart.setCandles(many(-500, count));
  chart.setCandles(many(0, count));
  expect(board.ranges).toEqual([range]);
});

it('a view near the oldest candle requests older ones, but not before there is a chart', () => {
  const { board, published, chart } = prepare();
  board.scroll({ from: -5, to: 100 });
  expect(published.reached).toBe(0);
  chart.setCandles(many(0, 200));
  board.scroll(null);
  board.scroll({ from: 20, to: 100 });
  expect(published.reached).toBe(0);
  board.scroll({ from: 19.5, to: 100 });
  expect(published.reached).toBe(1);
});

it('the candle under the pointer is reported, and that there is none', () => {
  const { board, published, chart } = prepare();
  chart.setCandles(many(0, 5));
  board.point(120);
  board.point(100_000);
  board.point(null);
  expect(published.pointed).toEqual([2, 4, null]);
});

const fill = (side: 'buy' | 'sell', text: string) => ({ time: toBar(candle(1)).time, side, text });

it('own fills are below buys and above sells, without texts that would cover the candles', () => {
  const { board, chart } = prepare();
  chart.setMarks([fill('buy', '0.5'), fill('sell', '1')]);
  expect(board.markers()).toEqual([
    { time: 60, color: '#00f', size: 0.6, position: 'belowBar', shape: 'arrowUp' },
    { time: 60, color: '#00f', size: 0.6, position: 'aboveBar', shape: 'arrowDown' },
  ]);
});

const mark = (change: Partial<PriceMark> = {}): PriceMark => ({
  price: 100,
  side: 'buy',
  kind: 'order',
  of: null,
  text: 'buy 1',
  ...change,
});

it('orders are lines in the colour of their side, stops are dashed and in the warning colour', () => {
  const { board, chart } = prepare();
  chart.setLines([mark(), mark({ side: 'sell' }), mark({ kind: 'stop', side: 'sell', text: 'stop sell 1' })]);
  expect(board.lines().map(({ color, lineStyle, title }) => [color, lineStyle, title])).toEqual([
    ['#00ff00', 0, 'buy 1'],
    ['#ff0000', 0, 'buy 1'],
    ['#ff0', 2, 'stop sell 1'],
  ]);
});

it('removed orders leave no line, also of two with equal fields', () => {
  const { board, chart } = prepare();
  chart.setLines([mark(), mark(), mark({ price: 101 })]);
  chart.setLines([mark({ price: 102 })]);
  expect(board.lines().map(each => each.price)).toEqual([102]);
  chart.setLines([]);
  expect(board.lines()).toEqual([]);
});

const labelled = (board: FakeBoard) =>
  board
    .lines()
    .filter(each => each.axisLabelVisible === true)
    .map(each => each.price);

it('labels the eight lines nearest to the price only, because more would hide the axis', () => {
  const { board, chart } = prepare();
  chart.setCandles(many(0, 3));
  const prices = [10, 500, 101, 102, 103, 104, 105, 106, 107];
  chart.setLines(prices.map(price => mark({ price })));
  expect(labelled(board)).toEqual([10, 101, 102, 103, 104, 105, 106, 107]);
  expect(board.lines().filter(each => each.title !== '')).toHaveLength(8);
});

it('no label overlaps another or that of the price, on any scale', () => {
  const { board, chart } = prepare();
  chart.setCandles(many(0, 3));
  board.scale(price => price);
  chart.setLines([mark({ price: 130 }), mark({ price: 120 }), mark({ price: 140 })]);
  expect(labelled(board)).toEqual([120, 140]);
  board.scale(price => price * 2);
  board.scroll({ from: 50, to: 60 });
  expect(labelled(board)).toEqual([130, 120, 140]);
  // 140 would be cut by the edge, and a line off the scale uses no label
  board.scale(price => price * 2 + 15);
  board.scroll({ from: 50, to: 60 });
  expect(labelled(board)).toEqual([130, 120]);
  board.scale(price => 130 - price);
  board.scroll({ from: 50, to: 60 });
  expect(labelled(board)).toEqual([120]);
  board.scale(price => price / 10);
  chart.setCandles(many(0, 4));
  expect(labelled(board)).toEqual([]);
  expect(board.lines()).toHaveLength(3);
});

it('crowded rungs are fainter, and only those at the ends with space are labelled', () => {
  const { board, chart } = prepare();
  chart.setCandles([...many(0, 2), candle(2, '100')]);
  const rungs = (by: number) => Array.from({ length: 20 }, (_, row) => mark({ price: 90 - row * by, kind: 'ghost' }));
  const looks = () => board.lines().map(({ price, color }) => `${price} ${color}`);
  // not known yet where they lie
  chart.setLines(rungs(3));
  expect(labelled(board)).toHaveLength(8);
  board.scale(price => 200 - price);
  chart.setLines([...rungs(5), mark({ price: 50 })]);
  expect(new Set(looks().map(look => look.split(' ')[1]))).toEqual(new Set(['#00ff008c', '#00ff00']));
  chart.setLines([...rungs(3), mark({ price: 60 })]);
  // the two beside the label of the price have no room; an order between the ends has
  expect(labelled(board)).toEqual([84, 33, 60]);
  expect(looks().slice(0, 3)).toEqual(['90 #00ff0040', '87 #00ff0040', '84 #00ff008c']);
  // another scale separates them
  board.scale(price => 1000 - price * 10);
  board.scroll({ from: 50, to: 60 });
  expect(looks()).not.toContain('87 #00ff0040');
  // two are never a crowd
  board.scale(price => 200 - price);
  chart.setLines(rungs(3).slice(0, 2));
  expect(looks()).toEqual(['90 #00ff008c', '87 #00ff008c']);
});

it('prices are written at the decimals of the tick, also round ones', () => {
  const { board } = prepare();
  expect([97_627, 0.25, -3].map(board.priceText)).toEqual(['97,627.0', '0.3', '−3.0']);
});

it('a removed chart receives no updates', () => {
  const { board, chart } = prepare();
  chart.remove();
  chart.setCandles(many(0, 3));
  chart.setMarks([fill('buy', '1')]);
  chart.setLines([mark()]);
  expect(board.log).toEqual(['remove']);
});

it('a line is dragged by the prices of the chart, and shown beside its old place', () => {
  const { board, chart, published, element } = prepare();
  board.scale(price => price);
  chart.setLines([mark({ price: 50, text: 'rung 1', kind: 'ghost', of: { kind: 'rung', row: 0 } })]);
  const fire = (type: string, clientY: number) =>
    element.dispatchEvent(new PointerEvent(type, { clientY, bubbles: true, cancelable: true, button: 0 }));
  fire('pointerdown', 50);
  fire('pointermove', 70);
  expect(board.lines().map(({ price, title }) => [price, title])).toEqual([
    [50, 'rung 1'],
    [70, 'rung 1 →'],
  ]);
  fire('pointerup', 80);
  expect(published.dropped).toEqual(['rung 1 80.0']);
  expect(board.lines()).toHaveLength(1);
  chart.remove();
});

it('unchanged lines are not drawn again', () => {
  const { board, chart } = prepare();
  chart.setLines([mark()]);
  const [before] = board.lines();
  chart.setLines([mark({ of: { kind: 'rung', row: 0 } })]);
  expect(board.lines()[0]).toBe(before);
  chart.setLines([mark({ text: 'buy 9' })]);
  expect(board.lines()[0]).not.toBe(before);
});
