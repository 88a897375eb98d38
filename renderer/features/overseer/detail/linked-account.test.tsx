import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { LinkedAccount } from '#shared/domain/profile/linked-account.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { LinkedAccountLists } from './linked-account.tsx';

afterEach(cleanup);

const nothing = { items: [], missing: null };
const empty: LinkedAccount = {
  isMaster: false,
  orders: nothing,
  fills: nothing,
  positions: nothing,
  withdrawals: nothing,
  movements: nothing,
  asOfMs: 1,
};

function draw(answer: Result<LinkedAccount>) {
  const desk = installFakeDesk({ 'accounts.linked': () => answer });
  renderPage(<LinkedAccountLists profileId="owner" userId="u" linkedId="l" name="beta" />);
  return desk;
}
const show = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const table = (name: string) => within(screen.getByRole('table', { name }));

it('linked account shows the lists of its own key, and reads with the master profile chosen', async () => {
  const money = { currency: 'USDT', amount: '1500', createdAtMs: 1 } as const;
  const desk = draw(
    succeed({
      ...empty,
      orders: { items: [buildOrder({ symbol: 'BTC-USDT' })], missing: null },
      fills: { items: [buildFill({ symbol: 'ETH-USDT' })], missing: null },
      positions: { items: [buildPosition({ symbol: 'SOLUSDTM' })], missing: null },
      withdrawals: {
        items: [
          {
            ...money,
            chain: null,
            status: 'review',
            fee: null,
            address: 'addr-1',
            memo: null,
            walletTxId: null,
            isInner: false,
            remark: null,
            updatedAtMs: null,
          },
        ],
        missing: null,
      },
      movements: {
        items: [
          {
            ...money,
            id: '1',
            accountType: 'TRADE_HF',
            bizType: 'TRANSFER',
            direction: 'in',
            fee: null,
            balance: null,
          },
          { ...money, id: '2', accountType: 'MAIN', bizType: 'TRANSFER', direction: 'out', fee: null, balance: null },
        ],
        missing: null,
      },
    }),
  );
  await screen.findByRole('button', { name: 'Orders 1' });
  expect(table('Orders of beta').getByText('BTC-USDT')).toBeTruthy();
  await show(/^Fills 1/);
  expect(table('Fills of beta').getByText('ETH-USDT')).toBeTruthy();
  await show(/^Positions 1/);
  expect(table('Positions of beta').getByText('SOLUSDTM')).toBeTruthy();
  await show(/^Withdrawals 1/);
  expect(table('Withdrawals of beta').getByText('in review')).toBeTruthy();
  await show(/^Transfers 1/);
  // both ends of one transfer are one row, in words
  const moves = table('Transfers of beta');
  expect(moves.getAllByRole('row')).toHaveLength(2);
  expect(moves.getByRole('row', { name: /main trade .*1,500/ })).toBeTruthy();
  expect(desk.calls).toEqual([{ name: 'accounts.linked', input: { profileId: 'owner', userId: 'u', linkedId: 'l' } }]);
});

it('linked account sums marked rows, each coin and each contract by itself, and never prices', async () => {
  const items = [
    buildFill({ tradeId: '1', symbol: 'ETH-USDT', size: '2', price: '3000' }),
    buildFill({ tradeId: '2', symbol: 'ETH-USDT', size: '3', price: '3001' }),
    buildFill({ tradeId: '3', symbol: 'BTC-USDT', size: '1', price: '60000' }),
  ];
  draw(succeed({ ...empty, fills: { items, missing: null } }));
  await show(/^Fills 3/);
  fireEvent.click(screen.getByRole('checkbox', { name: /all/i }));
  const totals = screen.getByLabelText('Totals of the marked rows');
  expect(totals.textContent).toContain('Size 5 ETH, average 2.5');
  expect(totals.textContent).toContain('Size 1 BTC');
  expect(totals.textContent).not.toContain('Price');
});

it('an empty list names its content, and a failed part states why', async () => {
  draw(succeed({ ...empty, fills: { items: [], missing: 'The key lacks the right.' } }));
  expect(await screen.findByText('No open orders.')).toBeTruthy();
  await show(/^Fills 0/);
  expect(screen.getByText('Incomplete: The key lacks the right.')).toBeTruthy();
});

it('a key of a master account is reported: it opens no sub-account', async () => {
  draw(succeed({ ...empty, isMaster: true }));
  expect(await screen.findByText(/opens an owner’s account/)).toBeTruthy();
});

it('an unreadable key is reported', async () => {
  draw(fail('keychain-locked', 'The keychain is locked.'));
  expect((await screen.findByRole('alert')).textContent).toBe('The keychain is locked.');
});
