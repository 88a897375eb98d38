// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLineDrag, dropPrice, grabbedMark, type LineDrag } from './line-drag.ts';
import type { PriceMark } from './price-marks.ts';
import { toDecimal } from '#shared/decimal.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';

const rung = (price: number, row: number | null = price): PriceMark => ({
  price,
  side: 'buy',
  kind: 'ghost',
  text: `at ${price}`,
  of: row === null ? null : { kind: 'rung', row },
});
/** a price is as high as it is; above 1000 the picture does not know */
const heightOf = (price: number) => (price > 1000 ? null : price);

it('line drag takes the nearest line that can be dragged', () => {
  const marks = [rung(100), rung(103), rung(104, null), rung(2000)];
  expect(grabbedMark(marks, 102, heightOf)).toMatchObject({ kind: 'line', mark: { price: 103 } });
  expect(grabbedMark(marks, 108, heightOf)).toMatchObject({ kind: 'line', mark: { price: 103 } });
  expect(grabbedMark(marks, 109, heightOf)).toBeNull();
  const [first, second] = [rung(100, 1), rung(100, 2)];
  expect(grabbedMark([first, second], 100, heightOf)).toEqual({ kind: 'line', mark: second });
});

const order = buildOrder({ price: '100' });
const own: PriceMark = { ...rung(100), kind: 'order', of: { kind: 'order', order } };
const stop: PriceMark = {
  ...rung(100),
  kind: 'stop',
  of: { kind: 'stop', stop: buildStopOrder({ stopPrice: '100' }) },
};

it('line drag takes neither an order nor a stop when both are at one price', () => {
  expect(grabbedMark([own, stop], 101, heightOf)).toEqual({ kind: 'shared', count: 2 });
  expect(grabbedMark([own, { ...stop, price: 101 }, own], 100, heightOf)).toEqual({ kind: 'shared', count: 3 });
  expect(grabbedMark([own, { ...stop, price: 102 }], 102, heightOf)).toMatchObject({ mark: { kind: 'stop' } });
  // what cannot be dragged is not meant, and a rung that is composed comes first
  expect(grabbedMark([own, { ...stop, of: null }], 100, heightOf)).toMatchObject({ mark: { kind: 'order' } });
  expect(grabbedMark([own, stop, rung(100)], 100, heightOf)).toMatchObject({ mark: { kind: 'ghost' } });
});

it('line drag ignores a drop at the start, or beside the prices', () => {
  const mark = rung(100);
  expect(dropPrice(mark, '90')).toBe('90');
  expect(dropPrice(mark, '100.0')).toBeNull();
  expect(dropPrice(mark, null)).toBeNull();
});

let element: HTMLElement;
let published: string[];
let drag: LineDrag;
beforeEach(() => {
  element = document.body.appendChild(document.createElement('div'));
  published = [];
  drag = createLineDrag({
    element,
    marks: () => [rung(100), rung(200), { ...own, price: 300 }, { ...stop, price: 300 }],
    heightOf,
    priceAt: height => toDecimal(height.toFixed(0)),
    preview: (mark, price) => published.push(mark === null ? 'nothing' : `${mark.price} to ${price}`),
    onDrop: (mark, price, isAll) => published.push(`${mark.price} dropped at ${price}${isAll ? ', all' : ''}`),
    onShared: count => published.push(`${count} lie there`),
  });
});
afterEach(() => {
  drag.stop();
  element.remove();
});
const fire = (type: string, clientY: number, more: PointerEventInit = {}) => {
  const event = new PointerEvent(type, { clientY, bubbles: true, cancelable: true, button: 0, ...more });
  element.dispatchEvent(event);
  return event;
};

const press = (key: string) => element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

it('line drag shows its target and asks once on release; Alt moves all', () => {
  fire('pointerdown', 101);
  fire('pointermove', 120);
  fire('pointerup', 130, { altKey: true });
  fire('pointermove', 150);
  fire('pointerup', 150);
  expect(published).toEqual(['100 to 120', 'nothing', '100 dropped at 130, all']);
});

it('line drag does not scroll the chart, and otherwise leaves it alone', () => {
  expect(fire('mousedown', 150).defaultPrevented).toBe(false);
  fire('pointerdown', 101);
  expect(fire('mousedown', 101).defaultPrevented).toBe(true);
  fire('pointermove', 120);
  fire('pointercancel', 101);
  expect(published).toEqual(['100 to 120', 'nothing']);
});

it('line drag restores all on Escape, which nothing else receives', () => {
  let heard = 0;
  const hear = () => (heard += 1);
  document.addEventListener('keydown', hear);
  press('Escape');
  fire('pointerdown', 101);
  fire('pointermove', 120);
  press('x');
  press('Escape');
  fire('pointerup', 130);
  document.removeEventListener('keydown', hear);
  expect(published).toEqual(['100 to 120', 'nothing']);
  expect(heard).toBe(2);
});

it('line drag uses the main button only, near a line only, and the pointer shows it', () => {
  fire('pointerdown', 101, { button: 2 });
  fire('pointerdown', 150);
  fire('pointerup', 180);
  expect(published).toEqual([]);
  fire('pointermove', 101);
  expect(element.style.cursor).toBe('ns-resize');
  fire('pointermove', 150);
  expect(element.style.cursor).toBe('');
  element.style.cursor = 'help';
  document.body.dispatchEvent(new PointerEvent('pointermove', { clientY: 101, bubbles: true }));
  expect(element.style.cursor).toBe('help');
});

it('line drag moves nothing and says so when it starts on an order and a stop at one price', () => {
  fire('pointerdown', 300);
  fire('pointermove', 320);
  fire('pointerup', 320);
  expect(published).toEqual(['2 lie there']);
});
