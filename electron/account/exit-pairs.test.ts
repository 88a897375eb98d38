import { expect, it } from 'vitest';
import { exitLegs, exitPairId, type StopOrder } from '#shared/domain/account/stop-order.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { exitPairs } from './exit-pairs.ts';

const exit = (id: string, change: Partial<StopOrder> = {}): StopOrder =>
  buildStopOrder({
    id,
    venue: 'futures',
    tradeType: 'futures',
    symbol: 'XBTUSDTM',
    clientOid: null,
    side: 'sell',
    type: 'market',
    price: null,
    size: '10',
    stop: 'down',
    stopPriceType: 'MP',
    isReduceOnly: true,
    createdAtMs: 5000,
    ...change,
  });
const profit = exit('tp', { stop: 'up', stopPrice: '120', createdAtMs: 5400 });
const loss = exit('sl', { stopPrice: '90' });

const join = async (...stops: readonly StopOrder[]) =>
  (await exitPairs.join(stops, { priority: 'visible' })).map(({ pairId }) => pairId);

it('pairs the two exits of one order, whichever leg is read first', async () => {
  expect(await join(profit, loss)).toEqual(['sl+tp', 'sl+tp']);
  expect(exitLegs(exitPairId('tp', 'sl'))).toEqual(['sl', 'tp']);
  expect(await join(loss)).toEqual([undefined]);
});

it.each<[string, Partial<StopOrder>]>([
  ['another contract', { symbol: 'ETHUSDTM' }],
  ['another side', { side: 'buy' }],
  ['another size', { size: '9' }],
  ['no size', { size: null }],
  ['the same direction', { stop: 'down' }],
  ['no direction', { stop: 'unknown' }],
  ['another price is watched', { stopPriceType: 'TP' }],
  ['placed by itself, under a mark', { clientOid: 'mine' }],
  ['a limit order', { type: 'limit', price: '119' }],
  ['it may open a position', { isReduceOnly: false }],
  ['placed a while later', { createdAtMs: 6001 }],
])('pairs nothing for %s', async (_, change) => {
  expect(await join({ ...profit, ...change }, loss)).toEqual([undefined, undefined]);
});

it('exit pairing leaves an exit alone when it could belong to several orders, because a wrong pair cancels the wrong order', async () => {
  expect(await join(profit, loss, exit('sl2'))).toEqual([undefined, undefined, undefined]);
});
