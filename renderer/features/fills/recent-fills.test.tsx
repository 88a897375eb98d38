import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Fill } from '#shared/domain/fill.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { fail, type Failure, type Result, succeed } from '#shared/errors.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { RecentFills } from './recent-fills.tsx';

const profile: Profile = {
  id: 'practice',
  name: 'Practice',
  preset: 'practice',
  colour: 'teal',
  spotUrl: '',
  futuresUrl: '',
  headerPrefix: 'SVC',
  keyVersion: '2',
  isReadOnly: false,
  keyHint: 'abcd',
  permissions: ['General'],
  secretHome: 'practice',
};
const spotFill: Fill = {
  venue: 'spot',
  tradeId: 't1',
  orderId: 'o1',
  symbol: 'BTC-USDT',
  tradeType: 'spot',
  side: 'buy',
  price: '60000',
  size: '0.5',
  funds: '30000',
  fee: '30',
  feeRate: '0.001',
  feeCurrency: 'USDT',
  openFee: null,
  closeFee: null,
  settleCurrency: null,
  liquidity: 'maker',
  isForceTaker: false,
  cause: 'trade',
  createdAtMs: 1000,
};
const futuresFill: Fill = {
  ...spotFill,
  venue: 'futures',
  symbol: 'XBTUSDTM',
  tradeType: 'futures',
  side: 'sell',
  size: '12',
  funds: '720',
  fee: '0.432',
  openFee: '0.144',
  closeFee: '0.288',
  settleCurrency: 'USDT',
  liquidity: 'taker',
  createdAtMs: 2000,
};

const fillBy = (cause: Fill['cause']): Fill => ({ ...futuresFill, cause, tradeId: cause });

type Answers = Readonly<Record<Venue, Result<Fill[]>>>;

function given(answer: Result<Fill[]>): Fill[] | Failure {
  return answer.ok ? answer.value : answer.error;
}

function open(answers: Answers, symbol: string | null = null): FakeDesk {
  const desk = installFakeDesk({
    'symbols.list': always([]),
  });
  serveAccount(desk, { 'spot.fills': given(answers.spot), 'futures.fills': given(answers.futures) });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RecentFills profile={profile} symbol={symbol} />
    </QueryClientProvider>,
  );
  return desk;
}
afterEach(cleanup);

const rows = async () => (await screen.findAllByRole('row')).slice(1).map(row => row.textContent);

it('shows the fills of both venues, newest first, each in its own units', async () => {
  open({ spot: succeed([spotFill]), futures: succeed([futuresFill]) });
  await screen.findByText('Spot and futures, last 24 hours', { exact: false });
  const [first, second] = await rows();
  for (const part of ['XBTUSDTM', 'Futures', 'Sell', '12 lots', '720 USDT', '0.432 USDT', 'taker'])
    expect(first).toContain(part);
  for (const part of ['BTC-USDT', 'Spot', 'Buy', '0.5', '30 USDT', 'maker']) expect(second).toContain(part);
  expect(second).not.toContain('lots');
  expect(screen.getByTitle('Opening 0.144, closing 0.288 USDT')).toBeTruthy();
  expect(screen.getByText('2 fills, 1 as maker, fees', { exact: false })).toBeTruthy();
});

it('the same trade id on both venues is two fills', async () => {
  open({ spot: succeed([spotFill]), futures: succeed([{ ...futuresFill, orderId: 'o1' }]) });
  await screen.findByText('Spot and futures', { exact: false });
  expect(await rows()).toHaveLength(2);
});

it('what the exchange did to a position by itself is marked', async () => {
  const causes = ['liquidation', 'deleveraging', 'settlement', 'unknown'] as const;
  open({ spot: succeed([]), futures: succeed(causes.map(fillBy)) });
  for (const word of ['liquidated', 'ADL', 'settled']) expect(await screen.findByText(word)).toBeTruthy();
});

it('a venue that fails hides nothing of the other, and the panel says whose fills are missing', async () => {
  open({ spot: succeed([spotFill]), futures: fail('exchange-failed', 'The exchange is busy.') });
  expect(await screen.findByText('Futures fills: The exchange is busy.', { exact: false })).toBeTruthy();
  expect(await rows()).toHaveLength(1);
  expect(screen.getByText('futures fills are missing here', { exact: false })).toBeTruthy();
});

it('two venues that fail are both named', async () => {
  const busy = fail('exchange-failed', 'The exchange is busy.');
  open({ spot: busy, futures: busy });
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('Spot and futures fills: The exchange is busy.')).toBeTruthy();
});

it('an empty list claims no more than is known', async () => {
  open({ spot: succeed([]), futures: succeed([]) });
  expect(await screen.findByText('No spot or futures fill in the last 24 hours.')).toBeTruthy();
  cleanup();
  open({ spot: succeed([]), futures: fail('permission', 'Not allowed.') });
  expect(await screen.findByText('No spot fill in the last 24 hours. Those of futures are not known.')).toBeTruthy();
});

it('a symbol filter is a spot pair: futures are not asked for', async () => {
  const desk = open(
    { spot: succeed([spotFill, { ...spotFill, tradeId: 'e', symbol: 'ETH-USDT' }]), futures: succeed([]) },
    'BTC-USDT',
  );
  await screen.findByText('Spot, last 24 hours', { exact: false });
  expect(await rows()).toHaveLength(1);
  const wanted = desk.calls.findLast(each => each.name === 'watch.set')?.input;
  expect(wanted).toMatchObject({ watches: [{ kind: 'account', list: 'spot.fills', pace: 'panel' }] });
});
