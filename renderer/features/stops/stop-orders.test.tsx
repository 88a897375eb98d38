import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { WatchedPrice } from '#shared/domain/market/price.ts';
import { succeed } from '#shared/errors.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useTicketStore } from '#state/ticket-store.ts';
import { StopOrders } from './stop-orders.tsx';

afterEach(cleanup);

const contract = { venue: 'futures', symbol: 'XBTUSDTM', tradeType: 'futures', stop: 'up' } as const;
const stops: readonly StopOrder[] = [
  buildStopOrder({ stopPrice: '90', createdAtMs: 4 }),
  buildStopOrder({ ...contract, id: 'm', stopPrice: '110', stopPriceType: 'MP', createdAtMs: 3 }),
  buildStopOrder({ ...contract, id: 'i', stopPrice: '110', stopPriceType: 'IP', createdAtMs: 2 }),
  buildStopOrder({ ...contract, id: 't', stopPrice: '110', stopPriceType: 'TP', createdAtMs: 1 }),
];

async function open(given: readonly StopOrder[]) {
  const desk = installFakeDesk({ 'symbols.list': always([]) });
  const account = serveAccount(desk, {
    'spot.stops': given.filter(({ venue }) => venue === 'spot'),
    'futures.stops': given.filter(({ venue }) => venue === 'futures'),
  });
  renderPage(<StopOrders profile={buildProfile()} market={null} CancelMany={() => null} />);
  await screen.findAllByText(given[0]?.symbol ?? '');
  const push = (prices: WatchedPrice[]) =>
    act(() => desk.push('prices.changed', { profileId: buildProfile().id, prices }));
  return { desk, push, account };
}

const price = (change: Partial<WatchedPrice>): WatchedPrice => ({
  venue: 'futures',
  symbol: 'XBTUSDTM',
  type: 'mark',
  price: '100',
  asOfMs: 1,
  detail: null,
  ...change,
});
const rows = () => screen.getAllByRole('row').slice(1);
const row = (index: number) => {
  const found = rows()[index];
  if (found === undefined) throw new Error('no such row');
  return within(found);
};

it('each stop is measured against its trigger price type, the next to fire first', async () => {
  const { desk, push } = await open(stops);
  push([
    price({ venue: 'spot', symbol: 'BTC-USDT', type: 'last' }),
    price({ type: 'mark', price: '100' }),
    price({ type: 'index', price: '104.5' }),
    price({ type: 'last', price: '88' }),
  ]);
  const texts = ['5.26 %', '10.00 %', '10.00 %', '25.00 %'];
  texts.forEach((text, index) => expect(row(index).getByText(text)).toBeTruthy());
  await waitFor(() => {
    const watched = desk.calls.filter(({ name }) => name === 'watch.set').map(({ input }) => JSON.stringify(input));
    for (const type of ['last', 'mark', 'index'])
      expect(watched.at(-1)).toContain(`{"venue":"futures","symbol":"XBTUSDTM","type":"${type}"}`);
    expect(watched.at(-1)).toContain('{"venue":"spot","symbol":"BTC-USDT","type":"last"}');
  });
});

