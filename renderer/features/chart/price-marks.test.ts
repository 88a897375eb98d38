import { expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { contractTerms } from '#shared/order-entry/market-terms.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { ghostMarks, type OwnThings, priceMarks } from './price-marks.ts';

const order = (change: Partial<Order> = {}) => buildOrder({ price: '100.5', filledSize: '0.5', ...change });
const stop = (change: Partial<StopOrder> = {}) => buildStopOrder(change);
const nothing: OwnThings = {
  symbol: 'BTC-USDT',
  orders: [],
  stops: [],
  positions: undefined,
  terms: null,
  lastPrice: null,
  amendment: null,
};
const linesOf = (own: Partial<OwnThings>) => priceMarks({ ...nothing, ...own });
const plain = (text: string | undefined) => text?.replaceAll('\u2212', '-');

it('a resting order is a line at its price with its remaining size, and can be dragged', () => {
  const resting = order();
  expect(linesOf({ orders: [resting] })).toEqual([
    { price: 100.5, side: 'buy', kind: 'order', text: 'buy 1.5', of: { kind: 'order', order: resting } },
  ]);
});

it('an order without price, size or remaining size, or of another pair, has no line', () => {
  const others: Partial<Order>[] = [
    { price: null },
    { size: null },
    { filledSize: '2' },
    { filledSize: '3' },
    { symbol: 'ETH-USDT' },
  ];
  expect(linesOf({ orders: others.map(other => order(other)) })).toEqual([]);
});

it('an untriggered stop is a line with its pill, measured when it watches the price of the chart', () => {
  const [line] = linesOf({ stops: [stop({ stopPrice: '90' }), stop({ symbol: 'X' })], lastPrice: '100' });
  expect(line).toMatchObject({ price: 90, side: 'sell', kind: 'stop', shortText: 'STOP sell 1 · LAST <= 90' });
  expect(plain(line?.text)).toContain(' · -10.00 % · at exchange');
  expect(linesOf({ stops: [stop()] })[0]?.text).not.toContain('%');
  expect(linesOf({ stops: [stop({ stopPriceType: 'MP' })], lastPrice: '100' })[0]?.text).not.toContain('%');
});

it('the stop of a position shows the result for the position', () => {
  const terms = contractTerms(buildFuturesContract({ multiplier: '0.001', settleCurrency: 'USDT' }));
  const position = buildPosition({ symbol: 'XBTUSDTM', quantity: '10', averageEntryPrice: '66000' });
  const own = { venue: 'futures', symbol: 'XBTUSDTM', side: 'sell', size: '10', stopPriceType: 'TP' } as const;
  const stops = [stop({ ...own, stop: 'down', stopPrice: '65000', type: 'market', price: null })];
  const [line] = linesOf({ symbol: 'XBTUSDTM', stops, positions: [position], terms });
  expect(plain(line?.text)).toContain(' · -10 USDT · ');
  expect(linesOf({ symbol: 'XBTUSDTM', stops, positions: [], terms })[0]?.text).not.toContain('USDT ·');
});

it('a dragged line stays in place, and its target is shown, until that is acknowledged', () => {
  const [moving, other] = [order({ id: 'a' }), order({ id: 'b', price: '99' })];
  const orders = [moving, other];
  const lines = linesOf({ orders, amendment: { kind: 'order', order: moving, price: '101' } });
  expect(lines.map(({ price, kind, text }) => [price, kind, text])).toEqual([
    [100.5, 'was', 'still here'],
    [101, 'order', 'buy 1.5, not acknowledged'],
    [99, 'order', 'buy 1.5'],
  ]);
  expect(lines.map(({ of }) => of?.kind ?? null)).toEqual([null, null, 'order']);
  const waiting = stop({ stopPrice: '90' });
  const moved = linesOf({ stops: [waiting], amendment: { kind: 'stop', stop: waiting, price: '91' } });
  expect(moved.map(({ price, kind, text }) => [price, kind, text])).toEqual([
    [90, 'was', 'still here'],
    [91, 'stop', 'STOP sell 1 · LAST <= 90, not acknowledged'],
  ]);
});

it('planned rungs are ghosts', () => {
  const ladder = {
    market: { venue: 'spot', symbol: 'BTC-USDT' },
    side: 'sell',
    rungs: [{ row: 2, price: '101', size: '0.5' }],
    move: () => undefined,
  } as const;
  expect(ghostMarks(ladder)).toEqual([
    { price: 101, side: 'sell', kind: 'ghost', text: 'rung 3 · 0.5', of: { kind: 'rung', row: 2 } },
  ]);
});
