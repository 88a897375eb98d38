import { expect, it } from 'vitest';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { byDistance, orphansOf } from './stop-order.ts';
import { pricesByStop } from './trigger-price.ts';

const prices = pricesByStop([
  { venue: 'spot', symbol: 'BTC-USDT', type: 'last', price: '100', asOfMs: 1, detail: null },
]);

it('the next to fire first, then what cannot be measured, the margin system’s last', () => {
  const stops = [
    buildStopOrder({ id: 'system', stopPrice: '99', placedBy: 'margin-system' }),
    buildStopOrder({ id: 'unknown', symbol: 'ETH-USDT' }),
    buildStopOrder({ id: 'far', stopPrice: '50' }),
    buildStopOrder({ id: 'near', stopPrice: '98' }),
  ];
  expect(stops.toSorted(byDistance(prices)).map(({ id }) => id)).toEqual(['near', 'far', 'unknown', 'system']);
});

it('orphans are told only when the positions are known', () => {
  const contract = { venue: 'futures', symbol: 'XBTUSDTM', isReduceOnly: true, stop: 'down' } as const;
  const stops = [buildStopOrder({ id: 'spot' }), buildStopOrder({ id: 'stop', ...contract })];
  const ids = (positions: Parameters<typeof orphansOf>[1]) => orphansOf(stops, positions).map(({ id }) => id);
  expect(ids(undefined)).toEqual([]);
  expect(ids([])).toEqual(['stop']);
  expect(ids([buildPosition({ quantity: '3' })])).toEqual([]);
  expect(ids([buildPosition({ quantity: '3', isOpen: false })])).toEqual(['stop']);
});

it('calls a stop of one side an orphan when only the other side is open in hedge mode', () => {
  const stop = { ...buildStopOrder({ venue: 'futures', symbol: 'XBTUSDTM', side: 'sell', isReduceOnly: true }) };
  const ofLong = { ...stop, positionSide: 'long' } as const;
  const short = buildPosition({ quantity: '-2', positionSide: 'short' });
  expect(orphansOf([ofLong], [short])).toEqual([ofLong]);
  expect(orphansOf([ofLong], [short, buildPosition({ positionSide: 'long' })])).toEqual([]);
});
