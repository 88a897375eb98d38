import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { type CancelManyAsk, StopOrders } from './stop-orders.tsx';
import { useOrphanQuestion } from './use-orphan-question.ts';

afterEach(cleanup);

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

it('a position that goes and leaves stops behind is asked about, and all of them can be cancelled at once', async () => {
  const account = await open();
  expect(screen.queryByText(/still wait/)).toBeNull();
  act(() => account.tell('positions', []));
  expect(await screen.findAllByText(/The position of XBTUSDTM is gone, and 2 stops still wait\./)).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Look at them' }));
  expect(useWorkspaceStore.getState().asked).toMatchObject({ panel: 'stops' });
  expect(screen.getAllByText(/2 stops still wait/)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel these 2?' }));
  expect(screen.getByText('asks about futures:a futures:b')).toBeTruthy();
});

it('what was left behind before stands at the foot, and is not told as news', async () => {
  await open([]);
  expect(await screen.findAllByText(/2 stops still wait/)).toHaveLength(1);
});

it('marked stops are asked about together', async () => {
  await open();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Mark row 2' }));
  await userEvent.click(screen.getByRole('button', { name: /^Cancel 1 marked/ }));
  expect(screen.getByText('asks about futures:b')).toBeTruthy();
});
