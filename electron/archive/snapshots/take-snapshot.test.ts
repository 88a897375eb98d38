import { describe, expect, it } from 'vitest';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { succeed } from '#shared/errors.ts';
import { buildMarginHolding } from '#shared/testing/account/build-margin.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { takeSnapshot } from './take-snapshot.ts';

const answer =
  <T>(value: T) =>
  () =>
    Promise.resolve(succeed(value));

const owing = buildMarginHolding({ currency: 'BTC', total: '2', available: '1', held: '1', liability: '0.5' });
const overview = {
  currency: 'USDT',
  accountEquity: '70',
  unrealisedPnl: '1',
  marginBalance: '69',
  positionMargin: '5',
  orderMargin: '0',
  frozenFunds: '0',
  availableBalance: '60',
} as const;
const subBalance = { wallet: 'trade', currency: 'ETH', total: '3', available: '3', held: '0' } as const;

const client = createFakeClient({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a snapshot needs nothing else of a contract
  reference: { contracts: answer([{ settleCurrency: 'USDT' }, { settleCurrency: 'USDT' }] as FuturesContract[]) },
  futures: {
    overview: answer(overview),
    positions: answer([
      buildPosition({ symbol: 'XBTUSDTM', quantity: '-3', averageEntryPrice: '60000', unrealisedPnl: '1' }),
    ]),
  },
  accounts: {
    balances: answer([]),
    allSubHoldings: answer({
      items: [
        {
          userId: 's1',
          name: 'sub',
          isReadable: true,
          balances: [{ ...subBalance, valueCurrency: 'USDT', unitPrice: '1', value: '3' }],
        },
        { userId: 's2', name: 'unknown', isReadable: false, balances: [] },
      ],
      isComplete: true,
    }),
  },
  margin: {
    crossAccount: answer({
      quoteCurrency: 'USDT',
      totalAssets: '1',
      totalLiabilities: '1',
      debtRatio: '1',
      status: 'effective',
      holdings: [owing],
    }),
    isolatedAccounts: answer({
      quoteCurrency: 'USDT',
      totalAssets: '1',
      totalLiabilities: '1',
      pairs: [{ symbol: 'ETH-USDT', status: 'effective', debtRatio: '0', base: owing, quote: owing }],
    }),
  },
});

function take(mayAsk: () => boolean, signal = new AbortController().signal) {
  return takeSnapshot({ client, accountId: 1, nowMs: () => 5, waitForShare: () => Promise.resolve(mayAsk()), signal });
}

describe('a balance snapshot', () => {
  it('has all wallets with their liabilities, and names accounts that cannot be read', async () => {
    const snapshot = await take(() => true);
    const amounts = snapshot?.rows.map(({ owner, wallet, currency, total, owed }) => [
      owner,
      wallet,
      currency,
      total,
      owed,
    ]);
    expect(amounts).toEqual([
      ['', 'futures', 'USDT', '70', null],
      ['', 'cross', 'BTC', '2', '0.5'],
      ['', 'isolated ETH-USDT', 'BTC', '2', '0.5'],
      ['s1', 'trade', 'ETH', '3', null],
    ]);
    expect(snapshot).toMatchObject({ atMs: 5, missing: [{ part: 'sub-account:s2' }] });
    expect(snapshot?.rows[0]?.unrealised).toBe('1');
    const position = { symbol: 'XBTUSDTM', positionSide: null, lots: '-3', entryPrice: '60000', unrealised: '1' };
    expect(snapshot?.positions).toEqual([expect.objectContaining(position)]);
  });

  it('has names, status and remarks of the sub-accounts, and no list where that could not be read', async () => {
    const items = [
      {
        userId: 's1',
        uid: '7',
        name: 'sub',
        status: 2,
        type: 0,
        access: 'All',
        createdAtMs: 1,
        remarks: 'note',
      },
    ];
    const listing = createFakeClient({ accounts: { allSubAccounts: answer({ items, isComplete: true }) } });
    const { signal } = new AbortController();
    const options = { accountId: 1, nowMs: () => 5, waitForShare: () => Promise.resolve(true), signal };
    const snapshot = await takeSnapshot({ ...options, client: listing });
    expect(snapshot?.subAccountList).toEqual({ atMs: 5, items, isComplete: true });
    expect((await take(() => true))?.subAccountList).toBeUndefined();
  });

  it('has the time at which the wallets were read, although requests wait before and after it', async () => {
    let nowMs = 5;
    const waitForShare = () => {
      nowMs += 100;
      return Promise.resolve(true);
    };
    const { signal } = new AbortController();
    const snapshot = await takeSnapshot({ client, accountId: 1, nowMs: () => nowMs, waitForShare, signal });
    // the contracts and the wallets waited
    expect([snapshot?.atMs, nowMs > 400]).toEqual([205, true]);
  });

  it('a balance snapshot is dropped when recording stops meanwhile', async () => {
    expect(await take(() => false)).toBeNull();
    let asked = 0;
    expect(await take(() => (asked += 1) < 3)).toBeNull();
    expect(await take(() => true, AbortSignal.abort())).toBeNull();
  });
});
