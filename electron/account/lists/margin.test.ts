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
  it('list the cross account and the pairs with an asset or a liability', async () => {
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

  it('follow the pushed debt ratio, and never return to an older one', async () => {
    const { page, fake, clock, times } = await openLiveAccount();
    fake.publish(marginTopic, debt);
    fake.publish(marginTopic, { ...debt, debtRatio: '0.9', timeMs: 9 });
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

  it('publish no row when an update repeats the same figures', async () => {
    const { page, answers, account, clock } = await openLiveAccount();
    answers.isolatedAccounts = isolated(pair('BTC-USDT', '3'));
    account.refresh('margin.accounts');
    await clock.pass(2_500);
    const published = page.messages.length;
    answers.isolatedAccounts = isolated(pair('BTC-USDT', '3'));
    account.refresh('margin.accounts');
    await clock.pass(2_500);
    const again = page.messages.slice(published).filter(({ list }) => list === 'margin.accounts');
    expect(again.map(({ upserts }) => upserts.length)).toEqual([0]);
  });

  it('keep principal and interest while their sum equals the liability', async () => {
    const { page, fake, clock } = await openLiveAccount();
    fake.publish(marginTopic, { ...debt, debts: [{ currency: 'USDT', amount: '40' }] });
    await clock.pass(20);
    expect(page.rows('margin.accounts')).toMatchObject([{ holdings: [{ principal: '39', interest: '1' }] }]);
  });

  it.each([
    ['a change of state', { kind: 'status', status: 'FROZEN_FL', timeMs: 11 } as const],
    [
      'a currency that is not known',
      { ...debt, assets: [{ currency: 'BTC', total: '1', available: '1', held: '0' }] } as const,
    ],
  ])('read the list after %s', async (_name, update) => {
    const { fake, clock, times } = await openLiveAccount();
    fake.publish(marginTopic, update);
    await clock.pass(2_500);
    expect(times('crossAccount')).toBe(1);
  });

  it('read the list when a pair reports a new state', async () => {
    const { fake, clock, times, answers, account } = await openLiveAccount();
    answers.isolatedAccounts = isolated(pair('BTC-USDT', '3'));
    account.refresh('margin.accounts');
    await clock.pass(20);
    const before = times('isolatedAccounts');
    const topic = { venue: 'spot', kind: 'isolatedPosition', symbol: 'BTC-USDT' } as const;
    fake.publish(topic, { symbol: 'BTC-USDT', status: 'DEBT', reason: 'DEFAULT_DEBT', timeMs: 5 });
    await clock.pass(2_500);
    expect(times('isolatedAccounts')).toBe(before + 1);
  });

  it('read the list rarely while a pair repeats that it has a liability, and at once when that changes', async () => {
    const { fake, clock, times, answers, account } = await openLiveAccount();
    answers.isolatedAccounts = isolated(pair('BTC-USDT', '3'));
    account.refresh('margin.accounts');
    await clock.pass(20);
    const topic = { venue: 'spot', kind: 'isolatedPosition', symbol: 'BTC-USDT' } as const;
    const publish = (status: string, reason: string) =>
      fake.publish(topic, { symbol: 'BTC-USDT', status, reason, timeMs: clock.monotonicMs() });
    publish('DEBT', 'DEFAULT_DEBT');
    await clock.pass(2_500);
    const before = times('isolatedAccounts');
    for (let frames = 0; frames < 4; frames += 1) {
      publish('DEBT', 'DEFAULT_DEBT');
      await clock.pass(4_000);
    }
    expect(times('isolatedAccounts') - before).toBe(1);
    publish('IN_REPAY', 'USER_REPAY');
    await clock.pass(2_500);
    publish('IN_REPAY', 'USER_REPAY');
    await clock.pass(2_500);
    expect(times('isolatedAccounts') - before).toBe(3);
  });

  it('read the list on each frame of a pair near its liquidation', async () => {
    const { fake, clock, times, answers, account } = await openLiveAccount();
    answers.isolatedAccounts = isolated({ ...pair('BTC-USDT', '3'), debtRatio: '0.93' });
    account.refresh('margin.accounts');
    await clock.pass(20);
    const topic = { venue: 'spot', kind: 'isolatedPosition', symbol: 'BTC-USDT' } as const;
    const before = times('isolatedAccounts');
    for (let frames = 0; frames < 3; frames += 1) {
      fake.publish(topic, { symbol: 'BTC-USDT', status: 'DEBT', reason: 'DEFAULT_DEBT', timeMs: clock.monotonicMs() });
      await clock.pass(4_000);
    }
    expect(times('isolatedAccounts') - before).toBe(3);
  });

  it('read only margin accounts, not the whole venue, when a pair is followed', async () => {
    const { fake, clock, asked, answers, account } = await openLiveAccount();
    answers.isolatedAccounts = isolated(pair('BTC-USDT', '3'));
    account.refresh('margin.accounts');
    await clock.pass(20);
    asked.length = 0;
    fake.reset({ venue: 'spot', kind: 'isolatedPosition', symbol: 'BTC-USDT' });
    await clock.pass(2_500);
    expect(asked.toSorted()).toEqual(['crossAccount', 'isolatedAccounts']);
  });

  it('report an exchange without margin, and fail when it does not answer', async () => {
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
  it('read both order types for each pair with orders', async () => {
    const { page, answers, account, clock } = await openLiveAccount();
    answers.marginSymbols = { cross: succeed(['BTC-USDT']), isolated: succeed([]) };
    answers.marginOrders = succeed([marginOrder]);
    account.refresh('margin.orders');
    await clock.pass(20);
    expect(page.rows('margin.orders')).toEqual([marginOrder]);
    expect(page.rows('spot.orders')).toEqual([]);
  });

  it('include orders placed by a stop or by the margin system, each once', async () => {
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

  it('report pairs beyond the read limit as missing', async () => {
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

  it('follow the frames of spot orders after REST identified them as margin orders', async () => {
    const { page, answers, order, clock, times } = await openLiveAccount();
    answers.order = fail('not-found', 'no such order', { code: '400100' });
    answers.marginOrder = succeed(marginOrder);
    const published = { ...change, orderId: 'm-1', symbol: marginOrder.symbol };
    await order({ ...published, event: 'open', status: 'open' }, 500);
    expect(page.rows('margin.orders')).toMatchObject([{ id: 'm-1', tradeType: 'cross' }]);
    expect(page.rows('spot.orders')).toEqual([]);
    await order({ ...published, event: 'cancelled', status: 'done', timeMs: change.timeMs + 1 }, 20);
    expect(page.rows('margin.orders')).toEqual([]);
    await clock.pass(1_000);
    expect(times('order')).toBe(1);
    expect(page.finished).toContain('spot');
  });

  it('list an order once when a frame reported it as plain before REST identified it as margin', async () => {
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

  it('keep their rows when the list of plain orders is read, and the reverse', async () => {
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
