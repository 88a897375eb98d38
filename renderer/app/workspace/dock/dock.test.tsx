import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCommandStore } from '#state/command-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { panelsOf, row, tabs } from '../layout/layout-tree.ts';
import { panelTexts, type PanelName } from '../layout/panel-names.ts';
import { activeLayout, keepLayout, untouched } from '../layout/workspace-list.ts';
import { Dock } from './dock.tsx';
import { PanelCountContext } from './panel-count.tsx';

const layout = row(100, [tabs(40, ['book']), tabs(60, ['active', 'stops', 'fills'])]);

beforeEach(() => {
  const query = { matches: false, addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', () => query);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 900, 600));
  useWorkspaceStore.getState().load('p', keepLayout(untouched, 'medium', layout));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  useUiStore.setState(useUiStore.getInitialState());
  useCommandStore.setState(useCommandStore.getInitialState());
});

const renderPanel = (name: PanelName) => <p>The panel {panelTexts[name].title}</p>;
const draw = () => render(<Dock renderPanel={renderPanel} symbol="BTC-USDT" />);
const tabNames = () => screen.getAllByRole('tab').map(tab => tab.textContent);
const kept = () => activeLayout(useWorkspaceStore.getState().kept, 'medium');

const choose = async (panel: string, item: string) => {
  await userEvent.click(screen.getByRole('button', { name: `${panel}: move or close` }));
  await userEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: item }));
};

it('dock draws only the panels on top', () => {
  draw();
  expect(tabNames()).toEqual(['Order book', 'Open orders', 'Conditional orders', 'Fills']);
  expect(screen.getByText('The panel Order book')).toBeTruthy();
  expect(screen.getByText('The panel Open orders')).toBeTruthy();
  expect(screen.queryByText('The panel Conditional orders')).toBeNull();
});

it('dock keeps a chosen tab', async () => {
  draw();
  await userEvent.click(screen.getByRole('tab', { name: 'Fills' }));
  expect(screen.getByText('The panel Fills')).toBeTruthy();
  expect(kept()).toMatchObject({ children: [{}, { selected: 'fills' }] });
});

it('tabs are chosen by arrows and closed by Delete', async () => {
  draw();
  screen.getByRole('tab', { name: 'Open orders' }).focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(screen.getByText('The panel Conditional orders')).toBeTruthy();
  // the key that cancels the last order is none of a tab's
  await userEvent.keyboard('{Control>}{Backspace}{/Control}{Shift>}{Delete}{/Shift}');
  expect(panelsOf(kept())).toContain('stops');
  await userEvent.keyboard('{Delete}');
  expect(panelsOf(kept())).toEqual(['book', 'active', 'fills']);
});

it('the last panel cannot be closed', async () => {
  useWorkspaceStore.getState().load('p', keepLayout(untouched, 'medium', tabs(100, ['book'])));
  draw();
  screen.getByRole('tab', { name: 'Order book' }).focus();
  await userEvent.keyboard('{Delete}');
  expect(tabNames()).toEqual(['Order book']);
});

it('the menu of a place moves, splits and closes its panel', async () => {
  draw();
  await choose('Open orders', 'Own place below');
  expect(kept()).toMatchObject({
    children: [{}, { direction: 'column', children: [{ selected: 'stops' }, { panels: ['active'] }] }],
  });
  await choose('Open orders', 'Move to the next place');
  expect(panelsOf(kept())).toEqual(['book', 'active', 'stops', 'fills']);
  await choose('Open orders', 'Close Del');
  expect(panelsOf(kept())).toEqual(['book', 'stops', 'fills']);
});

it('a requested panel opens, wherever it was', () => {
  draw();
  act(() => useWorkspaceStore.getState().showPanel('stops'));
  expect(screen.getByText('The panel Conditional orders')).toBeTruthy();
  act(() => useWorkspaceStore.getState().showPanel('margin'));
  expect(screen.getByText('The panel Margin')).toBeTruthy();
  expect(panelsOf(kept())).toContain('margin');
});

