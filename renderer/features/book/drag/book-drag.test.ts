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

describe('the object that a press drags', () => {
  it('can be the order that rests there, and none of another side, price or market', () => {
    const own = order();
    expect(of({ orders: [own] })).toEqual({ kind: 'order', order: own });
    expect(of({ orders: [own], row: { side: 'ask', price: '100' } })).toEqual({ kind: 'nothing' });
    expect(of({ orders: [order({ price: '99' }), order({ price: null })] })).toEqual({ kind: 'nothing' });
    expect(of({ orders: [order({ symbol: 'X' }), order({ venue: 'futures' })] })).toEqual({ kind: 'nothing' });
  });

  it('can be a planned rung, before an order at the same price', () => {
    const row = { side: 'bid', price: '99.0' } as const;
    expect(of({ row, ghosts: ladder, orders: [order({ price: '99' })] })).toMatchObject({
      kind: 'rung',
      rung: { row: 3 },
    });
    expect(of({ row: { ...row, side: 'ask' }, ghosts: ladder })).toEqual({ kind: 'nothing' });
  });

  it('says why it cannot be dragged from here', () => {
    expect(of({ orders: [order({ id: 'a' }), order({ id: 'b' })] })).toMatchObject({ reason: /^2 own orders/ });
    expect(of({ orders: [order({ size: null })] })).toMatchObject({ kind: 'refused' });
    expect(of({ orders: [order({ type: 'market' })] })).toMatchObject({ kind: 'refused' });
  });

  it('states why nothing in a group of prices can be dragged', () => {
    const row = { side: 'bid', price: '90' } as const;
    const orders = [order({ price: '97' }), order({ price: '100', id: 'b' })];
    expect(of({ row, orders, step: '10' })).toMatchObject({
      reason: /^A grouped row has no exact price\. .* Open orders \(E\)\.$/,
    });
    expect(of({ row, ghosts: ladder, orders, step: '10' })).toMatchObject({
      reason: /^A grouped row has no exact price\. .* a rung/,
    });
    expect(of({ row: { side: 'bid', price: '80' }, ghosts: ladder, orders, step: '10' })).toEqual({ kind: 'nothing' });
    // asks are rounded up
    const sale = [order({ side: 'sell', price: '97' })];
    expect(of({ row: { side: 'ask', price: '100' }, orders: sale, step: '10' })).toMatchObject({ kind: 'refused' });
    expect(of({ row: { side: 'ask', price: '90' }, orders: sale, step: '10' })).toEqual({ kind: 'nothing' });
  });

  it('drops at another price only', () => {
    const grab: Grab = { kind: 'order', order: order() };
    expect(droppedAt(grab, { price: '101' })).toBe('101');
    expect(droppedAt(grab, { price: '100.0' })).toBeNull();
    expect(droppedAt(grab, null)).toBeNull();
    expect(droppedAt({ kind: 'nothing' }, { price: '101' })).toBeNull();
    expect(priceOfGrab({ kind: 'rung', rung: { row: 0, price: '5', size: '1' } })).toBe('5');
  });
});

it('has its name and size, apart from the price', () => {
  expect(nameOfGrab({ kind: 'order', order: order({ size: '2', filledSize: '0.5' }) })).toBe('buy 1.5');
  expect(nameOfGrab({ kind: 'order', order: order({ size: null }) })).toBe('buy');
  expect(nameOfGrab({ kind: 'rung', rung: { row: 2, price: '99', size: '1' } })).toBe('rung 3 · 1');
  expect(nameOfGrab({ kind: 'nothing' })).toBe('');
});

describe('the drag', () => {
  let element: HTMLElement;
  let events: string[];
  let grabbed: Grab;
  let drag: { readonly stop: () => void };
  beforeEach(() => {
    element = document.body.appendChild(document.createElement('div'));
    element.getBoundingClientRect = () => new DOMRect(0, 0, 100, 200);
    events = [];
    grabbed = { kind: 'order', order: order() };
    drag = createBookDrag({
      element,
      // a row is ten pixels high, the price falls by one a row
      rowAt: (_, yPx) => ({ side: 'bid', index: 0, price: `${100 - Math.floor(yPx / 10)}` }),
      grab: () => grabbed,
      onMove: moved => events.push(moved === null ? 'over' : `to ${moved.to}`),
      onRefused: reason => events.push(reason),
      onDrop: (_, price, isAll) => events.push(`dropped at ${price}${isAll ? ', all' : ''}`),
    });
    element.addEventListener('click', () => events.push('picked'));
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

  it('moves from row to row, asks once on release, and picks no level', () => {
    fire('pointermove', 5);
    fire('pointerdown', 5);
    fire('pointermove', 25);
    fire('pointerup', 45, { altKey: true });
    fire('click', 45);
    fire('pointerup', 45);
    expect(events).toEqual(['to 98', 'over', 'dropped at 96, all']);
    fire('pointerdown', 5);
    fire('click', 5);
    expect(events.at(-1)).toBe('picked');
  });

  it('picks the level when it hardly moves, and asks nothing for a drop beside the rows', () => {
    fire('pointerdown', 5);
    fire('pointermove', 7);
    fire('pointerup', 7);
    fire('click', 7);
    fire('pointerdown', 5);
    fire('pointermove', 25);
    fire('pointerup', 300);
    expect(events).toEqual(['picked', 'to 98', 'over']);
  });

  it('picks no level when it starts on nothing and moves away', () => {
    grabbed = { kind: 'nothing' };
    fire('pointerdown', 5);
    fire('pointermove', 25);
    fire('pointerup', 25);
    fire('click', 25);
    expect(events).toEqual([]);
    fire('pointerdown', 5);
    fire('pointerup', 6);
    fire('click', 6);
    expect(events).toEqual(['picked']);
  });

  it('changes nothing on Escape and on a lost pointer', () => {
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
    expect(events).toEqual(['to 98', 'over', 'to 98', 'over']);
  });

  it('states once why it does not start, and ignores other buttons', () => {
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
    expect(events).toEqual(['Two rest here.']);
  });
});
