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
  const readSpot = (fills: readonly Fill[]) => act(() => account.tell('spot.fills', fills));
  return { account, result, readSpot };
}
afterEach(cleanup);

it('fills of both venues and on margin are counted together; what nobody has read yet counts as more', async () => {
  const onMargin = { ...fillOn('XRP-USDT'), tradeType: 'isolated' } as const;
  const { account, result, readSpot } = await count([fillOn('XBTUSDTM')], null, { 'margin.fills': [onMargin] });
  const countNote = 'Missing: spot fills. Fathom reads them while the Fills tab or the chart of a spot pair is open.';
  await waitFor(() => expect(result.current.fills).toEqual({ count: '2+', countNote }));
  readSpot([fillOn('BTC-USDT'), fillOn('ETH-USDT')]);
  await waitFor(() => expect(result.current.fills.count).toBe('4'));
  // too dear for a number: what somebody else has read is counted
  expect(account.watched()).toContain('spot.fills passive');
  expect(account.watched()).toContain('futures.fills glance');
});

it('a number that lacks a venue says so, and there is none before any is known', async () => {
  const { result, readSpot } = await count(fail('exchange-failed', 'busy').error, null, {});
  expect(result.current.fills.count).toBeNull();
  readSpot([fillOn('BTC-USDT')]);
  await waitFor(() => expect(result.current.fills.count).toBe('1+'));
  expect(result.current.fills.countNote).toContain('Missing: futures fills. busy');
});

it('a list that is not whole counts as so many and more, and the hover says what is missing', async () => {
  const { account, result } = await count([]);
  const missing = { part: 'spot orders beyond the 500 that are shown', reason: 'It is longer.', asOfMs: null };
  act(() => account.tell('spot.orders', [buildOrder()], { completeness: { kind: 'partial', missing: [missing] } }));
  await waitFor(() =>
    expect(result.current.active).toEqual({
      count: '1+',
      countNote: 'Missing: spot orders beyond the 500 that are shown. It is longer.',
    }),
  );
});

it('orders on margin are counted with the others, those of the pair where one is chosen', async () => {
  const { account, result } = await count([], spotMarket());
  const onMargin = buildOrder({ id: 'm', tradeType: 'cross' });
  act(() => account.tell('margin.orders', [onMargin, { ...onMargin, id: 'n', symbol: 'ETH-USDT' }]));
  await waitFor(() => expect(result.current.active.count).toBe('1'));
});

it('a venue whose list cannot be read is named, and its rows are not counted as none', async () => {
  const { account, result } = await count([]);
  const { error } = fail('exchange-failed', 'busy');
  act(() => account.tell('futures.orders', [], { asOfMs: null, error }));
  await waitFor(() =>
    expect(result.current.active).toEqual({ count: '0+', countNote: 'Missing: futures orders. busy' }),
  );
});

it('a pair narrows the count to its own, and contracts are not read', async () => {
  const { account, result, readSpot } = await count([fillOn('XBTUSDTM')], spotMarket());
  readSpot([fillOn('BTC-USDT'), fillOn('ETH-USDT')]);
  await waitFor(() => expect(result.current.fills.count).toBe('1'));
  expect(account.watched().filter(line => line.startsWith('futures'))).toEqual([]);
});
