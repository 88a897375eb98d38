import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { wholeMessage } from '#bridge/testing/book-messages.ts';
import { fail } from '#shared/errors.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildLiveBook } from '#shared/testing/build-book.ts';
import { buildSpotSymbol, spotMarket } from '#shared/testing/build-instrument.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';

/** A German page over a main process that speaks English: what shared code says here, and what main sends. */

async function germanPage() {
  vi.resetModules();
  await import('../words/de.ts');
  const [ticket, notices, toaster, tickets, page, policy, bridge, overseen] = await Promise.all([
    import('#features/ticket/ticket.tsx'),
    import('./use-notices.ts'),
    import('#ui/feedback/toaster.tsx'),
    import('#state/ticket-store.ts'),
    import('#bridge/testing/render-page.tsx'),
    import('#features/ticket/testing/build-ticket.ts'),
    import('#bridge/call.ts'),
    import('#features/overseer/detail/detail-columns.tsx'),
  ]);
  return { ...ticket, ...notices, ...toaster, ...tickets, ...page, ...policy, ...bridge, ...overseen };
}

let page: Awaited<ReturnType<typeof germanPage>>;
beforeAll(async () => {
  page = await germanPage();
});
afterEach(cleanup);

const profile = buildProfile();

it('German page shows why the policy rejects an order, with its figures in page format', async () => {
  const { Ticket, renderPage, useTicketStore, openPolicy } = page;
  const desk = installFakeDesk({
    'symbols.list': always([buildSpotSymbol()]),
    'accounts.marketFee': always({ takerFeeRate: '0.001', makerFeeRate: '0.0005' }),
    'policy.read': always({ ...openPolicy, policy: { ...openPolicy.policy, largestOrder: '1250.5' } }),
    'intents.list': always([]),
  });
  serveAccount(desk, {
    balances: [
      buildBalance({ wallet: 'trade', currency: 'BTC', available: '10' }),
      buildBalance({ wallet: 'trade', currency: 'USDT', available: '90000' }),
    ],
    'spot.orders': [],
    'margin.orders': [],
    'spot.stops': [],
  });
  useTicketStore.getState().open({ side: 'buy' });
  renderPage(<Ticket profile={profile} mode="PRACTICE" market={spotMarket()} />);
  const ticket = await screen.findByRole('region', { name: 'Ordermaske' });
  const size = await within(ticket).findByLabelText('Menge');
  const book = buildLiveBook({ profileId: profile.id, bids: [['99', '200']], asks: [['101', '100']] });
  act(() => desk.push('book.changed', wholeMessage(book)));
  fireEvent.change(within(ticket).getByLabelText('Preis'), { target: { value: '100' } });
  fireEvent.change(size, { target: { value: '20' } });
  await waitFor(() =>
    expect(ticket.textContent).toContain(
      'Diese Order hat einen Wert von 2\u202F000 USDT; die größte Order dieses Profils ist 1\u202F250,5 USDT.',
    ),
  );
});

it('German page shows messages of main in German: at the start, later, and in rejections', async () => {
  const { useNotices, Toaster, renderPage, call } = page;
  const damaged =
    'The order journal was damaged. It was kept as fathom.db.bad. 12 of its actions, the last of 2026-03-01, were read and kept. Look at the exchange for orders and transfers that you do not expect.';
  const info = { version: '1', shell: 'chromium', isHeadless: true, dataDir: '/d', notices: [damaged] } as const;
  const desk = installFakeDesk({
    'app.info': always({ ...info, notices: [...info.notices] }),
    'orders.cancel': () =>
      fail(
        'exchange-rejected',
        'The exchange rejected the request: the balance is not sufficient. Lower the amount or move money to this wallet.',
        { exchangeMessage: 'Balance insufficient!' },
      ),
  });
  const Notices = () => {
    useNotices();
    return <Toaster />;
  };
  renderPage(<Notices />);
  await screen.findByText(/^Das Orderjournal war beschädigt\. Es wurde als fathom\.db\.bad aufgehoben\. 12 seiner/);
  const later = 'The timed cancel could not be renewed: The exchange did not answer in time.';
  await act(async () => desk.push('notices.changed', { notices: [damaged, later] }));
  await screen.findByText(
    'Das zeitgesteuerte Storno konnte nicht erneuert werden: Die Börse hat nicht rechtzeitig geantwortet.',
  );
  const refused = call('orders.cancel', { profileId: 'p', venue: 'spot', symbol: 'BTC-USDT', orderId: '1' });
  await expect(refused).rejects.toMatchObject({
    message:
      'Die Börse hat die Anfrage abgelehnt: Das Guthaben reicht nicht. Senken Sie den Betrag, oder buchen Sie Geld in diese Wallet um.',
    detail: { exchangeMessage: 'Balance insufficient!' },
  });
});

it('German page names a column of changes with a noun, not with the verb of the buttons', () => {
  const columns = page.coinColumns({ currency: 'USDT', decimals: 2, value: '1', amountsBefore: null });
  expect(columns.find(({ key }) => key === 'change')?.title).toBe('Veränderung');
});
