import { describe, expect, it } from 'vitest';
import { buildPosition } from '#shared/testing/build-position.ts';
import { summariseTicket } from '../checks/summary.ts';
import { buildDraft, buildFuturesDraft, buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';
import type { DraftEdit } from './ticket-draft.ts';

const spot = buildSpotFacts();
const futures = buildFuturesFacts();
const buy = buildDraft({ size: '1', price: '100' });
const long = buildFuturesDraft({ size: '10', price: '100' });
const position = buildPosition({ quantity: '10', averageEntryPrice: '100', positionCost: '100' });

describe('an order request in hedge mode', () => {
  const hedge = buildFuturesFacts({ positionMode: 'hedge' });
  it.each<[string, DraftEdit, 'long' | 'short']>([
    ['a buy opens the long position', {}, 'long'],
    ['a sell opens the short position', { side: 'sell' }, 'short'],
    ['a reduce-only sell closes the long position', { side: 'sell', isReduceOnly: true }, 'long'],
    ['a buy that closes the whole position closes the short one', { isClose: true, size: '' }, 'short'],
  ])('%s', (_name, edit, positionSide) => {
    const quantity = positionSide === 'long' ? '10' : '-10';
    const facts = { ...hedge, position: buildPosition({ quantity, positionSide }) };
    const { request, validationError } = summariseTicket({ ...long, ...edit }, facts);
    expect(validationError).toBeNull();
    expect(request?.order).toMatchObject({ positionSide });
  });

  it('has no side in one-way mode, and opens nothing while the mode is unknown', () => {
    expect(summariseTicket(long, futures).request?.order).not.toHaveProperty('positionSide');
    const unknown = buildFuturesFacts({ positionMode: null });
    expect(summariseTicket(long, unknown).validationError).toContain('position mode of the futures account is unknown');
    const reducing = { ...long, side: 'sell', isReduceOnly: true } as const;
    expect(summariseTicket(reducing, { ...unknown, position }).validationError).toBeNull();
  });
});

describe('an order request', () => {
  it('a limit order on spot has the chosen fields and nothing else', () => {
    const { request, validationError } = summariseTicket(buy, spot);
    expect(validationError).toBeNull();
    expect(JSON.parse(JSON.stringify(request))).toEqual({
      call: 'orders.place',
      order: { symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '100', size: '1', timeInForce: 'GTC' },
    });
  });

  it.each<[string, DraftEdit, string, object]>([
    ['market by funds', { size: '150q', price: 'm' }, 'orders.place', { type: 'market', funds: '150' }],
    [
      'sold at market by quote, in lots',
      { side: 'sell', size: '150q', price: 'm' },
      'orders.place',
      { size: '1.51515' },
    ],
    ['one tick better, post-only by itself', { price: 'b+1' }, 'orders.place', { price: '99.01', isPostOnly: true }],
    ['GTT', { timeInForce: 'GTT', life: '2h' }, 'orders.place', { timeInForce: 'GTT', cancelAfterS: 7200 }],
    ['hidden', { isHidden: true, isPostOnly: true }, 'orders.place', { isHidden: true, isPostOnly: true }],
    ['iceberg', { visible: '0.1' }, 'orders.place', { isIceberg: true, visibleSize: '0.1' }],
    [
      'labelled',
      { remark: ' why ', tags: 'desk', selfTrade: 'DC' },
      'orders.place',
      { remark: 'why', tags: 'desk', selfTradePrevention: 'DC' },
    ],
    [
      'on margin',
      { tradeType: 'cross', isAutoBorrow: true, isAutoRepay: true },
      'margin.place',
      { tradeType: 'cross', isAutoBorrow: true, isAutoRepay: true },
    ],
    ['on an isolated pair', { tradeType: 'isolated' }, 'margin.place', { tradeType: 'isolated' }],
    [
      'a stop below',
      { side: 'sell', kind: 'stop-market', trigger: '90' },
      'stops.place',
      { stop: 'loss', stopPrice: '90', type: 'market' },
    ],
    [
      'a stop on margin, which borrows nothing',
      {
        tradeType: 'isolated',
        side: 'sell',
        kind: 'stop-market',
        trigger: '90',
        isAutoBorrow: true,
        isAutoRepay: true,
      },
      'stops.place',
      { stop: 'loss', stopPrice: '90', tradeType: 'isolated', isAutoRepay: true },
    ],
    [
      'a stop above',
      { kind: 'stop-limit', trigger: '+5%', price: '106' },
      'stops.place',
      { stop: 'entry', stopPrice: '105', price: '106' },
    ],
    [
      'a stop at the market by m',
      { kind: 'stop-limit', trigger: '110', price: 'm' },
      'stops.place',
      { type: 'market' },
    ],
    [
      'a pair',
      { side: 'sell', kind: 'pair', takeProfit: '10%', stopLoss: '5%', price: '94' },
      'stops.placePair',
      { price: '110', stopPrice: '95', limitPrice: '94' },
    ],
  ])('%s', (_, edit, call, order) => {
    const { request, validationErrors } = summariseTicket({ ...buy, ...edit }, spot);
    expect(validationErrors).toEqual([]);
    expect(request).toMatchObject({ call, order });
  });

  it.each<[string, DraftEdit, string, object]>([
    ['a limit', {}, 'orders.placeFutures', { size: '10', price: '100', leverage: '5', marginMode: 'isolated' }],
    ['the market', { price: 'm' }, 'orders.placeFutures', { type: 'market', price: undefined }],
    ['by base currency', { size: '1.25', sizeUnit: 'base' }, 'orders.placeFutures', { size: '12' }],
    ['a cross position', { marginMode: 'cross' }, 'orders.placeFutures', { marginMode: 'cross', leverage: undefined }],
    ['immediate or cancel', { timeInForce: 'IOC', price: '101' }, 'orders.placeFutures', { timeInForce: 'IOC' }],
    ['own orders', { selfTrade: 'CB' }, 'orders.placeFutures', { selfTradePrevention: 'CB' }],
    [
      'with its exits',
      { stopLoss: '2%', takeProfit: '110' },
      'orders.placeProtected',
      { triggerDownPrice: '98', triggerUpPrice: '110', stopPriceType: 'MP' },
    ],
    [
      'a short with its stop',
      { side: 'sell', stopLoss: '2%' },
      'orders.placeProtected',
      { triggerUpPrice: '102', triggerDownPrice: undefined },
    ],
    [
      'a stop',
      { kind: 'stop-market', trigger: '90', price: '' },
      'orders.placeFutures',
      { stop: 'down', stopPrice: '90', stopPriceType: 'MP' },
    ],
    [
      'a stop above by the last price',
      { kind: 'stop-limit', trigger: '110', triggerBy: 'TP', price: '111' },
      'orders.placeFutures',
      { stop: 'up', price: '111' },
    ],
  ])('a contract order has the chosen fields: %s', (_, edit, call, order) => {
    const { request, validationErrors } = summariseTicket({ ...long, ...edit }, futures);
    expect(validationErrors).toEqual([]);
    expect(request).toMatchObject({ call, order });
  });

  it('can reduce or close a position', () => {
    const facts = buildFuturesFacts({ position });
    const reduce = { ...long, side: 'sell', isReduceOnly: true, size: 'pos/2' } as const;
    expect(summariseTicket(reduce, facts).request).toMatchObject({
      order: { size: '5', isReduceOnly: true, leverage: undefined },
    });
    const close = { ...long, side: 'sell', isClose: true, size: '', price: 'm' } as const;
    expect(summariseTicket(close, facts).request).toMatchObject({
      order: { isCloseOrder: true, size: undefined, type: 'market' },
    });
    expect(summariseTicket({ ...close, price: '100' }, facts).request).toMatchObject({
      order: { price: '100', type: 'limit' },
    });
    expect(summariseTicket({ ...close, price: '' }, facts).request).toBeNull();
  });
});
