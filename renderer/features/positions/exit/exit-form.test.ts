import { describe, expect, it } from 'vitest';
import { contractTerms } from '#shared/order-entry/market-terms.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { emptyExit, type ExitDraft } from './exit-draft.ts';
import { type ExitContext, exitSide, openingOrder, summariseExit } from './exit-form.ts';

const contract = buildFuturesContract({ tickSize: '0.1', lotSize: '1', multiplier: '0.001' });
const long = buildPosition({
  quantity: '10',
  averageEntryPrice: '100',
  markPrice: '110',
  liquidationPrice: '60',
  positionCost: '1',
  positionMargin: '0.2',
  bankruptcyCost: '0',
});
const short = { ...long, quantity: '-10', positionCost: '-1', liquidationPrice: '150' } as const;
const context: ExitContext = {
  position: long,
  terms: contractTerms(contract),
  contract,
  levels: [],
  book: {
    state: 'live',
    bids: [
      ['109', '4'],
      ['108', '20'],
    ],
    asks: [
      ['111', '4'],
      ['112', '20'],
    ],
  },
  slippageCap: '0.01',
};
const exit = (change: Partial<ExitDraft>, on: Partial<ExitContext> = {}) =>
  summariseExit({ ...emptyExit('reduce', '100%'), ...change }, { ...context, ...on });

const stop = (trigger: string, on: Partial<ExitContext> = {}) => exit({ mode: 'stop', trigger }, on);
const profit = (trigger: string, on: Partial<ExitContext> = {}) => exit({ mode: 'profit', trigger }, on);

describe('reducing a position', () => {
  it('states neither fee nor position after when the contract states no rates', () => {
    const unstated = { ...contract, takerFeeRate: null, maintainMargin: null };
    expect(exit({ size: '50%' }, { contract: unstated })).toMatchObject({ fee: null, wholeFee: null, outlook: null });
    const withFee = { ...contract, maintainMargin: null };
    expect(exit({ size: '50%' }, { contract: withFee })).toMatchObject({ fee: expect.any(String), outlook: null });
  });

  it('defaults to a market order within the slippage cap, so that all of the size is filled', () => {
    expect(exit({ size: '50%' })).toMatchObject({
      isMarket: true,
      order: { size: '5', price: '108', timeInForce: 'IOC', isReduceOnly: true },
      walk: { taken: '5', rest: '0' },
      warning: null,
    });
  });

  it.each([
    ['0.005 BTC', '5'],
    ['0.005 XBT', '5'],
    ['0.55 USDT', '5'],
    ['5 lots', '5'],
    ['50%', '5'],
  ])('accepts the size %s like the ticket', (size, lots) => {
    expect(exit({ size })).toMatchObject({ lots, validationError: null });
  });

  it('needs no mark price and no other figure of the position', () => {
    const bare = {
      ...long,
      averageEntryPrice: null,
      markPrice: null,
      markValue: null,
      positionCost: null,
      positionMargin: null,
      initialMargin: null,
      unrealisedPnl: null,
    };
    expect(exit({ size: '50%' }, { position: bare })).toMatchObject({
      order: { side: 'sell', size: '5', price: '108', isReduceOnly: true },
      validationError: null,
      outlook: null,
      result: null,
    });
    expect(stop('100', { position: bare }).validationError).toBe('The mark price is unknown.');
  });

  it('takes half at the touch immediately and never opens the other side', () => {
    expect(exit({ size: '50%', way: 'touch' })).toMatchObject({
      order: { side: 'sell', size: '5', price: '109', timeInForce: 'IOC', isReduceOnly: true, type: 'limit' },
      validationError: null,
      walk: { taken: '4', rest: '1' },
      warning: 'Only 4 of 5 lots are available at 109 or better; the rest stays open.',
      outlook: { quantityBefore: '10', quantityAfter: '6' },
      result: '0.036',
      // the other lot may stand there by the time it comes
      filling: '4',
      fee: '0.0002616',
      wholeFee: '0.000327',
    });
  });

  it('never exceeds the slippage cap at the market, rounded to the better side', () => {
    expect(exit({ way: 'market' })).toMatchObject({ order: { price: '108' }, warning: null, lots: '10' });
    expect(exit({ way: 'market' }, { position: short })).toMatchObject({ order: { side: 'buy', price: '112.1' } });
  });

  it('rests at a price of its own', () => {
    expect(exit({ way: 'price', price: 'a+1' })).toMatchObject({ order: { price: '111.1', timeInForce: 'GTC' } });
    expect(exit({ way: 'price', price: '111.15' }).validationError).toContain('multiple of 0.1');
  });

  it('needs no book at a price of its own, and follows no missing one', () => {
    const blind = { book: { state: 'none', reason: 'The book is stale.' } } as const;
    expect(exit({ way: 'price', price: '111' }, blind)).toMatchObject({
      validationError: null,
      walk: null,
      warning: null,
    });
    expect(exit({ way: 'price', price: 'a' }, blind).validationError).toBe('The order book has no such price now.');
    const oneSided = { book: { state: 'live', bids: [], asks: [] } } as const;
    expect(exit({ way: 'price', price: 'b' }, oneSided).validationError).toBe('The order book has no such price now.');
  });

  it('has no result with an unknown entry', () => {
    expect(exit({}, { position: { ...long, averageEntryPrice: '0' } }).result).toBeNull();
    const markless = { position: { ...long, markPrice: '0' } } as const;
    expect(stop('-5%', markless).validationError).toBe('The mark price is unknown.');
  });

  it('has a loss for a short when it buys back at a higher price', () => {
    expect(exit({ size: '4' }, { position: short })).toMatchObject({ result: '-0.044', order: { side: 'buy' } });
  });

  it.each<[Partial<ExitDraft>, string]>([
    [{ size: '' }, 'Enter a size, for example 50%.'],
    [{ size: 'x' }, 'Type a size like'],
    [{ size: '11' }, 'The position has 10 lots.'],
    [{ size: '1%' }, 'less than one lot'],
    [{ size: '1.5' }, 'multiple of 1'],
    [{ size: 'r5' }, 'Money at risk needs a stop'],
    [{ way: 'price', price: '' }, 'Enter a price.'],
    [{ way: 'price', price: '?' }, 'Type a price, or a, b'],
    [{ way: 'price', price: 'm' }, 'order type “Market”'],
  ])('%o: %s', (draft, validationError) => {
    expect(exit(draft).validationError).toContain(validationError);
  });

  it('offers without a book only a price of its own, not the touch', () => {
    const book = { state: 'none', reason: 'The book is stale.' } as const;
    expect(exit({}, { book }).validationError).toBe('The book is stale.');
    expect(exit({ way: 'price', price: '120' }, { book })).toMatchObject({ validationError: null, walk: null });
    expect(exit({ way: 'price', price: 'a' }, { book }).validationError).toBe('The order book has no such price now.');
    const oneSided = { state: 'live', bids: [], asks: [] } as const;
    expect(exit({}, { book: oneSided }).validationError).toContain('other side of the order book');
  });
});

