import { whole } from '#shared/domain/completeness.ts';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Profile } from '#shared/domain/profile.ts';
import { fail } from '#shared/errors.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { useUiStore } from '#state/ui-store.ts';
import { App } from './app.tsx';
import { modeOf } from './mode.ts';
import { PanelBoundary } from './panel-boundary.tsx';
import { Providers } from './providers.tsx';
import { ownLevels } from './workspace/own-levels/use-own-levels.ts';

beforeEach(() => {
  // a place without a layout: the chart wants a size
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 640, 360));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const practice = buildProfile({ spotUrl: 'http://127.0.0.1:1', futuresUrl: 'http://127.0.0.1:2', permissions: [] });
const overseer: Profile = {
  ...practice,
  id: 'o',
  name: 'Oversight',
  preset: 'kucoin',
  isReadOnly: true,
  keyHint: 'wxyz',
};
const book = {
  symbol: 'BTC-USDT',
  sequence: '1',
  timeMs: Date.now(),
  bids: [['100', '1'] as const],
  asks: [['101', '2'] as const],
};

function open(): FakeDesk {
  const desk = installFakeDesk({
    'profiles.list': always({ profiles: [practice, overseer], activeId: 'practice' }),
    'symbols.list': () => fail('unreachable', 'The exchange cannot be reached.'),
    'book.read': always(book),
    'intents.list': always([]),
    'accounts.subAccounts': always({ items: [], completeness: whole, asOfMs: 1 }),
    'accounts.subHoldings': always({ items: [], completeness: whole, asOfMs: 1 }),
  });
  serveAccount(desk, {
    'spot.orders': [],
    'margin.orders': [],
    'futures.orders': [],
    'spot.stops': [],
    'futures.stops': [],
    positions: [],
  });
  render(
    <Providers>
      <App />
    </Providers>,
  );
  return desk;
}

it('app opens on the chosen profile and every panel shows its own state', async () => {
  open();
  const bookPanel = within(await screen.findByRole('region', { name: 'Order book' }));
  await bookPanel.findByRole('table', { name: 'Bids' });
  await screen.findByText('PRACTICE');
  await within(await screen.findByRole('region', { name: 'Markets' })).findByText('The exchange cannot be reached.');
  const positions = await screen.findByRole('region', { name: 'Positions' }, { timeout: 20_000 });
  await within(positions).findByText('No open futures positions.');
  expect(await screen.findByRole('tab', { name: 'Open orders 0' })).toBeTruthy();
});

it('a pushed profile changes the whole window, its mode and its reads', async () => {
  const desk = open();
  await screen.findByText('PRACTICE');
  act(() => desk.push('profiles.changed', { profiles: [practice, overseer], activeId: 'o' }));
  await screen.findByText('READ-ONLY');
  await waitFor(() =>
    expect(desk.calls.findLast(each => each.name === 'watch.set')?.input).toMatchObject({
      profileId: 'o',
      watches: expect.arrayContaining([{ kind: 'account', list: 'positions', pace: 'panel' }]),
    }),
  );
});

it('switcher opens the profiles', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: /Practice key …abcd/ }));
  expect(await screen.findByRole('dialog', { name: 'Profiles' })).toBeTruthy();
});

it('theme and density follow the settings of the user', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: /Theme dark/ }));
  expect(document.documentElement.dataset['theme']).toBe('light');
  await userEvent.click(screen.getByRole('button', { name: /Row density medium/ }));
  expect(document.documentElement.dataset['density']).toBe('high');
  act(() => useUiStore.setState({ theme: 'contrast', directions: 'blue-orange', fontSize: 'large', isStill: true }));
  const { theme, directions, fontSize, still } = document.documentElement.dataset;
  expect([theme, directions, fontSize, still]).toEqual(['contrast', 'blue-orange', 'large', 'true']);
  act(() => useUiStore.setState(useUiStore.getInitialState()));
});

it('an unreadable profile list shows an error, not an empty window', async () => {
  installFakeDesk({ 'profiles.list': () => fail('storage', 'The data folder cannot be read.') });
  render(
    <Providers>
      <App />
    </Providers>,
  );
  await screen.findByText('The data folder cannot be read.');
});

it('an exception in one panel affects that panel only, and it can be drawn again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isBroken = true;
  const Fragile = () => {
    if (isBroken) throw new Error('a bug');
    return <p>whole again</p>;
  };
  render(
    <>
      <PanelBoundary title="Fragile">
        <Fragile />
      </PanelBoundary>
      <p>the rest</p>
    </>,
  );
  expect(screen.getByRole('alert').textContent).toContain('a bug');
  expect(screen.getByText('the rest')).toBeTruthy();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Draw it again' }));
  expect(screen.getByText('whole again')).toBeTruthy();
});

it('mode follows the profile', () => {
  expect(modeOf({ preset: 'kucoin', isReadOnly: false })).toBe('LIVE');
  expect(modeOf({ preset: 'practice', isReadOnly: false })).toBe('PRACTICE');
  expect(modeOf({ preset: 'practice', isReadOnly: true })).toBe('READ-ONLY');
});

const order = buildOrder({ id: '1', price: '100.0', filledSize: '0.5' });

it('own levels sum resting orders by price, without hidden orders and other pairs', () => {
  const levels = ownLevels(
    [
      order,
      { ...order, id: '2', price: '100' },
      { ...order, id: '3', side: 'sell', price: '101' },
      { ...order, id: '4', isHidden: true },
      { ...order, id: '5', symbol: 'ETH-USDT' },
      { ...order, id: '6', price: null },
      { ...order, id: '7', size: null },
    ],
    'BTC-USDT',
  );
  expect([...levels]).toEqual([
    ['buy 100', '3'],
    ['sell 101', '1.5'],
  ]);
});
