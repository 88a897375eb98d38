import fc from 'fast-check';
import { fromUnits } from '#shared/decimal.ts';
import type { PolicyBook } from '../book-cost.ts';
import type { PolicyFacts } from '../judge.ts';
import { type ConfirmBand, confirmLevels, type Policy } from '../policy.ts';
import type { PolicyAction, PolicyMarket, PolicyOrder } from '../policy-action.ts';

/** Policies, books and actions with small round numbers, so that limits are met, missed and just reached. */

const amount = fc.integer({ min: 0, max: 60 }).map(units => fromUnits(BigInt(units), 0));
const hundredths = fc.integer({ min: 0, max: 100 }).map(units => fromUnits(BigInt(units), 2));
const rows = fc.integer({ min: 1, max: 5 });

const arbitraryBands: fc.Arbitrary<ConfirmBand[]> = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 3 }),
    fc.subarray([...confirmLevels], { minLength: 0 }),
  )
  .map(([from, levels]) =>
    from
      .toSorted((a, b) => a - b)
      .slice(0, levels.length)
      .flatMap((units, index) => {
        const level = levels[index];
        return level === undefined ? [] : [{ fromNotional: fromUnits(BigInt(units), 0), level }];
      }),
  );

const limits = fc.record({ perHour: amount, perDay: amount, askFrom: amount });

export const arbitraryPolicy: fc.Arbitrary<Policy> = fc.record({
  mayPlace: fc.boolean(),
  mayCancel: fc.boolean(),
  mayMoveMargin: fc.boolean(),
  mayBorrow: fc.boolean(),
  mayTransfer: fc.boolean(),
  currency: fc.constantFrom('USDT', 'USDT', 'BTC'),
  largestOrder: amount,
  largestBatch: amount,
  dailyNotional: amount,
  furthestPrice: hundredths,
  marketSlippage: hundredths,
  acts: fc.record({ perSecond: rows, perMinute: rows }),
  bands: arbitraryBands,
  movements: fc.record({ loans: limits, transfers: limits, removedMargin: limits, settings: limits }),
});

/** Divisors of 400, so that a value of an inverse contract is a finite decimal. */
const prices = [1, 2, 4, 5, 8, 10, 16, 20, 25];
const size = fc.integer({ min: 1, max: 6 }).map(units => fromUnits(BigInt(units), 0));

const arbitraryBook: fc.Arbitrary<PolicyBook> = fc
  .tuple(
    fc.subarray(prices),
    fc.integer({ min: 0, max: prices.length }),
    fc.array(size, { minLength: 9, maxLength: 9 }),
  )
  .map(([chosen, split, sizes]) => {
    const level = (price: number, index: number) => [fromUnits(BigInt(price), 0), sizes[index] ?? '1'] as const;
    const below = chosen.filter(price => prices.indexOf(price) < split).toReversed();
    return { bids: below.map(level), asks: chosen.filter(price => prices.indexOf(price) >= split).map(level) };
  });

const arbitraryMarket: fc.Arbitrary<PolicyMarket> = fc.record({
  venue: fc.constantFrom('spot', 'futures'),
  symbol: fc.constant('BTC-USDT'),
  currency: fc.constantFrom('USDT', 'XBT', 'XRP'),
  unitWords: fc.constant('lots'),
  multiplier: fc.constantFrom('1', '2', '0.5'),
  isInverse: fc.boolean(),
});

const price = fc.integer({ min: 1, max: 30 }).map(units => fromUnits(BigInt(units), 0));
const orderAmount = fc.record({ in: fc.constantFrom('units', 'units', 'value'), figure: size });

const arbitraryOrder: fc.Arbitrary<PolicyOrder> = fc
  .record({
    side: fc.constantFrom('buy', 'sell'),
    type: fc.constantFrom('limit', 'market'),
    price,
    amount: fc.option(orderAmount, { freq: 8 }),
    trigger: fc.option(fc.record({ price, direction: fc.constantFrom('up', 'down') })),
    isReducing: fc.boolean(),
  })
  .map(({ price: stated, ...order }) => Object.assign(order, { price: order.type === 'market' ? null : stated }));

const money = fc.record({ currency: fc.constantFrom('USDT', 'BTC', 'XRP'), amount });

export const arbitraryAction: fc.Arbitrary<PolicyAction> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('place'),
      market: arbitraryMarket,
      orders: fc.array(arbitraryOrder, { minLength: 1, maxLength: 3 }),
      isBorrowing: fc.boolean(),
    }),
  },
  fc.constant({ kind: 'cancel' } as const),
  fc.record({ kind: fc.constant('move-margin'), money: fc.option(money), isAdding: fc.boolean() }),
  fc.record({ kind: fc.constant('borrow'), money }),
  fc.constant({ kind: 'repay' } as const),
  fc.record({ kind: fc.constant('transfer'), money }),
);

const moved = fc.option(fc.record({ hour: amount, day: amount, sinceTyped: amount }), { freq: 6 });

export const arbitraryFacts: fc.Arbitrary<PolicyFacts> = fc.record({
  book: fc.option(arbitraryBook, { freq: 6 }),
  rates: fc.record({ USDT: fc.constant('2'), BTC: fc.constantFrom('3', null), XRP: fc.constantFrom('0.5', null) }),
  spentToday: fc.option(amount, { freq: 6 }),
  moved: fc.record({ loans: moved, transfers: moved, removedMargin: moved, settings: moved }),
});
