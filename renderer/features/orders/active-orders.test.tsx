import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, succeed } from '#shared/errors.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { buildFuturesContract, spotMarket } from '#shared/testing/build-instrument.ts';
import { buildIntent } from '#shared/testing/build-intent.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useUiStore } from '#state/ui-store.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { ActiveOrders } from './active-orders.tsx';
import { tradeTypeText } from '#lib/trade-type.ts';
import { averagePrice } from '#lib/orders/average-price.ts';
import { filledRatio, instructionsOf, stateOf } from './order-text.ts';

const profile = buildProfile();
const order = buildOrder({
  clientOid: 'c1',
  price: '60000',
  filledSize: '0.5',
  filledFunds: '29990',
  fee: '0',
  feeCurrency: 'USDT',
  timeInForce: 'GTT',
  cancelAfterS: 600,
  isPostOnly: true,
  isIceberg: true,
  visibleSize: '0.1',
  remark: 'ladder\u202e',
  createdAtMs: 1000,
});

function open(options: { profile?: Profile; market?: Market | null } = {}): FakeDesk {
  const desk = installFakeDesk({
    'symbols.list': always([]),
  });
  serveAccount(desk, {
    'spot.orders': [order, { ...order, id: 'o2', symbol: 'ETH-USDT', createdAtMs: 500 }],
    'futures.orders': [
      { ...order, venue: 'futures', id: 'f1', symbol: 'XBTUSDTM', tradeType: 'futures', createdAtMs: 2000 },
    ],
  });
  renderPage(
    <>
      <ActiveOrders profile={options.profile ?? profile} market={options.market ?? null} />
      <Toaster />
    </>,
  );
  return desk;
}

const cancels = (desk: FakeDesk) => desk.calls.filter(each => each.name === 'orders.cancel').map(each => each.input);

afterEach(cleanup);

it('open orders list both venues, newest first, with hidden characters of a remark marked', async () => {
  open();
  await screen.findByText('XBTUSDTM');
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map(row => row.textContent);
  expect(rows[0]).toContain('XBTUSDTM');
  expect(rows[1]).toContain('BTC-USDT');
  expect(rows[1]).toContain('ladder\ufffd');
});

it('open orders keep the cancel button when both would be cut', async () => {
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  open();
  await screen.findByText('XBTUSDTM');
  expect(screen.getAllByRole('button', { name: /^Cancel .*XBTUSDTM/ })).toHaveLength(1);
  expect(screen.queryAllByRole('button', { name: /^Amend/ })).toHaveLength(0);
  width.mockRestore();
});

it('a futures order names its waiting exits', async () => {
  const desk = installFakeDesk({ 'symbols.list': always([]) });
  const exit = {
    venue: 'futures',
    symbol: 'XBTUSDTM',
    tradeType: 'futures',
    type: 'market',
    side: 'sell',
    size: '2',
  } as const;
  const stops = (['up', 'down'] as const).map(stop =>
    buildStopOrder({
      ...exit,
      id: stop,
      stop,
      stopPrice: stop === 'up' ? '61000' : '59000',
      isReduceOnly: true,
      createdAtMs: 2000,
    }),
  );
  const entry = { ...order, venue: 'futures', symbol: 'XBTUSDTM', tradeType: 'futures', createdAtMs: 2000 } as const;
  serveAccount(desk, { 'spot.orders': [], 'futures.orders': [entry], 'futures.stops': stops });
  renderPage(<ActiveOrders profile={profile} market={null} />);
  const chip = await screen.findByText('TP/SL');
  expect(chip.closest('[title]')?.getAttribute('title')).toBe(
    'Attached exits: take profit at 61,000, stop loss at 59,000. See Conditional orders.',
  );
});

it('the prices of contracts are padded to their tick like those of pairs', async () => {
  const desk = open();
  desk.answer('contracts.read', always(buildFuturesContract({ symbol: 'XBTUSDTM', tickSize: '0.1' })));
  const row = (await screen.findByText('XBTUSDTM')).closest('tr');
  await waitFor(() => expect(row?.textContent).toContain('60,000.0'));
});

