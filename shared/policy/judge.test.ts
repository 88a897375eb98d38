import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { PolicyBook } from './book-cost.ts';
import { judge, type PolicyFacts, type PolicyResult } from './judge.ts';
import { nothingMoved } from './movements.ts';
import { defaultPolicy, type Policy } from './policy.ts';
import type { Money, PolicyAction, PolicyMarket, PolicyOrder } from './policy-action.ts';
import type { PolicyRule } from './policy-errors.ts';

const spot: PolicyMarket = {
  venue: 'spot',
  symbol: 'BTC-USDT',
  currency: 'USDT',
  unitWords: 'BTC',
  multiplier: '1',
  isInverse: false,
};
const inverse: PolicyMarket = { ...spot, symbol: 'XBTUSDM', currency: 'XBT', unitWords: 'lots', isInverse: true };
const book: PolicyBook = {
  bids: [
    ['100', '5'],
    ['90', '5'],
  ],
  asks: [
    ['110', '5'],
    ['121', '5'],
  ],
};
const facts: PolicyFacts = { book, rates: { BTC: '100' }, spentToday: '0', moved: nothingMoved };
const wide: Policy = {
  ...defaultPolicy,
  mayBorrow: true,
  mayTransfer: true,
  largestOrder: '10000',
  largestBatch: '10000',
  dailyNotional: '10000',
  furthestPrice: '0.1',
  marketSlippage: '0.1',
  bands: [
    { fromNotional: '500', level: 'summary' },
    { fromNotional: '1000', level: 'type-symbol' },
  ],
};
const limit: PolicyOrder = {
  side: 'buy',
  type: 'limit',
  price: '110',
  amount: { in: 'units', figure: '2' },
  trigger: null,
  isReducing: false,
};
const market: PolicyOrder = { ...limit, type: 'market', price: null };
const place = (...orders: PolicyOrder[]): PolicyAction => ({ kind: 'place', market: spot, orders, isBorrowing: false });
const onInverse = (...orders: PolicyOrder[]): PolicyAction => ({
  kind: 'place',
  market: inverse,
  orders,
  isBorrowing: false,
});
const rulesOf = ({ validationErrors }: PolicyResult): readonly PolicyRule[] => validationErrors.map(({ rule }) => rule);
const ask = (action: PolicyAction, policy: Partial<Policy> = {}, known: Partial<PolicyFacts> = {}) =>
  judge(action, { ...wide, ...policy }, { ...facts, ...known });
const level = (action: PolicyAction) => ask(action).level;