describe('stops of a position', () => {
  it.each([
    [stop('-2%'), { side: 'sell', stop: 'down', stopPrice: '107.8' }],
    [stop('2%'), { stopPrice: '107.8' }],
    [stop('-2%', { position: short }), { side: 'buy', stop: 'up', stopPrice: '112.2' }],
    [profit('10%'), { side: 'sell', stop: 'up', stopPrice: '121' }],
    [profit('100', { position: short }), { side: 'buy', stop: 'down', stopPrice: '100' }],
  ])('count from mark, on the side of their name', (summary, order) => {
    expect(summary).toMatchObject({
      validationError: null,
      order: { ...order, stopPriceType: 'MP', isReduceOnly: true, type: 'market', size: '10' },
    });
  });

  it('stops of a position are rejected when they would trigger at once, with a warning after liquidation', () => {
    expect(stop('110').validationError).toContain('would trigger at once');
    expect(profit('109').validationError).toContain('would trigger at once');
    expect(stop('').validationError).toContain('-2%');
    expect(stop('x').validationError).toContain('Type a price');
    expect(stop('100%').validationError).toContain('cannot move that far');
    expect(stop('55').warning).toBe('The position is liquidated first, at 60.');
    expect(stop('155', { position: short }).warning).toBe('The position is liquidated first, at 150.');
    expect(stop('100').result).toBe('0');
  });
});

it('reversing closes all at the market, then opens the same size with the leverage of the position', () => {
  expect(exit({ mode: 'reverse', size: '3' })).toMatchObject({
    order: { size: '10', isReduceOnly: true, price: '108' },
  });
  expect(openingOrder(context, '5')).toMatchObject({ side: 'sell', size: '10', leverage: '5', timeInForce: 'IOC' });
  expect(openingOrder(context, '5')).not.toHaveProperty('isReduceOnly');
  expect(openingOrder({ ...context, position: { ...short, marginMode: 'cross' } }, '5')).not.toHaveProperty('leverage');
  expect(openingOrder({ ...context, book: { state: 'none', reason: 'no' } }, '5')).toBeNull();
  expect(openingOrder(context, null)).toBeNull();
  expect(exitSide(short)).toBe('buy');
});

it('an exit carries the side of its position in hedge mode, and reverses into the other one', () => {
  const of = { position: { ...long, positionSide: 'long' } } as const;
  for (const mode of ['reduce', 'stop', 'profit', 'reverse'] as const) {
    const trigger = mode === 'profit' ? '5%' : '-5%';
    expect(exit({ mode, size: '3', trigger }, of).order).toMatchObject({
      side: 'sell',
      positionSide: 'long',
      isReduceOnly: true,
    });
  }
  expect(openingOrder({ ...context, ...of }, '5')).toMatchObject({ side: 'sell', positionSide: 'short' });
  expect(exit({ size: '3' }).order).not.toHaveProperty('positionSide');
});

it('an exit of an inverse contract gains by reciprocals', () => {
  const inverse = buildFuturesContract({ isInverse: true, multiplier: '-1', tickSize: '0.1', lotSize: '1' });
  const on = { contract: inverse, terms: contractTerms(inverse) };
  expect(exit({ size: '4', way: 'price', price: '200' }, on).result).toBe('0.02');
});
