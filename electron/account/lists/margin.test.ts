import { describe, expect, it } from 'vitest';
import type { IsolatedMarginAccount, IsolatedMarginAccounts } from '#shared/domain/account/margin.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { change, crossAccount, rest } from '../testing/records.ts';
import { openLiveAccount } from '../testing/opened-account.ts';

const marginTopic = { venue: 'spot', kind: 'marginPosition' } as const;
const debt = {
  kind: 'debt',
  debtRatio: '0.5',
  totalAsset: '0.001',
  totalDebt: '0.0005',
  assets: [{ currency: 'USDT', total: '80', available: '70', held: '10' }],
  debts: [{ currency: 'USDT', amount: '41' }],
  timeMs: 10,
} as const;

const [holding] = crossAccount.holdings;
if (holding === undefined) throw new Error('the record has no holding');
const pair = (symbol: string, liability: '0' | '3'): IsolatedMarginAccount => ({
  symbol,
  status: 'effective',
  debtRatio: '0.1',
  base: { ...holding, currency: 'BTC', total: '0', liability: '0' },
  quote: { ...holding, total: '0', liability },
});
const isolated = (...pairs: IsolatedMarginAccount[]): Result<IsolatedMarginAccounts> => {
  return succeed({ quoteCurrency: 'USDT', totalAssets: '0', totalLiabilities: '0', pairs });
};
const unsupported = fail('not-found', 'Url Not Found', { code: '404000' });
const marginOrder = { ...rest, id: 'm-1', tradeType: 'cross' } as const;

