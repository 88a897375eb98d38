import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { calls } from '#shared/contract.ts';
import { buildLiveBook } from '#shared/testing/build-book.ts';
import { buildFuturesContract, buildSpotSymbol, spotMarket } from '#shared/testing/build-instrument.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { type FakeAccount, serveAccount } from '#bridge/testing/fake-account.ts';
import { wholeMessage } from '#bridge/testing/book-messages.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useLadderStore } from '#state/ladder-store.ts';
import { useTicketStore } from '#state/ticket-store.ts';
import { useRowActionsStore } from '../actions/row-actions.ts';
import { PriceLadderPanel } from '../price-ladder-panel.tsx';
import { easyPolicy } from './build-ladder.ts';

export const ladderProfile = buildProfile();
export const ownBuy = buildOrder({ id: 'mine', price: '97', size: '1', createdAtMs: 5 });
export let desk: FakeDesk;
export let account: FakeAccount;
/** the value of performance.now: a test lets the time pass in which clicks are ignored */
let nowMs = 0;

export const pushBook = (change: Parameters<typeof buildLiveBook>[0] = {}) => {
  const book = buildLiveBook({
    profileId: ladderProfile.id,
    bids: [
      ['99', '2'],
      ['97', '4'],
    ],
    asks: [['101', '1']],
    ...change,
  });
  act(() => desk.push('book.changed', wholeMessage(book)));
};
/** longer than clicks are ignored, and longer than the ladder waits between two views */
export const rest = async () => {
  nowMs += 1000;
  await act(() => new Promise(resolve => setTimeout(resolve, 120)));
};

/** For tests: a page with one own buy at 97, and an exchange that takes everything. */
export function setUpLadder(): void {
  nowMs = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  desk = installFakeDesk({
    'symbols.list': always([buildSpotSymbol({ priceIncrement: '1', baseIncrement: '0.01' })]),
    'contracts.list': always([buildFuturesContract({ tickSize: '1' })]),
    'contracts.read': always(buildFuturesContract({ tickSize: '1' })),
    'contracts.riskLevels': always([]),
    'contracts.settings': always({ marginMode: 'isolated', crossLeverage: '10' }),
    'positions.mode': always({ mode: 'one-way' }),
    'accounts.marketFee': always({ takerFeeRate: '0.001', makerFeeRate: '0.0005' }),
    'policy.read': always(easyPolicy),
    'intents.list': always([]),
    'orders.place': always({ orderId: 'o9', clientOid: null }),
    'margin.place': always({ orderId: 'm9', clientOid: null, borrowedSize: null }),
    'orders.placeFutures': always({ orderId: 'f9', clientOid: null }),
    'stops.place': always({ orderId: 's9', clientOid: null }),
    'orders.cancel': always({ orderId: 'mine', outcome: 'requested' }),
    'orders.amend': always({ outcome: 'amended', orderId: 'o10', filledSize: '0', detail: '' }),
  });
  account = serveAccount(desk, {
    'spot.orders': [ownBuy],
    'margin.orders': [],
    'futures.orders': [],
    'spot.stops': [],
    'futures.stops': [],
    positions: [],
  });
}

export function tearDownLadder(): void {
  cleanup();
  vi.restoreAllMocks();
  useTicketStore.setState(useTicketStore.getInitialState());
  useLadderStore.setState(useLadderStore.getInitialState());
  useRowActionsStore.setState(useRowActionsStore.getInitialState());
}

export async function openLadder(market = spotMarket()): Promise<HTMLElement> {
  renderPage(<PriceLadderPanel profile={ladderProfile} mode="PRACTICE" market={market} />);
  const panel = await screen.findByRole('region', { name: 'Price ladder' });
  await waitFor(() => {
    pushBook({ venue: market.venue, symbol: market.symbol });
    expect(line('99')).toBeTruthy();
  });
  await waitFor(() => expect(desk.calls.some(({ name }) => name === 'policy.read')).toBe(true));
  await rest();
  return panel;
}

export const line = (price: string) => document.querySelector<HTMLElement>(`.price-ladder-row[data-price="${price}"]`);
export function cell(price: string, column: string): HTMLElement {
  const found = line(price)?.querySelector<HTMLElement>(`[data-column="${column}"]`);
  if (!found) throw new Error(`no ${column} at ${price}`);
  return found;
}
export const top = () => document.querySelector('.price-ladder-rows .price-ladder-row')?.getAttribute('data-price');
/** the price of the row that the keys are on */
export const current = () =>
  document.querySelector('[aria-selected="true"]')?.closest('[data-price]')?.getAttribute('data-price');
export const note = () => screen.getByRole('status').textContent;
export const tip = () => document.querySelector('.price-ladder-tip')?.textContent ?? '';
export const typeSize = (size: string) =>
  fireEvent.change(screen.getByLabelText(/^Size of a click/), { target: { value: size } });
export const arm = () => fireEvent.click(screen.getByRole('button', { name: /^Arm/ }));

interface PressOptions {
  readonly button?: number;
  readonly ctrlKey?: boolean;
  readonly to?: HTMLElement;
}

export function press(at: HTMLElement, { button = 0, ctrlKey = false, to = at }: PressOptions = {}): void {
  fireEvent.mouseMove(at, { clientX: 5, clientY: 5 });
  fireEvent.mouseDown(at, { button, ctrlKey, clientX: 5, clientY: 5 });
  const clientY = to === at ? 5 : 50;
  if (to !== at) fireEvent.mouseMove(to, { clientX: 5, clientY });
  fireEvent.mouseUp(to, { button, ctrlKey, clientX: 5, clientY });
}

export const inputsOf = (name: string) => desk.calls.filter(each => each.name === name).map(({ input }) => input);
export const placed = () => inputsOf('orders.place').map(input => calls['orders.place'].input.parse(input));
export const cancelled = () => inputsOf('orders.cancel');