it('a panel does not open when an equivalent one is on the screen', () => {
  draw();
  act(() => useWorkspaceStore.getState().showPanel('chart', ['chart', 'book']));
  expect(panelsOf(kept())).not.toContain('chart');
  // one that lies under another is not on the screen
  act(() => useWorkspaceStore.getState().showPanel('chart', ['chart', 'fills']));
  expect(screen.getByText('The panel Chart')).toBeTruthy();
});

it('another workspace is drawn at once', () => {
  draw();
  act(() => useWorkspaceStore.getState().change(old => ({ ...old, activeId: 'overseer' })));
  expect(screen.getByText('The panel Oversight')).toBeTruthy();
  expect(screen.queryByText('The panel Order book')).toBeNull();
});

it('tabs show their counts', () => {
  render(
    <PanelCountContext
      value={{ stops: { count: '9+', countNote: 'without margin', scope: 'p', symbol: null, parts: [] } }}
    >
      <Dock renderPanel={renderPanel} symbol="BTC-USDT" />
    </PanelCountContext>,
  );
  expect(screen.getByRole('tab', { name: 'Conditional orders 9+' })).toBeTruthy();
  expect(screen.getByTitle('without margin')).toBeTruthy();
});

const counted = (...momentsMs: number[]) => ({
  count: String(momentsMs.length),
  countNote: undefined,
  scope: 'p',
  symbol: null,
  parts: [{ part: 'spot', rows: momentsMs.map(createdAtMs => ({ symbol: 'BTC-USDT', createdAtMs })) }],
});

const tree = (...momentsMs: number[]) => (
  <PanelCountContext value={{ stops: counted(...momentsMs), active: counted(...momentsMs) }}>
    <Dock renderPanel={renderPanel} symbol="BTC-USDT" />
  </PanelCountContext>
);

it('a hidden tab shows how many rows arrived since it was shown', () => {
  const { rerender } = render(tree(1));
  expect(screen.queryByRole('img', { name: /new since/ })).toBeNull();
  rerender(tree(3, 2, 1));
  expect(screen.getByRole('tab', { name: 'Conditional orders 3 2 new since you last viewed this tab' })).toBeTruthy();
  // that one is on the screen
  expect(screen.getByRole('tab', { name: 'Open orders 3' })).toBeTruthy();
  act(() => useWorkspaceStore.getState().showPanel('stops'));
  expect(screen.getByRole('tab', { name: 'Conditional orders 3' })).toBeTruthy();
});

const showMarket = (symbol: string) => act(() => useUiStore.getState().selectMarket({ venue: 'spot', symbol }));

it('a second book keeps the present market, and its button chooses another', async () => {
  const beside = row(100, [tabs(50, ['book2']), tabs(50, ['fills'])]);
  useWorkspaceStore.getState().load('p', keepLayout(untouched, 'medium', beside));
  const { rerender } = draw();
  showMarket('ETH-USDT');
  rerender(<Dock renderPanel={renderPanel} symbol="ETH-USDT" />);
  await userEvent.click(screen.getByRole('button', { name: 'B BTC-USDT, link B: choose another market' }));
  expect(useCommandStore.getState()).toMatchObject({ shown: 'market', panel: 'book2' });
});

it('a hidden panel has its own market, and names it', () => {
  useUiStore.setState({ links: { 'panel:fills': 'C', 'panel:stops': 'D', D: 'spot:XRP-USDT' } });
  draw();
  showMarket('ETH-USDT');
  expect(screen.getByRole('tab', { name: /^Fills.?C.?BTC-USDT$/ })).toBeTruthy();
  expect(screen.getByRole('tab', { name: /^Conditional orders.?D.?XRP-USDT$/ })).toBeTruthy();
});

it('a list of another link shows the market of that link, without a switch', () => {
  draw();
  expect(screen.getByRole('button', { name: 'Only BTC-USDT' })).toBeTruthy();
  act(() => useUiStore.setState({ links: { 'panel:active': 'C', C: 'spot:XRP-USDT' } }));
  expect(screen.queryByRole('button', { name: /^Only/ })).toBeNull();
  expect(screen.getByRole('button', { name: /^C XRP-USDT/ })).toBeTruthy();
});
