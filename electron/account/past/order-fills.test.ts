import { describe, expect, it } from 'vitest';
import { json } from '#client/testing/fake-exchange.ts';
import { createAnsweringFixture } from '#client/endpoints/testing/endpoint-fixture.ts';
import { readFillsOfOrder } from './order-fills.ts';

const options = { priority: 'visible' } as const;
const spot = { venue: 'spot', symbol: 'BTC-USDT', tradeType: 'spot', orderId: 'o' } as const;
const cross = { ...spot, tradeType: 'cross' } as const;
const futures = { venue: 'futures', symbol: 'XBTUSDTM', tradeType: 'futures', orderId: 'o' } as const;

const spotFill = (id: number) => ({
  id,
  symbol: 'BTC-USDT',
  tradeId: id,
  orderId: 'o',
  side: 'buy',
  price: '1',
  size: '1',
  funds: '1',
  fee: '0',
  feeRate: '0',
  feeCurrency: 'USDT',
  liquidity: 'taker',
  createdAt: 1,
});
const futuresFill = (id: number) => ({ ...spotFill(id), value: '1', tradeType: 'trade', tradeTime: 1_000_000 });
const batch = (count: number, from = 1) => {
  const items = Array.from({ length: count }, (_, index) => spotFill(from + index));
  return { items, lastId: items.at(-1)?.id ?? 0 };
};

describe('fills of one order', () => {
  it('returns all spot fills, batch by batch', async () => {
    const { client, sent } = createAnsweringFixture(({ url }) =>
      json({ code: '200000', data: url.searchParams.get('lastId') === null ? batch(100) : batch(0) }),
    );
    const read = await readFillsOfOrder({ client, options }, spot);
    expect(read).toMatchObject({ ok: true, value: { isComplete: true } });
    expect(read.ok && read.value.items.length).toBe(100);
    expect(sent()).toHaveLength(2);
  });

  it.each([
    [199, true],
    [200, false],
  ])('returns %i margin fills; complete: %s', async (count, isComplete) => {
    const { client, sent } = createAnsweringFixture(() => json({ code: '200000', data: batch(count) }));
    const read = await readFillsOfOrder({ client, options }, cross);
    expect(read).toMatchObject({ ok: true, value: { isComplete, items: { length: count } } });
    expect(read.ok && read.value.items[0]).toMatchObject({ tradeType: 'cross' });
    expect(sent()).toEqual(['GET s.example /api/v3/hf/margin/fills?orderId=o&symbol=BTC-USDT&tradeType=MARGIN_TRADE']);
  });

  it('returns contract fills page by page', async () => {
    const { client, sent } = createAnsweringFixture(({ url }) => {
      const page = Number(url.searchParams.get('currentPage'));
      const items = page === 1 ? Array.from({ length: 1000 }, (_, n) => futuresFill(n)) : [futuresFill(1000)];
      return json({ code: '200000', data: { currentPage: page, pageSize: 1000, totalNum: 1001, totalPage: 2, items } });
    });
    const read = await readFillsOfOrder({ client, options }, futures);
    expect(read).toMatchObject({ ok: true, value: { isComplete: true, items: { length: 1001 } } });
    expect(sent()).toEqual([
      'GET f.example /api/v1/fills?orderId=o&currentPage=1&pageSize=1000',
      'GET f.example /api/v1/fills?orderId=o&currentPage=2&pageSize=1000',
    ]);
  });

  it.each([spot, cross, futures])('returns unknown for %o that cannot be read', async order => {
    const { client } = createAnsweringFixture(() => json({ code: '200000', data: null }));
    expect(await readFillsOfOrder({ client, options }, order)).toMatchObject({ ok: false });
  });
});
