import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountShapes } from '../../testing/account-shapes.ts';
import { type MasterExchange, openMasterExchange } from '../../testing/master-exchange.ts';
import { member, rows, wrappedData } from '../../testing/unwrap.ts';
import { misfits, sharedShapes } from '../../testing/wire-shapes.ts';

const dayMs = 86_400_000;

describe.each(['document', 'live'] as const)('ledgers, dialect %s', dialect => {
  let exchange: MasterExchange;
  beforeEach(async () => {
    exchange = await openMasterExchange(dialect);
    exchange.clock.advanceTo(exchange.clock.nowMs() + 8 * dayMs);
    exchange.other('sell', '50000');
  });
  afterEach(() => exchange.close());

  const get = async (query = '') => wrappedData(await exchange.call({ target: `/api/v1/accounts/ledgers${query}` }));
  const count = async (query: string) => member(await get(query), 'totalNum');
  const getHf = async (query = '') =>
    wrappedData(await exchange.call({ target: `/api/v1/hf/accounts/ledgers${query}` }));
  const order = (side: 'buy' | 'sell', price: `${number}`, size: `${number}`) =>
    exchange.spot.place(exchange.master, { symbol: 'BTC-USDT', side, type: 'limit', price, size });
  const toMain = (amount: `${number}`) =>
    exchange.transfers.request(exchange.master, {
      clientOid: `${amount} ${exchange.clock.nowMs()}`,
      from: { accountId: exchange.master, wallet: 'trade' },
      to: { accountId: exchange.master, wallet: 'main' },
      currency: 'USDT',
      amount,
    });

  const getMargin = async (query = '') =>
    rows(wrappedData(await exchange.call({ target: `/api/v3/hf/margin/account/ledgers${query}` })));
  const buy = (isIsolated: boolean) => {
    const change = { side: 'buy', type: 'limit', price: '50000', size: '0.001', isIsolated } as const;
    expect(exchange.margin.place(exchange.master, { symbol: 'BTC-USDT', ...change }).ok).toBe(true);
  };

  it('list a trade once for each coin, with its fee', async () => {
    order('buy', '50000', '0.1');
    const [first, second] = rows(await getHf());
    expect(misfits(first, accountShapes.hfLedger)).toEqual([]);
    const paid = { currency: 'USDT', direction: 'out', amount: '5005', fee: '5', balance: '994995' };
    const got = { currency: 'BTC', direction: 'in', amount: '0.1', fee: '0', balance: '100.1' };
    expect([first, second]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...paid, bizType: 'TRADE_EXCHANGE', accountType: 'TRADE_HF' }),
        expect.objectContaining(got),
      ]),
    );
    const context: unknown = JSON.parse(String(member(first, 'context')));
    const [fill] = exchange.spot.fills(exchange.master, 0);
    expect(context).toEqual({ symbol: 'BTC-USDT', orderId: fill?.orderId, tradeId: fill?.tradeId.toString() });
  });

  it('omit held amounts', async () => {
    order('buy', '49000', '1');
    expect(await getHf()).toEqual([]);
    expect(await get()).toMatchObject({ totalNum: 0 });
  });

  it('list a transfer on both sides', async () => {
    toMain('40');
    const page = await get();
    expect(misfits(page, sharedShapes.page)).toEqual([]);
    expect(misfits(rows(page)[0], accountShapes.ledger)).toEqual([]);
    expect(rows(page)).toMatchObject([
      { accountType: 'MAIN', direction: 'in', amount: '40', bizType: 'TRANSFER', context: '' },
      { accountType: 'TRADE', direction: 'out', amount: '40', bizType: 'TRANSFER' },
    ]);
    expect(rows(await getHf())).toMatchObject([{ accountType: 'TRADE_HF', direction: 'out' }]);
  });

  it('leave the futures wallet to its own history', async () => {
    const request = { clientOid: 'f1', currency: 'USDT', amount: '40' } as const;
    const [from, to] = [
      { accountId: exchange.master, wallet: 'trade' } as const,
      { accountId: exchange.master, wallet: 'futures' } as const,
    ];
    expect(exchange.transfers.request(exchange.master, { ...request, from, to }).ok).toBe(true);
    expect(rows(await get())).toMatchObject([{ accountType: 'TRADE', direction: 'out', amount: '40' }]);
  });

  describe('of margin', () => {
    beforeEach(() => {
      exchange.give(exchange.master, 'margin', { USDT: '1000' });
      exchange.give(exchange.master, 'isolated:BTC-USDT', { USDT: '1000' });
      buy(false);
      buy(true);
      toMain('40');
    });

    it('list both kinds of accounts, and no others', async () => {
      const found = await getMargin();
      expect(found.flatMap(row => misfits(row, accountShapes.marginLedger))).toEqual([]);
      expect(found.map(row => [member(row, 'accountType'), member(row, 'bizType')])).toEqual([
        ['ISOLATED_V2', 'ISOLATED_EXCHANGE'],
        ['ISOLATED_V2', 'ISOLATED_EXCHANGE'],
        ['MARGIN_V2', 'MARGIN_EXCHANGE'],
        ['MARGIN_V2', 'MARGIN_EXCHANGE'],
        ['ISOLATED_V2', 'DEPOSIT'],
        ['MARGIN_V2', 'DEPOSIT'],
      ]);
      expect(found.at(-1)).toMatchObject({ amount: '1000', balance: '1000', direction: 'in', context: '{}' });
      const [fill] = exchange.spot.fills(exchange.master, 0);
      const context: unknown = JSON.parse(String(member(found[0], 'context')));
      expect(context).toEqual({ symbol: 'BTC-USDT', orderId: fill?.orderId, tradeId: fill?.tradeId.toString() });
    });

    it('filter and page', async () => {
      expect(await getMargin('?bizType=ISOLATED_EXCHANGE')).toHaveLength(2);
      expect(await getMargin('?bizType=MARGIN_EXCHANGE&currency=BTC')).toHaveLength(1);
      expect(await getMargin('?direction=out')).toHaveLength(2);
      const all = (await getMargin()).map(row => member(row, 'id'));
      const first = (await getMargin('?limit=4')).map(row => member(row, 'id'));
      const second = (await getMargin(`?limit=4&lastId=${String(first.at(-1))}`)).map(row => member(row, 'id'));
      expect([...first, ...second]).toEqual(all);
      expect((await exchange.call({ target: '/api/v3/hf/margin/account/ledgers?limit=201' })).json).toEqual({
        code: '400100',
        msg: 'limit must be a whole number from 1 to 200',
      });
    });
  });

  it('filter by every parameter', async () => {
    order('buy', '50000', '0.1');
    toMain('40');
    expect(await count('')).toBe(4);
    expect(await count('?currency=BTC')).toBe(1);
    expect(await count('?currency=BTC,USDT')).toBe(4);
    expect(await count('?direction=out')).toBe(2);
    expect(await count('?bizType=TRADE_EXCHANGE')).toBe(2);
    expect(await count(`?endAt=${exchange.clock.nowMs() - 1}`)).toBe(0);
    expect(rows(await getHf('?bizType=TRANSFER'))).toHaveLength(1);
    const wide = `?startAt=${exchange.clock.nowMs() - dayMs - 1}&endAt=${exchange.clock.nowMs()}`;
    expect((await exchange.call({ target: `/api/v1/accounts/ledgers${wide}` })).json).toEqual({
      code: '400100',
      msg: 'startAt and endAt must not be more than 1*24 hours apart for ledgers',
    });
    const eleven = Array.from({ length: 11 }, () => 'BTC').join();
    expect((await exchange.call({ target: `/api/v1/hf/accounts/ledgers?currency=${eleven}` })).json).toEqual({
      code: '400100',
      msg: 'currency must name at most 10 currencies',
    });
    expect((await exchange.call({ target: '/api/v1/hf/accounts/ledgers?limit=201' })).json).toEqual({
      code: '400100',
      msg: 'limit must be a whole number from 1 to 200',
    });
  });

  it('drop rows older than their retention', async () => {
    toMain('40');
    exchange.give(exchange.master, 'margin', { USDT: '1000' });
    const bookedMs = exchange.clock.nowMs();
    const at = (ageMs: number): void => exchange.clock.advanceTo(bookedMs + ageMs);
    const window = `?startAt=${bookedMs - 1000}&endAt=${bookedMs + 1000}`;
    const counts = async () => [
      Number(member(await get(window), 'totalNum')),
      rows(await getHf(window)).length,
      (await getMargin(window)).length,
    ];
    at(3 * dayMs);
    expect(await counts()).toEqual([3, 1, 1]);
    at(3 * dayMs + 1);
    expect(await counts()).toEqual([3, 0, 0]);
    at(365 * dayMs);
    expect(await counts()).toEqual([3, 0, 0]);
    at(365 * dayMs + 1);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('walk batch by batch without loss or duplicates while rows arrive', async () => {
    for (const amount of ['1', '2', '3', '4', '5'] as const) toMain(amount);
    const seen: unknown[] = [];
    let lastId = '';
    for (let batch = 0; batch < 3; batch += 1) {
      const found = rows(await getHf(`?limit=2${lastId}`));
      seen.push(...found.map(row => member(row, 'amount')));
      lastId = `&lastId=${String(member(found.at(-1), 'id'))}`;
      toMain(`${batch + 50}`);
    }
    expect(seen).toEqual(['5', '4', '3', '2', '1']);
  });

  it('list deposits and withdrawals as such', async () => {
    exchange.give(exchange.master, 'main', { USDT: '500' });
    const request = { currency: 'USDT', amount: '40', address: '214880317', addressKind: 'UID' } as const;
    expect(exchange.withdrawals.request(exchange.master, request).ok).toBe(true);
    exchange.clock.advanceTo(exchange.clock.nowMs() + 10_000);
    exchange.withdrawals.tick(exchange.clock.nowMs());
    expect(rows(await get()).map(row => [member(row, 'bizType'), member(row, 'amount')])).toEqual([
      ['WITHDRAW', '40'],
      ['DEPOSIT', '500'],
    ]);
  });

  it('omit other accounts', async () => {
    order('buy', '50000', '0.1');
    const sub = await exchange.call({ target: '/api/v1/accounts/ledgers', as: 'sub-account' });
    expect(wrappedData(sub)).toMatchObject({ totalNum: 0 });
  });
});
