import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Market } from '#shared/domain/market/market.ts';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import { fail, type Failure } from '#shared/errors.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { type FakeLists, serveAccount } from '#bridge/testing/fake-account.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { useBlotterCounts } from './use-blotter-counts.ts';

const fillOn = (symbol: string): Fill => ({
  venue: symbol.includes('-') ? 'spot' : 'futures',
  tradeId: symbol,
  orderId: 'o1',
  symbol,
  tradeType: 'spot',
  side: 'buy',
  price: '1',
  size: '1',
  funds: '1',
  fee: '0',
  feeRate: '0',
  feeCurrency: 'USDT',
  openFee: null,
  closeFee: null,
  settleCurrency: null,
  liquidity: 'maker',
  isForceTaker: false,
  cause: 'trade',
  createdAtMs: 1,
});

const noMargin = { 'margin.fills': [] } as const;

async function count(futures: Fill[] | Failure, market: Market | null = null, margin: FakeLists = noMargin) {
  const account = serveAccount(installFakeDesk(), {
    'spot.orders': [],
    'margin.orders': [],
    'futures.orders': [],
    'spot.stops': [],
    'futures.stops': [],
    'futures.fills': futures,
    ...margin,
  });
  const { result } = renderHook(() => useBlotterCounts('p', { active: market, stops: market, fills: market }));
  await waitFor(() => expect(result.current.active.count).toBe('0'));
  const readSpot = (fills: readonly Fill[]) => act(() => account.publish('spot.fills', fills));
  return { account, result, readSpot };
}
afterEach(cleanup);

it('blotter counts sum fills of both venues and on margin, with a plus for unread parts', async () => {
  const onMargin = { ...fillOn('XRP-USDT'), tradeType: 'isolated' } as const;
  const { account, result, readSpot } = await count([fillOn('XBTUSDTM')], null, { 'margin.fills': [onMargin] });
  const countNote = 'Missing: spot fills. Fills are loaded while the Fills tab or the chart of a spot pair is open.';
  await waitFor(() => expect(result.current.fills).toEqual({ count: '2+', countNote }));
  readSpot([fillOn('BTC-USDT'), fillOn('ETH-USDT')]);
  await waitFor(() => expect(result.current.fills.count).toBe('4'));
  // a count alone does not justify a read: cached rows are counted
  expect(account.watched()).toContain('spot.fills passive');
  expect(account.watched()).toContain('futures.fills glance');
});

it('blotter counts mark a missing venue, and are empty before any is known', async () => {
  const { result, readSpot } = await count(fail('exchange-failed', 'busy').error, null, {});
  expect(result.current.fills.count).toBeNull();
  readSpot([fillOn('BTC-USDT')]);
  await waitFor(() => expect(result.current.fills.count).toBe('1+'));
  expect(result.current.fills.countNote).toContain('Missing: futures fills. busy');
});

it('blotter counts mark an incomplete list with a plus, and the tooltip names the missing part', async () => {
  const { account, result } = await count([]);
  const missing = { part: 'spot orders beyond the 500 that are shown', reason: 'It is longer.', asOfMs: null };
  act(() => account.publish('spot.orders', [buildOrder()], { completeness: { kind: 'partial', missing: [missing] } }));
  await waitFor(() =>
    expect(result.current.active).toEqual({
      count: '1+',
      countNote: 'Missing: spot orders beyond the 500 that are shown. It is longer.',
    }),
  );
});

it('blotter counts include margin orders, those of the chosen pair only', async () => {
  const { account, result } = await count([], spotMarket());
  const onMargin = buildOrder({ id: 'm', tradeType: 'cross' });
  act(() => account.publish('margin.orders', [onMargin, { ...onMargin, id: 'n', symbol: 'ETH-USDT' }]));
  await waitFor(() => expect(result.current.active.count).toBe('1'));
});

it('blotter counts name a venue with an unreadable list, and do not count it as 0', async () => {
  const { account, result } = await count([]);
  const { error } = fail('exchange-failed', 'busy');
  act(() => account.publish('futures.orders', [], { asOfMs: null, error }));
  await waitFor(() =>
    expect(result.current.active).toEqual({ count: '0+', countNote: 'Missing: futures orders. busy' }),
  );
});

it('blotter counts of a pair include its own rows only, without reading contracts', async () => {
  const { account, result, readSpot } = await count([fillOn('XBTUSDTM')], spotMarket());
  readSpot([fillOn('BTC-USDT'), fillOn('ETH-USDT')]);
  await waitFor(() => expect(result.current.fills.count).toBe('1'));
  expect(account.watched().filter(line => line.startsWith('futures'))).toEqual([]);
});