describe('an order under the policy check', () => {
  it('passes with its notional, its amount for the day, and its confirmation', () => {
    expect(ask(place(limit))).toEqual({
      validationErrors: [],
      notional: '220',
      currency: 'USDT',
      counted: ['220'],
      movement: null,
      level: 'none',
    });
    expect(ask(place({ ...limit, amount: { in: 'value', figure: '999' } })).level).toBe('summary');
    expect(ask(place({ ...limit, amount: { in: 'value', figure: '1000' } })).level).toBe('type-symbol');
  });

  it('above the largest order fails with the rule, the figure and the limit', () => {
    expect(ask(place(limit), { largestOrder: '219.5' }).validationErrors).toEqual([
      {
        rule: 'largest-order',
        figure: '220 USDT',
        limit: '219.5 USDT',
        message: 'This order has a value of 220 USDT; the largest order of this profile is 219.5 USDT.',
        row: null,
      },
    ]);
  });

  it('a sell order has at least the value at the bid, whatever low price it names', () => {
    expect(ask(place({ ...limit, side: 'sell', price: '1' })).notional).toBe('200');
    expect(ask(place({ ...limit, side: 'sell', price: '300' })).notional).toBe('600');
  });

  it('a buy far below the market rests and passes; far above the ask it fails', () => {
    expect(rulesOf(ask(place({ ...limit, price: '1' })))).toEqual([]);
    expect(rulesOf(ask(place({ ...limit, price: '121' })))).toEqual([]);
    expect(ask(place({ ...limit, price: '121.011' })).validationErrors).toEqual([
      {
        rule: 'furthest-price',
        figure: '10.01 %',
        limit: '10 %',
        message: 'The price 121.011 is 10.01 % above 110; the furthest that this profile may go is 10 %.',
        row: null,
      },
    ]);
    expect(ask(place({ ...limit, side: 'sell', price: '89' })).validationErrors[0]?.message).toBe(
      'The price 89 is 11 % below 100; the furthest that this profile may go is 10 %.',
    );
  });

  it('a market order is compared with the average of our book, and with a book that is too thin', () => {
    expect(ask(place({ ...market, amount: { in: 'units', figure: '10' } }))).toMatchObject({
      validationErrors: [],
      notional: '1155',
    });
    expect(
      ask(place({ ...market, amount: { in: 'units', figure: '10' } }), { marketSlippage: '0.04' }).validationErrors,
    ).toEqual([
      {
        rule: 'market-slippage',
        figure: '5 %',
        limit: '4 %',
        message:
          'The slippage of this market order is 5 % from 110; the limit of this profile is 4 %. Use a limit order or a smaller size.',
        row: null,
      },
    ]);
    const tooMuch = ask(place({ ...market, amount: { in: 'units', figure: '11' } }), { largestOrder: '1209' });
    expect(rulesOf(tooMuch)).toEqual(['market-slippage', 'largest-order']);
    expect(tooMuch.validationErrors[0]?.message).toContain('holds 10 BTC');
  });

  it('a market order by value takes the needed part of the last level', () => {
    expect(ask(place({ ...market, amount: { in: 'value', figure: '1155' } }))).toMatchObject({ validationErrors: [] });
    expect(rulesOf(ask(place({ ...market, amount: { in: 'value', figure: '1155.01' } })))).toEqual(['market-slippage']);
    const sold = ask(place({ ...market, side: 'sell', amount: { in: 'value', figure: '950' } }), {
      marketSlippage: '0.0499',
    });
    expect(sold.validationErrors[0]?.figure).toBe('5 %');
  });

  it('an order with a trigger is compared with the trigger, where the market will be', () => {
    const stop = (side: 'buy' | 'sell', price: Decimal, trigger: PolicyOrder['trigger']) =>
      rulesOf(ask(place({ ...limit, side, price, trigger })));
    // breaks out upwards: 220 is far above the ask of now
    expect(stop('buy', '220', { price: '200', direction: 'up' })).toEqual([]);
    expect(stop('buy', '221', { price: '200', direction: 'up' })).toEqual(['furthest-price']);
    // fires at once: the ask of now counts
    expect(stop('buy', '122', { price: '200', direction: 'down' })).toEqual(['furthest-price']);
    expect(stop('buy', '55', { price: '50', direction: 'down' })).toEqual([]);
    expect(stop('buy', '56', { price: '50', direction: 'down' })).toEqual(['furthest-price']);
    expect(stop('sell', '45', { price: '50', direction: 'down' })).toEqual([]);
    expect(stop('sell', '44', { price: '50', direction: 'down' })).toEqual(['furthest-price']);
    expect(stop('sell', '89', { price: '50', direction: 'up' })).toEqual(['furthest-price']);
    expect(stop('sell', '180', { price: '200', direction: 'up' })).toEqual([]);
    expect(stop('sell', '179', { price: '200', direction: 'up' })).toEqual(['furthest-price']);
    expect(ask(place({ ...market, trigger: { price: '200', direction: 'up' } })).notional).toBe('400');
    expect(ask(place({ ...market, trigger: { price: '50', direction: 'down' } })).notional).toBe('220');
  });

  it('an order of a pair has the value of the higher one, and the other is compared with the touch', () => {
    const pair = { ...limit, side: 'sell', price: '49', trigger: { price: '50', direction: 'down' } } as const;
    expect(ask(place({ ...pair, twinPrice: '150' }))).toMatchObject({ validationErrors: [], notional: '300' });
    expect(ask(place({ ...pair, twinPrice: '89' })).validationErrors).toMatchObject([
      { rule: 'furthest-price', figure: '11 %', message: expect.stringContaining('The price 89 is 11 % below 100') },
    ]);
    expect(rulesOf(ask(place({ ...pair, price: '44', twinPrice: '89' })))).toEqual([
      'furthest-price',
      'furthest-price',
    ]);
    const buy = { ...limit, price: '205', trigger: { price: '200', direction: 'up' } } as const;
    expect(ask(place({ ...buy, twinPrice: '90' })).notional).toBe('410');
    expect(rulesOf(ask(place({ ...buy, twinPrice: '122' })))).toEqual(['furthest-price']);
    expect(rulesOf(ask(place({ ...buy, twinPrice: '122' }), {}, { book: null }))).toEqual(['price-unknown']);
  });

  it('a reduce-only order has no limit of size, day and typing, but of price and slippage', () => {
    const reducing = { ...market, isReducing: true, amount: { in: 'units', figure: '10' } } as const;
    const tight = { largestOrder: '0', dailyNotional: '0' } as const;
    expect(ask(place(reducing), tight, { spentToday: null })).toEqual({
      validationErrors: [],
      notional: '1155',
      currency: 'USDT',
      counted: ['0'],
      movement: null,
      level: 'summary',
    });
    expect(rulesOf(ask(place(reducing), { ...tight, marketSlippage: '0.01' }))).toEqual(['market-slippage']);
    expect(rulesOf(ask(place({ ...limit, isReducing: true, price: '130' }), tight))).toEqual(['furthest-price']);
    expect(rulesOf(ask(place({ ...reducing, amount: null })))).toEqual(['market-slippage']);
    expect(ask(place({ ...limit, isReducing: true, amount: null }))).toMatchObject({
      validationErrors: [],
      level: 'summary',
    });
  });

  it('an order without a size fails', () => {
    expect(rulesOf(ask(place({ ...limit, amount: null })))).toEqual(['largest-order']);
  });

  it('an order on an inverse contract has its value at any price, and the slippage of its payment', () => {
    const lots = { in: 'units', figure: '1100' } as const;
    const deep: PolicyBook = {
      bids: [['100', '2000']],
      asks: [
        ['110', '550'],
        ['220', '550'],
      ],
    };
    expect(ask(onInverse({ ...limit, amount: lots, price: '1' }), {}, { book: deep })).toMatchObject({
      validationErrors: [],
      notional: '1000',
    });
    // 1100 lots cost 5 + 2.5 coins: an average of 146.67, a third above 110
    const bought = ask(onInverse({ ...market, amount: lots }), {}, { book: deep });
    expect(bought.validationErrors[0]).toMatchObject({ rule: 'market-slippage', figure: '33.3334 %' });
    expect(rulesOf(ask(onInverse({ ...market, side: 'sell', amount: lots }), {}, { book: deep }))).toEqual([]);
  });

  it('an order without a price fails, and names the missing one', () => {
    const unknown = ask(place(limit), {}, { book: null });
    expect(rulesOf(unknown)).toEqual(['price-unknown']);
    expect(unknown).toMatchObject({ notional: null, counted: [null], level: 'type-symbol' });
    expect(rulesOf(ask(place(limit), {}, { book: { bids: [], asks: [] } }))).toEqual(['price-unknown']);
    const rateless = ask(onInverse(limit), {}, { rates: {} });
    expect(rulesOf(rateless)).toEqual(['price-unknown']);
    expect(rateless.validationErrors[0]?.message).toContain('No book prices XBT in USDT now');
    // one side is enough for a limit, and is nearer
    expect(rulesOf(ask(place(limit), {}, { book: { ...book, asks: [] } }))).toEqual([]);
    expect(rulesOf(ask(place({ ...limit, price: '111' }), {}, { book: { ...book, asks: [] } }))).toEqual([
      'furthest-price',
    ]);
    expect(rulesOf(ask(place({ ...market, side: 'sell' }), {}, { book: { ...book, bids: [] } }))).toEqual([
      'market-slippage',
    ]);
  });

  it('an order with auto-borrow needs both rights', () => {
    const action: PolicyAction = { kind: 'place', market: spot, orders: [limit], isBorrowing: true };
    expect(rulesOf(ask(action))).toEqual([]);
    expect(rulesOf(ask(action, { mayBorrow: false, mayPlace: false }))).toEqual(['may-place', 'may-borrow']);
  });
});

