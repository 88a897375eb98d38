import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import { whole } from '#shared/domain/completeness.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { CancelAllButton } from './cancel-all-button.tsx';
import { cancelGroups, progressOf } from './cancel-groups.ts';

const order = (id: string, change: Partial<Order> = {}) => buildOrder({ id, tradeType: 'cross', ...change });
const orders = [
  order('a'),
  order('b', { tradeType: 'isolated', symbol: 'ETH-USDT' }),
  order('c'),
  order('d', { tradeType: 'spot' }),
];
afterEach(cleanup);

function open(given: readonly Order[] = orders, validationError: string | null = null) {
  const desk = installFakeDesk();
  let active: readonly Order[] = given;
  desk.answer('margin.orders', () => succeed({ items: [...active], completeness: whole, asOfMs: 1 }));
  renderPage(<CancelAllButton profile={buildProfile()} orders={given} validationError={validationError} />);
  const sent = () => desk.calls.filter(({ name }) => name === 'margin.cancelAll').map(({ input }) => input);
  return {
    desk,
    sent,
    remain: (...left: readonly Order[]) => {
      active = left;
    },
  };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('margin orders are grouped by pair and kind; plain ones belong to none', () => {
  expect(cancelGroups(orders).map(({ key, orderIds }) => [key, orderIds])).toEqual([
    ['BTC-USDT cross', ['a', 'c']],
    ['ETH-USDT isolated', ['b']],
  ]);
});

it('N of M counts the chosen orders only', () => {
  expect(progressOf(['a', 'c'], undefined)).toEqual({ total: 2, gone: 0, left: null });
  expect(progressOf(['a', 'c'], [order('c'), order('later')])).toMatchObject({
    total: 2,
    gone: 1,
    left: [{ id: 'c' }],
  });
});

it('cancel all states its scope, sends once for the chosen pair, and reads again until no order is open', async () => {
  const { desk, sent, remain } = open();
  desk.answer('margin.cancelAll', () => succeed({ reached: ['a', 'c'], stillActive: ['c'] }));
  press('Cancel all on margin');
  expect(screen.getByText(/Does not cancel untriggered stops/)).toBeTruthy();
  expect(sent()).toEqual([]);
  remain(order('c'));
  const confirm = screen.getByRole('button', { name: 'Cancel all of BTC-USDT cross (2)' });
  fireEvent.click(confirm);
  fireEvent.click(confirm, { detail: 2 });
  await screen.findByText(/1 of 2 no longer open, 1 still open/);
  remain();
  await screen.findByText(/2 of 2 no longer open/, {}, { timeout: 20_000 });
  expect(sent()).toEqual([
    {
      profileId: 'practice',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      symbol: 'BTC-USDT',
      tradeType: 'cross',
    },
  ]);
});

it('a lost answer is not shown as a failure, because the open orders decide', async () => {
  const { desk, remain } = open();
  desk.answer('margin.cancelAll', () => fail('outcome-unknown', 'The answer was lost.'));
  press('Cancel all on margin');
  remain();
  press('Cancel all of BTC-USDT cross (2)');
  await screen.findByText(/2 of 2 no longer open/);
  expect(screen.getByText('Outcome unknown: The answer was lost.')).toBeTruthy();
});

it('a rejection keeps the question open, with the exchange’s own message', async () => {
  const { desk } = open();
  desk.answer('margin.cancelAll', () => fail('exchange-rejected', 'The exchange refused.', { code: '400100' }));
  press('Cancel all on margin');
  press('Cancel all of BTC-USDT cross (2)');
  await screen.findByText('The exchange refused.');
  expect(screen.getByRole('button', { name: 'Cancel all of BTC-USDT cross (2)' })).toBeTruthy();
});

it('cancel all is shown only with open margin orders, and states why it is disabled', async () => {
  open([order('d', { tradeType: 'spot' })]);
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  open(orders, 'This profile is read-only');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Cancel all on margin' }).getAttribute('title')).toBe(
      'This profile is read-only',
    ),
  );
});
