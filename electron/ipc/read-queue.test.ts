import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallName } from '#shared/contract.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Turns } from '#time/turns.ts';
import {
  createReadQueue,
  mostAsking,
  mostAskingOfWindow,
  mostUnderWayOfCall,
  mostWaitingOfCall,
  mostWaitingOfWindow,
  type ReadQueue,
} from './read-queue.ts';

/** Any caller may run. */
const freeTurns: Turns = { wait: () => Promise.resolve(), runUrgent: work => work() };

interface UnderWay {
  readonly window: string;
  readonly name: CallName;
  readonly id: number;
  readonly asksExchange: boolean;
  readonly end: () => void;
}

let queue: ReadQueue;
let underWay: UnderWay[];
/** the numbers of the reads in the order in which they began */
let begun: number[];
let ended: Map<number, Result<unknown>>;
let added: number;

beforeEach(() => {
  queue = createReadQueue(freeTurns);
  [underWay, begun, ended, added] = [[], [], new Map(), 0];
});

const settle = async () => {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
};

function add(name: CallName, asksExchange: boolean, window = 'main'): number {
  added += 1;
  const id = added;
  const run = (): Promise<Result<unknown>> => {
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
    begun.push(id);
    const end = () => {
      underWay = underWay.filter(read => read.id !== id);
      resolve(succeed(id));
    };
    underWay.push({ window, name, id, asksExchange, end });
    return promise;
  };
  void queue.add({ window, name, asksExchange, run }).then(result => ended.set(id, result));
  return id;
}

const names: readonly CallName[] = ['book.read', 'orders.done', 'candles.history', 'contracts.read', 'ledger.list'];
const refused = () => [...ended.values()].filter(result => !result.ok);

describe('the queue of reads', () => {
  it('starts a read at once when there is room', async () => {
    const id = add('book.read', true);
    await settle();
    expect(begun).toEqual([id]);
    underWay[0]?.end();
    await settle();
    expect(ended.get(id)).toEqual(succeed(id));
  });

  it('lets a call that hangs leave room for other calls [45]', async () => {
    for (let count = 0; count < 50; count += 1) add('book.read', true);
    const other = add('orders.done', true);
    await settle();
    expect(underWay).toHaveLength(mostUnderWayOfCall + 1);
    expect(begun).toContain(other);
  });

  it('lets a window that floods leave room for other windows [45]', async () => {
    for (const name of names) for (let count = 0; count < 20; count += 1) add(name, true, 'wild');
    const calm = add('book.read', true, 'calm');
    await settle();
    expect(begun).toContain(calm);
    expect(underWay.filter(({ window }) => window === 'wild')).toHaveLength(mostAskingOfWindow);
  });

  it('delays no local read when the exchange hangs', async () => {
    for (const name of names) for (let count = 0; count < 20; count += 1) add(name, true);
    const own = add('app.info', false);
    await settle();
    expect(begun).toContain(own);
  });

  it('rejects a read when too many of its call or window wait, and does not run it [45]', async () => {
    for (let count = 0; count < mostUnderWayOfCall + mostWaitingOfCall + 1; count += 1) add('book.read', true);
    await settle();
    expect(refused()).toHaveLength(1);
    expect(ended.get(added)).toMatchObject({ error: { kind: 'rate-limited' } });
    for (const name of ['policy.read', 'trades.recent', 'symbols.list', ...names] as const)
      for (let count = 0; count < mostUnderWayOfCall + mostWaitingOfCall; count += 1) add(name, true);
    await settle();
    expect(added - refused().length - underWay.length).toBe(mostWaitingOfWindow);
  });

  it('keeps its limits and the sequence of each call, and starts every accepted read [45]', async () => {
    const arrival = fc.record({
      name: fc.constantFrom(...names, 'app.info' as const),
      window: fc.constantFrom('main', 'panel-1', 'panel-2'),
      endFirst: fc.nat({ max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { minLength: 50, maxLength: 400 }), async arrivals => {
        queue = createReadQueue(freeTurns);
        [underWay, begun, ended, added] = [[], [], new Map(), 0];
        const byCall = new Map<string, number[]>();
        for (const { name, window, endFirst } of arrivals) {
          const id = add(name, name !== 'app.info', window);
          byCall.set(`${window} ${name}`, [...(byCall.get(`${window} ${name}`) ?? []), id]);
          for (const read of underWay.slice(0, endFirst)) read.end();
          await settle();
          const asking = underWay.filter(({ asksExchange }) => asksExchange);
          expect(asking.length).toBeLessThanOrEqual(mostAsking);
          expect(asking.filter(read => read.window === window).length).toBeLessThanOrEqual(mostAskingOfWindow);
        }
        while (underWay.length > 0) {
          for (const read of underWay) read.end();
          await settle();
        }
        expect(ended.size).toBe(arrivals.length);
        expect(begun.length + refused().length).toBe(arrivals.length);
        for (const ids of byCall.values()) {
          const order = begun.filter(id => ids.includes(id));
          expect(order).toEqual(order.toSorted((a, b) => a - b));
        }
      }),
      { numRuns: 60 },
    );
  });
});
