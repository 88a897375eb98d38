import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { buildIntent } from '#shared/testing/build-intent.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { buildPublicTrade } from '#shared/testing/build-trade.ts';
import { always } from '#bridge/testing/fake-desk.ts';
import { useLadderStore } from '#state/ladder-store.ts';
import { useTicketStore } from '#state/ticket-store.ts';
import { easyPolicy } from './testing/build-ladder.ts';
import {
  account,
  arm,
  cancelled,
  cell,
  desk,
  inputsOf,
  ladderProfile,
  line,
  note,
  openLadder,
  ownBuy,
  placed,
  press,
  pushBook,
  rest,
  setUpLadder,
  tearDownLadder,
  tip,
  top,
  typeSize,
} from './testing/ladder-page.tsx';

beforeEach(setUpLadder);
afterEach(tearDownLadder);

it('price ladder shows the market in fixed rows, the own orders outside, traded volume, and the queue', async () => {
  await openLadder();
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
  act(() =>
    desk.push('trades.arrived', { profileId: ladderProfile.id, venue: 'spot', symbol: 'BTC-USDT', trades: [trade] }),
  );
  await waitFor(() => {
    pushBook();
    expect(cell('99', 'vol').textContent).toBe('.5');
  });
  const before = top();
  pushBook({ bids: [['103', '2']], asks: [['105', '1']] });
  await waitFor(() => expect(line('103')?.dataset['place']).toBe('bid'));
  expect(top()).toBe(before);
});

it('an unarmed click fills the ticket with price and size, and sends nothing', async () => {
  await openLadder();
  press(cell('98', 'bid'));
  expect(note()).toBe('Enter a size first.');
  typeSize('0.5');
  await rest();
  fireEvent.mouseMove(cell('98', 'bid'));
  await waitFor(() => expect(tip()).toContain('Buy 0.5 BTC at 98'));
  expect(tip()).toContain('A click opens the review');
  press(cell('98', 'bid'));
  expect(useTicketStore.getState().prefill).toEqual({
    side: 'buy',
    price: '98',
    size: '0.5',
    sizeUnit: 'base',
    kind: 'limit',
    isReview: true,
    tradeType: 'spot',
    isAutoBorrow: false,
    isAutoRepay: false,
  });
  await rest();
  press(cell('95', 'sells'), { ctrlKey: true });
  expect(useTicketStore.getState().prefill).toMatchObject({
    kind: 'stop-market',
    trigger: '95',
    price: '',
    side: 'sell',
  });
  expect(placed()).toEqual([]);
});

it('planned rungs are at their prices, and a dragged one is updated as if typed', async () => {
  await openLadder();
  const moved: unknown[] = [];
  const ghosts = {
    market: spotMarket(),
    side: 'buy',
    rungs: [
      { row: 0, price: '98', size: '0.3' },
      { row: 1, price: '97', size: '0.2' },
    ],
    move: (...args: unknown[]) => moved.push(args),
  } as const;
  act(() => useLadderStore.getState().showGhosts(ghosts));
  expect(cell('98', 'buys').textContent).toBe('0.3');
  expect(cell('98', 'buys').dataset['tone']).toBe('planned');
  expect(cell('97', 'buys').textContent).toContain('+0.2');
  press(cell('98', 'buys'), { to: cell('95', 'buys') });
  expect(moved).toEqual([[0, '95', false]]);
  act(() => useLadderStore.getState().showGhosts({ ...ghosts, market: spotMarket('ETH-USDT') }));
  expect(cell('98', 'buys').textContent).toBe('');
  expect(inputsOf('orders.amend')).toEqual([]);
});

