import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildFuturesContract, futuresMarket } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { succeed } from '#shared/errors.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useLaddersStore } from '../actions/ladders-store.ts';
import { ladderViews, type SentLadder } from '../model/ladder-views.ts';
import { writeMark } from '../model/marks.ts';
import { SendActions } from './send-actions.tsx';

const profile = buildProfile();
const market = futuresMarket();
const { symbol } = market;
const sent: SentLadder = {
  id: 'abcdefgh',
  profileId: profile.id,
  market,
  form: { kind: 'futures', order: { symbol, side: 'buy', type: 'limit', marginMode: 'isolated', leverage: '5' } },
  mode: 'batch',
  rows: [0, 1].map(row => ({
    row,
    attempt: 0,
    mark: writeMark({ ladder: 'abcdefgh', count: 2, row, attempt: 0 }),
    price: '100',
    size: '2',
    answer: { kind: 'waiting' },
  })),
  phase: 'held',
  heldBecause: null,
  sentAtMs: 1,
  endMs: null,
  rowsPerSecond: 20,
};
let desk: FakeDesk;

beforeEach(() => {
  useLaddersStore.setState({ ladders: [sent] });
  desk = installFakeDesk({
    'contracts.list': always([buildFuturesContract({ symbol })]),
    'contracts.read': always(buildFuturesContract({ symbol })),
    'contracts.settings': always({ marginMode: 'isolated', crossLeverage: '20' }),
    'orders.placeFuturesBatch': () => succeed([]),
  });
});
afterEach(cleanup);

async function show(initialMargin: '10' | '20') {
  const position = buildPosition({ symbol, positionCost: '100', initialMargin, marginMode: 'isolated' });
  serveAccount(desk, { positions: [position] });
  const [view] = ladderViews([sent], { active: [], done: [], doneAsOfMs: 1, intents: [] });
  if (view === undefined) throw new Error('there is a ladder');
  renderPage(<SendActions profile={profile} view={view} validationError={null} />);
  const send = await screen.findByRole('button', { name: 'Send the other 2' });
  await waitFor(() => expect(send.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(send);
}
const orders = () => desk.calls.flatMap(({ name, input }) => (name === 'orders.placeFuturesBatch' ? [input] : []));

it('send actions ask before they send the rest with the present leverage of the position', async () => {
  await show('10');
  expect(await screen.findByText('Margin mode or leverage changed')).toBeTruthy();
  expect(screen.getByText('Reviewed with').closest('.fact')?.textContent).toContain('isolated 5×');
  expect(orders()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Send 2 with isolated 10×' }));
  await waitFor(() => expect(orders()).toHaveLength(1));
  expect(orders()[0]).toMatchObject({ orders: [{ leverage: '10' }, { leverage: '10' }] });
});

it('send actions send the rest at once while the position has the reviewed leverage', async () => {
  await show('20');
  await waitFor(() => expect(orders()).toMatchObject([{ orders: [{ leverage: '5' }, { leverage: '5' }] }]));
});
