import { describe, expect, it } from 'vitest';
import { type Decimal, fromUnits, uncheckedDecimal } from '#shared/decimal.ts';
import type { Outcome } from '../kernel.ts';
import { btcUsdt, createKit, type Kit, limit } from './testing/venue-kit.ts';
import type { SpotEvent, SpotOrder, SpotPlacement } from './types.ts';

const rich = [
  ['ann', 'USDT', '1000'],
  ['ann', 'BTC', '10'],
  ['bob', 'USDT', '1000'],
  ['bob', 'BTC', '10'],
  ['house', 'USDT', '0'],
] as const;

function kitOf(change: Parameters<typeof createKit>[0] = {}): Kit {
  return createKit(change, rich);
}

function accepted<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason} ${outcome.message}`);
  return outcome.value;
}

function refusalOf(outcome: Outcome<unknown>): string {
  return outcome.ok ? 'accepted' : outcome.reason;
}

function place(kit: Kit, accountId: string, placement: SpotPlacement): SpotOrder {
  return accepted(kit.venue.place(accountId, placement));
}

function trade(kit: Kit, price: Decimal): void {
  place(kit, 'bob', limit('sell', price, '0.01'));
  place(kit, 'bob', limit('buy', price, '0.01'));
}

function brief(event: SpotEvent): string {
  if (event.kind === 'level') return `level ${event.sequence} ${event.side} ${event.price} ${event.size}`;
  if (event.kind === 'print') return `print ${event.print.sequence} ${event.print.price} ${event.print.size}`;
  if (event.kind === 'stop') return `stop ${event.change} ${event.stop.triggerError ?? ''}`.trim();
  return `order ${event.change} ${event.order.accountId} ${event.order.dealSize}/${event.order.remainSize}`;
}

describe('holds and fees', () => {
  it('holds price × size and the dearer fee of a buy, the size of a sell', () => {
    const kit = kitOf();
    place(kit, 'ann', limit('buy', '100', '2'));
    expect(kit.money('ann', 'USDT')).toEqual(['799.6', '200.4']);
    place(kit, 'bob', limit('sell', '101', '3'));
    expect(kit.money('bob', 'BTC')).toEqual(['7', '3']);
  });

  it('settles a trade: maker and taker fee, price improvement given back', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '100', '3'));
    const order = place(kit, 'ann', limit('buy', '105', '2'));
    expect(order).toMatchObject({
      dealSize: '2',
      dealFunds: '200',
      remainSize: '0',
      cancelledSize: '0',
      fee: '0.4',
      feeCurrency: 'USDT',
      isActive: false,
      cancelExist: false,
    });
    expect(kit.money('ann', 'USDT')).toEqual(['799.6', '0']);
    expect(kit.money('ann', 'BTC')).toEqual(['12', '0']);
    expect(kit.money('bob', 'USDT')).toEqual(['1199.8', '0']);
    expect(kit.money('bob', 'BTC')).toEqual(['7', '1']);
    expect(kit.money('house', 'USDT')).toEqual(['0.6', '0']);
    expect(kit.venue.fills('bob', 0)[0]).toMatchObject({
      liquidity: 'maker',
      fee: '0.2',
      feeRate: '0.001',
      funds: '200',
      side: 'sell',
      counterOrderId: order.id,
    });
  });

  it('takes the fee in base from both sides when the pair says so', () => {
    const kit = kitOf({ pairs: [{ ...btcUsdt, feeCurrency: 'BTC' }] });
    place(kit, 'bob', limit('sell', '100', '3'));
    expect(kit.money('bob', 'BTC')).toEqual(['6.994', '3.006']);
    place(kit, 'ann', limit('buy', '100', '2'));
    expect(kit.money('ann', 'USDT')).toEqual(['800', '0']);
    expect(kit.money('ann', 'BTC')).toEqual(['11.996', '0']);
    expect(kit.money('bob', 'USDT')).toEqual(['1200', '0']);
    expect(kit.money('bob', 'BTC')).toEqual(['6.996', '1.002']);
    expect(kit.money('house', 'BTC')).toEqual(['0.006', '0']);
  });

  it('gives back what a cancelled order holds', () => {
    const kit = kitOf();
    const { id } = place(kit, 'ann', limit('buy', '100', '2'));
    place(kit, 'bob', limit('sell', '100', '0.5'));
    const cancelled = accepted(kit.venue.cancel('ann', id));
    expect(cancelled).toMatchObject({ dealSize: '0.5', remainSize: '0', cancelledSize: '1.5', cancelExist: true });
    expect(cancelled.cancelledFunds).toBe('150');
    expect(kit.money('ann', 'USDT')).toEqual(['949.95', '0']);
    expect(refusalOf(kit.venue.cancel('ann', id))).toBe('order-unknown');
  });

  it('refuses what the account cannot pay and moves nothing', () => {
    const kit = kitOf();
    expect(refusalOf(kit.venue.place('ann', limit('buy', '100', '10')))).toBe('balance');
    expect(refusalOf(kit.venue.place('ann', limit('sell', '100', '10.001')))).toBe('balance');
    expect(kit.money('ann', 'USDT')).toEqual(['1000', '0']);
    expect(kit.events).toEqual([]);
  });

  it('lets nobody cancel the order of another', () => {
    const kit = kitOf();
    const { id } = place(kit, 'ann', limit('buy', '100', '2'));
    expect(refusalOf(kit.venue.cancel('bob', id))).toBe('order-unknown');
    expect(kit.venue.order('bob', id)).toBeNull();
  });

  it('cancels a remainder that is worth less than 0.00000001', () => {
    const pair = { ...btcUsdt, priceIncrement: '0.0001', baseIncrement: '0.00001', baseMinSize: '0.00001' } as const;
    const kit = kitOf({ pairs: [{ ...pair, minFunds: '0.000000001' }] });
    const { id } = place(kit, 'ann', limit('buy', '0.0005', '1.00001'));
    place(kit, 'bob', limit('sell', '0.0005', '1'));
    expect(kit.venue.order('ann', id)).toMatchObject({
      dealSize: '1',
      cancelledSize: '0.00001',
      isActive: false,
      cancelExist: true,
    });
    expect(kit.money('ann', 'USDT')[1]).toBe('0');
    expect(kit.venue.book('BTC-USDT', 5)?.bids).toEqual([]);
    expect(kit.events.findLast(event => event.kind === 'level')).toMatchObject({ size: '0' });
  });
});

describe('a remainder worth nothing after self-trade prevention', () => {
  it('is cancelled too', () => {
    const pair = { ...btcUsdt, priceIncrement: '0.0001', baseIncrement: '0.00001', baseMinSize: '0.00001' } as const;
    const kit = kitOf({ pairs: [{ ...pair, minFunds: '0.000000001' }] });
    const { id } = place(kit, 'ann', limit('sell', '0.0005', '1.00001'));
    place(kit, 'ann', { ...limit('buy', '0.0005', '1'), selfTradePrevention: 'DC' });
    expect(kit.venue.order('ann', id)).toMatchObject({ cancelledSize: '1.00001', isActive: false });
    expect(kit.money('ann', 'BTC')).toEqual(['10', '0']);
  });
});

describe('time in force and visibility', () => {
  it('ends what IOC and FOK could not trade', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '100', '1'));
    const killed = place(kit, 'ann', { ...limit('buy', '100', '2'), timeInForce: 'FOK' });
    expect(killed).toMatchObject({ dealSize: '0', cancelledSize: '2', isActive: false, cancelExist: true });
    const cut = place(kit, 'ann', { ...limit('buy', '100', '2'), timeInForce: 'IOC' });
    expect(cut).toMatchObject({ dealSize: '1', cancelledSize: '1', isActive: false });
    expect(kit.money('ann', 'USDT')).toEqual(['899.8', '0']);
  });

  it('cancels a GTT order when its time is over, not before', () => {
    const kit = kitOf();
    const { id } = place(kit, 'ann', { ...limit('buy', '100', '1'), timeInForce: 'GTT', cancelAfterS: 10 });
    const eternal = place(kit, 'ann', { ...limit('buy', '99', '1'), timeInForce: 'GTT', cancelAfterS: -1 });
    kit.advance(9_999);
    kit.venue.expire(kit.nowMs());
    expect(kit.venue.order('ann', id)?.isActive).toBe(true);
    kit.advance(1);
    kit.venue.expire(kit.nowMs());
    expect(kit.venue.order('ann', id)).toMatchObject({ isActive: false, cancelledSize: '1', endedAtMs: kit.nowMs() });
    expect(kit.venue.order('ann', eternal.id)?.isActive).toBe(true);
  });

  it('leaves a GTT order alone that was done before its time', () => {
    const kit = kitOf();
    const { id } = place(kit, 'ann', { ...limit('buy', '100', '1'), timeInForce: 'GTT', cancelAfterS: 10 });
    place(kit, 'bob', limit('sell', '100', '1'));
    kit.advance(10_000);
    kit.venue.expire(kit.nowMs());
    expect(kit.venue.order('ann', id)).toMatchObject({ cancelExist: false, dealSize: '1' });
    expect(kit.venue.orders('ann', 'done', {})).toHaveLength(1);
  });

  it('refuses a post-only order that would take, and ignores the flag on IOC', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '100', '1'));
    const placement = { ...limit('buy', '100', '1'), isPostOnly: true };
    expect(refusalOf(kit.venue.place('ann', placement))).toBe('post-only-would-take');
    expect(kit.money('ann', 'USDT')).toEqual(['1000', '0']);
    expect(place(kit, 'ann', { ...placement, timeInForce: 'IOC' }).dealSize).toBe('1');
    expect(place(kit, 'ann', { ...placement, price: '99.9' }).isInOrderBook).toBe(true);
  });

  it('shows no hidden order and a slice of an iceberg', () => {
    const kit = kitOf();
    place(kit, 'bob', { ...limit('sell', '100', '1'), isHidden: true });
    place(kit, 'bob', { ...limit('sell', '101', '2'), isIceberg: true, visibleSize: '0.1' });
    expect(kit.venue.book('BTC-USDT', 20)).toEqual({
      sequence: 1n,
      timeMs: kit.nowMs(),
      bids: [],
      asks: [['101', '0.1']],
    });
  });
});

describe('market orders', () => {
  it('buys by funds, fee on top, to the last lot that they pay for', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '100', '1'));
    place(kit, 'bob', limit('sell', '110', '1'));
    const market = { symbol: 'BTC-USDT', type: 'market', side: 'buy', funds: '150.06' } as const;
    const order = place(kit, 'ann', market);
    expect(order).toMatchObject({
      dealFunds: '150.05',
      dealSize: '1.455',
      cancelledFunds: '0.01',
      remainSize: '0',
      cancelledSize: '0',
      cancelExist: false,
      isActive: false,
    });
    expect(kit.money('ann', 'USDT')).toEqual(['849.6499', '0']);
    expect(kit.events.at(-2)).toMatchObject({ kind: 'order', change: 'filled' });
  });

  it('cancels what the book cannot give for the funds', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '100', '1'));
    const order = place(kit, 'ann', { symbol: 'BTC-USDT', type: 'market', side: 'buy', funds: '150' });
    expect(order).toMatchObject({ dealFunds: '100', cancelledFunds: '50', cancelExist: true });
  });

  it('buys by size when the account can pay what the book asks', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '100', '5'));
    place(kit, 'bob', limit('sell', '110', '5'));
    const market = { symbol: 'BTC-USDT', type: 'market', side: 'buy' } as const;
    expect(refusalOf(kit.venue.place('ann', { ...market, size: '9.6' }))).toBe('balance');
    expect(place(kit, 'ann', { ...market, size: '6' })).toMatchObject({ dealFunds: '610', fee: '1.22' });
    expect(kit.money('ann', 'USDT')).toEqual(['388.78', '0']);
  });

  it('sells by size and by funds', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('buy', '100', '5'));
    const market = { symbol: 'BTC-USDT', type: 'market', side: 'sell' } as const;
    expect(place(kit, 'ann', { ...market, size: '1' })).toMatchObject({ dealSize: '1', dealFunds: '100', fee: '0.2' });
    const byFunds = place(kit, 'ann', { ...market, funds: '150' });
    expect(byFunds).toMatchObject({ dealSize: '1.5', dealFunds: '150', cancelledFunds: '0', cancelExist: false });
    expect(kit.money('ann', 'BTC')).toEqual(['7.5', '0']);
    expect(refusalOf(createKit({}, [['bob', 'USDT', '1000']]).venue.place('ann', { ...market, funds: '1' }))).toBe(
      'balance',
    );
  });

  it('sells no more by funds than there is', () => {
    const kit = createKit({}, [
      ['bob', 'USDT', '1000'],
      ['ann', 'BTC', '1'],
    ]);
    place(kit, 'bob', limit('buy', '100', '5'));
    const market = { symbol: 'BTC-USDT', type: 'market', side: 'sell' } as const;
    expect(refusalOf(kit.venue.place('ann', { ...market, funds: '101' }))).toBe('balance');
    expect(place(kit, 'ann', { ...market, funds: '100' }).dealSize).toBe('1');
  });

  it('stays within the price limit rate around the last trade', () => {
    const kit = kitOf({ openingPrices: new Map([['BTC-USDT', '100']]) });
    place(kit, 'bob', limit('sell', '110', '1'));
    const market = { symbol: 'BTC-USDT', type: 'market', side: 'buy' } as const;
    expect(place(kit, 'ann', { ...market, size: '1' }).dealSize).toBe('1');
    place(kit, 'bob', limit('sell', '121', '1'));
    place(kit, 'bob', limit('sell', '120.9', '1'));
    const after = kitOf({ openingPrices: new Map([['BTC-USDT', '110']]) });
    place(after, 'bob', limit('sell', '121', '1'));
    place(after, 'ann', limit('sell', '99', '0.01'));
    place(after, 'ann', limit('buy', '99', '0.01'));
    expect(after.venue.lastPrice('BTC-USDT')).toBe('99');
    expect(refusalOf(after.venue.place('ann', { ...market, size: '1' }))).toBe('no-counterparty');
    expect(refusalOf(after.venue.place('ann', { ...market, funds: '10' }))).toBe('no-counterparty');
    place(after, 'bob', limit('sell', '101', '1'));
    expect(place(after, 'ann', { ...market, size: '1.5' })).toMatchObject({ dealSize: '1', cancelledSize: '0.5' });
  });

  it('needs no money for what lies beyond the price limit', () => {
    const kit = kitOf({ openingPrices: new Map([['BTC-USDT', '110']]) });
    place(kit, 'bob', limit('sell', '120', '8.9'));
    place(kit, 'bob', limit('sell', '100', '1'));
    trade(kit, '100');
    const order = { symbol: 'BTC-USDT', type: 'market', side: 'buy', size: '9.9' } as const;
    expect(place(kit, 'ann', order)).toMatchObject({ dealFunds: '100', cancelledSize: '8.9' });
  });

  it('has no counterparty in an empty book', () => {
    const kit = kitOf();
    for (const side of ['buy', 'sell'] as const) {
      const order = { symbol: 'BTC-USDT', type: 'market', side, size: '1' } as const;
      expect(refusalOf(kit.venue.place('ann', order))).toBe('no-counterparty');
    }
    expect(kit.money('ann', 'BTC')).toEqual(['10', '0']);
  });
});

describe('self-trade prevention', () => {
  it('gives back what a cancelled and a decreased order held', () => {
    const kit = kitOf();
    const first = place(kit, 'ann', limit('sell', '100', '1'));
    const second = place(kit, 'ann', limit('sell', '101', '3'));
    const taker = place(kit, 'ann', { ...limit('buy', '101', '2'), selfTradePrevention: 'DC' });
    expect(kit.venue.order('ann', first.id)).toMatchObject({ cancelledSize: '1', isActive: false });
    expect(kit.venue.order('ann', second.id)).toMatchObject({ cancelledSize: '1', remainSize: '2', isActive: true });
    expect(taker).toMatchObject({ cancelledSize: '2', dealSize: '0', isActive: false });
    expect(kit.money('ann', 'BTC')).toEqual(['8', '2']);
    expect(kit.money('ann', 'USDT')).toEqual(['1000', '0']);
    expect(kit.events.map(brief)).toContain('order update ann 0/2');
  });

  it('rests what DC has left of the incoming order', () => {
    const kit = kitOf();
    place(kit, 'ann', limit('sell', '100', '1'));
    const taker = place(kit, 'ann', { ...limit('buy', '100', '2'), selfTradePrevention: 'DC' });
    expect(taker).toMatchObject({ remainSize: '1', cancelledSize: '1', isInOrderBook: true, cancelExist: true });
    expect(kit.money('ann', 'USDT')).toEqual(['899.8', '100.2']);
  });

  it('lets an account trade with itself when it does not ask for prevention', () => {
    const kit = kitOf();
    place(kit, 'ann', limit('sell', '100', '1'));
    place(kit, 'ann', limit('buy', '100', '1'));
    expect(kit.money('ann', 'USDT')).toEqual(['999.7', '0']);
    expect(kit.money('ann', 'BTC')).toEqual(['10', '0']);
    expect(kit.venue.fills('ann', 0)).toHaveLength(2);
  });
});

describe('rules of the pair', () => {
  const kit = kitOf({ openingPrices: new Map([['BTC-USDT', '100']]) });
  const good = limit('buy', '100', '1');
  const market = { symbol: 'BTC-USDT', type: 'market', side: 'buy' } as const;
  const iceberg = { ...good, isIceberg: true };
  it.each<[string, SpotPlacement, string]>([
    ['unknown pair', { ...good, symbol: 'XXX-YYY' }, 'symbol-unknown'],
    ['margin', { ...good, tradeType: 'MARGIN_TRADE' }, 'parameter'],
    ['no price', { ...market, type: 'limit', size: '1' }, 'parameter'],
    ['price not a number', { ...good, price: '1e2' }, 'parameter'],
    ['price zero', { ...good, price: '0' }, 'parameter'],
    ['price off tick', { ...good, price: '100.01' }, 'price-increment'],
    ['price above the collar', { ...good, price: '110.1' }, 'price-too-high'],
    ['price below the collar', { ...good, price: '89.9' }, 'price-too-low'],
    ['no size', { ...market }, 'parameter'],
    ['size negative', { ...good, size: '-1' }, 'parameter'],
    ['size off lot', { ...good, size: '1.0001' }, 'size-increment'],
    ['size and funds', { ...market, size: '1', funds: '100' }, 'parameter'],
    ['funds not a number', { ...market, funds: uncheckedDecimal('x') }, 'parameter'],
    ['funds off increment', { ...market, funds: '1.00001' }, 'size-increment'],
    ['funds too small', { ...market, funds: '0.05' }, 'funds-too-small'],
    ['funds too large', { ...market, funds: '1000000.1' }, 'size-too-large'],
    ['size too large', { ...good, size: '1000.001' }, 'size-too-large'],
    ['GTT without time', { ...good, timeInForce: 'GTT' }, 'parameter'],
    ['GTT too long', { ...good, timeInForce: 'GTT', cancelAfterS: 2_592_001 }, 'parameter'],
    ['GTT in fractions', { ...good, timeInForce: 'GTT', cancelAfterS: 1.5 }, 'parameter'],
    ['time without GTT', { ...good, cancelAfterS: 5 }, 'parameter'],
    ['iceberg without a slice', iceberg, 'parameter'],
    ['iceberg off lot', { ...iceberg, visibleSize: '0.0501' }, 'size-increment'],
    ['iceberg too small a slice', { ...iceberg, visibleSize: '0.049' }, 'parameter'],
    ['hidden iceberg', { ...iceberg, visibleSize: '0.1', isHidden: true }, 'parameter'],
    ['all in order', { ...good, cancelAfterS: 0, timeInForce: 'GTC', funds: '5' }, 'accepted'],
    ['iceberg in order', { ...iceberg, visibleSize: '0.05' }, 'accepted'],
  ])('%s', (_name, placement, reason) => {
    expect(refusalOf(kit.venue.test('ann', placement))).toBe(reason);
  });

  it('holds the smallest size and the smallest funds apart', () => {
    const strict = kitOf({ pairs: [{ ...btcUsdt, baseMinSize: '0.01', minFunds: '5' }] });
    expect(refusalOf(strict.venue.test('ann', limit('buy', '100', '0.009')))).toBe('size-too-small');
    expect(refusalOf(strict.venue.test('ann', limit('buy', '100', '0.049')))).toBe('funds-too-small');
    expect(refusalOf(strict.venue.test('ann', limit('buy', '100', '0.05')))).toBe('accepted');
    expect(refusalOf(strict.venue.test('ann', { ...market, funds: '4' }))).toBe('funds-too-small');
  });

  it('refuses funds that are less than one lot at one tick', () => {
    const coarse = { ...btcUsdt, priceIncrement: '1', baseIncrement: '1', baseMinSize: '1' } as const;
    expect(refusalOf(kitOf({ pairs: [coarse] }).venue.test('ann', { ...market, funds: '0.5' }))).toBe(
      'funds-too-small',
    );
  });

  it('moves nothing in a test', () => {
    expect(kit.events).toEqual([]);
    expect(kit.money('ann', 'USDT')).toEqual(['1000', '0']);
    expect(kit.venue.orders('ann', 'active', {})).toEqual([]);
  });

  it.each<[string, Partial<typeof btcUsdt>, RegExp]>([
    ['fee currency', { feeCurrency: 'KCS' }, /fee must be in/],
    ['rebate', { makerFeeRate: '-0.1' }, /at least 0/],
    ['whole fee', { takerFeeRate: '1' }, /below 1/],
    ['increment', { priceIncrement: '0' }, /above zero/],
    ['precision', { baseIncrement: fromUnits(1n, 28) }, /finer than the ledger/],
  ])('finds a pair that cannot be traded: %s', (_name, change, message) => {
    expect(() => createKit({ pairs: [{ ...btcUsdt, ...change }] })).toThrow(message);
  });
});

describe('limits and names', () => {
  it('keeps a clientOid unique in an account, over orders and stop orders', () => {
    const kit = kitOf();
    const order = place(kit, 'ann', { ...limit('buy', '100', '1'), clientOid: 'mine' });
    expect(refusalOf(kit.venue.place('ann', { ...limit('buy', '100', '1'), clientOid: 'mine' }))).toBe(
      'client-oid-repeated',
    );
    place(kit, 'bob', { ...limit('buy', '100', '1'), clientOid: 'mine' });
    const stop = { ...limit('sell', '90', '1'), stopPrice: '91' } as const;
    expect(refusalOf(kit.venue.placeStop('ann', { ...stop, clientOid: 'mine' }))).toBe('client-oid-repeated');
    const laid = accepted(kit.venue.placeStop('ann', { ...stop, clientOid: 'later' }));
    expect(refusalOf(kit.venue.place('ann', { ...limit('buy', '100', '1'), clientOid: 'later' }))).toBe(
      'client-oid-repeated',
    );
    expect(kit.venue.orderByClientOid('ann', 'mine')?.id).toBe(order.id);
    expect(kit.venue.stopByClientOid('ann', 'later')?.id).toBe(laid.id);
    expect(kit.venue.orderByClientOid('ann', 'later')).toBeNull();
    expect(kit.venue.stopByClientOid('nobody', 'later')).toBeNull();
  });

  it('allows 200 active orders per pair, and the house as many as it likes', () => {
    const kit = kitOf({ isExempt: accountId => accountId === 'bob' });
    for (let count = 0; count < 200; count += 1) place(kit, 'ann', limit('buy', '1', '0.1'));
    expect(refusalOf(kit.venue.place('ann', limit('buy', '1', '0.1')))).toBe('too-many-orders');
    for (let count = 0; count < 201; count += 1) place(kit, 'bob', limit('buy', '1', '0.1'));
    const [oldest] = kit.venue.orders('ann', 'active', {});
    accepted(kit.venue.cancel('ann', oldest?.id ?? ''));
    place(kit, 'ann', limit('buy', '1', '0.1'));
  });

  it('allows 2000 active orders per account', () => {
    const pairs = Array.from({ length: 11 }, (_, index) => ({ ...btcUsdt, symbol: `P${index}-USDT` }));
    const kit = kitOf({ pairs });
    for (const { symbol } of pairs.slice(0, 10)) {
      for (let count = 0; count < 200; count += 1) place(kit, 'ann', { ...limit('buy', '1', '0.1'), symbol });
    }
    expect(refusalOf(kit.venue.place('ann', { ...limit('buy', '1', '0.1'), symbol: 'P10-USDT' }))).toBe(
      'too-many-orders',
    );
  });

  it('allows 20 untriggered stop orders per pair, and the house as many as it likes', () => {
    const kit = kitOf({ isExempt: accountId => accountId === 'bob' });
    const stop = { ...limit('sell', '90', '1'), stopPrice: '91' } as const;
    const ids = Array.from({ length: 20 }, () => accepted(kit.venue.placeStop('ann', stop)).id);
    expect(refusalOf(kit.venue.placeStop('ann', stop))).toBe('too-many-stops');
    for (let count = 0; count < 21; count += 1) accepted(kit.venue.placeStop('bob', stop));
    accepted(kit.venue.cancelStop('ann', ids[0] ?? ''));
    accepted(kit.venue.placeStop('ann', stop));
  });

  it('forgets the oldest done orders, fills and stop orders beyond its memory', () => {
    const kit = kitOf({ memory: { ordinary: 5, exempt: 1 } });
    const stop = { ...limit('sell', '90', '1'), stopPrice: '91', clientOid: 's' } as const;
    const ids: string[] = [];
    for (let count = 0; count < 40; count += 1) {
      ids.push(place(kit, 'ann', { ...limit('buy', '100', '0.1'), clientOid: `c${count}` }).id);
      place(kit, 'bob', limit('sell', '100', '0.1'));
      accepted(
        kit.venue.cancelStop('ann', accepted(kit.venue.placeStop('ann', { ...stop, clientOid: `s${count}` })).id),
      );
    }
    for (const list of [kit.venue.orders('ann', 'done', {}), kit.venue.fills('ann', 0)]) {
      expect(list.length).toBeGreaterThanOrEqual(5);
      expect(list.length).toBeLessThan(25);
    }
    expect(kit.venue.order('ann', ids[0] ?? '')).toBeNull();
    expect(kit.venue.orderByClientOid('ann', 'c0')).toBeNull();
    expect(kit.venue.orderByClientOid('ann', 'c39')?.id).toBe(ids[39]);
    expect(kit.venue.stopByClientOid('ann', 's0')).toBeNull();
    expect(kit.venue.stopByClientOid('ann', 's39')?.status).toBe('CANCELLED');
    place(kit, 'ann', { ...limit('buy', '100', '0.1'), clientOid: 'c0' });
  });
});

function marketAt(price: Decimal): Kit {
  const kit = kitOf({ pairs: [{ ...btcUsdt, priceLimitRate: '0.5' }] });
  trade(kit, price);
  kit.events.length = 0;
  return kit;
}

describe('stop orders', () => {
  it('guesses the direction from the last price', () => {
    const kit = marketAt('100');
    const at = (stopPrice: Decimal) =>
      accepted(kit.venue.placeStop('ann', { ...limit('buy', '99', '1'), stopPrice })).stop;
    expect([at('99'), at('100'), at('100.1')]).toEqual(['loss', 'loss', 'entry']);
    const fresh = kitOf();
    const first = accepted(fresh.venue.placeStop('ann', { ...limit('buy', '99', '1'), stopPrice: '99' }));
    expect(first.stop).toBe('entry');
  });

  it('holds nothing until it triggers, then becomes an ordinary order with another id', () => {
    const kit = marketAt('100');
    const placement = { ...limit('sell', '95', '2'), stopPrice: '96', stop: 'loss', clientOid: 'x' } as const;
    const stop = accepted(kit.venue.placeStop('ann', placement));
    expect(stop).toMatchObject({ status: 'NEW', triggeredAtMs: null, takerFeeRate: '0.002', tradeSource: 'USER' });
    expect(kit.money('ann', 'BTC')).toEqual(['10', '0']);
    trade(kit, '96.1');
    expect(kit.venue.stops('ann', {})).toHaveLength(1);
    trade(kit, '96');
    expect(kit.venue.stops('ann', {})).toEqual([]);
    expect(kit.venue.stop('ann', stop.id)).toMatchObject({ status: 'TRIGGERED', triggerError: null });
    const [order] = kit.venue.orders('ann', 'active', {});
    expect(order).toMatchObject({
      origin: { stopOrderId: stop.id, stop: 'loss', stopPrice: '96' },
      remainSize: '2',
      placement: { clientOid: 'x', price: '95' },
    });
    expect(order?.placement).not.toHaveProperty('stopPrice');
    expect(order?.id).not.toBe(stop.id);
    expect(kit.money('ann', 'BTC')).toEqual(['8', '2']);
    expect(kit.venue.orders('ann', 'active', { type: 'limit_stop' })).toHaveLength(1);
    expect(kit.venue.orders('ann', 'active', { type: 'limit' })).toHaveLength(0);
    expect(refusalOf(kit.venue.cancelStop('ann', stop.id))).toBe('order-unknown');
    const story = kit.events.map(brief);
    expect(story.indexOf('stop triggered')).toBe(story.indexOf('order received ann 0/2') - 1);
  });

  it('says why when a triggered order could not be placed', () => {
    const kit = marketAt('100');
    const stop = accepted(
      kit.venue.placeStop('ann', { ...limit('buy', '101', '50'), stopPrice: '101', stop: 'entry' }),
    );
    trade(kit, '101');
    expect(kit.venue.stop('ann', stop.id)).toMatchObject({
      status: 'TRIGGERED',
      triggerError: 'Balance insufficient!',
    });
    expect(kit.venue.orders('ann', 'active', {})).toEqual([]);
    expect(kit.events.map(brief)).toContain('stop triggered Balance insufficient!');
  });

  it('lets one triggered order trigger the next', () => {
    const kit = marketAt('100');
    place(kit, 'bob', limit('buy', '95', '1'));
    place(kit, 'bob', limit('buy', '90', '1'));
    const market = { symbol: 'BTC-USDT', type: 'market', side: 'sell', size: '1' } as const;
    accepted(kit.venue.placeStop('ann', { ...market, stopPrice: '99' }));
    accepted(kit.venue.placeStop('ann', { ...market, stopPrice: '95' }));
    trade(kit, '99');
    expect(kit.venue.lastPrice('BTC-USDT')).toBe('90');
    expect(kit.venue.orders('ann', 'done', { type: 'market_stop' })).toHaveLength(2);
    expect(kit.venue.fills('ann', 0).map(fill => fill.stop)).toEqual(['loss', 'loss']);
  });

  it('sees each price of one sweep, not its last one only', () => {
    const kit = marketAt('100');
    place(kit, 'bob', limit('sell', '98', '0.1'));
    place(kit, 'bob', limit('sell', '99.5', '0.1'));
    accepted(kit.venue.placeStop('ann', { ...limit('sell', '140', '1'), stopPrice: '98.5', stop: 'loss' }));
    accepted(kit.venue.placeStop('ann', { ...limit('buy', '80', '1'), stopPrice: '99.5', stop: 'entry' }));
    place(kit, 'bob', limit('buy', '99.5', '0.2'));
    expect(kit.venue.stops('ann', {})).toEqual([]);
    place(kit, 'bob', limit('buy', '97', '0.1'));
    place(kit, 'bob', limit('buy', '96', '0.1'));
    accepted(kit.venue.placeStop('ann', { ...limit('buy', '80', '1'), stopPrice: '96.5', stop: 'loss' }));
    place(kit, 'bob', limit('sell', '96', '0.2'));
    expect(kit.venue.stops('ann', {})).toEqual([]);
  });

  it('checks stop orders by the same rules, but for the collar of today', () => {
    const kit = kitOf({ openingPrices: new Map([['BTC-USDT', '100']]) });
    const stop = { ...limit('sell', '50', '1'), stopPrice: '51' } as const;
    expect(refusalOf(kit.venue.placeStop('ann', stop))).toBe('accepted');
    expect(refusalOf(kit.venue.placeStop('ann', { ...stop, stopPrice: '51.01' }))).toBe('price-increment');
    expect(refusalOf(kit.venue.placeStop('ann', { ...stop, stopPrice: uncheckedDecimal('x') }))).toBe('parameter');
    expect(refusalOf(kit.venue.placeStop('ann', { ...stop, size: '1.0001' }))).toBe('size-increment');
    expect(refusalOf(kit.venue.placeStop('ann', { ...stop, symbol: 'X-Y' }))).toBe('symbol-unknown');
    expect(refusalOf(kit.venue.placeStop('ann', { ...stop, tradeType: 'MARGIN_TRADE' }))).toBe('parameter');
    const tiny = { symbol: 'BTC-USDT', type: 'market', side: 'sell', size: '0.001', stopPrice: '51' } as const;
    expect(refusalOf(kit.venue.placeStop('ann', tiny))).toBe('funds-too-small');
  });

  it('filters what it lists', () => {
    const kit = marketAt('100');
    const limitStop = accepted(kit.venue.placeStop('ann', { ...limit('sell', '95', '1'), stopPrice: '96' }));
    kit.advance(1_000);
    const marketStop = accepted(
      kit.venue.placeStop('ann', { symbol: 'BTC-USDT', type: 'market', side: 'buy', funds: '5', stopPrice: '120' }),
    );
    const ids = (filter: Parameters<typeof kit.venue.stops>[1]) => kit.venue.stops('ann', filter).map(stop => stop.id);
    expect(ids({})).toEqual([marketStop.id, limitStop.id]);
    expect(ids({ type: 'limit_stop' })).toEqual([limitStop.id]);
    expect(ids({ type: 'market' })).toEqual([marketStop.id]);
    expect(ids({ side: 'sell' })).toEqual([limitStop.id]);
    expect(ids({ orderIds: [limitStop.id, 'other'] })).toEqual([limitStop.id]);
    expect(ids({ startAtMs: kit.nowMs() })).toEqual([marketStop.id]);
    expect(ids({ endAtMs: kit.nowMs() - 1 })).toEqual([limitStop.id]);
    expect(ids({ symbol: 'X-Y' })).toEqual([]);
    expect(ids({ tradeType: 'MARGIN_TRADE' })).toEqual([]);
    expect(kit.venue.stops('nobody', {})).toEqual([]);
    expect(refusalOf(kit.venue.cancelStop('bob', limitStop.id))).toBe('order-unknown');
    expect(kit.venue.stop('bob', limitStop.id)).toBeNull();
  });
});

describe('reading', () => {
  it('lists orders, fills and prints newest first', () => {
    const kit = kitOf();
    const first = place(kit, 'ann', limit('buy', '99', '1'));
    kit.advance(5);
    const second = place(kit, 'ann', { ...limit('buy', '100', '1'), tradeType: 'TRADE' });
    const ids = (filter: Parameters<typeof kit.venue.orders>[2]) =>
      kit.venue.orders('ann', 'active', filter).map(order => order.id);
    expect(ids({})).toEqual([second.id, first.id]);
    expect(ids({ startAtMs: kit.nowMs(), endAtMs: kit.nowMs() })).toEqual([second.id]);
    expect(ids({ symbol: 'BTC-USDT', side: 'buy', type: 'limit', tradeType: 'TRADE' })).toHaveLength(2);
    expect(kit.venue.orders('nobody', 'done', {})).toEqual([]);
    place(kit, 'bob', limit('sell', '100', '0.3'));
    kit.advance(5);
    place(kit, 'bob', limit('sell', '99', '1.7'));
    expect(kit.venue.orders('ann', 'done', {}).map(order => order.id)).toEqual([second.id, first.id]);
    expect(kit.venue.prints('BTC-USDT', 2).map(print => [print.price, print.size])).toEqual([
      ['99', '1'],
      ['100', '0.7'],
    ]);
    expect(kit.venue.prints('BTC-USDT', 0)).toEqual([]);
    expect(kit.venue.prints('X-Y', 5)).toEqual([]);
    expect(kit.venue.fills('ann', kit.nowMs()).map(fill => fill.size)).toEqual(['1', '0.7']);
    expect(kit.venue.fills('ann', kit.nowMs() + 1)).toEqual([]);
    expect(kit.venue.fills('nobody', 0)).toEqual([]);
  });

  it('knows its pairs', () => {
    const kit = kitOf();
    expect(kit.venue.pairs).toEqual([btcUsdt]);
    expect(kit.venue.pair('BTC-USDT')).toEqual(btcUsdt);
    expect(kit.venue.pair('X-Y')).toBeNull();
    expect(kit.venue.book('X-Y', 5)).toBeNull();
    expect([kit.venue.lastPrice('X-Y'), kit.venue.lastPrice('BTC-USDT')]).toEqual([null, null]);
  });
});

describe('events', () => {
  it('tells a trade in the order of the book', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '100', '1'));
    place(kit, 'bob', limit('sell', '101', '1'));
    kit.events.length = 0;
    place(kit, 'ann', limit('buy', '101', '3'));
    expect(kit.events.map(brief)).toEqual([
      'order received ann 0/3',
      'print 3 100 1',
      'order match ann 1/2',
      'order match bob 1/0',
      'order filled bob 1/0',
      'level 4 sell 100 0',
      'print 5 101 1',
      'order match ann 2/1',
      'order match bob 1/0',
      'order filled bob 1/0',
      'order open ann 2/1',
      'level 6 sell 101 0',
      'level 7 buy 101 1',
    ]);
  });

  it('lets a listener act, and tells what comes of it after the present event', () => {
    const kit = kitOf();
    const heard: string[] = [];
    const heardLater: string[] = [];
    let hasActed = false;
    kit.venue.onEvent(event => {
      heard.push(brief(event));
      if (hasActed) return;
      hasActed = true;
      place(kit, 'bob', limit('sell', '100', '1'));
    });
    kit.venue.onEvent(event => heardLater.push(brief(event)));
    place(kit, 'ann', limit('buy', '100', '1'));
    expect(heardLater).toEqual(heard);
    expect(heard).toEqual([
      'order received ann 0/1',
      'order open ann 0/1',
      'level 1 buy 100 1',
      'order received bob 0/1',
      'print 2 100 1',
      'order match bob 1/0',
      'order match ann 1/0',
      'order filled ann 1/0',
      'order filled bob 1/0',
      'level 3 buy 100 0',
    ]);
  });

  it('goes on after a listener that throws, and forgets one that has left', () => {
    const kit = kitOf();
    const stop = kit.venue.onEvent(() => {
      throw new Error('a bug elsewhere');
    });
    expect(() => kit.venue.place('ann', limit('buy', '100', '1'))).toThrow('a bug elsewhere');
    stop();
    place(kit, 'ann', limit('buy', '100', '1'));
    expect(kit.events.filter(event => event.kind === 'level').map(event => event.sequence)).toEqual([1n, 2n]);
  });
});