it('a dragged stop shows the policy result before sending, armed or not, and fails with its figure', async () => {
  const policy = { ...easyPolicy.policy, largestOrder: '500' } as const;
  desk.answer('policy.read', always({ ...easyPolicy, policy }));
  await openLadder();
  const stop = buildStopOrder({ side: 'sell', type: 'market', price: null, stopPrice: '97', size: '1' });
  account.publish('spot.stops', [stop]);
  await waitFor(() => expect(cell('97', 'sells').dataset['tone']).toBe('stop'));
  arm();
  press(cell('97', 'sells'), { to: cell('95', 'sells') });
  const sheet = within(await screen.findByRole('dialog', { name: /Move order/ }));
  expect(sheet.getByText('Policy').closest('.fact')?.textContent).toContain('ok: 99 USDT of');
  fireEvent.click(sheet.getByRole('button', { name: 'Back' }));
  expect(inputsOf('orders.amend')).toEqual([]);
  await rest();
  const large = { ...stop, size: '6' } as const;
  account.publish('spot.stops', [large]);
  await waitFor(() => expect(cell('97', 'sells').textContent).toContain('s 6'));
  press(cell('97', 'sells'), { to: cell('95', 'sells') });
  expect(note()).toMatch(/500 USDT/);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('an armed click sends once, and its row shows the outcome', async () => {
  await openLadder();
  typeSize('0.5');
  arm();
  expect(document.querySelector('.price-ladder')?.getAttribute('data-armed')).toBe('true');
  fireEvent.mouseMove(cell('98', 'buys'));
  await waitFor(() => expect(tip()).toContain('Armed: one click sends it'));
  expect(tip()).toContain('First in queue at its price');
  expect(tip()).toContain('Fee about 0.0245 USDT');
  let answer: (() => void) | undefined;
  desk.answer(
    'orders.place',
    () => new Promise(done => (answer = () => done(succeed({ orderId: 'o9', clientOid: null })))),
  );
  press(cell('98', 'buys'));
  press(cell('98', 'buys'));
  expect(note()).toBe('The rows moved. Try again.');
  await waitFor(() => expect(cell('98', 'buys').dataset['tone']).toBe('sending'));
  act(() => answer?.());
  await waitFor(() => expect(cell('98', 'buys').dataset['tone']).toBe('done'));
  expect(placed()).toMatchObject([
    { confirmed: 'none', order: { side: 'buy', type: 'limit', price: '98', size: '0.5' } },
  ]);
  account.publish('spot.orders', [ownBuy, buildOrder({ id: 'o9', price: '98', size: '0.5' })]);
  await waitFor(() => expect(cell('98', 'buys').dataset['tone']).toBe('resting'));
});

it('a rejection shows the message of the exchange, and a lost answer stays until it is resolved', async () => {
  await openLadder();
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
  expect(note()).toContain('Outcome unknown: Buy 0.5 BTC at 96');
  const key = placed()[1]?.order.clientOid ?? '';
  act(() =>
    desk.push(
      'intents.changed',
      buildIntent({ profileId: ladderProfile.id, key, state: 'found-absent', detail: 'Not there.' }),
    ),
  );
  await waitFor(() => expect(cell('96', 'buys').dataset['tone']).toBe('absent'));
  expect(placed()).toHaveLength(2);
});

it('an order that the policy requires to be reviewed is reviewed, armed or not', async () => {
  await openLadder();
  typeSize('20');
  arm();
  press(cell('98', 'buys'));
  expect(useTicketStore.getState().prefill).toMatchObject({ size: '20', isReview: true });
  expect(note()).toContain('requires a review');
  expect(placed()).toEqual([]);
});

it('right click cancels the newest of a row, and so does the button in the cell', async () => {
  await openLadder();
  account.publish('spot.orders', [ownBuy, buildOrder({ id: 'newer', price: '97', size: '2', createdAtMs: 9 })]);
  await waitFor(() => expect(cell('97', 'buys').textContent).toContain('3(2)'));
  fireEvent.mouseMove(cell('97', 'buys'));
  await waitFor(() => expect(tip()).toContain('Right click cancels the newest'));
  press(cell('97', 'buys'), { button: 2 });
  await waitFor(() => expect(cancelled()).toMatchObject([{ orderId: 'newer' }]));
  expect(note()).toContain('Cancelling: buy 2 BTC at 97');
  account.publish('spot.orders', [ownBuy]);
  await rest();
  await waitFor(() => expect(cell('97', 'buys').textContent).toContain('1'));
  const sign = cell('97', 'buys').querySelector<HTMLElement>('[data-cancel]');
  if (sign === null) throw new Error('no sign to cancel by');
  press(sign);
  await waitFor(() => expect(cancelled()).toHaveLength(2));
  await rest();
  press(cell('95', 'buys'), { button: 2 });
  expect(note()).toBe('No own order is at this price.');
});

it('a drag shows a ghost at the old price, asks before it moves when unarmed, and never crosses the spread', async () => {
  await openLadder();
  press(cell('97', 'buys'), { to: cell('102', 'buys') });
  expect(note()).toContain('Not dragged through the spread');
  press(cell('97', 'buys'), { to: cell('96', 'buys') });
  expect(note()).toBe('The rows moved. Try again.');
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

it('price ladder shows filled of asked and the average price of a moved order that fills, and what was sent while it rests', async () => {
  await openLadder();
  arm();
  press(cell('97', 'buys'), { to: cell('98', 'buys') });
  await waitFor(() => expect(note()).toBe('Sent: Move buy 1 BTC at 97 to 98'));
  const moved = { ...ownBuy, id: 'o10', price: '98', filledSize: '0' } as const;
  act(() => account.publish('spot.orders', [moved]));
  expect(note()).toBe('Sent: Move buy 1 BTC at 97 to 98');
  act(() => account.publish('spot.orders', [{ ...moved, filledSize: '0.4', filledFunds: '38.8' }]));
  const filled = 'Filled 0.4 of 1 BTC at average 97. 0.6 BTC is open.';
  await waitFor(() => expect(note()).toBe(filled));
  // a list that was read before the fill, and one that the order has left
  act(() => account.publish('spot.orders', [moved]));
  expect(note()).toBe(filled);
  act(() => account.publish('spot.orders', []));
  expect(note()).toBe(filled);
  act(() => account.publish('spot.orders', [{ ...moved, filledSize: '0.5', filledFunds: '48.5' }]));
  await waitFor(() => expect(note()).toBe('Filled 0.5 of 1 BTC at average 97. 0.5 BTC is open.'));
});

it('an amendment that leaves neither order open says so', async () => {
  await openLadder();
  arm();
  desk.answer('orders.amend', always({ outcome: 'gone', orderId: null, filledSize: '0', detail: 'It was refused.' }));
  press(cell('97', 'buys'), { to: cell('96', 'buys') });
  await waitFor(() => expect(note()).toContain('Original cancelled, replacement not placed. It was refused.'));
});

it('rows freeze under the pointer, and a click right after they moved does nothing', async () => {
  await openLadder();
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
  expect(note()).toBe('The rows moved. Try again.');
  await rest();
  press(cell('139', 'bid'));
  expect(useTicketStore.getState().prefill).toMatchObject({ price: '139' });
});

it('a stale or a crossed book accepts no order, and a crossed one is not drawn', async () => {
  const panel = await openLadder();
  typeSize('0.5');
  pushBook({ state: 'stale', detail: 'Nothing was heard for 5 s.' });
  await waitFor(() => expect(within(panel).getByText('not live')).toBeTruthy());
  press(cell('98', 'bid'));
  expect(note()).toBe('Nothing was heard for 5 s.');
  expect(screen.getByRole('button', { name: /^Arm/ }).getAttribute('aria-disabled')).toBe('true');
  pushBook({ bids: [['102', '1']] });
  expect((await screen.findByRole('alert')).textContent).toContain('crossed');
  expect(useTicketStore.getState().prefill).toBeNull();
});
