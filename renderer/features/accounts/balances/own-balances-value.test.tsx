import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { firstOversight } from '#shared/domain/account/oversight.ts';
import type { MarginAccountRow } from '#shared/domain/account/margin.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { setPrivacy } from '#lib/own/privacy.ts';
import { Assets } from '../assets.tsx';

afterEach(() => {
  cleanup();
  setPrivacy('off');
});

const holding = {
  currency: 'USDT',
  total: '100',
  available: '100',
  held: '0',
  liability: '0',
  principal: null,
  interest: null,
  mostToBorrow: null,
  isBorrowEnabled: null,
  isTransferInEnabled: null,
} as const;
const account: MarginAccountRow = {
  holdings: [holding],
  id: 'ETH-USDT',
  type: 'isolated',
  symbol: 'ETH-USDT',
  status: 'effective',
  debtRatio: '0',
  quoteCurrency: null,
  totalAssets: null,
  totalLiabilities: null,
};

function open() {
  const profile = buildProfile();
  const desk = installFakeDesk({ 'oversight.read': always({ ...firstOversight, valueCurrency: 'ETH' }) });
  serveAccount(desk, {
    balances: [
      buildBalance({ currency: 'NEW', total: '7', accountId: 'n' }),
      buildBalance({ wallet: 'isolated', currency: 'USDT', total: '100', accountId: 'i' }),
      buildBalance({ total: '2', accountId: 'b' }),
    ],
    'margin.accounts': [account],
  });
  renderPage(<Assets profile={profile} />);
  const prices = [
    ['BTC-USDT', '50000'],
    ['ETH-USDT', '2000'],
  ] as const;
  const tickers = prices.map(([symbol, lastPrice]) => ({
    venue: 'spot' as const,
    symbol,
    lastPrice,
    changeRate: null,
    turnover: null,
  }));
  act(() => {
    const details = { spot: null, futures: null };
    desk.push('tickers.changed', { profileId: profile.id, isWhole: true, tickers, details });
  });
}

it('assets show values and the total in the reference currency, and what the total omits', async () => {
  open();
  expect(await screen.findByText('Total 50.050000 ETH · without a price: NEW')).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: /Value, ETH/ })).toBeTruthy();
  expect(screen.getByTitle('No market prices it in ETH.').textContent).toMatch(/^–/);
});

it('assets are sorted by value at first, the largest first and balances without a price last', async () => {
  open();
  await screen.findByText(/^Total 50\.05/);
  const currencies = [...document.querySelectorAll('tbody tr[data-row-key]')].map(
    row => /BTC|USDT|NEW/.exec(row.textContent)?.[0],
  );
  expect(currencies).toEqual(['BTC', 'USDT', 'NEW']);
});

it('assets name the pair of an isolated wallet and transfers out of that pair', async () => {
  open();
  expect(await screen.findByText('isolated ETH-USDT')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Transfer USDT out of isolated ETH-USDT' }));
  const sheet = await screen.findByRole('dialog', {}, { timeout: 20_000 });
  expect(sheet.textContent).toContain('ETH-USDT');
});

it('assets hide values and the total at the highest privacy level', async () => {
  setPrivacy('all');
  open();
  expect(await screen.findByText('Total ••• ETH · without a price: NEW')).toBeTruthy();
  expect(document.querySelector('tbody')?.textContent).not.toMatch(/\d/);
});
