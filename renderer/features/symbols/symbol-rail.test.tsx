import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useUiStore } from '#state/ui-store.ts';
import { SymbolRail } from './symbol-rail.tsx';

const pairs = ['BTC-USDT', 'ETH-USDT', 'ETH-BTC'].map(symbol => {
  const [baseCurrency = '', quoteCurrency = ''] = symbol.split('-');
  return buildSpotSymbol({ symbol, baseCurrency, quoteCurrency });
});

function Rail() {
  const symbol = useUiStore(state => state.symbol);
  return <SymbolRail profileId="p" symbol={symbol} />;
}

const beginning = useUiStore.getInitialState();

beforeEach(async () => {
  installFakeDesk({ 'symbols.list': always(pairs) });
  renderPage(<Rail />);
  await screen.findByRole('listbox');
});
afterEach(() => {
  cleanup();
  useUiStore.setState(beginning);
});

const chosen = () => useUiStore.getState().symbol;
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter pairs' });

it('/ text Enter takes the first match, empties the filter and goes on to the list', async () => {
  await userEvent.keyboard('/eth{Enter}');
  expect(chosen()).toBe('ETH-USDT');
  expect(field().value).toBe('');
  expect(document.activeElement).toBe(screen.getByRole('listbox'));
});

it('arrows in the filter go through what matches, and Enter keeps where they led', async () => {
  await userEvent.keyboard('/eth{ArrowDown}{ArrowDown}');
  expect(chosen()).toBe('ETH-BTC');
  await userEvent.keyboard('{ArrowUp}');
  expect(chosen()).toBe('ETH-USDT');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosen()).toBe('ETH-BTC');
});

it('what matches nothing is not taken, and Escape empties the filter', async () => {
  await userEvent.keyboard('/doge{Enter}');
  expect(chosen()).toBe('BTC-USDT');
  await userEvent.keyboard('{Escape}');
  expect(field().value).toBe('');
});
