import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Market } from '#shared/domain/market/market.ts';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { fail, type Failure, type Result, succeed } from '#shared/errors.ts';
import { buildArchivedPage } from '#shared/testing/archive/build-archived-page.ts';
import { buildFill, buildFuturesFill } from '#shared/testing/build-fill.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { RecentFills } from './recent-fills.tsx';
import { byTrade } from './use-fills.ts';

const profile = buildProfile();
const dayMs = 86_400_000;
/** so long ago that all the fills here came after it */
const beginMs = Date.now() - 60_000;
const spotFill = buildFill({
  price: '60000',
  size: '0.5',
  funds: '30000',
  fee: '30',
  liquidity: 'maker',
  createdAtMs: beginMs + 1000,
});
const futuresFill = buildFuturesFill({
  price: '60000',
  side: 'sell',
  size: '12',
  funds: '720',
  fee: '0.432',
  openFee: '0.144',
  closeFee: '0.288',
  createdAtMs: beginMs + 2000,
});

const fillBy = (cause: Fill['cause']) => buildFill({ ...futuresFill, cause, tradeId: cause });

type Answers = Readonly<Record<Venue, Result<Fill[]>>> & { readonly margin?: Result<Fill[]> };

function given(answer: Result<Fill[]>): Fill[] | Failure {
  return answer.ok ? answer.value : answer.error;
}

function open(answers: Answers, market: Market | null = null): FakeDesk {
  const desk = installFakeDesk({
    'symbols.list': always([]),
    'history.fills': always(buildArchivedPage<Fill>([])),
  });
  serveAccount(desk, {
    'spot.fills': given(answers.spot),
    'margin.fills': given(answers.margin ?? succeed([])),
    'futures.fills': given(answers.futures),
  });
  renderPage(<RecentFills profile={profile} market={market} />);
  return desk;
}
afterEach(cleanup);

const rows = async () => (await screen.findAllByRole('row')).slice(1).map(row => row.textContent);

it('recent fills show both venues, newest first, each in its own units', async () => {
  open({ spot: succeed([spotFill]), futures: succeed([futuresFill]) });
  await screen.findByText('Spot, cross, isolated and futures, last 24 hours', { exact: false });
  const [first, second] = await rows();
  for (const part of ['XBTUSDTM', 'Futures', 'Sell', '12 lots', '720 USDT', '0.432 USDT', 'taker'])
    expect(first).toContain(part);
  for (const part of ['BTC-USDT', 'Spot', 'Buy', '0.5', '30 USDT', 'maker']) expect(second).toContain(part);
  expect(second).not.toContain('lots');
  expect(screen.getByTitle('Opening 0.144, closing 0.288 USDT')).toBeTruthy();
  expect(screen.getByText('2 fills, 1 as maker, fees', { exact: false })).toBeTruthy();
});

it('fills panel counts archived fills that are older than a day apart, as the tab does not count them', async () => {
  const desk = open({ spot: succeed([spotFill]), futures: succeed([]) });
  desk.answer(
    'history.fills',
    always(buildArchivedPage([buildFill({ tradeId: 'old', createdAtMs: beginMs - dayMs })])),
  );
  expect(await screen.findByText(/1 fill, 1 as maker, .* · 1 older below$/)).toBeTruthy();
  expect(await rows()).toHaveLength(2);
});

it('marked fills are summed, each coin and each contract by itself', async () => {
  const more = buildFill({ tradeId: 't2', symbol: 'BTC-USDT', size: '1', funds: '110', createdAtMs: beginMs + 500 });
  open({ spot: succeed([spotFill, more]), futures: succeed([futuresFill]) });
  await screen.findByText('3 fills', { exact: false });
  fireEvent.click(screen.getByLabelText('Mark all rows'));
  const totals = await screen.findByLabelText('Totals of the marked rows');
  expect(totals.textContent).toContain('Size 1.5 BTC, average 0.75');
  expect(totals.textContent).toContain('Size 12 lots XBTUSDTM, average 12');
  expect(totals.textContent).toContain('Value 30,830 USDT');
});

it('fills on isolated margin are among the others, with their market', async () => {
  const isolated = buildFill({ tradeId: 'm', symbol: 'XRP-USDT', tradeType: 'isolated', createdAtMs: beginMs + 1500 });
  open({ spot: succeed([spotFill]), margin: succeed([isolated]), futures: succeed([futuresFill]) });
  await screen.findByText('3 fills', { exact: false });
  expect((await rows())[1]).toContain('XRP-USDTIsolated');
});

it('the same trade id on both venues is two fills', async () => {
  open({ spot: succeed([spotFill]), futures: succeed([{ ...futuresFill, orderId: 'o1' }]) });
  await screen.findByText('Spot, cross, isolated and futures', { exact: false });
  expect(await rows()).toHaveLength(2);
});

it('fills by the exchange on a position are marked', async () => {
  const causes = ['liquidation', 'deleveraging', 'settlement', 'unknown'] as const;
  open({ spot: succeed([]), futures: succeed(causes.map(fillBy)) });
  for (const word of ['liquidated', 'ADL', 'settled']) expect(await screen.findByText(word)).toBeTruthy();
});

