// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import type { GhostLadder } from '#state/ladder-store.ts';
import { createBookDrag } from './book-drag.ts';
import { droppedAt, type Grab, type GrabFacts, grabOf, nameOfGrab, priceOfGrab } from './grab.ts';

const market = { venue: 'spot', symbol: 'BTC-USDT' } as const;
const order = (change: Partial<Order> = {}) => buildOrder({ price: '100', ...change });
const ladder: GhostLadder = {
  market,
  side: 'buy',
  rungs: [{ row: 3, price: '99', size: '1' }],
  move: () => undefined,
};
const nothing: GrabFacts = {
  row: { side: 'bid', price: '100' },
  market,
  step: null,
  orders: [],
  ghosts: null,
};
const of = (facts: Partial<GrabFacts>) => grabOf({ ...nothing, ...facts });

describe('what a press takes hold of', () => {
  it('is the order that rests there, and nothing of another side, price or market', () => {
    const own = order();
    expect(of({ orders: [own] })).toEqual({ kind: 'order', order: own });
    expect(of({ orders: [own], row: { side: 'ask', price: '100' } })).toEqual({ kind: 'nothing' });
    expect(of({ orders: [order({ price: '99' }), order({ price: null })] })).toEqual({ kind: 'nothing' });
    expect(of({ orders: [order({ symbol: 'X' }), order({ venue: 'futures' })] })).toEqual({ kind: 'nothing' });
  });

  it('is the rung that is composed, before an order at the same price', () => {
    const row = { side: 'bid', price: '99.0' } as const;
    expect(of({ row, ghosts: ladder, orders: [order({ price: '99' })] })).toMatchObject({
      kind: 'rung',
      rung: { row: 3 },
    });
    expect(of({ row: { ...row, side: 'ask' }, ghosts: ladder })).toEqual({ kind: 'nothing' });
  });

  it('says why it cannot be dragged from here', () => {
    expect(of({ orders: [order({ id: 'a' }), order({ id: 'b' })] })).toMatchObject({ reason: /^2 orders of yours/ });
    expect(of({ orders: [order({ size: null })] })).toMatchObject({ kind: 'refused' });
    expect(of({ orders: [order({ type: 'market' })] })).toMatchObject({ kind: 'refused' });
  });

  it('says why what lies in a group of prices cannot be dragged', () => {
    const row = { side: 'bid', price: '90' } as const;
    const orders = [order({ price: '97' }), order({ price: '100', id: 'b' })];
    expect(of({ row, orders, step: '10' })).toMatchObject({
      reason: /^A group is no price: .* Active orders \(E\)\.$/,
    });
    expect(of({ row, ghosts: ladder, orders, step: '10' })).toMatchObject({
      reason: /^A group is no price: .* a rung/,
    });
    expect(of({ row: { side: 'bid', price: '80' }, ghosts: ladder, orders, step: '10' })).toEqual({ kind: 'nothing' });
    // asks are rounded up
    const sale = [order({ side: 'sell', price: '97' })];
    expect(of({ row: { side: 'ask', price: '100' }, orders: sale, step: '10' })).toMatchObject({ kind: 'refused' });
    expect(of({ row: { side: 'ask', price: '90' }, orders: sale, step: '10' })).toEqual({ kind: 'nothing' });
  });

  it('is dropped where another price is', () => {
    const grab: Grab = { kind: 'order', order: order() };
    expect(droppedAt(grab, { price: '101' })).toBe('101');
    expect(droppedAt(grab, { price: '100.0' })).toBeNull();
    expect(droppedAt(grab, null)).toBeNull();
    expect(droppedAt({ kind: 'nothing' }, { price: '101' })).toBeNull();
    expect(priceOfGrab({ kind: 'rung', rung: { row: 0, price: '5', size: '1' } })).toBe('5');
  });
});

