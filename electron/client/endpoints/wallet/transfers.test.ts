import { describe, expect, it } from 'vitest';
import type { TransferRequest } from '#shared/domain/money/transfer.ts';
import { json } from '#client/testing/fake-exchange.ts';
import { publishedExample, textOf } from '#client/testing/published.ts';
import { action, createAnsweringFixture, createFixture, page } from '../testing/endpoint-fixture.ts';

const dayMs = 86_400_000;
const own = { symbol: null, userId: null } as const;
const transfer: TransferRequest = {
  clientOid: 't',
  currency: 'USDT',
  amount: '1.5',
  from: { ...own, wallet: 'main' },
  to: { ...own, wallet: 'isolated', symbol: 'BTC-USDT' },
};

const booking = (id: number, createdAt: number) => ({
  id: String(id),
  currency: 'USDT',
  amount: '1',
  fee: '0',
  balance: '5',
  accountType: 'MAIN',
  bizType: 'TRANSFER',
  direction: 'out',
  createdAt,
});

describe('transfers', () => {
  it('send each type, and report what can be transferred', async () => {
    const { client, sent } = createFixture({ code: '200000', data: { orderId: 'o' } });
    expect(await client.wallet.transfer(transfer, action)).toEqual({ ok: true, value: { orderId: 'o' } });
    const sub = { ...own, wallet: 'futures', userId: 'u' } as const;
    await client.wallet.transfer({ ...transfer, to: sub }, action);
    await client.wallet.transfer({ ...transfer, from: sub, to: { ...own, wallet: 'margin' } }, action);
    const path = 'POST s.example /api/v3/accounts/universal-transfer';
    const head = '{"clientOid":"t","type"';
    expect(sent()).toEqual([
      `${path} ${head}:"INTERNAL","currency":"USDT","amount":"1.5","fromAccountType":"MAIN","toAccountType":"ISOLATED","toAccountTag":"BTC-USDT"}`,
      `${path} ${head}:"PARENT_TO_SUB","currency":"USDT","amount":"1.5","fromAccountType":"MAIN","toUserId":"u","toAccountType":"CONTRACT"}`,
      `${path} ${head}:"SUB_TO_PARENT","currency":"USDT","amount":"1.5","fromUserId":"u","fromAccountType":"CONTRACT","toAccountType":"MARGIN"}`,
    ]);
    const data = { currency: 'USDT', balance: '5', available: '4', holds: '1', transferable: '3' };
    const able = createFixture({ code: '200000', data });
    expect(
      await able.client.wallet.transferable({ currency: 'USDT', wallet: 'isolated', symbol: 'BTC-USDT' }, action),
    ).toEqual({ ok: true, value: { currency: 'USDT', total: '5', available: '4', held: '1', transferable: '3' } });
    expect(able.sent()).toEqual([
      'GET s.example /api/v1/accounts/transferable?currency=USDT&type=ISOLATED&tag=BTC-USDT',
    ]);
  });

  it.each<readonly [string, Partial<TransferRequest>]>([
    ['amount', { amount: '0' }],
    ['to', { to: transfer.from }],
    ['to', { to: { ...own, wallet: 'isolated' } }],
    ['to', { from: { ...own, wallet: 'main', userId: 'u' }, to: { ...own, wallet: 'main', userId: 'v' } }],
    ['from', { from: { ...own, wallet: 'isolated' } }],
  ])('reject a wrong %s before sending', async (field, change) => {
    const { client, sent } = createFixture({});
    expect(await client.wallet.transfer({ ...transfer, ...change }, action)).toMatchObject({
      error: { kind: 'invalid-request', field },
    });
    expect(sent()).toEqual([]);
  });
});

