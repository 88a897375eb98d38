import { expect, it } from 'vitest';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { contractTerms } from './market-terms.ts';
import { stopResult } from './stop-result.ts';

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

it('a long loses below its entry, a short above it, by the lots that are closed', () => {
  expect(Number(stopResult(stop, long, linear))).toBe(-10);
  expect(Number(stopResult({ ...stop, side: 'buy', stopPrice: '67000' }, short, linear))).toBe(-5);
  expect(Number(stopResult({ ...stop, side: 'buy', stopPrice: '64000' }, short, linear))).toBe(10);
});

it('a stop with a limit is counted at its limit', () => {
  expect(Number(stopResult({ ...stop, type: 'limit', price: '64000' }, long, linear))).toBe(-20);
});

it('on an inverse contract the coin is lost by the inverse prices', () => {
  expect(Number(stopResult(stop, long, inverse))).toBeCloseTo(10 / 66000 - 10 / 65000, 12);
  expect(Number(stopResult({ ...stop, side: 'buy', stopPrice: '67000' }, short, inverse))).toBeCloseTo(
    5 / 67000 - 5 / 66000,
    12,
  );
});

it('says nothing of what closes nothing that is known', () => {
  expect(stopResult({ ...stop, venue: 'spot' }, long, linear)).toBeNull();
  expect(stopResult(stop, null, linear)).toBeNull();
  expect(stopResult(stop, undefined, linear)).toBeNull();
  expect(stopResult({ ...stop, size: null }, long, linear)).toBeNull();
  expect(stopResult(stop, { ...long, symbol: 'ETHUSDTM' }, linear)).toBeNull();
  expect(stopResult(stop, { ...long, quantity: '0' }, linear)).toBeNull();
  expect(stopResult(stop, { ...long, averageEntryPrice: '0' }, linear)).toBeNull();
  expect(stopResult({ ...stop, side: 'buy' }, long, linear)).toBeNull();
});