it('names what is dragged with its size, apart from the price', () => {
  expect(nameOfGrab({ kind: 'order', order: order({ size: '2', filledSize: '0.5' }) })).toBe('buy 1.5');
  expect(nameOfGrab({ kind: 'order', order: order({ size: null }) })).toBe('buy');
  expect(nameOfGrab({ kind: 'rung', rung: { row: 2, price: '99', size: '1' } })).toBe('rung 3 · 1');
  expect(nameOfGrab({ kind: 'nothing' })).toBe('');
});

describe('the hand', () => {
  let element: HTMLElement;
  let told: string[];
  let grabbed: Grab;
  let drag: { readonly stop: () => void };
  beforeEach(() => {
    element = document.body.appendChild(document.createElement('div'));
    element.getBoundingClientRect = () => new DOMRect(0, 0, 100, 200);
    told = [];
    grabbed = { kind: 'order', order: order() };
    drag = createBookDrag({
      element,
      // a row is ten pixels high, the price falls by one a row
      rowAt: (_, yPx) => ({ side: 'bid', index: 0, price: `${100 - Math.floor(yPx / 10)}` }),
      grab: () => grabbed,
      onMove: moved => told.push(moved === null ? 'over' : `to ${moved.to}`),
      onRefused: reason => told.push(reason),
      onDrop: (_, price, isAll) => told.push(`dropped at ${price}${isAll ? ', all' : ''}`),
    });
    element.addEventListener('click', () => told.push('picked'));
  });
  afterEach(() => {
    drag.stop();
    element.remove();
  });
  const fire = (type: string, clientY: number, more: PointerEventInit = {}) =>
    element.dispatchEvent(
      new PointerEvent(type, { clientX: 50, clientY, bubbles: true, cancelable: true, button: 0, ...more }),
    );

  const press = (key: string) => element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

  it('drags from row to row, asks once when it lets go, and picks no level by that', () => {
    fire('pointermove', 5);
    fire('pointerdown', 5);
    fire('pointermove', 25);
    fire('pointerup', 45, { altKey: true });
    fire('click', 45);
    fire('pointerup', 45);
    expect(told).toEqual(['to 98', 'over', 'dropped at 96, all']);
    fire('pointerdown', 5);
    fire('click', 5);
    expect(told.at(-1)).toBe('picked');
  });

  it('a press that hardly moves picks the level, and a drop beside the rows asks nothing', () => {
    fire('pointerdown', 5);
    fire('pointermove', 7);
    fire('pointerup', 7);
    fire('click', 7);
    fire('pointerdown', 5);
    fire('pointermove', 25);
    fire('pointerup', 300);
    expect(told).toEqual(['picked', 'to 98', 'over']);
  });

  it('a press that takes hold of nothing and wanders off picks no level', () => {
    grabbed = { kind: 'nothing' };
    fire('pointerdown', 5);
    fire('pointermove', 25);
    fire('pointerup', 25);
    fire('click', 25);
    expect(told).toEqual([]);
    fire('pointerdown', 5);
    fire('pointerup', 6);
    fire('click', 6);
    expect(told).toEqual(['picked']);
  });

  it('Escape and a lost pointer leave all as it was', () => {
    press('Escape');
    fire('pointerdown', 5);
    fire('pointermove', 25);
    press('x');
    press('Escape');
    fire('pointerup', 45);
    fire('pointerdown', 5);
    fire('pointermove', 25);
    fire('pointercancel', 25);
    fire('pointerup', 45);
    expect(told).toEqual(['to 98', 'over', 'to 98', 'over']);
  });

  it('says why it does not drag, once, and takes hold of nothing with another button', () => {
    grabbed = { kind: 'refused', reason: 'Two rest here.' };
    fire('pointerdown', 5);
    fire('pointermove', 25);
    fire('pointermove', 35);
    grabbed = { kind: 'nothing' };
    fire('pointerdown', 5);
    fire('pointermove', 35);
    grabbed = { kind: 'order', order: order() };
    fire('pointerdown', 5, { button: 2 });
    fire('pointerdown', 500);
    fire('pointermove', 35);
    expect(told).toEqual(['Two rest here.']);
  });
});
