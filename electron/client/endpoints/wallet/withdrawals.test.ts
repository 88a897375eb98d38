import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '#client/testing/fake-exchange.ts';
import { publishedExample, textOf } from '#client/testing/published.ts';
import { action, createAnsweringFixture, createFixture, page } from '../testing/endpoint-fixture.ts';

const dayMs = 86_400_000;

const row = (createdAt: number, change: object = {}) => ({
  currency: 'USDT',
  chain: 'trx',
  status: 'SUCCESS',
  address: 'T1',
  memo: '',
  isInner: false,
  amount: '1.50',
  fee: '1',
  walletTxId: null,
  createdAt,
  updatedAt: createdAt,
  remark: '',
  ...change,
});

describe('currencies', () => {
  const published = publishedExample('GET /api/v3/currencies/{currency}');

  it('reads the published example, and requests one chain', async () => {
    const { client, sent } = createFixture(textOf(published.body));
    const answer = await client.reference.currency({ currency: 'BTC', chain: 'btcln' }, action);
    expect(answer).toMatchObject({
      ok: true,
      value: { currency: 'BTC', precision: 8, confirmations: null, contractAddress: null, isMarginEnabled: true },
    });
    expect(answer.ok && answer.value.chains[1]).toEqual({
      id: 'btcln',
      name: 'Lightning Network',
      isDepositEnabled: true,
      isWithdrawEnabled: true,
      depositMinimum: '0.00001',
      depositFeeRate: null,
      withdrawalMinimum: '0.00001',
      withdrawalMinimumFee: '0.000015',
      withdrawalFeeRate: '0',
      withdrawalMaximumFee: null,
      withdrawalMaximum: null,
      depositMaximum: '0.03',
      withdrawalPrecision: 8,
      confirmations: 1,
      earlyConfirmations: 1,
      contractAddress: null,
      needsTag: false,
    });
    await client.reference.currency({ currency: 'BTC' }, action);
    expect(sent()).toEqual([
      'GET s.example /api/v3/currencies/BTC?chain=btcln',
      'GET s.example /api/v3/currencies/BTC',
    ]);
  });

  it('accepts missing optional fields, and names a missing required one', async () => {
    const bare = { currency: 'X', name: 'X', fullName: 'X', precision: 2, chains: [{ chainName: 'N' }] };
    const { client } = createFixture({ code: '200000', data: [bare, { ...bare, currency: 'Y', chains: null }] });
    expect(await client.reference.currencies({}, action)).toMatchObject({
      ok: true,
      value: [
        { currency: 'X', isMarginEnabled: null, chains: [{ name: 'N', isWithdrawEnabled: null }] },
        { currency: 'Y', chains: [] },
      ],
    });
    const odd = createFixture({ code: '200000', data: [{ ...bare, precision: 'two' }] });
    expect(await odd.client.reference.currencies({}, action)).toMatchObject({
      ok: false,
      error: { kind: 'bad-reply', field: '0.precision' },
    });
  });
});

describe('withdrawals', () => {
  it('reads the published example of the old list, whose time is in seconds', async () => {
    const { client, sent } = createFixture(textOf(publishedExample('GET /api/v1/hist-withdrawals').body));
    const answer = await client.wallet.oldWithdrawals(
      { currency: 'BTC', status: 'success', startAtMs: 1, endAtMs: 2, page: 1, pageSize: 50 },
      action,
    );
    expect(answer.ok && answer.value.items).toEqual([
      {
        currency: 'BTC',
        chain: null,
        status: 'success',
        amount: '0.534',
        fee: null,
        address: '33xW37ZSW4tQvg443Pc7NLCAs167Yc2XUV',
        memo: null,
        walletTxId: 'aeacea864c020acf58e51606169240e96774838dcd4f7ce48acf38e3651323f4',
        isInner: false,
        remark: null,
        createdAtMs: 1_526_723_468_000,
        updatedAtMs: null,
      },
    ]);
    expect(sent()).toEqual([
      'GET s.example /api/v1/hist-withdrawals?currency=BTC&status=SUCCESS&startAt=1&endAt=2&currentPage=1&pageSize=50',
    ]);
  });

  it('reads the published example of its successor', async () => {
    const { client } = createFixture(textOf(publishedExample('GET /api/v1/withdrawals').body));
    const answer = await client.wallet.withdrawals({}, action);
    expect(answer.ok && answer.value.items[1]).toEqual({
      currency: 'USDT',
      chain: 'trx',
      status: 'success',
      amount: '6',
      fee: '0',
      address: 'TSv3L1fS7******X4nLP6rqNxYz',
      memo: null,
      walletTxId: null,
      isInner: true,
      remark: null,
      createdAtMs: 1_721_730_920_000,
      updatedAtMs: 1_721_730_920_000,
    });
  });

  it.each([
    ['REVIEW', 'review'],
    ['WALLET_PROCESSING', 'wallet-processing'],
    ['FAILURE', 'failure'],
    ['constructor', 'unknown'],
  ])('reads %s as %s', async (word, status) => {
    const { client } = createFixture({ code: '200000', data: page([row(1, { status: word })]) });
    expect(await client.wallet.withdrawals({}, action)).toMatchObject({ value: { items: [{ status }] } });
  });

  it('rejects an invalid range before sending', async () => {
    const { client, sent } = createFixture({});
    expect(await client.wallet.oldWithdrawals({ startAtMs: 2, endAtMs: 1 }, action)).toMatchObject({
      error: { kind: 'invalid-request' },
    });
    expect(await client.wallet.allWithdrawals({ fromMs: 2, toMs: 1 }, action)).toMatchObject({
      error: { kind: 'invalid-request', field: 'fromMs' },
    });
    expect(sent()).toEqual([]);
  });
});

