import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { futuresMarket, spotMarket } from '#shared/testing/build-instrument.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { always } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useTicketStore } from '#state/ticket-store.ts';
import { PriceLadderPanel } from './price-ladder-panel.tsx';
import {
  account,
  arm,
  cancelled,
  cell,
  current,
  desk,
  inputsOf,
  ladderProfile,
  line,
  note,
  openLadder,
  placed,
  press,
  pushBook,
  rest,
  setUpLadder,
  tearDownLadder,
  tip,
  typeSize,
} from './testing/ladder-page.tsx';

beforeEach(setUpLadder);
afterEach(tearDownLadder);

it('ladder keys: arrows choose, Enter places, Shift and arrows move an order, Delete cancels it', async () => {
  await openLadder();
  typeSize('0.5');
  const grid = screen.getByRole('grid', { name: 'Price ladder of BTC-USDT' });
  act(() => grid.focus());
  const key = (name: string, change = {}) => fireEvent.keyDown(grid, { key: name, ...change });
  await waitFor(() => expect(current()).toBe('100'));
  for (const name of ['ArrowDown', 'ArrowDown']) key(name);
  expect(current()).toBe('98');
  key('Enter');
  expect(useTicketStore.getState().prefill).toMatchObject({ side: 'buy', price: '98' });
  key('ArrowRight');
  key('Enter', { ctrlKey: true });
  expect(useTicketStore.getState().prefill).toMatchObject({ side: 'sell', trigger: '98' });
  key('ArrowLeft');
  key('Enter', { ctrlKey: true });
  expect(note()).toContain('above the ask');
  key('ArrowDown');
  key('ArrowDown', { shiftKey: true });
  key('PageUp', { shiftKey: true });
  expect(note()).toBe('Enter moves it there, Escape leaves it');
  key('Enter');
  expect(note()).toContain('Not dragged through the spread');
  key('ArrowDown');
  for (let step = 0; step < 8; step += 1) key('ArrowDown');
  expect(current()).toBe('97');
  key('ArrowDown', { shiftKey: true });
  key('Escape');
  key('ArrowUp');
  key('ArrowDown', { shiftKey: true });
  key('Enter');
  expect(await screen.findByRole('button', { name: 'Move buy 1 BTC at 97 to 96' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(inputsOf('orders.amend')).toEqual([]);
  key('ArrowUp');
  key('Delete');
  await waitFor(() => expect(cancelled()).toMatchObject([{ orderId: 'mine' }]));
});

it('cancels of a side are counted and confirmed', async () => {
  await openLadder();
  expect(screen.getByRole('button', { name: /✕ sells 0/ }).getAttribute('aria-disabled')).toBe('true');
  account.publish('spot.stops', [buildStopOrder({ id: 's1', side: 'buy', stopPrice: '150' })]);
  fireEvent.click(await screen.findByRole('button', { name: /✕ buys 2/ }));
  expect(await screen.findByText('Cancel all 2 buys of BTC-USDT?')).toBeTruthy();
  desk.answer('stops.cancel', always({ orderId: 's1', outcome: 'requested' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel 2' }));
  await waitFor(() => expect(cancelled()).toHaveLength(1));
  await waitFor(() => expect(desk.calls.some(({ name }) => name === 'stops.cancel')).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: /own above/ }));
  await waitFor(() => expect(cell('150', 'buys').dataset['tone']).not.toBeUndefined());
  fireEvent.keyDown(document.body, { key: ' ' });
  await waitFor(() => expect(line('99')).toBeTruthy());
});

it('a side is cancelled for the chosen account only, and the remaining accounts are named', async () => {
  await openLadder();
  account.publish('margin.orders', [buildOrder({ id: 'm1', price: '96', tradeType: 'cross' })]);
  account.publish('spot.stops', [buildStopOrder({ id: 's1', side: 'buy', stopPrice: '150', tradeType: 'cross' })]);
  fireEvent.click(
    await screen.findByRole('button', {
      name: '✕ buys 1: cancel all buys of this market on spot; 2 in other accounts stay',
    }),
  );
  const sheet = within(await screen.findByRole('dialog', { name: 'Cancel the one buy of BTC-USDT?' }));
  expect(sheet.getByText('Account').closest('.fact')?.textContent).toContain('on spot');
  expect(sheet.getByText('Not cancelled').closest('.fact')?.textContent).toContain('2 on cross margin');
  fireEvent.click(sheet.getByRole('button', { name: 'Cancel 1' }));
  await waitFor(() => expect(cancelled()).toMatchObject([{ orderId: 'mine' }]));
  expect(desk.calls.filter(({ name }) => name === 'margin.cancel' || name === 'stops.cancel')).toEqual([]);
});

it('a side with orders of other accounts only offers no cancel, and says so', async () => {
  await openLadder();
  account.publish('spot.orders', []);
  account.publish('margin.orders', [buildOrder({ id: 'm1', price: '96', tradeType: 'isolated' })]);
  const button = await screen.findByRole('button', { name: /✕ buys 0.*1 in other accounts stay/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

it('a contract ladder counts lots', async () => {
  await openLadder(futuresMarket());
  typeSize('3');
  arm();
  press(cell('98', 'buys'));
  await waitFor(() => expect(inputsOf('orders.placeFutures')).toHaveLength(1));
  expect(inputsOf('orders.placeFutures')[0]).toMatchObject({
    confirmed: 'none',
    order: { size: '3', price: '98', marginMode: 'isolated', leverage: '5' },
  });
});

it('an armed click is sent with the leverage of the position, and one that changes it is reviewed', async () => {
  account.publish('positions', [
    buildPosition({ symbol: futuresMarket().symbol, positionCost: '100', initialMargin: '10', marginMode: 'isolated' }),
  ]);
  await openLadder(futuresMarket());
  typeSize('3');
  arm();
  press(cell('98', 'buys'));
  await waitFor(() => expect(inputsOf('orders.placeFutures')).toHaveLength(1));
  expect(inputsOf('orders.placeFutures')[0]).toMatchObject({ order: { marginMode: 'isolated', leverage: '10' } });
  fireEvent.change(screen.getByLabelText('Leverage of isolated margin'), { target: { value: '5' } });
  await rest();
  fireEvent.mouseMove(cell('96', 'buys'));
  await waitFor(() => expect(tip()).toContain('Buy 3 lots at 96, isolated 5×'));
  expect(tip()).toContain('Reviewed first: The position has 10×');
  press(cell('96', 'buys'));
  expect(note()).toContain('The position has 10×; this order sets it to 5×.');
  expect(useTicketStore.getState().prefill).toMatchObject({ marginMode: 'isolated', leverage: '5', isReview: true });
  expect(inputsOf('orders.placeFutures')).toHaveLength(1);
  // what was chosen of a market stays while the window lives
  fireEvent.change(screen.getByLabelText('Leverage of isolated margin'), { target: { value: '' } });
});

it('a reducing click on a contract is sent also while the account is frozen', async () => {
  desk.answer(
    'safeguards.read',
    always({ profileId: ladderProfile.id, frozenSinceMs: 1, isDryRun: false, timedCancelS: null, isKept: true }),
  );
  await openLadder(futuresMarket());
  typeSize('3');
  arm();
  press(cell('98', 'buys'));
  await waitFor(() => expect(note()).toContain('Frozen: nothing but cancels and what reduces'));
  expect(inputsOf('orders.placeFutures')).toEqual([]);
  const safeguards = { profileId: ladderProfile.id, isDryRun: false, timedCancelS: null, isKept: true } as const;
  act(() => desk.push('safeguards.changed', { ...safeguards, frozenSinceMs: null }));
  expect(note() ?? '').not.toContain('Frozen');
  act(() => desk.push('safeguards.changed', { ...safeguards, frozenSinceMs: 1 }));
  fireEvent.click(screen.getByRole('button', { name: /^Reduce-only/ }));
  await rest();
  press(cell('98', 'buys'));
  await waitFor(() => expect(inputsOf('orders.placeFutures')).toHaveLength(1));
  expect(inputsOf('orders.placeFutures')[0]).toMatchObject({ order: { isReduceOnly: true } });
  expect(inputsOf('orders.placeFutures')[0]).toHaveProperty('order.leverage', undefined);
  // what was chosen of a market stays while the window lives
  fireEvent.click(screen.getByRole('button', { name: /^Reduce-only/ }));
});

it('a margin click uses that account, armed and by the ticket, and the pointer says so', async () => {
  await openLadder();
  typeSize('0.5');
  fireEvent.change(screen.getByLabelText('Trading account'), { target: { value: 'cross' } });
  fireEvent.click(screen.getByRole('button', { name: /^Auto loan/ }));
  fireEvent.mouseMove(cell('98', 'bid'));
  await waitFor(() => expect(tip()).toContain('Buy 0.5 BTC at 98 on cross margin, borrows what is missing, repays'));
  press(cell('98', 'bid'));
  expect(useTicketStore.getState().prefill).toMatchObject({
    tradeType: 'cross',
    isAutoBorrow: true,
    isAutoRepay: true,
    price: '98',
  });
  await rest();
  arm();
  press(cell('98', 'buys'));
  await waitFor(() => expect(inputsOf('margin.place')).toHaveLength(1));
  expect(inputsOf('margin.place')[0]).toMatchObject({
    confirmed: 'none',
    order: { tradeType: 'cross', isAutoBorrow: true, isAutoRepay: true, price: '98', size: '0.5' },
  });
  expect(placed()).toEqual([]);
  // another ladder of the same market finds the account as it was chosen
  cleanup();
  await openLadder();
  const chosen = screen.getByLabelText<HTMLSelectElement>('Trading account');
  expect(chosen.value).toBe('cross');
  fireEvent.change(chosen, { target: { value: 'spot' } });
});

it('a read-only profile sends nothing', async () => {
  renderPage(<PriceLadderPanel profile={buildProfile({ isReadOnly: true })} mode="READ-ONLY" market={spotMarket()} />);
  await waitFor(() => {
    pushBook();
    expect(line('99')).toBeTruthy();
  });
  await rest();
  press(cell('98', 'bid'));
  expect(note()).toContain('read-only');
  await rest();
  await waitFor(() => expect(cell('97', 'buys').dataset['tone']).toBe('resting'));
  press(cell('97', 'buys'), { button: 2 });
  expect(note()).toContain('read-only');
  expect(cancelled()).toEqual([]);
});
