import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MomentsComparison } from '#shared/domain/portfolio/portfolio.ts';
import { fail } from '#shared/errors.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { setTimeView } from '#lib/time.ts';
import { buildComparison, startMs } from '../testing/build-portfolio.ts';
import { MomentsPanel } from './moments-panel.tsx';

beforeEach(() => setTimeView(() => 0, false));
afterEach(() => {
  cleanup();
  setTimeView(null, false);
});

function show(change: Partial<MomentsComparison> = {}) {
  const desk = installFakeDesk({
    'portfolio.compare': always(buildComparison(change)),
    'overseen.read': always({
      beganAtMs: 5,
      closed: null,
      first: { atMs: 5, prices: {}, accounts: {} },
      last: {
        atMs: 6,
        prices: {},
        accounts: { s07: { name: 'alpha', status: 2, access: null, remarks: null, coins: {}, futures: {} } },
      },
      recent: [],
      changes: [],
      knownAtMs: {},
    }),
  });
  renderPage(<MomentsPanel profileId="p" currency="USDT" />);
  const asked = () => desk.calls.filter(each => each.name === 'portfolio.compare').map(each => each.input);
  return { desk, asked };
}

it('comparison shows each holding before and after with its effects', async () => {
  show();
  const table = await screen.findByRole('table', { name: 'Accounts by coin at two moments' });
  const row = await within(table).findByRole('row', { name: /alpha/ });
  expect(row.textContent).toMatch(/alpha.*BTC.*\+4,000\.00.*−6,432\.00.*−0\.1.*−0\.0005/);
  expect(screen.getByText(/price effect/).textContent).toContain('+4,000.00 USDT');
});

it('comparison lists the largest value first and unknown values last', async () => {
  const [holding] = buildComparison().holdings;
  if (holding === undefined) throw new Error('the example has a holding');
  const of = (coin: string, valueAfter: '20' | '300' | null) => ({ ...holding, coin, valueAfter });
  show({ holdings: [of('NEW', null), of('ETH', '20'), of('BTC', '300')] });
  const table = await screen.findByRole('table', { name: 'Accounts by coin at two moments' });
  await within(table).findByRole('row', { name: /NEW/ });
  const coins = [...table.querySelectorAll('tbody tr[data-row-key]')].map(
    row => /NEW|ETH|BTC/.exec(row.textContent)?.[0],
  );
  expect(coins).toEqual(['BTC', 'ETH', 'NEW']);
});

it('comparison opens the rows that explain a holding, and closes them', async () => {
  show();
  const table = await screen.findByRole('table', { name: 'Accounts by coin at two moments' });
  const row = await within(table).findByRole('row', { name: /alpha/ });
  fireEvent.keyDown(row, { key: 'Enter' });
  const rows = await screen.findByRole('region', { name: 'What explains alpha BTC' });
  expect(within(rows).getByText('Transfer')).toBeTruthy();
  fireEvent.click(within(rows).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region', { name: 'What explains alpha BTC' })).toBeNull();
});

it('comparison uses typed times, and states their errors', async () => {
  const { asked } = show();
  await screen.findByText(/price effect/);
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-20 09:00' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-22' } });
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  const typed = { firstMs: Date.UTC(2026, 2, 20, 9), secondMs: Date.UTC(2026, 2, 22) };
  await waitFor(() => expect(asked()).toContainEqual({ profileId: 'p', currency: 'USDT', ...typed }));
  const count = asked().length;
  fireEvent.change(screen.getByLabelText('To'), { target: { value: 'noon' } });
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  expect(screen.getByRole('alert').textContent).toContain('Type a time such as');
  expect(asked()).toHaveLength(count);
});

it('comparison can start at the start of this session', async () => {
  const { asked } = show();
  fireEvent.click(await screen.findByRole('button', { name: 'Since start' }));
  await waitFor(() => expect(asked()).toContainEqual(expect.objectContaining({ firstMs: 5, secondMs: null })));
});

it('comparison names accounts without a balance and uses the nearest time', async () => {
  const { asked } = show({ missing: [{ owner: 's07', moment: 'first', nearestMs: startMs + 60_000 }] });
  expect((await screen.findByText(/no balance at the first moment/)).textContent).toContain('nearest');
  fireEvent.click(screen.getByRole('button', { name: 'Use it' }));
  await waitFor(() => expect(asked()).toContainEqual(expect.objectContaining({ firstMs: startMs + 60_000 })));
});

it('comparison names wallets that are unknown at one of the times', async () => {
  show({ leftOut: ['cross-margin', 'futures:USDT'] });
  expect(await screen.findByText(/unknown at one of the moments: cross margin, futures wallets USDT/)).toBeTruthy();
});

it('comparison keeps the form while the answer has failed', async () => {
  const { desk } = show();
  desk.answer('portfolio.compare', () => fail('internal', 'The archive cannot be read.'));
  fireEvent.click(await screen.findByRole('button', { name: '7 d' }));
  expect(await screen.findByText('The archive cannot be read.')).toBeTruthy();
  expect(screen.getByRole('form', { name: 'Moments to compare' })).toBeTruthy();
});