describe('a batch and a day', () => {
  it('have a limit for the batch, and name each order', () => {
    expect(ask(place(limit, limit), { largestBatch: '439' }).validationErrors).toMatchObject([
      { rule: 'largest-batch', figure: '440 USDT', limit: '439 USDT', row: null },
    ]);
    expect(ask(place(limit, { ...limit, price: '200' })).validationErrors).toMatchObject([
      { rule: 'furthest-price', row: 1, message: expect.stringMatching(/^Order 2: The price 200/) },
    ]);
  });

  it('add what was sent and what would be sent', () => {
    expect(ask(place(limit), { dailyNotional: '1000' }, { spentToday: '780' }).validationErrors).toEqual([]);
    expect(ask(place(limit), { dailyNotional: '1000' }, { spentToday: '780.5' }).validationErrors).toEqual([
      {
        rule: 'daily-notional',
        figure: '1,000.5 USDT',
        limit: '1,000 USDT',
        message:
          'With 780.5 USDT sent since midnight UTC, this would make 1,000.5 USDT; the most that this profile sends in a day is 1,000 USDT.',
        row: null,
      },
    ]);
    expect(rulesOf(ask(place(limit), {}, { spentToday: null }))).toEqual(['daily-notional']);
  });
});

describe('an action without an order', () => {
  const money: Money = { currency: 'BTC', amount: '9' };
  it('needs its right', () => {
    const none = { mayPlace: false, mayCancel: false, mayMoveMargin: false, mayBorrow: false, mayTransfer: false };
    const denied = (action: PolicyAction) => rulesOf(ask(action, none));
    expect(denied({ kind: 'cancel' })).toEqual(['may-cancel']);
    expect(denied({ kind: 'move-margin', money: null, isAdding: false })).toEqual(['may-move-margin']);
    expect(denied({ kind: 'borrow', money })).toEqual(['may-borrow']);
    expect(denied({ kind: 'transfer', money })).toEqual(['may-transfer']);
    expect(denied({ kind: 'repay' })).toEqual([]);
    expect(ask({ kind: 'cancel' }, none).validationErrors[0]?.message).toBe(
      'This profile may not cancel orders. Allow it in its policy.',
    );
  });

  it('an action without an order is confirmed only when the symbol must be typed, and adding margin never', () => {
    expect(level({ kind: 'transfer', money })).toBe('none');
    expect(level({ kind: 'transfer', money: { ...money, amount: '10' } })).toBe('type-symbol');
    expect(level({ kind: 'transfer', money: { ...money, currency: 'XRP' } })).toBe('type-symbol');
    expect(level({ kind: 'move-margin', money: { ...money, amount: '10' }, isAdding: false })).toBe('type-symbol');
    expect(level({ kind: 'move-margin', money: { ...money, amount: '10' }, isAdding: true })).toBe('none');
    expect(level({ kind: 'cancel' })).toBe('none');
  });

  it('a loan uses the limit of the largest order, and needs a price', () => {
    expect(ask({ kind: 'borrow', money }, { largestOrder: '899' }).validationErrors).toMatchObject([
      { rule: 'largest-order', figure: '900 USDT', limit: '899 USDT' },
    ]);
    expect(rulesOf(ask({ kind: 'borrow', money: { ...money, currency: 'XRP' } }))).toEqual(['price-unknown']);
  });
});
