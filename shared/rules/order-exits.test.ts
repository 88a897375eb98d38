import { expect, it } from 'vitest';
import { buildOrder } from '../testing/build-order.ts';
import { buildStopOrder } from '../testing/build-stop-order.ts';
import { exitsByOrder, isMadeTogether } from './order-exits.ts';

const entry = buildOrder({
  venue: 'futures',
  id: 'entry',
  symbol: 'XBTUSDTM',
  tradeType: 'futures',
  side: 'buy',
  price: '100',
  size: '2',
  createdAtMs: 5000,
});
const up = buildStopOrder({
  venue: 'futures',
  id: 'up',
  symbol: 'XBTUSDTM',
  tradeType: 'futures',
  type: 'market',
  side: 'sell',
  price: null,
  size: '2.0',
  stop: 'up',
  stopPrice: '110',
  stopPriceType: 'TP',
  isReduceOnly: true,
  createdAtMs: 5400,
});
const down = { ...up, id: 'down', stop: 'down', stopPrice: '90' } as const;
const short = { ...entry, side: 'sell' } as const;

it('order exits above the order are the profit of a buy and the loss of a sale', () => {
  expect(exitsByOrder([entry], [down, up]).get('entry')).toEqual({ takeProfit: up, stopLoss: down });
  expect(exitsByOrder([entry], [down]).get('entry')).toEqual({ takeProfit: null, stopLoss: down });
  expect(exitsByOrder([entry], [up]).get('entry')).toEqual({ takeProfit: up, stopLoss: null });
  const [high, low] = [
    { ...up, side: 'buy' },
    { ...down, side: 'buy' },
  ] as const;
  expect(exitsByOrder([short], [high, low]).get('entry')).toEqual({ takeProfit: low, stopLoss: high });
});

it.each([
  ['a stop of spot', entry, { ...up, venue: 'spot' }],
  ['one that somebody placed by itself', entry, { ...up, clientOid: 'mine' }],
  ['one that may open a position', entry, { ...up, isReduceOnly: false }],
  ['a limit order', entry, { ...up, type: 'limit' }],
  ['one whose side is unknown', entry, { ...up, stop: 'unknown' }],
  ['one without a size', entry, { ...up, size: null }],
  ['one of another contract', entry, { ...up, symbol: 'ETHUSDTM' }],
  ['one of the same side', entry, { ...up, side: 'buy' }],
  ['one of another size', entry, { ...up, size: '3' }],
  ['one of another moment', entry, { ...up, createdAtMs: 6001 }],
  ['an order of spot', { ...entry, venue: 'spot' }, up],
  ['an order that is over', { ...entry, isActive: false }, up],
  ['an order that only reduces', { ...entry, isReduceOnly: true }, up],
  ['an order without a size', { ...entry, size: null }, up],
] as const)('order exits are missing for %s', (_, order, stop) => {
  expect(exitsByOrder([order], [stop]).size).toBe(0);
});

it('order exits are missing when they could belong to two orders, or are two of a kind', () => {
  expect(exitsByOrder([entry, { ...entry, id: 'twin' }], [up, down]).size).toBe(0);
  expect(exitsByOrder([entry], [up, { ...up, id: 'again' }]).size).toBe(0);
  expect(exitsByOrder([entry], [down, { ...down, id: 'again' }]).size).toBe(0);
});

it('exit pairing does not join an order and a stop when the time of one is unknown', () => {
  expect(isMadeTogether({ createdAtMs: 5000 }, { createdAtMs: 6000 })).toBe(true);
  expect(isMadeTogether({ createdAtMs: 5000 }, { createdAtMs: 6001 })).toBe(false);
  expect(isMadeTogether({ createdAtMs: null }, { createdAtMs: 0 })).toBe(false);
  expect(exitsByOrder([{ ...entry, createdAtMs: null }], [up]).size).toBe(0);
});
