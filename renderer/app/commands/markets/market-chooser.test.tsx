import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useCommandStore } from '#state/command-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { marketOf } from '#state/windows/links.ts';
import { CommandsPlace } from '../commands-place.tsx';

beforeEach(() => {
  const desk = installFakeDesk({
    'symbols.list': always([buildSpotSymbol(), buildSpotSymbol({ symbol: 'ETH-USDT' })]),
    'contracts.list': always([]),
  });
  serveAccount(desk, {});
  renderPage(
    <>
      {['book2', 'positions'].map(panel => (
        <div key={panel} data-tabset>
          <span className="tab" aria-selected="true" data-panel={panel} />
          <button type="button">{panel}</button>
        </div>
      ))}
      <CommandsPlace profileId="p" />
    </>,
  );
});
afterEach(() => {
  cleanup();
  useCommandStore.setState(useCommandStore.getInitialState());
  useUiStore.setState(useUiStore.getInitialState());
});

const main = { venue: 'spot', symbol: 'KCS-USDT' } as const;
const shownBy = (panel: string) => marketOf(useUiStore.getState().links, panel, main).symbol;
const found = (name: RegExp) => screen.findByRole('option', { name, selected: true });

it('market chooser finds a market by a few letters, for a panel and all linked ones', async () => {
  act(() => useCommandStore.getState().show('market', 'book2'));
  expect(await screen.findByRole('dialog', { name: 'Market of link B' })).toBeTruthy();
  await userEvent.type(screen.getByRole('combobox', { name: 'Market' }), 'eth');
  await found(/^ETH-USDT/);
  await userEvent.keyboard('{Enter}');
  expect([shownBy('book2'), shownBy('chart2'), shownBy('chart')]).toEqual(['ETH-USDT', 'ETH-USDT', 'KCS-USDT']);
  expect(useUiStore.getState().symbol).toBe('BTC-USDT');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('market chooser of an unlinked panel chooses for that panel alone', async () => {
  useUiStore.setState({ links: { 'panel:chart': 'spot:BTC-USDT' } });
  act(() => useCommandStore.getState().show('market', 'chart'));
  expect(await screen.findByRole('dialog', { name: 'Market of this panel' })).toBeTruthy();
  await userEvent.type(screen.getByRole('combobox'), 'moon');
  expect(screen.getByText('No result for “moon”.')).toBeTruthy();
  await userEvent.clear(screen.getByRole('combobox'));
  await userEvent.click(await screen.findByRole('option', { name: /^ETH-USDT/ }));
  expect([shownBy('chart'), shownBy('chart2')]).toEqual(['ETH-USDT', 'KCS-USDT']);
});

const inPalette = async (from: string, option: RegExp) => {
  screen.getByRole('button', { name: from }).focus();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'k', ctrlKey: true });
  await userEvent.type(await screen.findByRole('combobox'), 'eth');
  await found(option);
  await userEvent.keyboard('{Enter}');
};

it('palette chooses the market for the link of the focused panel, and says so', async () => {
  await inPalette('book2', /ETH-USDT spot · for link B/);
  expect(shownBy('book2')).toBe('ETH-USDT');
  expect(useUiStore.getState().symbol).toBe('BTC-USDT');
});

it('palette chooses the market for the window from a panel without a market', async () => {
  await inPalette('positions', /ETH-USDT spot$/);
  expect(useUiStore.getState().symbol).toBe('ETH-USDT');
  expect(shownBy('book2')).toBe('KCS-USDT');
});