it('a symbol filter shows its own orders and reads spot only', async () => {
  const desk = open({ market: spotMarket() });
  await screen.findByText('BTC-USDT');
  expect(screen.queryByText('ETH-USDT')).toBeNull();
  const wanted = desk.calls.findLast(each => each.name === 'watch.set')?.input;
  expect(wanted).toMatchObject({
    watches: [
      { kind: 'account', list: 'spot.orders', pace: 'panel' },
      { kind: 'account', list: 'margin.orders', pace: 'panel' },
    ],
  });
});

it('cancel asks first, sends once and shows the message of the exchange', async () => {
  const desk = open({ market: spotMarket() });
  desk.answer('orders.cancel', () => succeed({ orderId: 'o1', outcome: 'already-done' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel buy 2 BTC-USDT at 60,000' }));
  expect(cancels(desk)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }));
  await screen.findByText(/nothing left to cancel/);
  expect(cancels(desk)).toEqual([{ profileId: 'practice', venue: 'spot', symbol: 'BTC-USDT', orderId: 'o1' }]);
});

it('a margin order is cancelled by its own endpoint, and has its own name', async () => {
  const desk = open({ market: spotMarket() });
  serveAccount(desk, { 'spot.orders': [], 'margin.orders': [{ ...order, id: 'm1', tradeType: 'isolated' }] });
  cleanup();
  renderPage(<ActiveOrders profile={profile} market={spotMarket()} />);
  desk.answer('margin.cancel', () => succeed({ orderId: 'm1', outcome: 'requested' }));
  await screen.findByText('Isolated');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel buy 2 BTC-USDT at 60,000' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(cancels(desk)).toEqual([]);
  const sent = desk.calls.filter(({ name }) => name === 'margin.cancel').map(({ input }) => input);
  expect(sent).toEqual([{ profileId: 'practice', symbol: 'BTC-USDT', orderId: 'm1' }]);
});

it('a lost answer is never shown as a failure and blocks a second cancel (fault 14)', async () => {
  const desk = open({ market: spotMarket() });
  desk.answer('orders.cancel', () => fail('outcome-unknown', 'The answer was lost.'));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel buy 2 BTC-USDT at 60,000' }));
  const button = screen.getByRole('button', { name: 'Cancel order' });
  fireEvent.click(button);
  await screen.findByText('Outcome unknown: The answer was lost.');
  fireEvent.click(button);
  expect(cancels(desk)).toHaveLength(1);
});

it('a resolved outcome changes the question: it closes after a done cancel, and offers another after one that was not done (fault 14)', async () => {
  const desk = open({ market: spotMarket() });
  const lost = buildIntent({ kind: 'cancel-order', key: order.id, profileId: profile.id, state: 'unknown' });
  desk.answer('orders.cancel', () => fail('outcome-unknown', 'The answer was lost.'));
  desk.answer('intents.list', () => succeed([lost]));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel buy 2 BTC-USDT at 60,000' }));
  const button = screen.getByRole('button', { name: 'Cancel order' });
  fireEvent.click(button);
  await screen.findByText('Outcome unknown: The answer was lost.');
  act(() => desk.push('intents.changed', { ...lost, state: 'found-absent', detail: 'It is still active.' }));
  await screen.findByText('Checked: It is still active.');
  expect(screen.queryByText(/Outcome unknown/)).toBeNull();
  fireEvent.click(button);
  await waitFor(() => expect(cancels(desk)).toHaveLength(2));
  act(() => desk.push('intents.changed', { ...lost, state: 'unknown' }));
  act(() => desk.push('intents.changed', { ...lost, state: 'found-done', detail: 'It is gone.' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a read-only profile cannot cancel and says so', async () => {
  open({ profile: { ...profile, isReadOnly: true } });
  const [button] = await screen.findAllByRole('button', { name: /^Cancel/ });
  expect(button?.getAttribute('title')).toBe('This profile is read-only');
});

it('the end of an order has a text', () => {
  const done = { ...order, isActive: false };
  expect([
    stateOf(order),
    stateOf({ ...order, filledSize: '0' }),
    stateOf({ ...done, filledSize: '2' }),
    stateOf({ ...done, isCancelled: true }),
    stateOf({ ...done, isCancelled: true, filledSize: '0' }),
    stateOf(done),
    stateOf({ ...done, filledSize: '0' }),
    stateOf({ ...done, size: null }),
  ]).toEqual(['partly filled', 'open', 'filled', 'partly filled, cancelled', 'cancelled', 'filled', 'done', 'filled']);
});

it('figures and instructions of an order are derived', () => {
  expect(filledRatio(order)).toBe('0.25');
  expect(filledRatio({ ...order, size: null })).toBeNull();
  expect(filledRatio({ ...order, size: '0' })).toBeNull();
  expect(averagePrice(order, 1, undefined)).toBe('59980');
  expect(averagePrice({ ...order, filledSize: '0' }, 1, undefined)).toBeNull();
  const lots = { venue: 'futures', filledSize: '30' } as const;
  expect(averagePrice({ ...lots, filledFunds: '2929.2' }, 1, { multiplier: '0.001', isInverse: false })).toBe('97640');
  expect(averagePrice({ ...lots, filledFunds: '0.0003' }, 1, { multiplier: '-1', isInverse: true })).toBe('100000');
  expect(averagePrice({ ...lots, filledFunds: '2929.2' }, 1, undefined)).toBeNull();
  expect(instructionsOf(order)).toEqual(['GTT 10 min', 'post', 'iceberg']);
  for (const [cancelAfterS, text] of [
    [2_592_000, 'GTT 30 d'],
    [7200, 'GTT 2 h'],
    [5400, 'GTT 90 min'],
    [61, 'GTT 61 s'],
    [0, 'GTT 0 s'],
  ] as const)
    expect(instructionsOf({ ...order, cancelAfterS })[0]).toBe(text);
  expect(
    instructionsOf({
      ...order,
      timeInForce: null,
      isPostOnly: false,
      isIceberg: false,
      isHidden: true,
      isReduceOnly: true,
      stopPrice: '1',
    }),
  ).toEqual(['hidden', 'reduce', 'from stop']);
  expect(instructionsOf({ ...order, timeInForce: 'GTC' })[0]).toBe('GTC');
  expect(tradeTypeText('cross')).toBe('Cross');
});

it('an order without fills shows 0 and no share', async () => {
  const desk = open({ market: spotMarket() });
  expect((await screen.findByText('BTC-USDT')).closest('tr')?.textContent).toContain('0.5 25 %');
  cleanup();
  serveAccount(desk, { 'spot.orders': [{ ...order, filledSize: '0' }] });
  renderPage(<ActiveOrders profile={profile} market={spotMarket()} />);
  expect((await screen.findByText('BTC-USDT')).closest('tr')?.textContent).not.toContain('%');
});

it('Delete on a row asks whether to cancel it, and the focus returns to the row', async () => {
  const desk = open({ market: spotMarket() });
  const row = (await screen.findByText('BTC-USDT')).closest('tr');
  row?.focus();
  await userEvent.keyboard('{Delete}');
  expect(screen.getByRole('dialog', { name: 'Cancel this order?' })).toBeTruthy();
  expect(cancels(desk)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(row);
});

it('Delete on a row of a read-only profile states why nothing happens', async () => {
  open({ profile: { ...profile, isReadOnly: true }, market: spotMarket() });
  (await screen.findByText('BTC-USDT')).closest('tr')?.focus();
  await userEvent.keyboard('{Delete}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await screen.findByText('Cannot cancel now: This profile is read-only');
});

it('the menu of a row opens the timeline of its order and its actions', async () => {
  await import('#ui/table/menu/row-menu.tsx');
  open();
  fireEvent.contextMenu(await screen.findByText('ETH-USDT'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Order timeline' }));
  expect(useUiStore.getState().openCard).toMatchObject({ kind: 'timeline', of: { orderId: 'o2' } });
  fireEvent.contextMenu(screen.getByText('ETH-USDT'));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Cancel…/ }));
  expect(await screen.findByRole('dialog', { name: 'Cancel this order?' })).toBeTruthy();
});