it('a failed venue does not hide the other, and the panel names the missing fills', async () => {
  open({ spot: succeed([spotFill]), futures: fail('exchange-failed', 'The exchange is busy.') });
  expect(await screen.findByText('Futures fills: The exchange is busy.', { exact: false })).toBeTruthy();
  expect(await rows()).toHaveLength(1);
  expect(screen.getByText('futures fills are missing here', { exact: false })).toBeTruthy();
});

it('failed places are all named', async () => {
  const busy = fail('exchange-failed', 'The exchange is busy.');
  open({ spot: busy, margin: busy, futures: busy });
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('Spot, cross, isolated and futures fills: The exchange is busy.')).toBeTruthy();
});

it('an empty list states only what is known', async () => {
  open({ spot: succeed([]), futures: succeed([]) });
  expect(await screen.findByText('No spot, cross, isolated or futures fill in the last 24 hours.')).toBeTruthy();
  cleanup();
  open({ spot: succeed([]), futures: fail('permission', 'Not allowed.') });
  expect(
    await screen.findByText('No spot, cross or isolated fill in the last 24 hours. Those of futures are unknown.'),
  ).toBeTruthy();
});

it('a filter by a spot pair does not request futures', async () => {
  const desk = open(
    { spot: succeed([spotFill, { ...spotFill, tradeId: 'e', symbol: 'ETH-USDT' }]), futures: succeed([]) },
    spotMarket(),
  );
  await screen.findByText('Spot, cross and isolated, last 24 hours', { exact: false });
  expect(await rows()).toHaveLength(1);
  const wanted = desk.calls.findLast(each => each.name === 'watch.set')?.input;
  const lists = ['spot.fills', 'margin.fills'];
  expect(wanted).toMatchObject({ watches: lists.map(list => ({ kind: 'account', list, pace: 'panel' })) });
});

it('fills panel reads older fills from the archive, and says what the archive covers', async () => {
  const desk = open({ spot: succeed([spotFill]), futures: succeed([]) }, spotMarket());
  const old = buildFill({ tradeId: 'old', createdAtMs: beginMs - 3 * dayMs });
  const next = { timeMs: beginMs - 2 * dayMs, key: 'k' };
  desk.answer('history.fills', ({ after }) =>
    succeed(after === null ? buildArchivedPage([spotFill], { next }) : buildArchivedPage([old])),
  );
  const end = await screen.findByRole('group', { name: 'End of the list' });
  fireEvent.click(await within(end).findByText('Read older'));
  expect(await screen.findByText(/^The archive covers since .* It has no older rows\.$/)).toBeTruthy();
  expect(await rows()).toHaveLength(2);
  const asked = desk.calls.findLast(({ name }) => name === 'history.fills')?.input;
  expect(asked).toMatchObject({ venue: 'spot', symbol: 'BTC-USDT', after: next });
});

it('fills panel shows a failed read of the archive at the end, and tries it again by its button only', async () => {
  const desk = open({ spot: succeed([spotFill]), futures: succeed([]) }, spotMarket());
  desk.answer('history.fills', () => fail('storage', 'The archive cannot be read.'));
  const end = await screen.findByRole('group', { name: 'End of the list' });
  expect((await within(end).findByRole('alert')).textContent).toMatch(
    /^Older rows were not read: The archive cannot be read\. Rows before .+ may be missing\.$/u,
  );
  const asked = () => desk.calls.filter(({ name }) => name === 'history.fills').length;
  const count = asked();
  const box = end.closest('.table-box');
  if (box === null) throw new Error('the end is in the table');
  fireEvent.scroll(box, { target: { scrollTop: 50 } });
  expect(asked()).toBe(count);
  desk.answer('history.fills', always(buildArchivedPage<Fill>([])));
  fireEvent.click(within(end).getByText('Try again'));
  expect(await within(end).findByText(/^The archive covers since/)).toBeTruthy();
});

it('fills panel reads older fills when the user scrolls to the end', async () => {
  const desk = open({ spot: succeed([spotFill]), futures: succeed([]) }, spotMarket());
  const next = { timeMs: beginMs - dayMs, key: 'k' };
  desk.answer('history.fills', ({ after }) =>
    succeed(buildArchivedPage<Fill>([], { next: after === null ? next : null })),
  );
  await screen.findByText('Read older');
  const box = screen.getByRole('group', { name: 'End of the list' }).closest('.table-box');
  if (box === null) throw new Error('the end is in the table');
  fireEvent.scroll(box, { target: { scrollTop: 50 } });
  expect(await screen.findByText(/It has no older rows/)).toBeTruthy();
});

const fillAt = (tradeId: string) => ({ tradeId, createdAtMs: 5 });

it('fills of the same time are sorted by their trades, the newest first', () => {
  const sorted = [fillAt('99'), fillAt('101'), fillAt('100'), { ...fillAt('7'), createdAtMs: 9 }].toSorted(byTrade);
  expect(sorted.map(({ tradeId }) => tradeId)).toEqual(['7', '101', '100', '99']);
});
