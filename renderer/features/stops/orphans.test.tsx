import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { dismissToasts } from '#ui/feedback/toast-queue.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { type CancelManyAsk, StopOrders } from './stop-orders.tsx';
import { useOrphanQuestion } from './use-orphan-question.ts';

afterEach(() => {
  cleanup();
  dismissToasts();
});

const contract = {
  venue: 'futures',
  symbol: 'XBTUSDTM',
  tradeType: 'futures',
  stop: 'down',
  isReduceOnly: true,
} as const;
const stop = (id: string) => buildStopOrder({ ...contract, id });
const position = buildPosition({ quantity: '3' });

function Asked({ marked }: CancelManyAsk) {
  return <p>asks about {[...marked].join(' ')}</p>;
}

function Board() {
  useOrphanQuestion(buildProfile().id);
  return <StopOrders profile={buildProfile()} market={null} CancelMany={Asked} />;
}

async function open(positions = [position]) {
  const desk = installFakeDesk({ 'symbols.list': always([]) });
  const account = serveAccount(desk, { 'futures.stops': [stop('a'), stop('b')], 'spot.stops': [], positions });
  renderPage(
    <>
      <Board />
      <Toaster />
    </>,
  );
  await screen.findAllByText('XBTUSDTM');
  return account;
}

it('a closed position with remaining stops opens a question, and all of them can be cancelled at once', async () => {
  const account = await open();
  expect(screen.queryByText(/still open/)).toBeNull();
  act(() => account.publish('positions', []));
  expect(await screen.findAllByText(/The position of XBTUSDTM is closed, and 2 stops are still open\./)).toHaveLength(
    2,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show stops' }));
  expect(useWorkspaceStore.getState().panelRequest).toMatchObject({ panel: 'stops' });
  expect(screen.getAllByText(/2 stops are still open/)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel these 2?' }));
  expect(screen.getByText('asks about futures:a futures:b')).toBeTruthy();
});

const toast = () => document.querySelector('.toast')?.textContent ?? null;

it('orphan question closes when the stops are cancelled', async () => {
  const account = await open();
  act(() => account.publish('positions', []));
  await waitFor(() => expect(toast()).toContain('2 stops are still open.'));
  act(() => account.publish('futures.stops', [stop('b')]));
  await waitFor(() => expect(toast()).toContain('its stop is still open.'));
  act(() => account.publish('futures.stops', []));
  await waitFor(() => expect(toast()).toBeNull());
});

it('orphan question closes when the position is open again', async () => {
  const account = await open();
  act(() => account.publish('positions', []));
  await waitFor(() => expect(toast()).toContain('2 stops are still open.'));
  act(() => account.publish('positions', [position]));
  await waitFor(() => expect(toast()).toBeNull());
});

it('orphan question states that stops of the closed side remain after a reversal', async () => {
  const account = await open();
  act(() => account.publish('positions', []));
  await waitFor(() => expect(toast()).toContain('The position of XBTUSDTM is closed'));
  act(() => account.publish('positions', [buildPosition({ quantity: '-3' })]));
  await waitFor(() => expect(toast()).toContain('2 stops of the closed long of XBTUSDTM remain.'));
  act(() => account.publish('futures.stops', [stop('b')]));
  await waitFor(() => expect(toast()).toContain('Stop of the closed long of XBTUSDTM remains.'));
});

it('orphan question covers the stops of a position that is reversed by one order', async () => {
  const account = await open();
  act(() => account.publish('positions', [buildPosition({ quantity: '-3' })]));
  await waitFor(() => expect(toast()).toContain('2 stops of the closed long of XBTUSDTM remain.'));
});

it('orphan question is not shown again after it was dismissed', async () => {
  const account = await open();
  act(() => account.publish('positions', []));
  await userEvent.click(await screen.findByRole('button', { name: 'Show stops' }));
  act(() => account.publish('futures.stops', [stop('b')]));
  expect(await screen.findByText(/its stop is still open/)).toBeTruthy();
  expect(toast()).toBeNull();
});

it('earlier orphans are listed at the foot, and not reported as new', async () => {
  await open([]);
  expect(await screen.findAllByText(/2 stops are still open/)).toHaveLength(1);
});

it('marked stops are confirmed together', async () => {
  await open();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Mark row 2' }));
  await userEvent.click(screen.getByRole('button', { name: /^Cancel 1 marked/ }));
  expect(screen.getByText('asks about futures:b')).toBeTruthy();
});
