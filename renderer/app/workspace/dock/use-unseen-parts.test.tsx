import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallOutput } from '#shared/contract.ts';
import { succeed } from '#shared/errors.ts';
import { buildWithdrawal } from '#shared/testing/build-balance.ts';
import { anyReadKey } from '#bridge/query-keys.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useUnseenStore } from '#state/blotter/unseen-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { tabs } from '../layout/layout-tree.ts';
import type { PanelName } from '../layout/panel-names.ts';
import { keepLayout, untouched } from '../layout/workspace-list.ts';
import { Dock } from './dock.tsx';
import { PanelCountContext } from './panel-count.tsx';
import { useUnseenParts } from './use-unseen-parts.ts';

type Ended = CallOutput<'orders.ended'>;
const ended = (symbol: string, endedAtMs: number): Ended[number] => ({ venue: 'spot', symbol, endedAtMs });

const renderPanel = (name: PanelName) => <p>{name}</p>;
function Counted({ symbol }: { readonly symbol: string | null }) {
  const { done, withdrawals } = useUnseenParts('p', symbol);
  const value = {
    done: { scope: 'p', symbol, parts: done },
    withdrawals: { scope: 'p', symbol: null, parts: withdrawals },
  };
  return (
    <PanelCountContext value={value}>
      <Dock renderPanel={renderPanel} symbol="BTC-USDT" />
    </PanelCountContext>
  );
}

let desk: FakeDesk;
const client = createQueryClient();
const lay = (...panels: PanelName[]) =>
  useWorkspaceStore.getState().load('p', keepLayout(untouched, 'medium', tabs(100, panels)));
const answer = (orders: Ended, withdrawalsMs: readonly number[]) => {
  desk.answer('orders.ended', () => succeed(orders));
  desk.answer('withdrawals.list', () => {
    const items = withdrawalsMs.map(createdAtMs => buildWithdrawal({ createdAtMs }));
    return succeed({ items, completeness: { kind: 'whole' }, asOfMs: 1 });
  });
};
const readAgain = () =>
  act(async () => {
    await client.invalidateQueries({ queryKey: anyReadKey('orders.ended') });
    await client.invalidateQueries({ queryKey: anyReadKey('withdrawals.list') });
  });
const badges = () => screen.queryAllByRole('img', { name: /new since/ }).map(({ textContent }) => textContent);

beforeEach(() => {
  const query = { matches: false, addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', () => query);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 900, 600));
  desk = installFakeDesk();
  client.clear();
  useUnseenStore.setState({ seen: {} });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('unseen parts: ended orders and new withdrawals are marked on hidden tabs, until they are shown', async () => {
  lay('active', 'done', 'withdrawals');
  answer([ended('BTC-USDT', 10)], [10]);
  renderPage(<Counted symbol={null} />, client);
  await waitFor(() => expect(useUnseenStore.getState().seen['withdrawals']).toBeDefined());
  // what is known from the start is no news
  expect(badges()).toEqual([]);
  answer([ended('BTC-USDT', 10), ended('BTC-USDT', 20), ended('ETH-USDT', 21)], [30, 10]);
  await readAgain();
  await waitFor(() => expect(badges()).toEqual(['+2', '+1']));
  // these are counted nowhere: there is no number, and no dash for one that is not known
  expect(screen.getByRole('tab', { name: 'Order history 2 new since you last viewed this tab' })).toBeTruthy();
  act(() => useWorkspaceStore.getState().showPanel('done'));
  await waitFor(() => expect(badges()).toEqual(['+1']));
});

it('unseen parts: a blotter of one market marks only its orders', async () => {
  lay('active', 'done');
  answer([], []);
  renderPage(<Counted symbol="BTC-USDT" />, client);
  await waitFor(() => expect(useUnseenStore.getState().seen['done']).toBeDefined());
  answer([ended('BTC-USDT', 20), ended('ETH-USDT', 21)], []);
  await readAgain();
  await waitFor(() => expect(badges()).toEqual(['+1']));
});

it('unseen parts: the earlier rows of a restarted exchange are not marked', async () => {
  lay('active', 'done', 'withdrawals');
  answer([ended('BTC-USDT', 10)], [10]);
  renderPage(<Counted symbol={null} />, client);
  await waitFor(() => expect(useUnseenStore.getState().seen['withdrawals']).toBeDefined());
  const nowMs = Date.now();
  act(() => desk.push('exchange.restarted', { profileId: 'p' }));
  answer([ended('BTC-USDT', nowMs - 60_000), ended('BTC-USDT', nowMs + 60_000)], [nowMs - 30_000]);
  await readAgain();
  await waitFor(() => expect(badges()).toEqual(['+1']));
});

it('unseen parts: nothing is requested for a missing tab', async () => {
  lay('active', 'done');
  answer([], []);
  renderPage(<Counted symbol={null} />, client);
  await waitFor(() => expect(desk.calls.some(({ name }) => name === 'orders.ended')).toBe(true));
  expect(desk.calls.filter(({ name }) => name === 'withdrawals.list')).toEqual([]);
});
