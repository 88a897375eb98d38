import { expect, it } from 'vitest';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';
import { stopLineOf } from './stop-line.ts';

const plain = (text: string | null) => text?.replaceAll('\u2212', '-') ?? null;

it('a stop on spot is measured by the last price, and its size may be an amount', () => {
  const order = { symbol: 'BTC-USDT', side: 'sell', type: 'market', stop: 'loss', stopPrice: '90', size: '2' } as const;
  const line = stopLineOf({ call: 'stops.place', order }, buildSpotFacts());
  expect(plain(line)).toBe('STOP sell 2 · LAST <= 90 · market · -10.00 % · at exchange');
  const bought = {
    symbol: 'BTC-USDT',
    side: 'buy',
    type: 'market',
    stop: 'entry',
    stopPrice: '110',
    funds: '50',
  } as const;
  expect(stopLineOf({ call: 'stops.place', order: bought }, buildSpotFacts())).toContain('STOP buy 50 · LAST >= 110');
});

it('the stop of a position shows the result for the position, by its trigger price type', () => {
  const facts = buildFuturesFacts({
    position: buildPosition({ symbol: 'XBTUSDTM', quantity: '10', averageEntryPrice: '100' }),
  });
  const order = {
    symbol: 'XBTUSDTM',
    side: 'sell',
    type: 'limit',
    price: '94',
    stop: 'down',
    stopPrice: '95',
    stopPriceType: 'MP',
    size: '10',
  } as const;
  expect(plain(stopLineOf({ call: 'orders.placeFutures', order }, facts))).toBe(
    'STOP sell 10 · MARK <= 95 · limit 94 · -5.00 % · -6 USDT · at exchange',
  );
});

it('a stop line counts a stop in hedge mode against the position of its own side only', () => {
  const position = buildPosition({
    symbol: 'XBTUSDTM',
    quantity: '10',
    averageEntryPrice: '100',
    positionSide: 'long',
  });
  const order = {
    symbol: 'XBTUSDTM',
    side: 'sell',
    type: 'limit',
    price: '94',
    stop: 'down',
    stopPrice: '95',
  } as const;
  const lineOf = (positionSide: 'long' | 'short') =>
    plain(
      stopLineOf(
        { call: 'orders.placeFutures', order: { ...order, stopPriceType: 'MP', size: '10', positionSide } },
        buildFuturesFacts({ position }),
      ),
    );
  expect(lineOf('long')).toContain('-6 USDT');
  expect(lineOf('short')).not.toContain('-6 USDT');
});

it('a stop without a price type uses the last one, and one that closes all has no size', () => {
  const order = { symbol: 'XBTUSDTM', side: 'sell', type: 'market', stop: 'down', stopPrice: '90' } as const;
  const line = stopLineOf(
    { call: 'orders.placeFutures', order: { ...order, isCloseOrder: true } },
    buildFuturesFacts(),
  );
  expect(plain(line)).toMatch(/LAST <= 90/);
  const unsaid = { ...order, stopPriceType: undefined, stop: 'loss', size: '1', funds: undefined } as const;
  expect(plain(stopLineOf({ call: 'stops.place', order: unsaid }, buildSpotFacts()))).toMatch(/sell 1 · LAST <= 90/);
});

it('a non-stop order, or a pair of two, has no stop line', () => {
  const order = { symbol: 'BTC-USDT', side: 'sell', type: 'limit', price: '100', size: '2' } as const;
  expect(stopLineOf({ call: 'orders.place', order }, buildSpotFacts())).toBeNull();
  const halfway = { ...order, stop: undefined, stopPrice: '1', leverage: '1' } as const;
  expect(stopLineOf({ call: 'orders.placeFutures', order: halfway }, buildFuturesFacts())).toBeNull();
  const priceless = { ...order, stop: 'up', stopPrice: undefined } as const;
  expect(stopLineOf({ call: 'orders.placeFutures', order: priceless }, buildFuturesFacts())).toBeNull();
  const pair = {
    symbol: 'BTC-USDT',
    side: 'sell',
    size: '1',
    price: '110',
    stopPrice: '90',
    limitPrice: '89',
  } as const;
  expect(stopLineOf({ call: 'stops.placePair', order: pair }, buildSpotFacts())).toBeNull();
});
