import fc from 'fast-check';
import { expect, it } from 'vitest';
import { json } from '#client/testing/fake-exchange.ts';
import { act, createAnsweringFixture, createFixture, page } from '../testing/endpoint-fixture.ts';

const dayMs = 86_400_000;

const wireOrder = (id: string, createdAt: number) => ({
  id,
  symbol: 'BTC-USDT',
  type: 'limit',
  side: 'buy',
  dealFunds: '0',
  dealSize: '0',
  isActive: false,
  createdAt,
});

it('walks done orders week by week, page by page, without loss or doubles while orders end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(29), { maxLength: 30 }), fc.nat(2), async (ages, perPage) => {
      const time = createFixture({}).nowMs();
      const old = ages.toSorted((a, b) => a - b).map((age, index) => wireOrder(`o${index}`, time - age * dayMs));
      let asked = 0;
      const { client, nowMs } = createAnsweringFixture(({ url }) => {
        const query = url.searchParams;
        const [from, to] = [Number(query.get('startAt')), Number(query.get('endAt'))];
        if (to - from > 7 * dayMs) return json({ code: '400100', msg: 'the window is too wide' });
        // what ends now is newer than anything that was asked for, but it moves the pages of the newest week
        const fresh = Array.from({ length: asked * perPage }, (_, n) => wireOrder(`n${n}`, time)).toReversed();
        asked += 1;
        const all = [...fresh, ...old].filter(({ createdAt }) => createdAt >= from && createdAt <= to);
        const size = 4;
        const first = (Number(query.get('currentPage')) - 1) * size;
        const counts = { pageSize: size, totalNum: all.length, totalPage: Math.ceil(all.length / size) };
        return json({ ...page(all.slice(first, first + size)), ...counts });
      });
      const span = { fromMs: nowMs() - 29 * dayMs, toMs: nowMs() };
      const answer = await client.history.spotOrders({ ...span, symbol: 'BTC-USDT' }, act);
      const ids = answer.ok ? answer.value.items.map(({ id }) => id) : [];
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter(id => id.startsWith('o'))).toEqual(old.map(({ id }) => id));
    }),
    { numRuns: 40 },
  );
});

it('asks each venue with its own words, and says what is forgotten', async () => {
  const { client, sent, nowMs } = createFixture({ code: '200000', data: page([]) });
  const week = { fromMs: nowMs() - 7 * dayMs, toMs: nowMs() };
  expect(await client.history.futuresOrders({ ...week, symbol: 'S' }, act)).toMatchObject({ value: { missing: [] } });
  expect(await client.history.futuresFills(week, act)).toMatchObject({ value: { missing: [] } });
  const times = `startAt=${week.fromMs}&endAt=${week.toMs}&currentPage=1`;
  expect(sent()).toEqual([
    `GET f.example /api/v1/orders?status=done&symbol=S&${times}&pageSize=200`,
    `GET f.example /api/v1/fills?${times}&pageSize=1000`,
  ]);
  const long = { fromMs: nowMs() - 200 * dayMs, toMs: nowMs() };
  expect(await client.history.spotOrders(long, act)).toMatchObject({
    value: {
      missing: [
        { reason: 'The exchange keeps cancelled orders for one month.' },
        { reason: 'The exchange keeps filled orders for six months.' },
      ],
    },
  });
  expect(await client.history.futuresFills(long, act)).toMatchObject({
    value: { missing: [{ reason: 'The exchange keeps filled orders for six months.' }] },
  });
});
