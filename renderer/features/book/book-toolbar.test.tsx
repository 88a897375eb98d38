import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useUiStore } from '#state/ui-store.ts';
import type { Decimal } from '#shared/decimal.ts';
import { BookToolbar } from './book-toolbar.tsx';

afterEach(() => {
  cleanup();
  useUiStore.setState(useUiStore.getInitialState());
});

const steps: readonly Decimal[] = ['0.1', '0.2', '0.5', '1'];
const show = (symbol = 'BTC-USDT', known = steps) => {
  installFakeDesk();
  return renderPage(<BookToolbar profileId="p" market={spotMarket(symbol)} steps={known} />);
};
const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: RegExp | string) => fireEvent.click(button(name));
const shownStep = () => document.querySelector('.book-step')?.textContent;
const isOff = (name: RegExp) => button(name).disabled || button(name).getAttribute('aria-disabled') === 'true';

it('grouping changes step by step, shows its step, and states both ends of the range', () => {
  show();
  expect(shownStep()).toBe('0.1');
  expect(isOff(/Finer/)).toBe(true);
  press(/Coarser/);
  press(/Coarser/);
  expect([shownStep(), useUiStore.getState().bookSteps]).toEqual(['0.5', { 'BTC-USDT': '0.5' }]);
  press(/Coarser/);
  expect([shownStep(), isOff(/Coarser/), isOff(/Finer/)]).toEqual(['1', true, false]);
});

it('the finest step is the raw book, without a stored step', () => {
  useUiStore.getState().setBookStep('BTC-USDT', '0.2');
  show();
  press(/Finer/);
  expect([shownStep(), useUiStore.getState().bookSteps]).toEqual(['0.1', {}]);
});

it('every pair has its own step', () => {
  useUiStore.getState().setBookStep('ETH-USDT', '0.5');
  show();
  expect(shownStep()).toBe('0.1');
});

it('the toolbar shows no price step while the tick is unknown', () => {
  show('BTC-USDT', []);
  expect([shownStep(), isOff(/Finer/), isOff(/Coarser/)]).toEqual(['', true, true]);
});

it('plus and minus change the step, but not in a field, with a modifier or held down', () => {
  show();
  const field = document.createElement('input');
  document.body.append(field);
  fireEvent.keyDown(document.body, { key: '+' });
  expect(shownStep()).toBe('0.2');
  fireEvent.keyDown(document.body, { key: '=' });
  expect(shownStep()).toBe('0.5');
  fireEvent.keyDown(document.body, { key: '-' });
  expect(shownStep()).toBe('0.2');
  fireEvent.keyDown(field, { key: '+' });
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'repeat'])
    fireEvent.keyDown(document.body, { key: '+', [modifier]: true });
  fireEvent.keyDown(document.body, { key: 'x' });
  expect(shownStep()).toBe('0.2');
  field.remove();
});

it('a removed toolbar receives no keys', () => {
  show().unmount();
  fireEvent.keyDown(document.body, { key: '+' });
  expect(useUiStore.getState().bookSteps).toEqual({});
});

it('totals can be switched, and their state is shown', () => {
  show();
  expect(button('Totals').getAttribute('aria-pressed')).toBe('true');
  press('Totals');
  expect(button('Totals').getAttribute('aria-pressed')).toBe('false');
  expect(useUiStore.getState().isBookCumulative).toBe(false);
});

it('sizes are in base or in quote, and the button says in which', () => {
  show();
  expect(button('Sizes in BTC').textContent).toBe('BTC');
  press('Sizes in BTC');
  expect(button('Sizes in USDT').textContent).toBe('USDT');
  expect(useUiStore.getState().isBookInQuote).toBe(true);
});
