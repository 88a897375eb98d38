import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PastPosition, PastStep } from '#shared/domain/account/past.ts';
import {
  emptyPast,
  endWalk,
  gapJob,
  nextJob,
  type OpenRow,
  type PastHead,
  type PastJob,
  type PastRows,
  reachedMs,
  shownRows,
  takeHead,
  takeOpen,
  takeStep,
} from './past-rows.ts';

interface Row {
  readonly id: string;
  readonly createdAtMs: number;
  readonly updatedAtMs?: number | null;
}

const keyOf = ({ id }: Row) => id;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const weekMs = 7 * 24 * hourMs;

/** An exchange with lists of orders that are placed and end while somebody scrolls through them. */
function createExchange() {
  let nowMs = 100 * weekMs;
  const orders: { list: string; id: string; createdAtMs: number; endedAtMs: number | null }[] = [];
  const done = (list: string, fromMs: number, toMs: number): Row[] =>
    orders
      .filter(order => order.list === list && order.endedAtMs !== null)
      .filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs <= toMs)
      .map(({ id, createdAtMs, endedAtMs }) => ({ id, createdAtMs, updatedAtMs: endedAtMs }))
      .toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1));
  return {
    orders,
    now: () => nowMs,
    pass: (ms: number) => {
      nowMs += ms;
    },
    place: (list: string) => orders.push({ list, id: `${list} ${orders.length}`, createdAtMs: nowMs, endedAtMs: null }),
    end: (index: number) => {
      const active = orders.filter(({ endedAtMs }) => endedAtMs === null);
      const order = active[index % Math.max(1, active.length)];
      if (order !== undefined) order.endedAtMs = nowMs;
    },
    open: (): ReadonlyMap<string, OpenRow> =>
      new Map(orders.filter(({ endedAtMs }) => endedAtMs === null).map(order => [order.id, order])),
    /** The newest few by when they were made, as a page of the exchange has them. */
    head(list: string, pageSize: number): PastHead<Row> {
      const all = done(list, nowMs - weekMs, nowMs);
      const rows = all.slice(0, pageSize);
      const oldest = rows.at(-1);
      const isCut = all.length > rows.length && oldest !== undefined;
      return { rows, sinceMs: isCut ? oldest.createdAtMs + 1 : nowMs - weekMs, asOfMs: nowMs };
    },
    /** One step as main answers it: proved in walk-past.test.ts. */
    step({ list, fromMs, at }: PastJob, pageSize: number): PastStep<Row> {
      const fromWeekMs = Math.max(fromMs, at.toMs - weekMs);
      const all = done(list, fromWeekMs, at.toMs);
      const skip = at.after === null ? 0 : Number(at.after);
      const items = all.slice(skip, skip + pageSize);
      const oldest = items.at(-1)?.createdAtMs ?? 0;
      const older: PastPosition | null =
        fromWeekMs > fromMs && fromWeekMs > 0 ? { toMs: fromWeekMs + 1, after: null } : null;
      const cut: PastPosition =
        oldest + 1 < at.toMs ? { toMs: oldest + 1, after: null } : { ...at, after: `${skip + pageSize}` };
      const next = all.length > skip + items.length ? cut : older;
      return { items, next, end: next === null ? 'No more is kept.' : null, forgotten: [], asOfMs: nowMs };
    },
  };
}

const act = fc.oneof(
  fc.record({ kind: fc.constant('place' as const), list: fc.constantFrom('spot', 'futures') }),
  fc.record({ kind: fc.constant('end' as const), index: fc.nat(20) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(1, minuteMs, hourMs, 30 * hourMs, 2 * weekMs) }),
  fc.record({ kind: fc.constant('head' as const), list: fc.constantFrom('spot', 'futures') }),
  fc.record({ kind: fc.constant('scroll' as const) }),
);