it.each(['Amend', 'Cancel'])('%s: the sheet is beside the list, so it stays when its stop ends', async verb => {
  const { account } = await open(stops.slice(1, 2));
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${verb} stop sell XBTUSDTM`) }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  act(() => account.publish('futures.stops', []));
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(screen.getByRole('dialog').textContent).toContain('XBTUSDTM');
});

it('a stale price marks the distance, with time and reason', async () => {
  const { push } = await open(stops.slice(1, 2));
  push([price({ detail: 'The exchange does not answer.' })]);
  const cell = row(0).getByText(/10\.00 %/);
  expect(cell.textContent).toBe('10.00 % old');
  expect(cell.title).toMatch(/^Measured against the mark price 100, last valid at .*The exchange does not answer\.$/);
  push([price({ price: '101' })]);
  expect(row(0).getByText('8.91 %').title).toBe('Measured against the mark price 101, as it moves.');
});

it('a missing price shows the reason in place of the distance', async () => {
  const { push } = await open(stops.slice(1, 2));
  push([price({ price: null, asOfMs: null, detail: 'The feed of this price is being set up.' })]);
  expect(row(0).getByText(/unknown\. The feed of this price/)).toBeTruthy();
});

it('a market stop has the order price Market, which is known', async () => {
  await open([buildStopOrder({ type: 'market', price: null })]);
  expect(row(0).getAllByText('market').length).toBeGreaterThan(0);
  expect(row(0).queryByText(/At market\./)).toBeNull();
});

it('a tooltip on the trigger or the distance shows the result for the position', async () => {
  const exit = buildStopOrder({
    ...contract,
    stop: 'down',
    side: 'sell',
    size: '10',
    stopPrice: '90',
    stopPriceType: 'MP',
    isReduceOnly: true,
  });
  const desk = installFakeDesk({
    'symbols.list': always([]),
    'contracts.list': always([buildFuturesContract({ multiplier: '0.001' })]),
  });
  serveAccount(desk, {
    'spot.stops': [],
    'futures.stops': [exit],
    positions: [buildPosition({ symbol: 'XBTUSDTM', quantity: '15', averageEntryPrice: '100', isOpen: true })],
  });
  renderPage(<StopOrders profile={buildProfile()} market={null} CancelMany={() => null} />);
  const title = await screen.findByTitle(/position after: 15 → 5 lots/);
  expect(title.textContent).toBe('mark ≤');
  act(() => desk.push('prices.changed', { profileId: buildProfile().id, prices: [price({})] }));
  expect(row(0).getByText('10.00 %').title).toBe(
    'Measured against the mark price 100, as it moves. Position after: 15 → 5 lots.',
  );
});

const gaining = buildStopOrder({
  id: 'tp',
  stop: 'entry',
  price: '150',
  stopPrice: '150',
  pairId: 'p1',
  createdAtMs: 3,
});
const losing = buildStopOrder({ id: 'sl', price: '89', stopPrice: '90', pairId: 'p1', createdAtMs: 1 });
const single = buildStopOrder({ id: 'one', size: '7', stopPrice: '80', createdAtMs: 2 });

it('the legs of a pair are adjacent, and each names the pair', async () => {
  const { push } = await open([gaining, single, losing]);
  push([price({ venue: 'spot', symbol: 'BTC-USDT', type: 'last' })]);
  await waitFor(() => expect(row(0).getByTitle(/^stop loss of a pair/).textContent).toBe('pair'));
  expect(row(1).getByTitle(/^take profit of a pair/).textContent).toBe('pair');
  expect(row(2).queryByText('pair')).toBeNull();
  const [first, , third] = screen.getAllByRole<HTMLButtonElement>('button', { name: /^Amend stop/ });
  expect(first?.title).toContain('Part of a pair');
  expect(third?.title).not.toContain('pair');
});

it('a pair is cancelled as a whole: both legs are named, and one request is sent', async () => {
  const { desk } = await open([gaining, losing]);
  desk.answer('stops.cancel', always({ orderId: 'tp', outcome: 'requested' }));
  fireEvent.click(screen.getAllByRole('button', { name: /^Cancel stop/ })[0] ?? document.body);
  const sheet = within(await screen.findByRole('dialog', { name: 'Cancel both stops of this pair?' }));
  for (const trigger of ['LAST >= 150', 'LAST <= 90'])
    expect(sheet.getByText(text => text.includes(trigger))).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Cancel pair' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = desk.calls.filter(({ name }) => name === 'stops.cancel').map(({ input }) => input);
  expect(sent).toMatchObject([{ venue: 'spot', symbol: 'BTC-USDT', pairId: 'p1' }]);
});

it('a stop names its market', async () => {
  await open([buildStopOrder({ tradeType: 'cross', createdAtMs: 2 }), buildStopOrder({ ...contract, createdAtMs: 1 })]);
  expect(row(0).getByText('Cross')).toBeTruthy();
  expect(row(1).getByText('Futures')).toBeTruthy();
});

it('the exits of a contract are a pair too, each with its result for the position', async () => {
  const exits = {
    ...contract,
    side: 'sell',
    type: 'market',
    price: null,
    size: '10',
    isReduceOnly: true,
    pairId: 'sl+tp',
  } as const;
  const exitStops = [
    buildStopOrder({ ...exits, id: 'tp', stop: 'up', stopPrice: '70000' }),
    buildStopOrder({ ...exits, id: 'sl', stop: 'down', stopPrice: '65000' }),
  ];
  const desk = installFakeDesk({
    'symbols.list': always([]),
    'contracts.list': always([buildFuturesContract({ multiplier: '0.001' })]),
  });
  serveAccount(desk, {
    'futures.stops': exitStops,
    positions: [buildPosition({ symbol: 'XBTUSDTM', quantity: '10', averageEntryPrice: '66000', isOpen: true })],
  });
  renderPage(<StopOrders profile={buildProfile()} market={null} CancelMany={() => null} />);
  await screen.findByText('+40');
  expect(row(0).getByTitle(/^take profit of a pair/)).toBeTruthy();
  expect(screen.getByText('−10')).toBeTruthy();
  desk.answer('stops.cancel', () => succeed({ orderId: 'sl', outcome: 'requested' }));
  fireEvent.click(row(1).getByRole('button', { name: /Cancel stop/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Cancel both stops of this pair?' }));
  expect(sheet.getByText('Stop loss')).toBeTruthy();
  expect(sheet.getByText(/^STOP sell 10 .*65,000.*−10 USDT/)).toBeTruthy();
  expect(sheet.getByText('And its take profit')).toBeTruthy();
  expect(sheet.getByText(/40 USDT/)).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Cancel pair' }));
  await waitFor(() => expect(desk.calls.filter(({ name }) => name === 'stops.cancel')).toHaveLength(1));
  const sent = desk.calls.find(({ name }) => name === 'stops.cancel');
  expect(sent?.input).toMatchObject({ venue: 'futures', pairId: 'sl+tp' });
});

it('a stop is placed by the ticket, which opens with that order type', async () => {
  await open(stops);
  fireEvent.click(screen.getByRole('button', { name: 'Place stop…' }));
  expect(useTicketStore.getState()).toMatchObject({ isOpen: true, prefill: { kind: 'stop-market', price: '' } });
  useTicketStore.setState(useTicketStore.getInitialState());
});

it('a stop of a pair closes no lots, and states its cost or proceeds', async () => {
  await open([
    buildStopOrder({
      id: 'b',
      side: 'buy',
      stop: 'entry',
      type: 'market',
      price: null,
      size: '0.1',
      stopPrice: '97000',
    }),
    buildStopOrder({ id: 's', side: 'sell', size: '0.5', price: '94000', stopPrice: '95000' }),
    buildStopOrder({ id: 'f', side: 'buy', type: 'market', price: null, size: null, funds: '500', stopPrice: '97000' }),
    buildStopOrder({ id: 'n', type: 'market', price: null, size: null, funds: null }),
  ]);
  const buys = await screen.findByTitle('Buys 0.1 BTC for about 9,700 USDT at its trigger, before fees.');
  expect(buys.textContent).toBe('for ≈9,700 USDT');
  const sells = screen.getByTitle('Sells 0.5 BTC for about 47,000 USDT at its limit, before fees.');
  expect(sells.textContent).toBe('for ≈47,000 USDT');
  const byFunds = screen.getByTitle(/^Buys about 0\.0051\d* BTC for 500 USDT/);
  expect(byFunds.textContent).toBe('for 500 USDT');
  expect(screen.getByText(/The exchange does not state the size/)).toBeTruthy();
  expect(document.body.textContent).not.toContain('closes no lots');
});