describe('margin accounts', () => {
  it('are the cross account and the pairs that hold or owe something', async () => {
    const { page, answers, account, clock, fake } = await openLiveAccount();
    answers.isolatedAccounts = isolated(pair('BTC-USDT', '3'), pair('ETH-USDT', '0'));
    account.refresh('margin.accounts');
    await clock.pass(20);
    expect(page.rows('margin.accounts').map(({ id, type, symbol }) => [id, type, symbol])).toEqual([
      ['cross', 'cross', null],
      ['BTC-USDT', 'isolated', 'BTC-USDT'],
    ]);
    expect(fake.wanted().filter(name => name.includes('isolatedPosition'))).toEqual(['spot isolatedPosition BTC-USDT']);
    answers.isolatedAccounts = isolated(pair('ETH-USDT', '3'));
    account.refresh('margin.accounts');
    await clock.pass(20);
    expect(fake.wanted().filter(name => name.includes('isolatedPosition'))).toEqual(['spot isolatedPosition ETH-USDT']);
  });

  it('move with the debt ratio that is pushed, and never back to an older one', async () => {
    const { page, fake, clock, times } = await openLiveAccount();
    fake.tell(marginTopic, debt);
    fake.tell(marginTopic, { ...debt, debtRatio: '0.9', timeMs: 9 });
    await clock.pass(20);
    expect(page.rows('margin.accounts')).toMatchObject([
      {
        debtRatio: '0.5',
        totalAssets: '100',
        holdings: [{ total: '80', available: '70', liability: '41', principal: null, interest: null }],
      },
    ]);
    expect(times('crossAccount')).toBe(0);
  });

  it('that say the same again, holdings and all, tell no row', async () => {
    const { page, answers, account, clock } = await openLiveAccount();
    answers.isolatedAccounts = isolated(pair('BTC-USDT', '3'));
    account.refresh('margin.accounts');
    await clock.pass(2_500);
    const told = page.messages.length;
    answers.isolatedAccounts = isolated(pair('BTC-USDT', '3'));
    account.refresh('margin.accounts');
    await clock.pass(2_500);
    const again = page.messages.slice(told).filter(({ list }) => list === 'margin.accounts');
    expect(again.map(({ upserts }) => upserts.length)).toEqual([0]);
  });

  it('keep principal and interest while their sum is what is owed', async () => {
    const { page, fake, clock } = await openLiveAccount();
    fake.tell(marginTopic, { ...debt, debts: [{ currency: 'USDT', amount: '40' }] });
    await clock.pass(20);
    expect(page.rows('margin.accounts')).toMatchObject([{ holdings: [{ principal: '39', interest: '1' }] }]);
  });

  it.each([
    ['a change of state', { kind: 'status', status: 'FROZEN_FL', timeMs: 11 } as const],
    [
      'a currency that is not known',
      { ...debt, assets: [{ currency: 'BTC', total: '1', available: '1', held: '0' }] } as const,
    ],
  ])('are read after %s', async (_name, update) => {
    const { fake, clock, times } = await openLiveAccount();
    fake.tell(marginTopic, update);
    await clock.pass(2_500);
    expect(times('crossAccount')).toBe(1);
  });

  it('are read when a pair tells of a new state', async () => {
    const { fake, clock, times, answers, account } = await openLiveAccount();
    answers.isolatedAccounts = isolated(pair('BTC-USDT', '3'));
    account.refresh('margin.accounts');
    await clock.pass(20);
    const before = times('isolatedAccounts');
    const topic = { venue: 'spot', kind: 'isolatedPosition', symbol: 'BTC-USDT' } as const;
    fake.tell(topic, { symbol: 'BTC-USDT', status: 'DEBT', reason: 'DEFAULT_DEBT', timeMs: 5 });
    await clock.pass(2_500);
    expect(times('isolatedAccounts')).toBe(before + 1);
  });

  it('are read seldom while a pair tells again and again that it owes something, and at once when that changes', async () => {
    const { fake, clock, times, answers, account } = await openLiveAccount();
    answers.isolatedAccounts = isolated(pair('BTC-USDT', '3'));
    account.refresh('margin.accounts');
    await clock.pass(20);
    const topic = { venue: 'spot', kind: 'isolatedPosition', symbol: 'BTC-USDT' } as const;
    const tell = (status: string, reason: string) =>
      fake.tell(topic, { symbol: 'BTC-USDT', status, reason, timeMs: clock.monotonicMs() });
    tell('DEBT', 'DEFAULT_DEBT');
    await clock.pass(2_500);
    const before = times('isolatedAccounts');
    for (let frames = 0; frames < 4; frames += 1) {
      tell('DEBT', 'DEFAULT_DEBT');
      await clock.pass(4_000);
    }
    expect(times('isolatedAccounts') - before).toBe(1);
    tell('IN_REPAY', 'USER_REPAY');
    await clock.pass(2_500);
    tell('IN_REPAY', 'USER_REPAY');
    await clock.pass(2_500);
    expect(times('isolatedAccounts') - before).toBe(3);
  });

  it('are read with each frame of a pair that is near its liquidation', async () => {
    const { fake, clock, times, answers, account } = await openLiveAccount();
    answers.isolatedAccounts = isolated({ ...pair('BTC-USDT', '3'), debtRatio: '0.93' });
    account.refresh('margin.accounts');
    await clock.pass(20);
    const topic = { venue: 'spot', kind: 'isolatedPosition', symbol: 'BTC-USDT' } as const;
    const before = times('isolatedAccounts');
    for (let frames = 0; frames < 3; frames += 1) {
      fake.tell(topic, { symbol: 'BTC-USDT', status: 'DEBT', reason: 'DEFAULT_DEBT', timeMs: clock.monotonicMs() });
      await clock.pass(4_000);
    }
    expect(times('isolatedAccounts') - before).toBe(3);
  });

  it('of a pair that begins to be followed they alone are read again, not the whole venue', async () => {
    const { fake, clock, asked, answers, account } = await openLiveAccount();
    answers.isolatedAccounts = isolated(pair('BTC-USDT', '3'));
    account.refresh('margin.accounts');
    await clock.pass(20);
    asked.length = 0;
    fake.reset({ venue: 'spot', kind: 'isolatedPosition', symbol: 'BTC-USDT' });
    await clock.pass(2_500);
    expect(asked.toSorted()).toEqual(['crossAccount', 'isolatedAccounts']);
  });

  it('say so where the exchange has no margin, and fail where it does not answer', async () => {
    const { page, answers, account, clock } = await openLiveAccount();
    answers.crossAccount = unsupported;
    answers.isolatedAccounts = unsupported;
    account.refresh('margin.accounts');
    await clock.pass(20);
    expect(page.rows('margin.accounts')).toEqual([]);
    expect(page.status('margin.accounts')).toMatchObject({
      feed: 'live',
      error: null,
      completeness: { kind: 'partial', missing: [{ part: 'the cross margin account' }, {}] },
    });
    answers.isolatedAccounts = fail('timeout', 'slow');
    account.refresh('margin.accounts');
    await clock.pass(20);
    expect(page.status('margin.accounts')).toMatchObject({ error: { kind: 'timeout' } });
  });
});