it('nothing is lost and nothing doubled, whatever is placed, ends and is scrolled to meanwhile', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 120 }), fc.integer({ min: 1, max: 4 }), (acts, pageSize) => {
      const exchange = createExchange();
      let past: PastRows<Row> = emptyPast();
      const look = (list: string) => {
        past = takeOpen(past, exchange.open());
        past = takeHead(past, { list, head: exchange.head(list, pageSize), keyOf });
      };
      const scroll = () => {
        const job = nextJob(past);
        if (job !== null) past = takeStep(past, { job, step: exchange.step(job, pageSize), keyOf });
        return job !== null;
      };
      const check = () => {
        const shown = shownRows(past).map(keyOf);
        expect(new Set(shown).size).toBe(shown.length);
      };
      for (const each of acts) {
        if (each.kind === 'place') exchange.place(each.list);
        if (each.kind === 'end') exchange.end(each.index);
        if (each.kind === 'pass') exchange.pass(each.ms);
        if (each.kind === 'head') look(each.list);
        if (each.kind === 'scroll') scroll();
        check();
      }
      // the clock goes on far enough that what was told last counts as settled; then each list is told twice and read out
      for (let times = 0; times < 2; times += 1) {
        exchange.pass(2 * minuteMs);
        look('spot');
        look('futures');
      }
      let steps = 0;
      while (scroll()) {
        steps += 1;
        if (steps > 2000) throw new Error('the walk does not end');
      }
      const wanted = exchange.orders.filter(({ endedAtMs }) => endedAtMs !== null).map(({ id }) => id);
      expect(shownRows(past).map(keyOf).toSorted()).toEqual(wanted.toSorted());
      expect(reachedMs(past)).toBeNull();
    }),
    { numRuns: 300 },
  );
});

const head = (rows: readonly Row[], sinceMs: number, asOfMs: number): PastHead<Row> => ({ rows, sinceMs, asOfMs });
const row = (id: string, createdAtMs: number): Row => ({ id, createdAtMs });
const step = (items: readonly Row[], next: PastPosition | null): PastStep<Row> => ({
  items,
  next,
  end: next === null ? 'No more is kept.' : null,
  forgotten: [],
  asOfMs: 0,
});

it('rows show down to where every list is known; one that ended since shows however old it is', () => {
  let past = takeHead(emptyPast<Row>(), { list: 'a', head: head([row('a1', 900_000)], 800_000, 1_000_000), keyOf });
  const late = { ...row('late', 5), updatedAtMs: 990_000 };
  past = takeHead(past, {
    list: 'b',
    head: head([row('b1', 950_000), row('b2', 300_000), late], 0, 1_000_000),
    keyOf,
  });
  expect(shownRows(past).map(keyOf)).toEqual(['a1', 'b1', 'late']);
  expect(reachedMs(past)).toBe(800_000);
  expect(nextJob(past)).toMatchObject({ list: 'a', isGap: false, at: { toMs: 800_000 } });
  const job = nextJob(past);
  if (job === null) throw new Error('a job is due');
  past = takeStep(past, { job, step: step([], null), keyOf });
  expect(shownRows(past).map(keyOf)).toEqual(['a1', 'b1', 'b2', 'late']);
});

it('newest rows that do not reach back to those before leave a gap, which is read first', () => {
  let past = takeHead(emptyPast<Row>(), { list: 'a', head: head([], 0, 1_000_000), keyOf });
  past = takeHead(past, { list: 'a', head: head([row('new', 5_000_000)], 4_900_000, 5_000_000), keyOf });
  expect(gapJob(past)).toMatchObject({ fromMs: 940_000, at: { toMs: 4_900_000 }, isGap: true });
  const job = nextJob(past);
  if (job === null) throw new Error('the gap is due');
  past = takeStep(past, { job, step: step([row('between', 3_000_000)], { toMs: 3_000_001, after: null }), keyOf });
  expect(gapJob(past)).toMatchObject({ at: { toMs: 3_000_001 } });
  past = takeStep(past, { job, step: step([], null), keyOf });
  expect(gapJob(past)).toBeNull();
  expect(past.rows.has('between')).toBe(true);
  expect(past.walks['a']?.next).not.toBeNull();
});

it('what was told is the same object as long as nothing new is told; a list without a right ends', () => {
  const [told, again] = [head([row('a', 1)], 0, 9), head([row('a', 1)], 0, 9)];
  const first = takeHead(emptyPast<Row>(), { list: 'a', head: told, keyOf });
  expect(takeHead(first, { list: 'a', head: head([...told.rows], 0, 9), keyOf })).toBe(first);
  // two lists that tell the same row do not take turns for ever
  const both = takeHead(first, { list: 'b', head: again, keyOf });
  expect(takeHead(both, { list: 'a', head: told, keyOf })).toBe(both);
  const ended = endWalk(first, 'a', 'a: The key may not.');
  expect(nextJob(ended)).toBeNull();
  expect(ended.walks['a']?.end).toBe('a: The key may not.');
});