/** An exchange with these rows, newest first, that answers at most 31 days, as pages. */
function serving(rows: () => readonly ReturnType<typeof row>[]) {
  const asked: URLSearchParams[] = [];
  const fixture = createAnsweringFixture(({ url }) => {
    const query = url.searchParams;
    asked.push(query);
    const [from, to] = [Number(query.get('startAt')), Number(query.get('endAt'))];
    if (to - from > 31 * dayMs) return json({ code: '400100', msg: 'too long' });
    const [number, size] = [Number(query.get('currentPage')), Number(query.get('pageSize'))];
    const all = rows().filter(({ createdAt }) => createdAt >= from && createdAt <= to);
    const items = all.slice((number - 1) * size, number * size);
    const totals = { totalNum: all.length, totalPage: Math.ceil(all.length / size) };
    return json({ code: '200000', data: { currentPage: number, pageSize: size, ...totals, items } });
  });
  return { ...fixture, asked };
}

describe('a longer span of withdrawals', () => {
  it('a longer span of withdrawals is walked month by month without loss or duplicates', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(120), { maxLength: 60 }), fc.nat(120), async (days, length) => {
        const rows = days
          .toSorted((a, b) => b - a)
          .map((day, index) => row((day + 1) * dayMs, { address: `T${index}` }));
        const { client, asked } = serving(() => rows);
        const answer = await client.wallet.allWithdrawals({ fromMs: dayMs, toMs: (length + 1) * dayMs }, action);
        expect(answer.ok && answer.value.missing).toEqual([]);
        expect(answer.ok && answer.value.items.map(({ address }) => address)).toEqual(
          rows.filter(({ createdAt }) => createdAt <= (length + 1) * dayMs).map(({ address }) => address),
        );
        expect(asked.length).toBeLessThanOrEqual(Math.ceil(length / 30) + 1);
      }),
    );
  });

  it('takes each row once while rows arrive between two pages', async () => {
    let arrived = 0;
    const old = Array.from({ length: 1200 }, (_, index) => row(5000 - index, { address: `T${index}` }));
    const { client } = serving(() => {
      arrived += 1;
      return [...Array.from({ length: arrived }, (_, index) => row(9000, { address: `new ${index}` })), ...old];
    });
    const answer = await client.wallet.allWithdrawals({ fromMs: 0, toMs: 9000 }, action);
    const addresses = answer.ok ? answer.value.items.map(({ address }) => address) : [];
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.filter(address => address?.startsWith('T'))).toHaveLength(1200);
    expect(answer.ok && answer.value.missing).toEqual([]);
  });

  it('keeps two identical withdrawals', async () => {
    const { client } = serving(() => [row(7), row(7)]);
    const answer = await client.wallet.allWithdrawals({ fromMs: 0, toMs: 9 }, action);
    expect(answer.ok && answer.value.items).toHaveLength(2);
  });

  it('reports a list that is shorter than its stated total', async () => {
    const { client } = createAnsweringFixture(() => json({ code: '200000', data: { ...page([row(5)]), totalNum: 2 } }));
    expect(await client.wallet.allWithdrawals({ fromMs: 0, toMs: 9 }, action)).toMatchObject({
      value: { items: [{}], missing: [{ part: 'some withdrawals between 1970-01-01 00:00 and 1970-01-01 00:00 UTC' }] },
    });
  });

  it('returns newer months when an older one fails, and names the missing ones', async () => {
    const served = serving(() => [row(50 * dayMs)]);
    const { client } = createAnsweringFixture(request =>
      Number(request.url.searchParams.get('startAt')) === 0
        ? json({ code: '400100', msg: 'gone' })
        : json({ code: '200000', data: page([row(50 * dayMs)]) }),
    );
    expect(await client.wallet.allWithdrawals({ fromMs: 0, toMs: 50 * dayMs }, action)).toMatchObject({
      value: {
        items: [{ createdAtMs: 50 * dayMs }],
        missing: [{ part: 'withdrawals before 1970-01-21 00:00 UTC', reason: 'The exchange rejected the request.' }],
      },
    });
    expect(served.asked).toEqual([]);
  });

  it('uses the old list when the exchange has no other', async () => {
    const { client, sent } = createAnsweringFixture(({ url }) =>
      url.pathname === '/api/v1/withdrawals'
        ? json({ code: '404000', msg: 'Url Not Found' }, 404)
        : json(page([{ ...row(0), createAt: 5, createdAt: undefined }])),
    );
    expect(await client.wallet.allWithdrawals({ fromMs: 0, toMs: 9000, currency: 'USDT' }, action)).toMatchObject({
      ok: true,
      value: { items: [{ createdAtMs: 5000, fee: null }] },
    });
    expect(sent()).toHaveLength(2);
  });
});
