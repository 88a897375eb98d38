import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calls } from '#shared/contract.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildLiveBook } from '#shared/testing/build-book.ts';
import { buildFuturesContract, buildSpotSymbol, futuresMarket, spotMarket } from '#shared/testing/build-instrument.ts';
import { buildIntent } from '#shared/testing/build-intent.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { buildPublicTrade } from '#shared/testing/build-trade.ts';
import { type FakeAccount, serveAccount } from '#bridge/testing/fake-account.ts';
import { wholeMessage } from '#bridge/testing/book-messages.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useTicketStore } from '#state/ticket-store.ts';
import { useRowActsStore } from './acts/row-acts.ts';
import { PriceLadderPanel } from './price-ladder-panel.tsx';
import { easyPolicy } from './testing/build-ladder.ts';

const profile = buildProfile();
const own = buildOrder({ id: 'mine', price: '97', size: '1', createdAtMs: 5 });
let desk: FakeDesk;
let account: FakeAccount;
/** what performance.now answers: dead time passes when a test says so */
let nowMs = 0;

const pushBook = (change: Parameters<typeof buildLiveBook>[0] = {}) => {
  const book = buildLiveBook({
    profileId: profile.id,
    bids: [
      ['99', '2'],
      ['97', '4'],
    ],
    asks: [['101', '1']],
    ...change,
  });
  act(() => desk.push('book.changed', wholeMessage(book)));
};
/** longer than a press is dead, and than the ladder waits between two views */
const rest = async () => {
  nowMs += 1000;
  await act(() => new Promise(resolve => setTimeout(resolve, 120)));
};

