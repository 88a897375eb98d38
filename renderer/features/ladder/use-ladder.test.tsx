import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildFuturesContract, futuresMarket } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { useLadder } from './use-ladder.ts';

afterEach(cleanup);

it('ladder opens with margin mode and leverage of the position, and keeps the choices of the user', async () => {
  const profile = buildProfile();
  const { symbol } = futuresMarket();
  const desk = installFakeDesk({
    'contracts.list': always([buildFuturesContract({ symbol })]),
    'contracts.read': always(buildFuturesContract({ symbol })),
    'contracts.settings': always({ marginMode: 'isolated', crossLeverage: '20' }),
    'positions.mode': always({ mode: 'one-way' }),
  });
  const position = buildPosition({ symbol, positionCost: '100', initialMargin: '10', marginMode: 'cross' });
  serveAccount(desk, { positions: [position], balances: [] });
  const market = futuresMarket();
  const client = createQueryClient();
  const { result } = renderHook(() => useLadder(profile, market), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current.draft).toMatchObject({ marginMode: 'cross', leverage: '20' }));
  act(() => result.current.edit({ marginMode: 'isolated' }));
  expect(result.current.draft.marginMode).toBe('isolated');
  expect(result.current.summary?.validationErrors[0]).toContain('330005');
  act(() => result.current.edit({ marginMode: 'cross' }));
  expect(result.current.summary?.validationErrors).toEqual([]);
});