describe('ledgers', () => {
  it('reads the three published ones', async () => {
    const main = createFixture(textOf(publishedExample('GET /api/v1/accounts/ledgers').body));
    const query = { currency: 'BTC', direction: 'in', bizType: 'TRANSFER', startAtMs: 1, endAtMs: 2 } as const;
    expect(await main.client.wallet.ledger({ ...query, page: 1, pageSize: 50 }, action)).toMatchObject({
      value: { items: [{ id: '265329987780896', bizType: 'SUB_TRANSFER', direction: 'out', amount: '0.01' }] },
    });
    const hf = createFixture(textOf(publishedExample('GET /api/v1/hf/accounts/ledgers').body));
    expect(await hf.client.wallet.hfLedger({ ...query, lastId: '254062248624417' }, action)).toMatchObject({
      value: [{ accountType: 'TRADE_HF', amount: '1.5976008', createdAtMs: 1_728_443_957_539 }],
    });
    const margin = createFixture(textOf(publishedExample('GET /api/v3/hf/margin/account/ledgers').body));
    expect(await margin.client.wallet.marginLedger({}, action)).toMatchObject({
      value: [{ id: '1949641706720', accountType: 'MARGIN_V2', balance: '0.01' }],
    });
    const asked = 'currency=BTC&direction=in&bizType=TRANSFER';
    expect([...main.sent(), ...hf.sent(), ...margin.sent()]).toEqual([
      `GET s.example /api/v1/accounts/ledgers?${asked}&startAt=1&endAt=2&currentPage=1&pageSize=50`,
      `GET s.example /api/v1/hf/accounts/ledgers?${asked}&lastId=254062248624417&limit=200&startAt=1&endAt=2`,
      'GET s.example /api/v3/hf/margin/account/ledgers?limit=200',
    ]);
  });

  it('walks a longer span day by day in pages, and the trade ledger of three days in batches', async () => {
    let rows: readonly ReturnType<typeof booking>[] = [];
    const { client, sent, nowMs } = createAnsweringFixture(({ url }) => {
      const query = url.searchParams;
      const inside = rows.filter(
        ({ createdAt }) => createdAt >= Number(query.get('startAt')) && createdAt <= Number(query.get('endAt')),
      );
      if (url.pathname.includes('/hf/')) {
        const lastId = query.get('lastId');
        const rest = inside.filter(({ id }) => lastId === null || Number(id) < Number(lastId));
        return json({ code: '200000', data: rest.slice(0, Number(query.get('limit'))) });
      }
      const size = Number(query.get('pageSize'));
      const first = (Number(query.get('currentPage')) - 1) * size;
      return json({ ...page(inside.slice(first, first + size)), totalNum: inside.length, totalPage: 9 });
    });
    const toMs = nowMs();
    const fromMs = toMs - 18 * dayMs;
    rows = Array.from({ length: 700 }, (_, index) => booking(700 - index, toMs - index * (dayMs / 40)));
    const all = await client.wallet.allLedger({ fromMs, toMs }, action);
    const ids = rows.map(({ id }) => id);
    expect(all.ok && all.value.items.map(({ id }) => id)).toEqual(ids);
    expect(all.ok && all.value.missing).toEqual([]);
    const asked = sent().map(text => new URLSearchParams(text.split('?')[1]));
    for (const query of asked)
      expect(Number(query.get('endAt')) - Number(query.get('startAt'))).toBeLessThanOrEqual(dayMs);
    const hf = await client.wallet.allHfLedger({ fromMs, toMs }, action);
    expect(hf.ok && hf.value.items.map(({ id }) => id)).toEqual(ids.slice(0, 121));
    expect(hf.ok && hf.value.missing.map(({ reason }) => reason)).toEqual([
      'The exchange keeps the ledger of the trade account for three days.',
    ]);
    const old = await client.wallet.allLedger({ fromMs: toMs - 400 * dayMs, toMs: toMs - 366 * dayMs }, action);
    expect(old).toMatchObject({
      value: { items: [], missing: [{ reason: 'The exchange keeps ledgers for one year.' }] },
    });
  });

  it('reads the published deposits', async () => {
    const { client } = createFixture(textOf(publishedExample('GET /api/v1/deposits').body));
    expect(await client.wallet.deposits({}, action)).toMatchObject({
      value: {
        totalItems: 5,
        items: [
          { amount: '1', fee: '0', status: 'success', isInner: true, walletTxId: null, createdAtMs: 1_728_555_875_000 },
          { chain: 'trx', amount: '6' },
        ],
      },
    });
  });

  it('reads deposits', async () => {
    const row = { currency: 'BTC', status: 'SUCCESS', amount: '1', createdAt: 5, address: 'a', isInner: true };
    const { client, sent } = createFixture({ code: '200000', data: page([row, { ...row, status: 'odd' }]) });
    expect(await client.wallet.allDeposits({ fromMs: 0, toMs: 9, currency: 'BTC' }, action)).toMatchObject({
      value: { missing: [], items: [{ status: 'success', fee: null, isInner: true }, { status: 'unknown' }] },
    });
    expect(sent()).toEqual([
      'GET s.example /api/v1/deposits?currency=BTC&startAt=0&endAt=9&currentPage=1&pageSize=500',
    ]);
  });
});

it('wallet reads the fees of pairs, and the kind of the account', async () => {
  const fees = createFixture(textOf(publishedExample('GET /api/v1/trade-fees').body));
  expect(await fees.client.accounts.tradeFees({ symbols: ['BTC-USDT', 'ETH-USDT'] }, action)).toMatchObject({
    value: [{ symbol: 'BTC-USDT', takerFeeRate: '0.001' }, { symbol: 'ETH-USDT' }],
  });
  expect(fees.sent()).toEqual(['GET s.example /api/v1/trade-fees?symbols=BTC-USDT%2CETH-USDT']);
  expect(await fees.client.accounts.tradeFees({ symbols: [] }, action)).toMatchObject({ ok: false });
  const opened = createFixture(textOf(publishedExample('GET /api/v1/hf/accounts/opened').body));
  expect(await opened.client.accounts.hfOpened({}, action)).toEqual({ ok: true, value: false });
});
