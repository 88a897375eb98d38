import { expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { accountsText, cancelScopes, marketsText, orderKey, ordersText, reachOf, sidesText } from './cancel-scopes.ts';

const order = (id: string, change: Partial<Order> = {}) => buildOrder({ id, ...change });
const orders = [
  order('a'),
  order('b', { side: 'sell' }),
  order('m', { side: 'sell', tradeType: 'cross' }),
  order('e', { symbol: 'ETH-USDT' }),
  order('a', { venue: 'futures', tradeType: 'futures', symbol: 'XBTUSDTM', side: 'sell' }),
];
const onScreen = { venue: 'spot', symbol: 'ETH-USDT' } as const;
type Narrowed = Parameters<typeof cancelScopes>[1]['narrowed'];
const heldBy = (narrowed: Narrowed) =>
  cancelScopes(orders, { onScreen, narrowed }).map(({ key, holds }) => [key, orders.filter(holds).map(orderKey)]);

it('scopes are the table, its sides, each market and all venues, each with its own orders', () => {
  expect(heldBy({ venue: 'spot', symbol: 'BTC-USDT' })).toEqual([
    ['screen', ['spot:e']],
    ['shown', ['spot:a', 'spot:b', 'spot:m']],
    ['buys', ['spot:a']],
    ['sells', ['spot:b', 'spot:m']],
    ['market:spot:BTC-USDT', ['spot:a', 'spot:b', 'spot:m']],
    ['market:spot:ETH-USDT', ['spot:e']],
    ['market:futures:XBTUSDTM', ['futures:a']],
    ['all', orders.map(orderKey)],
  ]);
});

it('the first scope is the market on the screen, in any table, unless rows are marked', () => {
  expect(cancelScopes(orders, { onScreen, narrowed: null })[0].key).toBe('screen');
  expect(cancelScopes(orders, { onScreen, narrowed: null }, new Set(['spot:a']))[0].key).toBe('marked');
});

it('a table filtered to nothing shows all markets; a symbol on the other venue is another market', () => {
  expect(heldBy(null).slice(1, 4)).toEqual([
    ['shown', orders.map(orderKey)],
    ['buys', ['spot:a', 'spot:e']],
    ['sells', ['spot:b', 'spot:m', 'futures:a']],
  ]);
  expect(heldBy({ venue: 'futures', symbol: 'BTC-USDT' })[1]).toEqual(['shown', []]);
});

const labels = (narrowed: Narrowed) => cancelScopes(orders, { onScreen, narrowed }).map(({ label }) => label);

it('a scope has a text', () => {
  expect(labels({ venue: 'spot', symbol: 'BTC-USDT' })).toEqual([
    'Market on screen: ETH-USDT',
    'Shown: BTC-USDT',
    'Buys of shown: BTC-USDT',
    'Sells of shown: BTC-USDT',
    'One market: BTC-USDT, spot and margin',
    'One market: ETH-USDT, spot and margin',
    'One market: XBTUSDTM, futures',
    'All venues: spot, margin and futures',
  ]);
  expect(labels(null)[1]).toBe('Shown: all markets');
});

it('orders placed since the scope was chosen are counted apart', () => {
  const shown = cancelScopes(orders, { onScreen, narrowed: null }).find(({ key }) => key === 'shown');
  if (shown === undefined) throw new Error('there is no such scope');
  const reach = reachOf(orders, shown, new Set(['spot:a', 'spot:gone', 'futures:a']));
  expect(reach.meant.map(orderKey)).toEqual(['spot:a', 'futures:a']);
  expect(reach.newer).toBe(3);
});

it('the counts are listed by account, market and side', () => {
  expect(accountsText(orders)).toBe('3 Spot, 1 Cross, 1 Futures');
  expect(marketsText(orders)).toBe('3 BTC-USDT, 1 ETH-USDT, 1 XBTUSDTM');
  expect(sidesText(orders)).toBe('2 buy, 3 sell');
  expect([ordersText(0), ordersText(1), ordersText(2)]).toEqual(['0 orders', '1 order', '2 orders']);
});
