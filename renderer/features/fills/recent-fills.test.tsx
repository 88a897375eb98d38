import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Market } from '#shared/domain/market/market.ts';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { fail, type Failure, type Result, succeed } from '#shared/errors.ts';
import { buildFill, buildFuturesFill } from '#shared/testing/build-fill.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { type FakeAccount, serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { RecentFills } from './recent-fills.tsx';
import { byTrade } from './use-fills.ts';

const profile = buildProfile();
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

let account: FakeAccount;

function open(answers: Answers, market: Market | null = null): FakeDesk {
  const desk = installFakeDesk({
    'symbols.list': always([]),
  });
  account = serveAccount(desk, {
    'spot.fills': given(answers.spot),
    'margin.fills': given(answers.margin ?? succeed([])),
    'futures.fills': given(answers.futures),
  });
  renderPage(<RecentFills profile={profile} market={market} />);
  return desk;
}
afterEach(cleanup);

const rows = async () => (await screen.findAllByRole('row')).slice(1).map(row => row.textContent);

it('shows the fills of both venues, newest first, each in its own units', async () => {
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

it('one that has grown older than a day stays in sight and is counted apart, as the tab does not count it', async () => {
  const old = buildFill({ tradeId: 'old', createdAtMs: beginMs });
  open({ spot: succeed([spotFill, old]), futures: succeed([]) });
  await screen.findByText('2 fills, 1 as maker', { exact: false });
  act(() => account.tell('spot.fills', [spotFill]));
  expect(await screen.findByText(/1 fill, 1 as maker, .* · 1 older below$/)).toBeTruthy();
  expect(await rows()).toHaveLength(2);
});

it('marked fills are added up, each coin and each contract for itself', async () => {
  const more = buildFill({ tradeId: 't2', symbol: 'BTC-USDT', size: '1', funds: '110', createdAtMs: beginMs + 500 });
  open({ spot: succeed([spotFill, more]), futures: succeed([futuresFill]) });
  await screen.findByText('3 fills', { exact: false });
  fireEvent.click(screen.getByLabelText('Mark all rows'));
  const totals = await screen.findByLabelText('Totals of the marked rows');
  expect(totals.textContent).toContain('Size 1.5 BTC, average 0.75');
  expect(totals.textContent).toContain('Size 12 lots XBTUSDTM, average 12');
  expect(totals.textContent).toContain('Funds 30,830 USDT');
});

it('fills on isolated margin stand among the others, and their market says so', async () => {
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

it('places that fail are all named', async () => {
  const busy = fail('exchange-failed', 'The exchange is busy.');
  open({ spot: busy, margin: busy, futures: busy });
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('Spot, cross, isolated and futures fills: The exchange is busy.')).toBeTruthy();
});

it('an empty list claims no more than is known', async () => {
  open({ spot: succeed([]), futures: succeed([]) });
  expect(await screen.findByText('No spot, cross, isolated or futures fill in the last 24 hours.')).toBeTruthy();
  cleanup();
  open({ spot: succeed([]), futures: fail('permission', 'Not allowed.') });
  expect(
    await screen.findByText('No spot, cross or isolated fill in the last 24 hours. Those of futures are not known.'),
  ).toBeTruthy();
});

it('a filter that is a spot pair: futures are not asked for', async () => {
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

it('reads on into the past step by step, says what it reads and where the memory of the exchange ends', async () => {
  const dayMs = 86_400_000;
  const desk = open({ spot: succeed([spotFill]), futures: succeed([]) }, spotMarket());
  const old = buildFill({ tradeId: 'old', createdAtMs: beginMs - 3 * dayMs });
  desk.answer('history.fills', ({ margin, at }) => {
    const items = margin === undefined && at.toMs > old.createdAtMs ? [old] : [];
    return succeed({ items, next: null, end: 'It keeps six months.', forgotten: [], asOfMs: Date.now() });
  });
  const end = await screen.findByRole('group', { name: 'End of the list' });
  expect(end.textContent).toContain('Whole down to');
  expect(desk.calls.some(({ name }) => name === 'history.fills')).toBe(false);
  fireEvent.click(within(end).getByText('Read older'));
  expect(await screen.findByText('It keeps six months. Nothing older can be had.')).toBeTruthy();
  expect(await rows()).toHaveLength(2);
  // each list once, for each says at its first step that there is no more
  const asked = desk.calls
    .filter(({ name }) => name === 'history.fills')
    .map(({ input }) => String(Reflect.get(Object(input), 'margin')));
  expect(asked.toSorted()).toEqual(['cross', 'isolated', 'undefined']);
});

it('a read of the past that fails says so at the end, and is tried again by a press alone; one can be stopped', async () => {
  const desk = open({ spot: succeed([spotFill]), futures: succeed([]) }, spotMarket());
  desk.answer('history.fills', () => fail('exchange-failed', 'The exchange is busy.'));
  const end = await screen.findByRole('group', { name: 'End of the list' });
  fireEvent.click(within(end).getByText('Read older'));
  expect((await within(end).findByRole('alert')).textContent).toBe('Older ones were not read: The exchange is busy.');
  const count = desk.calls.length;
  const box = end.closest('.table-box');
  if (box === null) throw new Error('the end stands in the table');
  fireEvent.scroll(box, { target: { scrollTop: 50 } });
  expect(desk.calls).toHaveLength(count);
  desk.answer('history.fills', () => new Promise(() => undefined));
  desk.answer('history.stop', always({}));
  fireEvent.click(within(end).getByText('Try again'));
  expect(await within(end).findByText(/Reading (spot|cross margin|isolated margin) fills/)).toBeTruthy();
  fireEvent.click(within(end).getByText('Stop'));
  expect(await within(end).findByText('Read older')).toBeTruthy();
  const asked = desk.calls.findLast(({ name }) => name === 'history.fills')?.input;
  const stopped = desk.calls.findLast(({ name }) => name === 'history.stop')?.input;
  expect(Reflect.get(Object(asked), 'readId')).toBe(Reflect.get(Object(stopped), 'readId'));
});

it('scrolling to the end reads on', async () => {
  const desk = open({ spot: succeed([spotFill]), futures: succeed([]) }, spotMarket());
  desk.answer('history.fills', () =>
    succeed({ items: [], next: null, end: 'It keeps six months.', forgotten: [], asOfMs: Date.now() }),
  );
  const box = (await screen.findByRole('group', { name: 'End of the list' })).closest('.table-box');
  if (box === null) throw new Error('the end stands in the table');
  fireEvent.scroll(box, { target: { scrollTop: 50 } });
  expect(await screen.findByText(/Nothing older can be had/)).toBeTruthy();
});

const fillAt = (tradeId: string) => ({ tradeId, createdAtMs: 5 });

it('fills of one moment stand in the order of their trades, the newest first', () => {
  const sorted = [fillAt('99'), fillAt('101'), fillAt('100'), { ...fillAt('7'), createdAtMs: 9 }].toSorted(byTrade);
  expect(sorted.map(({ tradeId }) => tradeId)).toEqual(['7', '101', '100', '99']);
});
