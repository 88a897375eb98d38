import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { AmendOutcome } from '#shared/domain/account/order.ts';
import { whole } from '#shared/domain/completeness.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildIntent } from '#shared/testing/build-intent.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { type FakeAccount, serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { ActiveOrders } from '../active-orders.tsx';

const profile = buildProfile();
const order = buildOrder({ price: '100', size: '2', filledSize: '0.5' });

let account: FakeAccount;

afterEach(cleanup);

async function open(): Promise<FakeDesk> {
  const desk = installFakeDesk({ 'symbols.list': always([buildSpotSymbol({ priceIncrement: '0.1' })]) });
  desk.answer('policy.read', () => fail('unreachable', 'no policy here'));
  desk.answer('intents.list', always([]));
  account = serveAccount(desk, { 'spot.orders': [order], 'margin.orders': [], 'futures.orders': [] });
  renderPage(<ActiveOrders profile={profile} market={null} />);
  const row = within(await screen.findByRole('table', { name: 'Open orders' })).getAllByRole('row')[1];
  if (row === undefined) throw new Error('there is no order');
  fireEvent.keyDown(row, { key: 'e' });
  await screen.findByLabelText('Price');
  await screen.findByRole('dialog');
  return desk;
}
const sent = (desk: FakeDesk) => desk.calls.filter(each => each.name === 'orders.amend').map(each => each.input);
const field = () => screen.getByLabelText('Price');
const controlEnter = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Enter', ctrlKey: true });
const price = (value: string) => fireEvent.change(screen.getByLabelText('Price'), { target: { value } });
const fact = (label: string) => screen.getByText(label).closest('.fact')?.textContent ?? '';
const smaller = () => screen.getByRole('button', { name: /^Amend to 1\.5 at 100\.5, remaining / });
const answer = (outcome: AmendOutcome['outcome'], detail: string): AmendOutcome => ({
  outcome,
  orderId: outcome === 'amended' ? 'o2' : null,
  filledSize: null,
  detail,
});

it('E on a row, a price, Ctrl-Enter reviews and Ctrl-Enter sends, once', async () => {
  const desk = await open();
  desk.answer('orders.amend', () => succeed(answer('amended', 'The new order is o2.')));
  controlEnter();
  expect(screen.getByRole('button', { name: 'Review' })).toBeTruthy();
  price('100.5');
  controlEnter();
  expect(sent(desk)).toEqual([]);
  expect(screen.getByRole('button', { name: /^Amend to 2 at 100\.5, remaining / })).toBeTruthy();
  controlEnter();
  controlEnter();
  await screen.findByText('Amended.');
  expect(sent(desk)).toMatchObject([
    { profileId: 'practice', confirmed: 'summary', amend: { orderId: 'o1', price: '100.5', size: '2' } },
  ]);
});

it('amend sheet shows filled of requested size, average price and fee of an amendment that fills at once', async () => {
  const desk = await open();
  desk.answer('orders.amend', () => succeed(answer('amended', 'The new order is o2.')));
  const filled = {
    ...order,
    id: 'o2',
    price: '101',
    size: '1.5',
    filledSize: '1.5',
    filledFunds: '151.2',
    isActive: false,
  } as const;
  const items = [{ ...filled, fee: '0.15', feeCurrency: 'USDT' } as const];
  const page = { page: 1, pageSize: 50, totalItems: 1, totalPages: 1, completeness: whole, asOfMs: 1, sinceMs: 0 };
  desk.answer('orders.done', always({ ...page, items }));
  price('101');
  controlEnter();
  expect(desk.calls.some(({ name }) => name === 'orders.done')).toBe(false);
  controlEnter();
  const result = await screen.findByText('Filled 1.5 of 1.5 BTC at average 100.8, fee 0.15 USDT.');
  expect(result.className).toContain('notice-success');
});

it('amend sheet shows no fills of an amendment that rests', async () => {
  const desk = await open();
  desk.answer('orders.amend', () => succeed(answer('amended', 'The new order is o2.')));
  price('100.5');
  controlEnter();
  controlEnter();
  await screen.findByText('Amended.');
  act(() => account.publish('spot.orders', [{ ...order, id: 'o2', price: '100.5', filledSize: '0' }]));
  expect(screen.queryByText(/^Filled /)).toBeNull();
  act(() =>
    account.publish('spot.orders', [{ ...order, id: 'o2', price: '100.5', filledSize: '0.5', filledFunds: '50' }]),
  );
  expect(await screen.findByText('Filled 0.5 of 2 BTC at average 100. 1.5 BTC is open.')).toBeTruthy();
});

it('amend sheet shows no error when it opens, and one for an unchanged entry', async () => {
  await open();
  const invalid = 'Price and size are unchanged.';
  expect(field().getAttribute('aria-invalid')).toBe('false');
  const before = field() instanceof HTMLInputElement ? field().getAttribute('value') : null;
  price('100.5');
  price(before ?? '');
  expect(screen.getByText(invalid).className).toContain('field-error');
  expect(field().getAttribute('aria-invalid')).toBe('true');
});

it('amend sheet shows clearly that neither order is open', async () => {
  const desk = await open();
  desk.answer('orders.amend', () => succeed(answer('gone', 'The exchange refused.')));
  price('100.5');
  controlEnter();
  controlEnter();
  expect((await screen.findByText('Original cancelled, replacement not placed.')).closest('p')?.className).toContain(
    'notice-danger',
  );
});

it('amend sheet counts fills while it is open, also under review, and sends nothing for an order that ended', async () => {
  const desk = await open();
  price('100.5');
  fireEvent.change(screen.getByLabelText('Size'), { target: { value: '1.5' } });
  expect(fact('Remaining')).toContain('1.5→ becomes 1 BTC');
  controlEnter();
  act(() => account.publish('spot.orders', [{ ...order, filledSize: '0.9' }]));
  expect(fact('Filled so far')).toContain('0.5→ becomes 0.9 BTC');
  expect(fact('Remaining')).toContain('1.1→ becomes 0.6 BTC');
  expect(smaller().getAttribute('aria-disabled')).toBe('false');
  act(() => account.publish('spot.orders', [{ ...order, filledSize: '1.5' }]));
  expect(smaller().title).toBe('1.5 is already filled. Cancel the order instead.');
  act(() => account.publish('spot.orders', []));
  expect(screen.getByRole('dialog').textContent).toContain('The order is no longer open');
  controlEnter();
  expect(sent(desk)).toEqual([]);
});

it('amend sheet looks up a lost answer, never sends it again, and shows the outcome (fault 14)', async () => {
  const desk = await open();
  desk.answer('orders.amend', () => fail('outcome-unknown', 'The answer was lost.'));
  price('100.5');
  controlEnter();
  controlEnter();
  await screen.findByText(/^Outcome unknown/);
  controlEnter();
  const [first] = sent(desk);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this test's own sheet has just sent
  const { clientOid } = (first as { amend: { clientOid: string } }).amend;
  const found = { key: clientOid, kind: 'amend-order', state: 'found-done', detail: 'Amended: o2.' } as const;
  desk.push('intents.changed', buildIntent({ profileId: profile.id, ...found }));
  await screen.findByText('Checked: Amended: o2.');
  expect(sent(desk)).toHaveLength(1);
});