beforeEach(() => {
  nowMs = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  desk = installFakeDesk({
    'symbols.list': always([buildSpotSymbol({ priceIncrement: '1', baseIncrement: '0.01' })]),
    'contracts.list': always([buildFuturesContract({ tickSize: '1' })]),
    'contracts.read': always(buildFuturesContract({ tickSize: '1' })),
    'contracts.riskLevels': always([]),
    'contracts.settings': always({ marginMode: 'isolated', crossLeverage: '10' }),
    'accounts.marketFee': always({ takerFeeRate: '0.001', makerFeeRate: '0.0005' }),
    'policy.read': always(easyPolicy),
    'intents.list': always([]),
    'orders.place': always({ orderId: 'o9', clientOid: null }),
    'orders.placeFutures': always({ orderId: 'f9', clientOid: null }),
    'stops.place': always({ orderId: 's9', clientOid: null }),
    'orders.cancel': always({ orderId: 'mine', outcome: 'requested' }),
    'orders.amend': always({ outcome: 'amended', orderId: 'o10', filledSize: '0', detail: '' }),
  });
  account = serveAccount(desk, {
    'spot.orders': [own],
    'margin.orders': [],
    'futures.orders': [],
    'spot.stops': [],
    'futures.stops': [],
    positions: [],
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  useTicketStore.setState(useTicketStore.getInitialState());
  useRowActsStore.setState(useRowActsStore.getInitialState());
});

async function open(market = spotMarket()): Promise<HTMLElement> {
  renderPage(<PriceLadderPanel profile={profile} mode="PRACTICE" market={market} />);
  const panel = await screen.findByRole('region', { name: 'Price ladder' });
  await waitFor(() => {
    pushBook({ venue: market.venue, symbol: market.symbol });
    expect(line('99')).toBeTruthy();
  });
  await waitFor(() => expect(desk.calls.some(({ name }) => name === 'policy.read')).toBe(true));
  await rest();
  return panel;
}

const line = (price: string) => document.querySelector<HTMLElement>(`.price-ladder-row[data-price="${price}"]`);
function cell(price: string, column: string): HTMLElement {
  const found = line(price)?.querySelector<HTMLElement>(`[data-column="${column}"]`);
  if (!found) throw new Error(`no ${column} at ${price}`);
  return found;
}
const top = () => document.querySelector('.price-ladder-rows .price-ladder-row')?.getAttribute('data-price');
/** the price of the row that the keys are on */
const current = () =>
  document.querySelector('[aria-selected="true"]')?.closest('[data-price]')?.getAttribute('data-price');
const note = () => screen.getByRole('status').textContent;
const tip = () => document.querySelector('.price-ladder-tip')?.textContent ?? '';
const typeSize = (size: string) =>
  fireEvent.change(screen.getByLabelText(/^Size of a click/), { target: { value: size } });
const arm = () => fireEvent.click(screen.getByRole('button', { name: /^Arm/ }));

interface PressOptions {
  readonly button?: number;
  readonly ctrlKey?: boolean;
  readonly to?: HTMLElement;
}

function press(at: HTMLElement, { button = 0, ctrlKey = false, to = at }: PressOptions = {}): void {
  fireEvent.mouseMove(at, { clientX: 5, clientY: 5 });
  fireEvent.mouseDown(at, { button, ctrlKey, clientX: 5, clientY: 5 });
  const clientY = to === at ? 5 : 50;
  if (to !== at) fireEvent.mouseMove(to, { clientX: 5, clientY });
  fireEvent.mouseUp(to, { button, ctrlKey, clientX: 5, clientY });
}

const inputsOf = (name: string) => desk.calls.filter(each => each.name === name).map(({ input }) => input);
const placed = () => inputsOf('orders.place').map(input => calls['orders.place'].input.parse(input));
const cancelled = () => inputsOf('orders.cancel');

it('shows the market in rows that stand still, the own orders outside, what traded, and the queue', async () => {
  await open();
  expect(line('99')?.dataset['place']).toBe('bid');
  expect(line('100')?.dataset['place']).toBe('spread');
  expect(cell('99', 'bid').textContent).toBe('2');
  expect(cell('101', 'ask').textContent).toBe('1');
  expect(cell('97', 'buys').dataset['tone']).toBe('resting');
  // three of four at 97 are not mine; who was there first is not known
  await waitFor(() => {
    pushBook();
    expect(cell('97', 'ahead').textContent).toBe('≤ 3');
  });
  expect(screen.getByText('spread 2 ticks')).toBeTruthy();
  expect(screen.getByText('mid 100')).toBeTruthy();
  const trade = buildPublicTrade({ price: '99', size: '0.5', takerSide: 'sell' });
  act(() => desk.push('trades.arrived', { profileId: profile.id, venue: 'spot', symbol: 'BTC-USDT', trades: [trade] }));
  await waitFor(() => {
    pushBook();
    expect(cell('99', 'vol').textContent).toBe('.5');
  });
  const before = top();
  pushBook({ bids: [['103', '2']], asks: [['105', '1']] });
  await waitFor(() => expect(line('103')?.dataset['place']).toBe('bid'));
  expect(top()).toBe(before);
});

it('a click that is not armed goes into the ticket, with price and size, and nothing is sent', async () => {
  await open();
  press(cell('98', 'bid'));
  expect(note()).toBe('Type a size first.');
  typeSize('0.5');
  await rest();
  fireEvent.mouseMove(cell('98', 'bid'));
  await waitFor(() => expect(tip()).toContain('Buy 0.5 BTC at 98'));
  expect(tip()).toContain('A click reviews it in the ticket');
  press(cell('98', 'bid'));
  expect(useTicketStore.getState().asked).toEqual({
    side: 'buy',
    price: '98',
    size: '0.5',
    unit: 'base',
    kind: 'limit',
    isReview: true,
  });
  await rest();
  press(cell('95', 'sells'), { ctrlKey: true });
  expect(useTicketStore.getState().asked).toMatchObject({
    kind: 'stop-market',
    trigger: '95',
    price: '',
    side: 'sell',
  });
  expect(placed()).toEqual([]);
});

it('armed, one click sends once, and its row says what came of it', async () => {
  await open();
  typeSize('0.5');
  arm();
  expect(document.querySelector('.price-ladder')?.getAttribute('data-armed')).toBe('true');
  fireEvent.mouseMove(cell('98', 'buys'));
  await waitFor(() => expect(tip()).toContain('Armed: one click sends it'));
  expect(tip()).toContain('Rests first at its price');
  expect(tip()).toContain('Fee about 0.0245 USDT');
  let answer: (() => void) | undefined;
  desk.answer(
    'orders.place',
    () => new Promise(done => (answer = () => done(succeed({ orderId: 'o9', clientOid: null })))),
  );
  press(cell('98', 'buys'));
  press(cell('98', 'buys'));
  expect(note()).toBe('The rows have just moved: press again.');
  await waitFor(() => expect(cell('98', 'buys').dataset['tone']).toBe('sending'));
  act(() => answer?.());
  await waitFor(() => expect(cell('98', 'buys').dataset['tone']).toBe('done'));
  expect(placed()).toMatchObject([
    { confirmed: 'none', order: { side: 'buy', type: 'limit', price: '98', size: '0.5' } },
  ]);
  account.tell('spot.orders', [own, buildOrder({ id: 'o9', price: '98', size: '0.5' })]);
  await waitFor(() => expect(cell('98', 'buys').dataset['tone']).toBe('resting'));
});

it('a refusal says the words of the exchange, and a lost answer stays until it is found out', async () => {
  await open();
  typeSize('0.5');
  arm();
  desk.answer('orders.place', () =>
    fail('exchange-rejected', 'refused', { exchangeMessage: 'Balance insufficient', code: '200004' }),
  );
  press(cell('98', 'buys'));
  await waitFor(() => expect(cell('98', 'buys').dataset['tone']).toBe('refused'));
  expect(note()).toContain('Balance insufficient (200004)');
  desk.answer('orders.place', () => fail('outcome-unknown', 'The answer was lost.'));
  await rest();
  press(cell('96', 'buys'));
  await waitFor(() => expect(cell('96', 'buys').dataset['tone']).toBe('unknown'));
  expect(note()).toContain('Not known yet: Buy 0.5 BTC at 96');
  const key = placed()[1]?.order.clientOid ?? '';
  act(() =>
    desk.push(
      'intents.changed',
      buildIntent({ profileId: profile.id, key, state: 'found-absent', detail: 'Not there.' }),
    ),
  );
  await waitFor(() => expect(cell('96', 'buys').dataset['tone']).toBe('absent'));
  expect(placed()).toHaveLength(2);
});

it('what the policy wants looked at is looked at, armed or not', async () => {
  await open();
  typeSize('20');
  arm();
  press(cell('98', 'buys'));
  expect(useTicketStore.getState().asked).toMatchObject({ size: '20', isReview: true });
  expect(note()).toContain('second look');
  expect(placed()).toEqual([]);
});

it('right click cancels the newest of a row, and the sign in the cell does too', async () => {
  await open();
  account.tell('spot.orders', [own, buildOrder({ id: 'newer', price: '97', size: '2', createdAtMs: 9 })]);
  await waitFor(() => expect(cell('97', 'buys').textContent).toContain('3 (2)'));
  fireEvent.mouseMove(cell('97', 'buys'));
  await waitFor(() => expect(tip()).toContain('Right click cancels the newest'));
  press(cell('97', 'buys'), { button: 2 });
  await waitFor(() => expect(cancelled()).toMatchObject([{ orderId: 'newer' }]));
  expect(note()).toContain('Cancelling: buy 2 BTC at 97');
  account.tell('spot.orders', [own]);
  await rest();
  await waitFor(() => expect(cell('97', 'buys').textContent).toContain('1'));
  const sign = cell('97', 'buys').querySelector<HTMLElement>('[data-cancel]');
  if (sign === null) throw new Error('no sign to cancel by');
  press(sign);
  await waitFor(() => expect(cancelled()).toHaveLength(2));
  await rest();
  press(cell('95', 'buys'), { button: 2 });
  expect(note()).toBe('No own order stands here.');
});

it('a drag shows a ghost at the old price, asks before it moves when it is not armed, and never goes through the spread', async () => {
  await open();
  press(cell('97', 'buys'), { to: cell('102', 'buys') });
  expect(note()).toContain('Not through the spread');
  await rest();
  fireEvent.mouseMove(cell('97', 'buys'), { clientX: 5, clientY: 5 });
  fireEvent.mouseDown(cell('97', 'buys'), { clientX: 5, clientY: 5 });
  fireEvent.mouseMove(cell('95', 'buys'), { clientX: 5, clientY: 50 });
  expect(cell('97', 'buys').dataset['tone']).toBe('ghost');
  expect(cell('95', 'buys').textContent).toBe('→ 1');
  fireEvent.mouseUp(cell('95', 'buys'), { clientX: 5, clientY: 50 });
  fireEvent.click(await screen.findByRole('button', { name: 'Move buy 1 BTC at 97 to 95' }));
  await waitFor(() => expect(inputsOf('orders.amend')).toHaveLength(1));
  expect(inputsOf('orders.amend')[0]).toMatchObject({
    confirmed: 'summary',
    amend: { orderId: 'mine', price: '95', size: '1' },
  });
  await rest();
  arm();
  press(cell('97', 'buys'), { to: cell('96', 'buys') });
  await waitFor(() => expect(inputsOf('orders.amend')[1]).toMatchObject({ confirmed: 'none', amend: { price: '96' } }));
});

it('an order of which neither the old nor the new one is alive is said so', async () => {
  await open();
  arm();
  desk.answer('orders.amend', always({ outcome: 'gone', orderId: null, filledSize: '0', detail: 'It was refused.' }));
  press(cell('97', 'buys'), { to: cell('96', 'buys') });
  await waitFor(() => expect(note()).toContain('Neither is alive. It was refused.'));
});

it('rows freeze under the pointer, and a press right after they moved counts for nothing', async () => {
  await open();
  typeSize('0.5');
  const before = top();
  fireEvent.mouseMove(cell('99', 'bid'));
  pushBook({ bids: [['140', '2']], asks: [['141', '1']] });
  expect(await screen.findByText(/^market \d+ rows up$/)).toBeTruthy();
  expect(top()).toBe(before);
  const rows = document.querySelector('.price-ladder-rows');
  if (rows === null) throw new Error('no rows');
  fireEvent.mouseLeave(rows);
  await waitFor(() => expect(line('140')?.dataset['place']).toBe('bid'));
  expect(top()).not.toBe(before);
  press(cell('139', 'bid'));
  expect(note()).toBe('The rows have just moved: press again.');
  await rest();
  press(cell('139', 'bid'));
  expect(useTicketStore.getState().asked).toMatchObject({ price: '139' });
});

it('a stale or a crossed book takes nothing, and a crossed one is not drawn', async () => {
  const panel = await open();
  typeSize('0.5');
  pushBook({ state: 'stale', detail: 'Nothing was heard for 5 s.' });
  await waitFor(() => expect(within(panel).getByText('not live')).toBeTruthy());
  press(cell('98', 'bid'));
  expect(note()).toBe('Nothing was heard for 5 s.');
  expect(screen.getByRole('button', { name: /^Arm/ }).getAttribute('aria-disabled')).toBe('true');
  pushBook({ bids: [['102', '1']] });
  expect((await screen.findByRole('alert')).textContent).toContain('crossed');
  expect(useTicketStore.getState().asked).toBeNull();
});

it('by keys: arrows choose, Enter places, Shift and arrows move an order, Delete cancels it', async () => {
  await open();
  typeSize('0.5');
  const grid = screen.getByRole('grid', { name: 'Price ladder of BTC-USDT' });
  act(() => grid.focus());
  const key = (name: string, change = {}) => fireEvent.keyDown(grid, { key: name, ...change });
  await waitFor(() => expect(current()).toBe('100'));
  for (const name of ['ArrowDown', 'ArrowDown']) key(name);
  expect(current()).toBe('98');
  key('Enter');
  expect(useTicketStore.getState().asked).toMatchObject({ side: 'buy', price: '98' });
  key('ArrowRight');
  key('Enter', { ctrlKey: true });
  expect(useTicketStore.getState().asked).toMatchObject({ side: 'sell', trigger: '98' });
  key('ArrowLeft');
  key('Enter', { ctrlKey: true });
  expect(note()).toContain('belongs above the ask');
  key('ArrowDown');
  key('ArrowDown', { shiftKey: true });
  key('PageUp', { shiftKey: true });
  expect(note()).toBe('Enter moves it there, Escape leaves it');
  key('Enter');
  expect(note()).toContain('Not through the spread');
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

it('the cancels of a side are counted and asked back', async () => {
  await open();
  expect(screen.getByRole('button', { name: /✕ sells 0/ }).getAttribute('aria-disabled')).toBe('true');
  account.tell('spot.stops', [buildStopOrder({ id: 's1', side: 'buy', stopPrice: '150' })]);
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

it('on a contract it counts lots', async () => {
  await open(futuresMarket());
  typeSize('3');
  arm();
  press(cell('98', 'buys'));
  await waitFor(() => expect(inputsOf('orders.placeFutures')).toHaveLength(1));
  expect(inputsOf('orders.placeFutures')[0]).toMatchObject({
    confirmed: 'none',
    order: { size: '3', price: '98', marginMode: 'isolated', leverage: '5' },
  });
});

it('a read-only profile acts on nothing', async () => {
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
