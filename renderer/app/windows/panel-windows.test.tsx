import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildViewSettings } from '#shared/domain/view/testing/build-view-settings.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useUiStore } from '#state/ui-store.ts';
import { linkOf } from '#state/windows/links.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { panelsOf } from '../workspace/layout/layout-tree.ts';
import { activeLayout, untouched } from '../workspace/layout/workspace-list.ts';
import { PanelHeader } from './panel-header.tsx';
import { popOut } from './pop-out.ts';
import { usePanelSelf } from './use-panel-self.ts';
import { usePanelWindows } from './use-panel-windows.ts';
import { usePopOutKey } from './use-pop-out-key.ts';

const profile = buildProfile({ id: 'p', name: 'Desk one' });
const book = { id: 'w1', panel: 'book' };
const eth = { venue: 'spot', symbol: 'ETH-USDT' } as const;

let desk: FakeDesk;
let restored: { readonly id: string; readonly panel: string }[];
beforeEach(() => {
  restored = [];
  desk = installFakeDesk({
    'windows.restore': () => succeed({ windows: restored }),
    'windows.open': () => succeed(book),
    'windows.close': () => succeed({}),
    'windows.self': () => succeed(book),
    'viewSettings.read': () =>
      succeed(buildViewSettings({ ...eth, links: { 'panel:book': 'B', B: 'futures:XBTUSDTM' } })),
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  useUiStore.setState(useUiStore.getInitialState());
  useWorkspaceStore.setState(useWorkspaceStore.getInitialState());
  useWindowStore.setState(useWindowStore.getInitialState());
});

function Main() {
  usePanelWindows('p', true);
  usePopOutKey();
  return (
    <div data-tabset="">
      <div className="tab" aria-selected="true" data-panel="chart">
        Chart
      </div>
      <button type="button">in the chart</button>
    </div>
  );
}

const shown = () => panelsOf(activeLayout(useWorkspaceStore.getState().kept, 'medium'));
const open = async () => {
  useWorkspaceStore.getState().load('p', untouched);
  renderPage(<Main />);
  await waitFor(() => expect(useWindowStore.getState().windows).toEqual(restored));
};
const publish = (...windows: typeof restored) => act(() => desk.push('windows.changed', { profileId: 'p', windows }));

it('a panel with its own window leaves the main window, and returns to its place when that closes', async () => {
  await open();
  await act(() => popOut('book', 'medium'));
  publish(book);
  expect(shown()).not.toContain('book');
  publish();
  expect(shown()).toEqual(panelsOf(activeLayout(untouched, 'medium')));
});

it('a table opens wide enough for its buttons', async () => {
  await open();
  await act(() => popOut('active', 'medium'));
  await act(() => popOut('book', 'medium'));
  const widths = desk.calls.filter(({ name }) => name === 'windows.open').map(({ input }) => input);
  expect(widths).toMatchObject([{ widthPx: 975 }, { widthPx: 525 }]);
});

it('a panel whose window did not open stays, and the user reads why', async () => {
  desk = installFakeDesk({
    'windows.restore': () => succeed({ windows: [] }),
    'windows.open': () => fail('invalid-request', 'There are 8 windows already: close one first.'),
  });
  await open();
  await act(() => popOut('book', 'medium'));
  expect(shown()).toContain('book');
});

it('a window that closed before this page started loses no panel', async () => {
  await open();
  await act(() => popOut('book', 'medium'));
  const { kept } = useWorkspaceStore.getState();
  cleanup();
  useWindowStore.setState(useWindowStore.getInitialState());
  useWorkspaceStore.getState().load('p', kept);
  renderPage(<Main />);
  await waitFor(() => expect(shown()).toContain('book'));
});

it('the focused panel is moved to its own window by its key', async () => {
  await open();
  screen.getByRole('button', { name: 'in the chart' }).focus();
  await userEvent.keyboard('{Alt>}o{/Alt}');
  await waitFor(() =>
    expect(desk.calls.find(({ name }) => name === 'windows.open')?.input).toMatchObject({
      profileId: 'p',
      panel: 'chart',
    }),
  );
});

function PanelWindow() {
  usePanelSelf();
  usePopOutKey();
  const self = useWindowStore(state => state.self);
  const { venue, symbol } = useUiStore();
  return self === null ? null : <PanelHeader profile={profile} panel="book" market={{ venue, symbol }} />;
}

it('a panel window shows its profile, follows its link, and returns by button and key', async () => {
  renderPage(<PanelWindow />);
  expect(await screen.findByText('Desk one')).toBeDefined();
  const follows = screen.getByRole('button', { name: /XBTUSDTM, link B/ });
  await userEvent.click(follows);
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: /link A \(main\)/ }));
  expect(screen.getByRole('button', { name: /ETH-USDT, link A/ })).toBeDefined();
  expect(linkOf(useUiStore.getState().links, 'book')).toBe('A');
  await userEvent.click(screen.getByRole('button', { name: /^Move back/ }));
  await userEvent.keyboard('{Alt>}o{/Alt}');
  const closes = desk.calls.filter(({ name }) => name === 'windows.close');
  expect(closes.map(({ input }) => input)).toEqual([{ id: 'w1' }, { id: 'w1' }]);
});

it('a market chosen in the main window applies to linked panel windows, and is stored as that of the link', async () => {
  renderPage(<PanelWindow />);
  await screen.findByText('Desk one');
  const kept = buildViewSettings({ ...eth, links: { 'panel:book': 'B', B: 'spot:SOL-USDT' } });
  act(() => desk.push('viewSettings.changed', kept));
  expect(screen.getByRole('button', { name: /SOL-USDT, link B/ })).toBeDefined();
  act(() => useUiStore.getState().selectMarket({ venue: 'spot', symbol: 'XRP-USDT' }));
  await waitFor(() => {
    const saved = desk.calls.findLast(({ name }) => name === 'viewSettings.save')?.input;
    expect(saved).toMatchObject({ ...eth, links: { B: 'spot:XRP-USDT' } });
  });
});
