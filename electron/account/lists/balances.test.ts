import { expect, it } from 'vitest';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { fail, succeed } from '#shared/errors.ts';
import type { BalanceChange, WalletChange } from '#client/feed/messages/wallets.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { balance, balanceChange, walletChange } from '../testing/records.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { openLiveAccount } from '../testing/opened-account.ts';
import { createWallets } from './wallets.ts';

const spotTopic = { venue: 'spot', kind: 'balances' } as const;
const futuresTopic = { venue: 'futures', kind: 'balances' } as const;
const futures = { accountId: 'futures:USDT', wallet: 'futures', currency: 'USDT' };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the settlement currency is looked at
const contract = (settleCurrency: string) => ({ settleCurrency }) as FuturesContract;
const contracts = () => Promise.resolve(succeed([contract('USDT')]));
const listBalances = () => Promise.resolve(succeed([balance]));
const refused = () => Promise.resolve(fail('permission', 'no'));

async function openBalances() {
  const opened = await openLiveAccount();
  const { fake, clock, page, account } = opened;
  return {
    ...opened,
    rows: () => page.rows('balances'),
    spot: async (change: Partial<BalanceChange> = {}, ms = 20) => {
      fake.publish(spotTopic, { ...balanceChange, ...change });
      await clock.pass(ms);
    },
    futures: async (change: Partial<WalletChange> = {}, ms = 20) => {
      fake.publish(futuresTopic, { ...walletChange, ...change });
      await clock.pass(ms);
    },
    read: async () => {
      account.refresh('balances');
      await clock.pass(20);
    },
  };
}

it('balances read their wallet from REST once, and follow frames after that', async () => {
  const { spot, rows, answers, times, fake, clock } = await openBalances();
  answers.balances = succeed([balance]);
  await spot();
  expect(rows()).toEqual([{ ...balance, total: '10', available: '6', held: '4' }]);
  await spot({ total: '11', timeMs: 12 });
  await spot({ total: '9', timeMs: 11 });
  expect(rows()).toMatchObject([{ total: '11' }]);
  expect(times('balances')).toBe(1);
  fake.reset(spotTopic);
  await clock.pass(0);
  await spot({ total: '8', timeMs: 5 });
  expect(rows()).toMatchObject([{ total: '8' }]);
});

it('balances show a frame without the available amount, and request the list for the rest', async () => {
  const { spot, rows, answers, times, clock } = await openBalances();
  answers.balances = succeed([balance]);
  await spot();
  const read = times('balances');
  await spot({ total: '12', available: null, timeMs: 30 });
  expect(rows()).toMatchObject([{ total: '12', available: null, held: '4' }]);
  await clock.pass(2_000);
  expect(times('balances')).toBe(read + 1);
});

it('balances are read again after a frame that does not name its account', async () => {
  const { spot, rows, answers, times, clock } = await openBalances();
  answers.balances = succeed([balance]);
  await spot();
  const read = times('balances');
  answers.balances = succeed([{ ...balance, total: '77' }]);
  await spot({ accountId: null, total: '77', timeMs: 30 });
  await clock.pass(2_000);
  expect(times('balances')).toBe(read + 1);
  expect(rows()).toHaveLength(1);
});

it('balances keep a frame over an answer requested shortly after it, and take a later answer', async () => {
  const { spot, rows, answers, read, clock } = await openBalances();
  answers.balances = succeed([balance]);
  await read();
  await spot({ total: '11' });
  await read();
  expect(rows()).toMatchObject([{ total: '11' }]);
  answers.balances = succeed([]);
  await read();
  expect(rows()).toHaveLength(1);
  await clock.pass(3_000);
  answers.balances = succeed([
    { ...balance, total: '12' },
    { ...balance, wallet: 'main', accountId: 'a2' },
  ]);
  await read();
  expect(rows().map(({ wallet, total }) => [wallet, total])).toEqual([
    ['trade', '12'],
    ['main', '1'],
  ]);
  answers.balances = succeed([balance]);
  await read();
  expect(rows()).toEqual([balance]);
});

it('balances take the answer after a disconnect over frames received shortly before', async () => {
  const { spot, rows, answers, fake, read, clock } = await openBalances();
  answers.balances = succeed([balance]);
  await read();
  await spot({ total: '11' });
  fake.reset(spotTopic);
  await clock.pass(3_000);
  expect(rows()).toEqual([balance]);
});

