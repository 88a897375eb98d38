import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import { useTicketStore } from '#state/ticket-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { usePickedLevels, useTicketKeys } from './use-ticket-keys.ts';

function Keys() {
  useTicketKeys(spotMarket());
  usePickedLevels(spotMarket());
  return <input aria-label="elsewhere" />;
}

afterEach(() => {
  cleanup();
  useTicketStore.setState(useTicketStore.getInitialState());
  useUiStore.setState(useUiStore.getInitialState());
});

const press = (key: string, change: object = {}) => fireEvent.keyDown(document.body, { key, ...change });
const prefill = () => useTicketStore.getState().prefill;
const pick = (level: object) =>
  act(() => useUiStore.getState().pickLevel({ symbol: 'BTC-USDT', side: 'bid', price: '100', ...level }));

it('B and S open the ticket on their side, and not from a field, with Ctrl, or held', () => {
  const { getByLabelText } = render(<Keys />);
  press('b', { ctrlKey: true });
  press('b', { repeat: true });
  press('x');
  fireEvent.keyDown(getByLabelText('elsewhere'), { key: 'b' });
  expect(useTicketStore.getState().isOpen).toBe(false);
  press('B');
  expect(prefill()).toEqual({ side: 'buy' });
  act(() => useTicketStore.getState().clearPrefill());
  press('s');
  expect(prefill()).toEqual({ side: 'sell' });
});

it('keys typed while the ticket loads are kept for its size', () => {
  render(<Keys />);
  press('b');
  for (const key of ['.', '0', '5']) press(key);
  expect(prefill()).toEqual({ side: 'buy', size: '.05' });
  act(() => useTicketStore.getState().clearPrefill());
  press('7');
  expect(prefill()).toBeNull();
});

it('Tab during the load moves to the price, where b is the bid and no other side', () => {
  render(<Keys />);
  press('Tab');
  press('b');
  for (const key of ['.', '5', 'Tab', 'b', '+', '1', 'x']) press(key);
  expect(prefill()).toEqual({ side: 'buy', size: '.5', isInPrice: true, price: 'b+1' });
});

it('keys for a loading ticket reach nothing else in the window', () => {
  const heard: string[] = [];
  const elsewhere = (event: KeyboardEvent) => {
    heard.push(event.key);
    // as a drawing in between does: the ticket has come and has the focus
    act(() => useTicketStore.getState().clearPrefill());
  };
  document.addEventListener('keydown', elsewhere);
  try {
    render(<Keys />);
    press('+');
    press('b');
    // the listener above was there first: the ticket is asked for after it
    for (const key of ['.', '5', 'Tab', 'm', 'i', 'd', '+', '1']) press(key);
    expect(heard).toEqual(['+', 'b']);
    expect(prefill()).toEqual({ side: 'buy', size: '.5', isInPrice: true, price: 'mid+1' });
  } finally {
    document.removeEventListener('keydown', elsewhere);
  }
});

it('a ticket that does not load releases the keys after a while, and Escape closes it at any time', () => {
  const clock = vi.spyOn(performance, 'now');
  clock.mockReturnValue(1000);
  render(<Keys />);
  press('b');
  clock.mockReturnValue(3999);
  press('5');
  expect(prefill()).toEqual({ side: 'buy', size: '5' });
  clock.mockReturnValue(7000);
  // Tab goes where it always goes
  expect(press('Tab')).toBe(true);
  expect(press('6')).toBe(true);
  expect(prefill()).toEqual({ side: 'buy', size: '5' });
  press('Escape');
  expect(useTicketStore.getState()).toMatchObject({ isOpen: false, prefill: null });
  // and without a loading ticket it has no receiver here
  press('Escape');
  clock.mockRestore();
});

it('the keys 1 to 4 enter the stored size into an open ticket', () => {
  useUiStore.setState({ presets: { 'spot:BTC-USDT': ['0.1', '', '', '500q'] } });
  render(<Keys />);
  press('1');
  expect(prefill()).toBeNull();
  press('b');
  act(() => useTicketStore.getState().clearPrefill());
  press('2');
  expect(prefill()).toBeNull();
  press('4');
  expect(prefill()).toEqual({ size: '500q' });
});

it('a price of the book is joined, a size is taken; a level chosen by keys is neither', () => {
  render(<Keys />);
  pick({});
  pick({ isSize: false, symbol: 'ETH-USDT' });
  expect(prefill()).toBeNull();
  pick({ isSize: false });
  expect(prefill()).toEqual({ price: '100', side: 'buy' });
  // the ticket is open now and has its side
  pick({ isSize: false, side: 'ask', price: '101' });
  expect(prefill()).toEqual({ price: '101' });
  pick({ isSize: true, side: 'ask', price: '102' });
  expect(prefill()).toEqual({ price: '102', side: 'buy', isSweep: true });
  pick({ isSize: true, price: '99' });
  expect(prefill()).toEqual({ price: '99', side: 'sell', isSweep: true });
});

it('ticket opens by the keys that the user chose, with Ctrl as well, and no longer by the default ones', () => {
  useUiStore.setState({ shortcuts: { buy: 'Ctrl+Shift+B', sell: 'Q' } });
  render(<Keys />);
  press('b');
  press('s');
  expect(prefill()).toBeNull();
  press('B', { ctrlKey: true, shiftKey: true });
  expect(prefill()).toEqual({ side: 'buy' });
  act(() => useTicketStore.getState().clearPrefill());
  press('q');
  expect(prefill()).toEqual({ side: 'sell' });
});
