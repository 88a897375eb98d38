import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildCrossAccount } from '#shared/testing/account/build-margin.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useCommandStore } from '#state/command-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { CommandsPlace } from '../commands-place.tsx';

const writes = /\.(fire|cancel|place|add|borrow|repay|reduce)/;
let desk: FakeDesk;

function open(profile = buildProfile({ isReadOnly: false })): void {
  desk = installFakeDesk({
    'symbols.list': always([]),
    'contracts.list': always([]),
    'profiles.list': always({ profiles: [profile], activeId: profile.id }),
    'intents.list': always([]),
  });
  serveAccount(desk, {
    'spot.orders': [buildOrder({ id: 'here', symbol: 'BTC-USDT' }), buildOrder({ id: 'there', symbol: 'ETH-USDT' })],
    'margin.orders': [],
    'margin.accounts': [buildCrossAccount()],
    'futures.orders': [],
    'spot.stops': [],
    'futures.stops': [],
    'spot.fills': [],
    'margin.fills': [],
    'futures.fills': [],
    balances: [],
    positions: [buildPosition()],
  });
  useUiStore.getState().selectMarket({ venue: 'spot', symbol: 'BTC-USDT' });
  renderPage(
    <>
      <CommandsPlace profileId={profile.id} />
      <Toaster />
    </>,
  );
}

beforeEach(() => useCommandStore.setState(useCommandStore.getInitialState()));
afterEach(() => {
  cleanup();
  useUiStore.setState(useUiStore.getInitialState());
});

/** Chooses what is found by this text with Enter. */
async function choose(text: string, option: RegExp): Promise<void> {
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await userEvent.type(await screen.findByRole('combobox'), text);
  await screen.findByRole('option', { name: option, selected: true });
  await userEvent.keyboard('{Enter}');
}

const written = () => desk.calls.filter(({ name }) => writes.test(name));

it.each([
  ['borrow', /Borrow on cross margin/, 'Borrow · cross margin'],
  ['close xbt', /Close XBTUSDTM/, /^Reduce or close/],
  ['add margin', /Add margin to XBTUSDTM/, /^Add margin · XBTUSDTM/],
] as const)('palette action opens the sheet for %s and sends nothing', async (text, option, title) => {
  open();
  await choose(text, option);
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
  expect(written()).toEqual([]);
});

it.each([
  ['cancel orders of', /Cancel orders of BTC-USDT/, 'Cancel 1 order'],
  ['cancel all', /Cancel all orders/, 'Cancel 2 orders'],
] as const)('palette action asks before it cancels %s', async (text, option, label) => {
  open();
  await choose(text, option);
  const question = await screen.findByRole('dialog', { name: 'Cancel orders' });
  expect(await within(question).findByRole('button', { name: label })).toBeTruthy();
  expect(written()).toEqual([]);
});

it('palette action opens the kill switch as a question that Enter alone does not fire', async () => {
  open();
  await choose('kill', /Kill switch…/);
  const question = await screen.findByRole('dialog', { name: 'Kill switch' });
  const button = within(question).getByRole('button', { name: /freeze/ });
  await waitFor(() => expect(document.activeElement).toBe(button));
  // the Enter that chose it is still down
  fireEvent.keyDown(button, { key: 'Enter', repeat: true });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText(/Released too early/)).toBeTruthy();
  expect(written()).toEqual([]);
});

it('palette action gives the reason instead of a sheet for a read-only profile', async () => {
  open(buildProfile({ isReadOnly: true }));
  await choose('cancel all', /Cancel all orders/);
  expect(await screen.findByText('Nothing can be sent now: This profile is read-only')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});
