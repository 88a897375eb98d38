import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, type Decimal, isNegative, maximum, multiply, subtract, sum } from '#shared/decimal.ts';
import type { SelfTradePrevention, Side, TimeInForce } from '#practice/kernel/kernel.ts';
import { btcUsdt, createSpotKit, type SpotKit } from '../testing/venue-kit.ts';
import type { SpotFill, SpotOrder, SpotPair, SpotPlacement } from '../types.ts';

const accounts = ['ann', 'bob', 'cid'] as const;
const currencies = ['BTC', 'USDT', 'ETH'] as const;
const start = '2000';

/** Two pairs that share a currency; one takes its fees in quote, the other in base; odd steps and rates. */
const pairs: readonly SpotPair[] = [
  { ...btcUsdt, priceIncrement: '0.5', baseIncrement: '0.03', makerFeeRate: '0.00075', priceLimitRate: '0.3' },
  {
    ...btcUsdt,
    symbol: 'ETH-BTC',
    baseCurrency: 'ETH',
    quoteCurrency: 'BTC',
    feeCurrency: 'ETH',
    makerFeeRate: '0.003',
    priceLimitRate: '0.3',
  },
];

const steps: Readonly<Record<string, { price: Decimal; size: Decimal }>> = {
  'BTC-USDT': { price: '0.5', size: '0.03' },
  'ETH-BTC': { price: '0.1', size: '0.001' },
};

function scaled(count: number, symbol: string, kind: 'price' | 'size'): Decimal {
  return multiply(`${count}`, steps[symbol]?.[kind] ?? '1');
}

const symbol = fc.constantFrom('BTC-USDT', 'ETH-BTC');
const side = fc.constantFrom<Side>('buy', 'sell');
const priceCount = fc.integer({ min: 190, max: 210 });
const sizeCount = fc.integer({ min: 1, max: 900 });

const prevention = fc.constantFrom<(SelfTradePrevention | 'none')[]>('none', 'CN', 'CO', 'CB', 'DC');

const limitDraw = fc.record({
  symbol,
  side,
  price: priceCount,
  size: sizeCount,
  timeInForce: fc.constantFrom<TimeInForce[]>('GTC', 'GTC', 'GTT', 'IOC', 'FOK'),
  isPostOnly: fc.constantFrom(false, false, true),
  look: fc.constantFrom('plain', 'plain', 'hidden', 'iceberg'),
  visible: fc.integer({ min: 45, max: 100 }),
  prevention,
});

const marketDraw = fc.record({
  symbol,
  side,
  size: sizeCount,
  funds: fc.option(fc.integer({ min: 1, max: 9_000_000 }), { freq: 2 }),
  prevention,
});

type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

function toLimit({ prevention: mode, ...draw }: Drawn<typeof limitDraw>): SpotPlacement {
  return {
    symbol: draw.symbol,
    side: draw.side,
    type: 'limit',
    price: scaled(draw.price, draw.symbol, 'price'),
    size: scaled(draw.size, draw.symbol, 'size'),
    timeInForce: draw.timeInForce,
    isPostOnly: draw.isPostOnly,
    isHidden: draw.look === 'hidden',
    isIceberg: draw.look === 'iceberg',
    visibleSize: scaled(draw.visible, draw.symbol, 'size'),
    ...(draw.timeInForce === 'GTT' ? { cancelAfterS: 3 } : {}),
    ...(mode === 'none' ? {} : { selfTradePrevention: mode }),
  };
}

function toMarket({ symbol: name, side: of, size, funds, prevention: mode }: Drawn<typeof marketDraw>): SpotPlacement {
  return {
    symbol: name,
    side: of,
    type: 'market',
    ...(funds === null ? { size: scaled(size, name, 'size') } : { funds: multiply(`${funds}`, '0.0001') }),
    ...(mode === 'none' ? {} : { selfTradePrevention: mode }),
  };
}

const limitPlacement = limitDraw.map(toLimit);
const marketPlacement = marketDraw.map(toMarket);
const placement = fc.oneof({ weight: 5, arbitrary: limitPlacement }, { weight: 2, arbitrary: marketPlacement });
const accountId = fc.constantFrom(...accounts);

