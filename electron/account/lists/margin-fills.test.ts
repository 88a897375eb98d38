import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { change, crossAccount, done, fill, filled, matchOf, rest } from '../testing/records.ts';
import { listed, openLiveAccount } from '../testing/opened-account.ts';

const symbol = 'XRP-USDT';
const isolatedOrder = { ...rest, id: 'i-1', symbol, tradeType: 'isolated' } as const;
const isolatedFill = { ...fill, symbol, orderId: 'i-1', tradeType: 'isolated', createdAtMs: 3_000_000 } as const;
const filledWith = (...items: (typeof isolatedFill)[]) => succeed({ items, missing: [] });
const match = matchOf(fill.tradeId, fill.price, fill.size);
const matched = { ...filled(fill.size, match, 80), orderId: 'i-1', symbol };

async function read(account: Awaited<ReturnType<typeof openLiveAccount>>) {
  account.asked.length = 0;
  account.account.refresh('margin.fills');
  await account.clock.pass(20);
}

it('margin fills are read pair by pair, for active and recent orders and for accounts in use', async () => {
  const opened = await openLiveAccount();
  const { answers, page, asked, account, clock } = opened;
  const [holding] = crossAccount.holdings;
  if (holding === undefined) throw new Error('the record has no holding');
  const pair = { symbol: 'ETH-USDT', status: 'effective', debtRatio: '0', base: holding, quote: holding } as const;
  answers.isolatedAccounts = succeed({ quoteCurrency: 'USDT', totalAssets: '0', totalLiabilities: '0', pairs: [pair] });
  account.refresh('margin.accounts');
  await clock.pass(20);
  const late = { ...isolatedOrder, id: 'i-2', symbol: 'SOL-USDT', isActive: false, updatedAtMs: clock.nowMs() };
  const long = { ...late, id: 'i-3', symbol: 'KCS-USDT', updatedAtMs: clock.nowMs() - 26 * 3_600_000 };
  answers.isolatedOrders = { active: listed(isolatedOrder), done: listed(late, long) };
  answers.marginFills = filledWith(isolatedFill);
  await read(opened);
  expect(asked.filter(name => name.startsWith('marginFills '))).toEqual([
    'marginFills ETH-USDT',
    'marginFills XRP-USDT',
    'marginFills SOL-USDT',
  ]);
  expect(page.rows('margin.fills')).toEqual([isolatedFill]);
  expect(page.rows('spot.fills')).toEqual([]);
});

it('margin fills report pairs beyond the read limit and parts beyond a walk as missing', async () => {
  const opened = await openLiveAccount();
  const orders = Array.from({ length: 12 }, (_, n) => ({ ...isolatedOrder, id: `i${n}`, symbol: `P${n}-USDT` }));
  opened.answers.isolatedOrders = { active: listed(...orders), done: succeed({ items: [], isComplete: false }) };
  await read(opened);
  expect(opened.asked.filter(name => name.startsWith('marginFills '))).toHaveLength(10);
  expect(opened.page.status('margin.fills')).toMatchObject({
    completeness: {
      missing: [
        { part: 'isolated margin fills of orders beyond the 0 that are shown' },
        { part: 'isolated margin fills of P10-USDT, P11-USDT' },
      ],
    },
  });
});

it('margin fills report an exchange without margin, show an unanswered read as an error, and keep the spot fills', async () => {
  const opened = await openLiveAccount();
  const { answers, page } = opened;
  answers.isolatedOrders = { active: listed(isolatedOrder), done: listed() };
  answers.marginFills = fail('not-found', 'Url Not Found', { code: '404000' });
  await read(opened);
  expect(page.status('margin.fills')).toMatchObject({
    error: null,
    completeness: { missing: [{ reason: 'This exchange does not offer margin trading.' }] },
  });
  answers.marginFills = fail('timeout', 'slow');
  await read(opened);
  expect(page.status('margin.fills')).toMatchObject({ error: { kind: 'timeout' } });
  answers.isolatedOrders = { active: fail('timeout', 'slow'), done: listed() };
  await read(opened);
  expect(page.status('margin.fills')).toMatchObject({ error: { kind: 'timeout' } });
  answers.isolatedOrders = { active: listed(), done: fail('permission', 'no') };
  await read(opened);
  expect(page.status('margin.fills')).toMatchObject({ error: { kind: 'permission' } });
  expect(page.status('spot.fills')).toMatchObject({ feed: 'live', error: null });
});

it('margin fills read a match of an isolated order in its own list, without the expensive spot list', async () => {
  const { answers, order, page, times, asked, account, clock } = await openLiveAccount();
  answers.marginSymbols = { cross: succeed([]), isolated: succeed([symbol]) };
  answers.marginOrders = succeed([isolatedOrder]);
  account.refresh('margin.orders');
  await clock.pass(20);
  answers.marginFills = filledWith(isolatedFill);
  await order(matched, 3_000);
  expect(page.rows('margin.fills')).toEqual([isolatedFill]);
  expect([times('fills'), times(`marginFills ${symbol}`)]).toEqual([0, 1]);
  expect(asked).toContain(`marginFills ${symbol}`);
});

it('margin fills move a match of an unknown order to the list of its account once REST names the account', async () => {
  const { answers, order, page, times, clock, lines } = await openLiveAccount();
  answers.order = fail('not-found', 'no such order', { code: '400100' });
  answers.marginOrder = succeed({ ...isolatedOrder, isActive: false, filledSize: '10', filledFunds: '1000' });
  answers.marginFills = filledWith(isolatedFill);
  await order(matched, 0);
  await order({ ...done, orderId: 'i-1', symbol }, 3_000);
  expect(page.rows('margin.fills')).toEqual([isolatedFill]);
  await clock.pass(30_000);
  // it was requested while it was unknown, and not repeatedly
  expect(times('fills')).toBeLessThanOrEqual(2);
  expect(lines.filter(line => JSON.stringify(line).includes('fills.not-completed'))).toEqual([]);
});

it('margin fills leave a match of a non-isolated order with spot', async () => {
  const { answers, order, page, asked } = await openLiveAccount();
  answers.order = succeed({ ...rest, filledSize: fill.size, filledFunds: '1' });
  answers.fills = succeed([{ ...fill, createdAtMs: 3_000_000 }]);
  await order({ ...change, ...filled(fill.size, match, 80) }, 3_000);
  expect(page.rows('spot.fills')).toHaveLength(1);
  expect(page.rows('margin.fills')).toEqual([]);
  expect(asked.filter(name => name.startsWith('marginFills'))).toEqual([]);
});
