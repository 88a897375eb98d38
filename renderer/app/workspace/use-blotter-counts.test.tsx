import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { Fill } from '#shared/domain/fill.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { readKey } from '#bridge/query-keys.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { useBlotterCounts } from './use-blotter-counts.ts';

const fillOn = (symbol: string): Fill => ({
  venue: symbol.includes('-') ? 'spot' : 'futures',
  tradeId: 't1',
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

function count(futures: Result<Fill[]>, symbol: string | null = null) {
  const desk = installFakeDesk({
    'orders.active': always([]),
    'stops.list': always([]),
    'fills.recent': ({ venue }) => (venue === 'futures' ? futures : fail('internal', 'too dear for a number')),
  });
  const client = createQueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useBlotterCounts('p', symbol), { wrapper });
  const readSpot = (fills: readonly Fill[]) =>
    act(() => void client.setQueryData(readKey('fills.recent', { profileId: 'p', venue: 'spot' }), fills));
  return { desk, result, readSpot };
}
afterEach(cleanup);

const answered = async (desk: ReturnType<typeof count>['desk']) =>
  await waitFor(() => expect(desk.calls.some(({ name }) => name === 'fills.recent')).toBe(true));

it('fills of both venues are counted together, once both are known', async () => {
  const { desk, result, readSpot } = count(succeed([fillOn('XBTUSDTM')]));
  await answered(desk);
  expect(result.current.fills).toBeNull();
  readSpot([fillOn('BTC-USDT'), fillOn('ETH-USDT')]);
  await waitFor(() => expect(result.current.fills).toBe(3));
  expect(
    desk.calls.filter(({ input }) => JSON.stringify(input).includes('"spot"')).map(({ name }) => name),
  ).not.toContain('fills.recent');
});

it('a number that would lack a venue is not shown', async () => {
  const { desk, result, readSpot } = count(fail('exchange-failed', 'busy'));
  await answered(desk);
  readSpot([fillOn('BTC-USDT')]);
  await waitFor(() => expect(result.current.active).toBe(0));
  expect(result.current.fills).toBeNull();
});

it('a symbol narrows the count to its own', async () => {
  const { desk, result, readSpot } = count(succeed([fillOn('XBTUSDTM')]), 'BTC-USDT');
  readSpot([fillOn('BTC-USDT'), fillOn('ETH-USDT')]);
  await waitFor(() => expect(result.current.fills).toBe(1));
  expect(desk.calls.some(({ name }) => name === 'fills.recent')).toBe(false);
});