const action = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('place' as const), accountId, placement }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), accountId, pick: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('stop' as const),
      accountId,
      placement,
      stopPrice: priceCount,
      stop: fc.constantFrom('loss', 'entry' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancelStop' as const), accountId, pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 2_000 }) }) },
);

type TradingAction = Drawn<typeof action>;

function run(kit: SpotKit, step: TradingAction): void {
  const { venue } = kit;
  if (step.kind === 'place') venue.place(step.accountId, step.placement);
  else if (step.kind === 'stop') {
    const stopPrice = scaled(step.stopPrice, step.placement.symbol, 'price');
    venue.placeStop(step.accountId, { ...step.placement, stop: step.stop, stopPrice });
  } else if (step.kind === 'wait') {
    kit.advance(step.ms);
    venue.expire(kit.nowMs());
  } else if (step.kind === 'cancel') {
    const active = venue.orders(step.accountId, 'active', {});
    const chosen = active[step.pick % Math.max(1, active.length)];
    expect(venue.cancel(step.accountId, chosen?.id ?? 'none').ok).toBe(chosen !== undefined);
  } else {
    const waiting = venue.stops(step.accountId, {});
    const chosen = waiting[step.pick % Math.max(1, waiting.length)];
    expect(venue.cancelStop(step.accountId, chosen?.id ?? 'none').ok).toBe(chosen !== undefined);
  }
}

function pairOf({ placement: { symbol: name } }: SpotOrder): SpotPair {
  const pair = pairs.find(each => each.symbol === name);
  if (pair === undefined) throw new Error(name);
  return pair;
}

/** What the rules say that an active order holds, worked out with decimals. */
function needOf(order: SpotOrder): { currency: string; amount: Decimal } {
  const pair = pairOf(order);
  const withFee = add('1', maximum(pair.makerFeeRate, pair.takerFeeRate));
  if (order.placement.side === 'buy') {
    const value = multiply(order.placement.price ?? '0', order.remainSize);
    const paysFee = pair.feeCurrency === pair.quoteCurrency;
    return { currency: pair.quoteCurrency, amount: paysFee ? multiply(value, withFee) : value };
  }
  const paysFee = pair.feeCurrency === pair.baseCurrency;
  return { currency: pair.baseCurrency, amount: paysFee ? multiply(order.remainSize, withFee) : order.remainSize };
}

/** What a fill does to the balance of one currency. */
function effectOf(fill: SpotFill, currency: string): Decimal {
  const [base, quote] = fill.symbol.split('-');
  let effect: Decimal = '0';
  if (currency === base) effect = fill.side === 'buy' ? fill.size : subtract('0', fill.size);
  if (currency === quote) effect = fill.side === 'sell' ? fill.funds : subtract('0', fill.funds);
  return currency === fill.feeCurrency ? subtract(effect, fill.fee) : effect;
}

function expectMoney({ venue, ledger }: SpotKit): void {
  const fees = new Map<string, Decimal>();
  for (const id of accounts) {
    const active = venue.orders(id, 'active', {}).map(needOf);
    const fills = venue.fills(id, 0);
    for (const fill of fills) fees.set(fill.feeCurrency, add(fees.get(fill.feeCurrency) ?? '0', fill.fee));
    for (const currency of currencies) {
      const { available, held, total } = ledger.balance(id, 'trade', currency);
      expect(isNegative(available) || isNegative(held)).toBe(false);
      expect(add(available, held)).toBe(total);
      expect(held).toBe(sum(active.filter(need => need.currency === currency).map(need => need.amount)));
      expect(total).toBe(add(start, sum(fills.map(fill => effectOf(fill, currency)))));
    }
  }
  for (const currency of currencies) {
    expect(ledger.balance('exchange', 'trade', currency)).toMatchObject({
      total: fees.get(currency) ?? '0',
      held: '0',
    });
    const owned = [...accounts, 'exchange'].map(id => ledger.balance(id, 'trade', currency).total);
    expect(sum(owned)).toBe(ledger.totalOf(currency));
    expect(ledger.totalOf(currency)).toBe(multiply(start, '3'));
  }
}

