import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Profile } from '#shared/domain/profile.ts';
import { whole } from '#shared/domain/completeness.ts';
import { fail, succeed } from '#shared/errors.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { defaultPolicy } from '#shared/policy/policy.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildIntent } from '#shared/testing/build-intent.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { type FakeAccount, serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { Assets } from '../assets.tsx';

let account: FakeAccount;

afterEach(cleanup);

async function open(profile: Profile = buildProfile()): Promise<FakeDesk> {
  const desk = installFakeDesk({
    'transfers.transferable': ({ wallet, currency }) => {
      const total = wallet === 'main' ? '120' : '7';
      return succeed({ currency, total, available: total, held: '0', transferable: wallet === 'main' ? '100' : '7' });
    },
    'accounts.subAccounts': always({ items: [], completeness: whole, asOfMs: 1 }),
    'intents.list': always([]),
  });
  account = serveAccount(desk, { balances: [buildBalance({ wallet: 'main', currency: 'USDT', total: '120' })] });
  renderPage(<Assets profile={profile} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Transfer USDT out of main' }));
  return desk;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sent = (desk: FakeDesk) => desk.calls.filter(({ name }) => name === 'transfers.send').map(({ input }) => input);

async function type(amount: string): Promise<void> {
  await screen.findByText('100 USDT can be transferred.');
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: amount } });
}

it('a transfer that the policy rejects shows the reason in the sheet, and Ctrl-Enter sends nothing', async () => {
  const desk = await open();
  desk.answer(
    'policy.read',
    always({ policy: defaultPolicy, spentToday: '0', rates: {}, ratesAsOfMs: 1, sentLately: [], moved: nothingMoved }),
  );
  cleanup();
  renderPage(<Assets profile={buildProfile()} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Transfer USDT out of main' }));
  await type('25');
  await screen.findByText(/^This profile may not move money between wallets/);
  const sheet = screen.getByRole('dialog');
  for (const _ of ['review', 'send']) fireEvent.keyDown(sheet, { key: 'Enter', ctrlKey: true });
  expect(screen.getByRole('button', { name: 'Review' }).getAttribute('aria-disabled')).toBe('true');
  expect(sent(desk)).toEqual([]);
});

it('transfer sheet: ends, amount, both wallets before and after, review, one request, result', async () => {
  const desk = await open();
  desk.answer('transfers.send', always({ orderId: 'o1' }));
  await type('25');
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('To trade7→ becomes 32 USDT'));
  expect(screen.getByRole('dialog').textContent).toContain('From main120→ becomes 95 USDT');
  press('Review');
  expect(sent(desk)).toEqual([]);
  const button = screen.getByRole('button', { name: 'Transfer 25 USDT' });
  fireEvent.click(button);
  fireEvent.click(button, { detail: 2 });
  expect(await screen.findByText('Transferred 25 USDT from main to trade.')).toBeTruthy();
  expect(sent(desk)).toEqual([
    {
      profileId: 'practice',
      transfer: {
        clientOid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        currency: 'USDT',
        amount: '25',
        from: { wallet: 'main', symbol: null, userId: null },
        to: { wallet: 'trade', symbol: null, userId: null },
      },
    },
  ]);
});

it('transfer sheet moves any coin of the account, from the wallet that has it', async () => {
  const desk = await open();
  account.publish('balances', [
    buildBalance({ wallet: 'main', currency: 'USDT', total: '120' }),
    buildBalance({ wallet: 'futures', currency: 'ETH', total: '3' }),
  ]);
  const coin = await screen.findByLabelText('Coin');
  await waitFor(() => expect(coin.textContent).toBe('ETHUSDT'));
  fireEvent.change(coin, { target: { value: 'ETH' } });
  expect(screen.getByLabelText<HTMLSelectElement>('From wallet').value).toBe('futures');
  expect(screen.getByRole('dialog', { name: 'Transfer ETH' })).toBeTruthy();
  await screen.findByText('7 ETH can be transferred.');
  const asked = desk.calls.filter(({ name }) => name === 'transfers.transferable');
  expect(asked.at(-1)?.input).toMatchObject({ currency: 'ETH' });
});

it('transfer sheet offers the transferable amount as All, and states why more cannot be reviewed', async () => {
  await open();
  await type('100.5');
  expect(screen.getByText('Only 100 USDT can be transferred out of that wallet.')).toBeTruthy();
  press('Review');
  expect(screen.queryByRole('button', { name: /^Transfer 100.5/ })).toBeNull();
  press('All of it');
  press('Review');
  expect(screen.getByRole('button', { name: 'Transfer 100 USDT' })).toBeTruthy();
});

it('transfer sheet stays with the result when the wallet is empty afterwards', async () => {
  const desk = await open();
  desk.answer('transfers.send', () => {
    account.publish('balances', []);
    return succeed({ orderId: 'o1' });
  });
  await type('100');
  press('Review');
  press('Transfer 100 USDT');
  expect(await screen.findByText('Transferred 100 USDT from main to trade.')).toBeTruthy();
  expect(screen.getByText('No wallet of this account holds anything.')).toBeTruthy();
});

it('a rejection is shown verbatim, and the form stays', async () => {
  const desk = await open();
  desk.answer('transfers.send', () =>
    fail('exchange-rejected', 'The exchange refused.', { code: '230003', exchangeMessage: 'Balance insufficient!' }),
  );
  await type('5');
  press('Review');
  press('Transfer 5 USDT');
  expect(await screen.findByText(/230003 · Balance insufficient!/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Review' })).toBeTruthy();
});

it('a lost answer is looked up, and only a transfer that was not executed may be sent again, as another one', async () => {
  const desk = await open();
  desk.answer('transfers.send', () => fail('outcome-unknown', 'The answer was lost.'));
  await type('5');
  press('Review');
  press('Transfer 5 USDT');
  expect(await screen.findByText(/no response was received for/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Back to the form' })).toBeNull();
  const key = /"clientOid":"([^"]+)"/.exec(JSON.stringify(sent(desk)[0]))?.[1] ?? '';
  desk.push('intents.changed', buildIntent({ profileId: 'practice', kind: 'transfer', key, state: 'found-absent' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Back to the form' }));
  press('Review');
  press('Transfer 5 USDT');
  await waitFor(() => expect(sent(desk)).toHaveLength(2));
  expect(JSON.stringify(sent(desk)[1])).not.toContain(key);
});

it('a read-only profile transfers nothing, and states why', async () => {
  await open({ ...buildProfile(), isReadOnly: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Transfer USDT out of main' }).getAttribute('title')).toBe(
    'This profile is read-only',
  );
});
