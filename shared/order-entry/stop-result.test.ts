import { expect, it } from 'vitest';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { contractTerms } from './market-terms.ts';
import { spotDeal, stopResult } from './stop-result.ts';

const linear = contractTerms(buildFuturesContract({ multiplier: '0.001' }));
const inverse = contractTerms(buildFuturesContract({ multiplier: '-1', isInverse: true }));
const stop = buildStopOrder({
  venue: 'futures',
  symbol: 'XBTUSDTM',
  side: 'sell',
  size: '10',
  stop: 'down',
  stopPrice: '65000',
  type: 'market',
  price: null,
});
const long = { symbol: 'XBTUSDTM', quantity: '20', averageEntryPrice: '66000' } as const;
const short = { ...long, quantity: '-5' } as const;

it('stop result: a long loses below its entry, a short above it, by the closed lots', () => {
  expect(Number(stopResult(stop, long, linear))).toBe(-10);
  expect(Number(stopResult({ ...stop, side: 'buy', stopPrice: '67000' }, short, linear))).toBe(-5);
  expect(Number(stopResult({ ...stop, side: 'buy', stopPrice: '64000' }, short, linear))).toBe(10);
});

it('stop result counts the whole position for a stop that closes it without a size', () => {
  const closing = { ...stop, size: null, isCloseOrder: true };
  expect(Number(stopResult(closing, long, linear))).toBe(-20);
  expect(Number(stopResult({ ...closing, side: 'buy', stopPrice: '67000' }, short, linear))).toBe(-5);
  expect(stopResult({ ...stop, size: null }, long, linear)).toBeNull();
});

it('stop result uses the limit of a stop with a limit', () => {
  expect(Number(stopResult({ ...stop, type: 'limit', price: '64000' }, long, linear))).toBe(-20);
});

it('stop result of an inverse contract follows the inverse prices', () => {
  expect(Number(stopResult(stop, long, inverse))).toBeCloseTo(10 / 66000 - 10 / 65000, 12);
  expect(Number(stopResult({ ...stop, side: 'buy', stopPrice: '67000' }, short, inverse))).toBeCloseTo(
    5 / 67000 - 5 / 66000,
    12,
  );
});

it('stop result has no value for an unknown closed size', () => {
  expect(stopResult({ ...stop, venue: 'spot' }, long, linear)).toBeNull();
  expect(stopResult(stop, null, linear)).toBeNull();
  expect(stopResult(stop, undefined, linear)).toBeNull();
  expect(stopResult({ ...stop, size: null }, long, linear)).toBeNull();
  expect(stopResult(stop, { ...long, symbol: 'ETHUSDTM' }, linear)).toBeNull();
  expect(stopResult(stop, { ...long, quantity: '0' }, linear)).toBeNull();
  expect(stopResult(stop, { ...long, averageEntryPrice: '0' }, linear)).toBeNull();
  expect(stopResult({ ...stop, side: 'buy' }, long, linear)).toBeNull();
});

it('a stop of a pair trades its size, at its limit or else at its trigger, or its funds', () => {
  const spot = buildStopOrder({ size: '0.1', price: '96000', stopPrice: '97000' });
  expect(spotDeal(spot)).toEqual({ size: '0.1', funds: '9600', isByFunds: false });
  const market = { ...spot, type: 'market', price: null } as const;
  expect(spotDeal(market)).toEqual({ size: '0.1', funds: '9700', isByFunds: false });
  // as the exchange writes a limit that is not stated
  expect(spotDeal({ ...spot, price: null })).toMatchObject({ funds: '9700' });
  const byFunds = { ...market, size: null, funds: '500' } as const;
  expect(spotDeal(byFunds)).toEqual({ size: '0.00515463', funds: '500', isByFunds: true });
});

it('a stop of a pair has no value without size and funds, or without a price', () => {
  const published = buildStopOrder({ type: 'market', price: null, size: null, funds: null });
  expect(spotDeal(published)).toBeNull();
  expect(spotDeal({ ...published, funds: '500', stopPrice: '0' })).toBeNull();
});