function expectOrders({ venue }: SpotKit): void {
  for (const id of accounts) {
    const fills = venue.fills(id, 0);
    for (const order of [...venue.orders(id, 'active', {}), ...venue.orders(id, 'done', {})]) {
      const own = fills.filter(fill => fill.orderId === order.id);
      expect(order.dealSize).toBe(sum(own.map(fill => fill.size)));
      expect(order.dealFunds).toBe(sum(own.map(fill => fill.funds)));
      expect(order.fee).toBe(sum(own.map(fill => fill.fee)));
      const { size, funds, type } = order.placement;
      if (size !== undefined) expect(sum([order.dealSize, order.remainSize, order.cancelledSize])).toBe(size);
      else if (!order.isActive) expect(add(order.dealFunds, order.cancelledFunds)).toBe(funds);
      expect(order.isInOrderBook).toBe(order.isActive);
      if (order.isActive) expect([type, order.endedAtMs]).toEqual(['limit', null]);
      else expect(order.remainSize).toBe('0');
      for (const fill of own) {
        const bound = order.placement.price ?? fill.price;
        expect(compare(fill.price, bound)).not.toBe(fill.side === 'buy' ? 1 : -1);
      }
    }
  }
}

function expectBook({ venue }: SpotKit, name: string): void {
  const book = venue.book(name, 1_000);
  if (book === null) throw new Error(name);
  const [bids, asks] = [book.bids.map(([price]) => price), book.asks.map(([price]) => price)];
  expect(bids).toEqual([...new Set(bids)].toSorted((a, b) => compare(b, a)));
  expect(asks).toEqual([...new Set(asks)].toSorted(compare));
  const open = accounts.flatMap(id => venue.orders(id, 'active', { symbol: name }));
  const at = (of: Side) => open.filter(order => order.placement.side === of).map(order => order.placement.price ?? '0');
  const [highest] = at('buy').toSorted((a, b) => compare(b, a));
  const [lowest] = at('sell').toSorted(compare);
  if (highest !== undefined && lowest !== undefined) expect(compare(highest, lowest)).toBe(-1);
  const shown = new Map<string, Decimal>();
  for (const { placement: each, remainSize } of open) {
    if (each.isHidden === true || each.isIceberg === true) continue;
    const key = `${each.side} ${each.price}`;
    shown.set(key, add(shown.get(key) ?? '0', remainSize));
  }
  for (const [price, size] of book.bids) expect(compare(size, shown.get(`buy ${price}`) ?? '0')).not.toBe(-1);
  for (const [price, size] of book.asks) expect(compare(size, shown.get(`sell ${price}`) ?? '0')).not.toBe(-1);
}

/** Levels and prints of one pair carry 1, 2, 3 … without a gap, and the levels add up to the book. */
function expectSequence({ venue, events }: SpotKit, name: string): void {
  const published = new Map<string, Decimal>();
  let last = 0n;
  for (const event of events) {
    if (event.kind === 'level' && event.symbol === name) {
      last += 1n;
      expect(event.sequence).toBe(last);
      published.set(`${event.side} ${event.price}`, event.size);
    } else if (event.kind === 'print' && event.print.symbol === name) {
      last += 1n;
      expect(event.print.sequence).toBe(last);
    }
  }
  const book = venue.book(name, 1_000);
  expect(book?.sequence).toBe(last);
  const rebuilt = [...published].filter(([, size]) => size !== '0').toSorted(([a], [b]) => (a < b ? -1 : 1));
  const present = [
    ...(book?.bids ?? []).map(([price, size]) => [`buy ${price}`, size] as const),
    ...(book?.asks ?? []).map(([price, size]) => [`sell ${price}`, size] as const),
  ].toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(rebuilt).toEqual(present);
}

describe('any sequence of orders, cancels, stop orders and time', () => {
  it('conserves money, holds exactly what is needed, and keeps orders, fills and book in agreement', () => {
    const money = accounts.flatMap(id => currencies.map(currency => [id, currency, start] as const));
    fc.assert(
      fc.property(fc.array(action, { maxLength: 70, size: 'max' }), actions => {
        const kit = createSpotKit({ pairs }, money);
        for (const step of actions) {
          run(kit, step);
          expectMoney(kit);
        }
        expectOrders(kit);
        for (const { symbol: name } of pairs) {
          expectBook(kit, name);
          expectSequence(kit, name);
        }
      }),
      { numRuns: 60 },
    );
  });
});
