import { expect, it } from 'vitest';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { byDistance, orphansOf, orphanText } from './stop-order.ts';
import { pricesByStop } from './trigger-price.ts';

const prices = pricesByStop([
  { venue: 'spot', symbol: 'BTC-USDT', type: 'last', price: '100', asOfMs: 1, detail: null },
]);

it('stops are sorted: the next to fire first, then unmeasured ones, those of the margin system last', () => {
  const stops = [
    buildStopOrder({ id: 'system', stopPrice: '99', placedBy: 'margin-system' }),
    buildStopOrder({ id: 'unknown', symbol: 'ETH-USDT' }),
    buildStopOrder({ id: 'far', stopPrice: '50' }),
    buildStopOrder({ id: 'near', stopPrice: '98' }),
  ];
  expect(stops.toSorted(byDistance(prices)).map(({ id }) => id)).toEqual(['near', 'far', 'unknown', 'system']);
});

it('orphans are reported only when the positions are known', () => {
  const contract = { venue: 'futures', symbol: 'XBTUSDTM', isReduceOnly: true, stop: 'down' } as const;
  const stops = [buildStopOrder({ id: 'spot' }), buildStopOrder({ id: 'stop', ...contract })];
  const ids = (positions: Parameters<typeof orphansOf>[1]) => orphansOf(stops, positions).map(({ id }) => id);
  expect(ids(undefined)).toEqual([]);
  expect(ids([])).toEqual(['stop']);
  expect(ids([buildPosition({ quantity: '3' })])).toEqual([]);
  expect(ids([buildPosition({ quantity: '3', isOpen: false })])).toEqual(['stop']);
});

it('a stop of one side is an orphan when only the other side is open in hedge mode', () => {
  const stop = { ...buildStopOrder({ venue: 'futures', symbol: 'XBTUSDTM', side: 'sell', isReduceOnly: true }) };
  const ofLong = { ...stop, positionSide: 'long' } as const;
  const short = buildPosition({ quantity: '-2', positionSide: 'short' });
  expect(orphansOf([ofLong], [short])).toEqual([ofLong]);
  expect(orphansOf([ofLong], [short, buildPosition({ positionSide: 'long' })])).toEqual([]);
});

it('closed and reversed positions have sentences of their own', () => {
  const orphans = [
    { symbol: 'ETHUSDTM', side: 'sell' },
    { symbol: 'XBTUSDTM', side: 'buy' },
  ] as const;
  expect(orphanText(orphans, [buildPosition({ symbol: 'XBTUSDTM', quantity: '5' })])).toBe(
    'The position of ETHUSDTM is closed, and its stop is still open. Stop of the closed short of XBTUSDTM remains.',
  );
});
