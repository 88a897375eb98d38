import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { SpotPlacement, SpotVenue } from '#practice/spot/types.ts';
import { fromNumber } from '#shared/decimal.ts';
import { openSpotFeed } from '../testing/spot-feed.ts';

function sorted(side: ReadonlyMap<string, string>, sign: 1 | -1): RestBook['asks'] {
  return [...side].toSorted(([a], [b]) => sign * (Number(a) - Number(b)));
}

/** A local book kept as docs/exchange/feeds.md §9 says, written from it alone; sizes stay text. */
class LocalBook {
  readonly asks = new Map<string, string>();
  readonly bids = new Map<string, string>();
  sequence: number;

  constructor(snapshot: RestBook) {
    this.sequence = snapshot.sequence;
    for (const [price, size] of snapshot.asks) this.asks.set(price, size);
    for (const [price, size] of snapshot.bids) this.bids.set(price, size);
  }

  apply({ sequenceStart, sequenceEnd, changes }: z.infer<typeof Increment>): void {
    if (sequenceEnd <= this.sequence) return;
    if (sequenceStart > this.sequence + 1) throw new Error(`a gap: ${this.sequence} then ${sequenceStart}`);
    for (const [side, rows] of [
      [this.asks, changes.asks],
      [this.bids, changes.bids],
    ] as const) {
      for (const [price, size, sequence] of rows) {
        if (Number(sequence) <= this.sequence || price === '0') continue;
        if (size === '0') side.delete(price);
        else side.set(price, size);
      }
    }
    this.sequence = sequenceEnd;
  }

  picture(): RestBook {
    return { sequence: this.sequence, asks: sorted(this.asks, 1), bids: sorted(this.bids, -1) };
  }
}

interface RestBook {
  readonly sequence: number;
  readonly asks: readonly (readonly [string, string])[];
  readonly bids: readonly (readonly [string, string])[];
}

const Row = z.tuple([z.string(), z.string(), z.string()]);
const Increment = z.object({
  sequenceStart: z.number(),
  sequenceEnd: z.number(),
  changes: z.object({ asks: z.array(Row), bids: z.array(Row) }),
});

const account = fc.constantFrom('ann', 'bob', 'cat');
const price = fc.integer({ min: 980, max: 1020 }).map(ticks => fromNumber(ticks / 10));
const size = fc.integer({ min: 1, max: 5000 }).map(lots => fromNumber(lots / 1000));
const placement: fc.Arbitrary<SpotPlacement> = fc
  .record({
    side: fc.constantFrom('buy', 'sell'),
    price,
    size,
    isHidden: fc.boolean(),
    isIceberg: fc.boolean(),
    timeInForce: fc.constantFrom('GTC', 'IOC', 'FOK'),
    selfTradePrevention: fc.constantFrom('CN', 'CO', 'CB', 'DC'),
  } as const)
  // oxlint-disable-next-line oxc/no-map-spread -- an arbitrary's map, not a list's
  .map(({ isIceberg, isHidden, ...order }) =>
    isIceberg && !isHidden
      ? { symbol: 'BTC-USDT', type: 'limit', isIceberg, visibleSize: '0.5', ...order }
      : { symbol: 'BTC-USDT', type: 'limit', isHidden, ...order },
  );
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('place'), accountId: account, placement } as const) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('market'),
      accountId: account,
      side: fc.constantFrom('buy', 'sell'),
      size,
    } as const),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel'), accountId: account, pick: fc.nat() } as const) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 1, max: 25 }) } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('snapshot') } as const) },
);

type SpotStep = typeof action extends fc.Arbitrary<infer T> ? T : never;

function trade(venue: SpotVenue, each: SpotStep): void {
  if (each.kind === 'place') venue.place(each.accountId, each.placement);
  if (each.kind === 'market') {
    venue.place(each.accountId, { symbol: 'BTC-USDT', type: 'market', side: each.side, size: each.size });
  }
  if (each.kind !== 'cancel') return;
  const active = venue.orders(each.accountId, 'active', {});
  const order = active[each.pick % Math.max(1, active.length)];
  if (order !== undefined) venue.cancel(each.accountId, order.id);
}

describe('a book rebuilt from a snapshot and the increments', () => {
  it('equals the REST book at the same sequence, at any time of the snapshot', () => {
    let applied = 0;
    let compared = 0;
    fc.assert(
      fc.property(fc.array(action, { size: 'max', minLength: 20, maxLength: 400 }), actions => {
        const { kit, time, subscribe } = openSpotFeed();
        const { venue } = kit;
        const subscription = subscribe('/market/level2:BTC-USDT');
        const restBook = (): RestBook => {
          const book = venue.book('BTC-USDT', Number.MAX_SAFE_INTEGER);
          if (book === null) throw new Error('no book');
          return { sequence: Number(book.sequence), asks: book.asks, bids: book.bids };
        };
        const frames: z.infer<typeof Increment>[] = [];
        const locals: LocalBook[] = [];
        const catchUp = (): void => {
          const fresh = subscription.data().map(each => Increment.parse(each));
          for (const increment of fresh) {
            const previous = frames.at(-1);
            if (previous !== undefined) expect(increment.sequenceStart).toBe(previous.sequenceEnd + 1);
            expect(increment.sequenceEnd).toBeGreaterThanOrEqual(increment.sequenceStart);
            frames.push(increment);
            for (const local of locals) local.apply(increment);
            applied += 1;
          }
        };
        for (const each of actions) {
          trade(venue, each);
          if (each.kind === 'wait') time.advance(each.ms);
          // in the middle of a batch: some of its rows are in the snapshot already
          if (each.kind === 'snapshot') {
            const local = new LocalBook(restBook());
            for (const increment of frames) local.apply(increment);
            locals.push(local);
          }
          catchUp();
          if (each.kind === 'wait' && frames.at(-1)?.sequenceEnd === restBook().sequence) {
            for (const local of locals) expect(local.picture()).toEqual(restBook());
            compared += locals.length;
          }
        }
        time.advance(10);
        catchUp();
        const truth = restBook();
        if (frames.length > 0) expect(frames.at(-1)?.sequenceEnd).toBe(truth.sequence);
        for (const local of locals) expect(local.picture()).toEqual(truth);
        expect(time.waiting()).toBe(0);
      }),
      { numRuns: 60 },
    );
    // otherwise it would prove nothing
    expect(applied).toBeGreaterThan(500);
    expect(compared).toBeGreaterThan(500);
  });
});