describe('margin orders', () => {
  it('are read for each pair that has some, of both types', async () => {
    const { page, answers, account, clock } = await openLiveAccount();
    answers.marginSymbols = { cross: succeed(['BTC-USDT']), isolated: succeed([]) };
    answers.marginOrders = succeed([marginOrder]);
    account.refresh('margin.orders');
    await clock.pass(20);
    expect(page.rows('margin.orders')).toEqual([marginOrder]);
    expect(page.rows('spot.orders')).toEqual([]);
  });

  it('are those too that a stop or the margin system placed, each once', async () => {
    const { page, answers, account, clock } = await openLiveAccount();
    answers.marginSymbols = { cross: succeed(['BTC-USDT']), isolated: succeed([]) };
    answers.marginOrders = succeed([marginOrder]);
    const fired = { ...marginOrder, id: 'm-2' };
    answers.crossOrders = succeed({ items: [marginOrder, fired], isComplete: false });
    account.refresh('margin.orders');
    await clock.pass(20);
    expect(page.rows('margin.orders')).toEqual([marginOrder, fired]);
    expect(page.status('margin.orders')).toMatchObject({ completeness: { missing: [{}] } });
    answers.crossOrders = fail('timeout', 'slow');
    account.refresh('margin.orders');
    await clock.pass(20);
    expect(page.status('margin.orders')).toMatchObject({ error: { kind: 'timeout' } });
  });

  it('of more pairs than are read at once are told as missing', async () => {
    const { page, answers, account, clock, times } = await openLiveAccount();
    const symbols = Array.from({ length: 21 }, (_, index) => `P${index}-USDT`);
    answers.marginSymbols = { cross: succeed(symbols), isolated: unsupported };
    account.refresh('margin.orders');
    await clock.pass(20);
    expect(times('marginOrders')).toBe(20);
    expect(page.status('margin.orders')).toMatchObject({
      completeness: {
        missing: [{ part: 'cross margin orders of P20-USDT' }, { part: 'isolated margin orders' }],
      },
    });
  });

  it('are told by the frames of spot orders: REST says that they are on margin, and what becomes of them', async () => {
    const { page, answers, order, clock, times } = await openLiveAccount();
    answers.order = fail('not-found', 'no such order', { code: '400100' });
    answers.marginOrder = succeed(marginOrder);
    const told = { ...change, orderId: 'm-1', symbol: marginOrder.symbol };
    await order({ ...told, event: 'open', status: 'open' }, 500);
    expect(page.rows('margin.orders')).toMatchObject([{ id: 'm-1', tradeType: 'cross' }]);
    expect(page.rows('spot.orders')).toEqual([]);
    await order({ ...told, event: 'cancelled', status: 'done', timeMs: change.timeMs + 1 }, 20);
    expect(page.rows('margin.orders')).toEqual([]);
    await clock.pass(1_000);
    expect(times('order')).toBe(1);
    expect(page.finished).toContain('spot');
  });

  it('stand once when a frame alone told of them as plain, before REST said that they are on margin', async () => {
    const { page, answers, account, order, clock } = await openLiveAccount();
    answers.order = fail('exchange-failed', 'down');
    answers.marginSymbols = { cross: succeed(['BTC-USDT']), isolated: succeed([]) };
    answers.marginOrders = succeed([marginOrder]);
    await order({ ...change, orderId: 'm-1', symbol: marginOrder.symbol, event: 'open', status: 'open' }, 1_000);
    expect(page.rows('spot.orders')).toMatchObject([{ id: 'm-1', tradeType: 'spot' }]);
    account.refresh('margin.orders');
    await clock.pass(20);
    expect(page.rows('margin.orders')).toMatchObject([{ id: 'm-1', tradeType: 'cross' }]);
    expect(page.rows('spot.orders')).toEqual([]);
  });

  it('stay when the list of plain orders is read, and plain ones when theirs is', async () => {
    const { page, answers, account, clock } = await openLiveAccount();
    answers.marginSymbols = { cross: succeed(['BTC-USDT']), isolated: succeed([]) };
    answers.marginOrders = succeed([marginOrder]);
    answers.orders = succeed({ items: [rest], isComplete: true });
    for (const list of ['margin.orders', 'spot.orders', 'margin.orders', 'spot.orders'] as const) {
      account.refresh(list);
      await clock.pass(20_000);
    }
    expect(page.rows('margin.orders')).toHaveLength(1);
    expect(page.rows('spot.orders')).toHaveLength(1);
    answers.marginSymbols = { cross: succeed([]), isolated: succeed([]) };
    account.refresh('margin.orders');
    await clock.pass(20);
    expect(page.rows('margin.orders')).toEqual([]);
    expect(page.rows('spot.orders')).toHaveLength(1);
  });
});