it('balances stop waiting for an account that REST never names', async () => {
  const { spot, rows, lines, times, clock, answers } = await openBalances();
  answers.contracts = succeed([]);
  await spot({}, 30_000);
  expect(rows()).toEqual([]);
  expect(lines).toContain('balances.not-completed');
  const asked = times('balances');
  await clock.pass(10_000);
  expect(times('balances')).toBe(asked);
});

it('balances of futures follow a complete frame, and are requested after a partial one', async () => {
  const opened = await openBalances();
  const { rows, asked } = opened;
  await opened.futures();
  expect(rows()).toEqual([
    {
      ...futures,
      total: '105',
      available: '60',
      held: '40',
      // with what is available they are the equity
      equity: { positionMargin: '34', orderMargin: '5', frozen: '1', unrealisedPnl: '5' },
    },
  ]);
  expect(asked).toEqual([]);
  for (const part of ['equity', 'availableBalance', 'crossOrderMargin'] as const)
    await opened.futures({ [part]: null, timeMs: 20 }, 2_100);
  await opened.futures({ timeMs: 19 }, 2_100);
  expect(asked).toEqual(['overview USDT', 'overview USDT', 'overview USDT']);
  expect(rows()).toMatchObject([{ ...futures, total: '50', available: '44', held: '6' }]);
});

it('balances keep a complete frame that arrives while the answer to a partial one is open', async () => {
  const opened = await openBalances();
  const { rows, asked, hold, release } = opened;
  hold();
  await opened.futures({ equity: null });
  expect(asked).toEqual(['overview USDT']);
  await opened.futures({ equity: '106', timeMs: 31 });
  await release();
  expect(rows()).toMatchObject([{ total: '106' }]);
});

it('balances join the spot host and the futures wallets by settlement currency, and mark an unknown wallet as missing', async () => {
  const { rows, answers, asked, read } = await openBalances();
  answers.balances = succeed([balance]);
  answers.contracts = fail('exchange-failed', 'down');
  await read();
  expect(rows()).toEqual([balance]);
  answers.contracts = succeed([contract('USDT'), contract('XBT'), contract('USDT')]);
  await read();
  expect(rows().map(({ wallet, currency }) => `${wallet} ${currency}`)).toEqual([
    'trade USDT',
    'futures USDT',
    'futures XBT',
  ]);
  await read();
  // asked once: listings change by the month
  expect(asked.filter(name => name === 'contracts').length).toBeLessThan(4);
});

it.each([
  ['availableBalance', { available: null, held: '6' }, true],
  ['orderMargin', { available: '44', held: null }, false],
  ['unrealisedPnl', { available: '44', held: '6' }, false],
  ['marginBalance', { available: '44', held: '6' }, true],
] as const)('balances show a futures wallet without %s with the known figures', async (field, known, hasParts) => {
  const figures = {
    accountEquity: '50',
    availableBalance: '44',
    unrealisedPnl: '0',
    marginBalance: '0',
    positionMargin: '1',
    orderMargin: '2',
    frozenFunds: '3',
  } as const;
  const overview = () => Promise.resolve(succeed({ currency: 'USDT', ...figures, [field]: null }));
  const wallets = createWallets(createFakeClient({ futures: { overview } }), createFakeClock());
  const read = await wallets.futures('USDT', new AbortController().signal);
  expect(read).toMatchObject({ value: { total: '50', ...known } });
  expect(read.ok && read.value.equity !== undefined).toBe(hasParts);
});

it('balances show the other wallets for a key without futures rights, and none without spot rights', async () => {
  const { signal } = new AbortController();
  const options = { priority: 'visible', signal } as const;
  const clock = createFakeClock();
  const reference = { contracts };
  const spotOnly = createWallets(
    createFakeClient({ reference, accounts: { balances: listBalances }, futures: { overview: refused } }),
    clock,
  );
  expect(await spotOnly.all(options)).toMatchObject({
    value: {
      balances: [balance],
      missing: [{ part: 'the USDT futures wallet', asOfMs: null }],
      mayComplete: false,
    },
  });
  expect(await spotOnly.futures('USDT', signal)).toMatchObject({ error: { kind: 'permission' } });
  const none = createWallets(createFakeClient({ reference, accounts: { balances: refused } }), clock);
  expect(await none.all(options)).toMatchObject({ error: { kind: 'permission' } });
});
