import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, type Decimal, fromNumber } from '#shared/decimal.ts';
import { isExact, joinQueue, moveQueue, othersAt, type QueueState, shownRange } from './queue-range.ts';

const change = (others: Decimal, traded: Decimal = '0') => ({ others, traded, isFilled: false });
const figures = ({ least, spread, most }: QueueState) => [least, spread, most];

describe('the queue before an order', () => {
  it('the queue before an order is all other orders for one whose placing was seen, and up to that for an earlier one', () => {
    expect(figures(joinQueue('4', true))).toEqual(['4', '4', '4']);
    expect(figures(joinQueue('4', false))).toEqual(['0', '0', '4']);
  });

  it('shrinks by trades, whatever joins behind', () => {
    const traded = moveQueue(joinQueue('4', true), change('3', '1'));
    expect(figures(traded)).toEqual(['3', '3', '3']);
    expect(figures(moveQueue(traded, change('9')))).toEqual(['3', '3', '3']);
  });

  it('the queue before an order is uncertain after a cancel before or behind it', () => {
    const longer = moveQueue(joinQueue('4', true), change('8'));
    const cancelled = moveQueue(longer, change('6'));
    // a quarter of the queue went: of the four before it one, if cancels are spread
    expect(figures(cancelled)).toEqual(['2', '3', '4']);
    expect(figures(moveQueue(cancelled, change('1')))).toEqual(['0', '0.5', '1']);
  });

  it('stays empty once it is empty', () => {
    expect(figures(moveQueue(joinQueue('0', true), change('0')))).toEqual(['0', '0', '0']);
  });

  it('the queue before an order is empty for an order that has begun to trade', () => {
    expect(figures(moveQueue(joinQueue('4', false), { others: '4', traded: '0', isFilled: true }))).toEqual([
      '0',
      '0',
      '0',
    ]);
  });

  it('the queue before an order is shown from minimum to maximum, and hidden when it is empty', () => {
    expect(shownRange({ least: '0', spread: '1', most: '2' })).toEqual({ from: '1', to: '2' });
    expect(shownRange({ least: '0', spread: '0', most: '0' })).toBeNull();
    expect(isExact({ least: '0', spread: '2', most: '2.0' })).toBe(true);
    expect(isExact({ least: '0', spread: '1', most: '2' })).toBe(false);
  });

  it('the queue before an order is never below zero, whichever list is late', () => {
    expect(othersAt('5', '3')).toBe('2');
    expect(othersAt('1', '5')).toBe('0');
  });
});

/** A price of a real book: orders in the order in which they came, the own one among them. */
interface RealQueue {
  before: number[];
  behind: number[];
}

const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

type Event =
  | { readonly kind: 'add'; readonly size: number }
  | { readonly kind: 'cancel'; readonly pick: number; readonly part: number }
  | { readonly kind: 'trade'; readonly size: number };

/** Does to the real queue what happened; answers what traded, and whether the own order did. */
function happen(queue: RealQueue, event: Event): { readonly traded: number; readonly isFilled: boolean } {
  if (event.kind === 'add') queue.behind.push(event.size);
  if (event.kind === 'cancel') {
    const all = [...queue.before, ...queue.behind];
    if (all.length === 0) return { traded: 0, isFilled: false };
    const index = event.pick % all.length;
    const side = index < queue.before.length ? queue.before : queue.behind;
    const at = index < queue.before.length ? index : index - queue.before.length;
    side[at] = Math.max(0, (side[at] ?? 0) - event.part);
  }
  if (event.kind !== 'trade') return { traded: 0, isFilled: false };
  let left = event.size;
  queue.before = queue.before.map(size => {
    const taken = Math.min(size, left);
    left -= taken;
    return size - taken;
  });
  return { traded: event.size, isFilled: left > 0 };
}

const events = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('add' as const), size: fc.integer({ min: 1, max: 50 }) }),
    fc.record({
      kind: fc.constant('cancel' as const),
      pick: fc.nat(40),
      part: fc.integer({ min: 1, max: 60 }),
    }),
    fc.record({ kind: fc.constant('trade' as const), size: fc.integer({ min: 1, max: 40 }) }),
  ),
  { maxLength: 60 },
);

it('the queue range always includes the true position in a simulated book', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 12 }),
      fc.boolean(),
      events,
      (ahead, isSeen, all) => {
        const queue: RealQueue = { before: [...ahead], behind: [] };
        let known = joinQueue(fromNumber(total(ahead)), isSeen);
        for (const event of all) {
          const { traded, isFilled } = happen(queue, event);
          const others = fromNumber(total(queue.before) + total(queue.behind));
          known = moveQueue(known, { others, traded: fromNumber(traded), isFilled });
          const truth = fromNumber(total(queue.before));
          expect(compare(known.least, truth)).toBeLessThanOrEqual(0);
          expect(compare(truth, known.most)).toBeLessThanOrEqual(0);
          expect(compare(known.least, known.spread)).toBeLessThanOrEqual(0);
          expect(compare(known.spread, known.most)).toBeLessThanOrEqual(0);
          // the rest of what traded was the own order's: what is behind it stays
          if (isFilled) return;
        }
      },
    ),
  );
});
