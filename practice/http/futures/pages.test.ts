import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FuturesService, openFuturesService } from '../testing/futures-service.ts';
import { member, rows, wrappedData } from '../testing/unwrap.ts';

const idsOf = (data: unknown, name: string) => rows(data).map(row => member(row, name));

/** Pages of lists that grow while they are read: docs/exchange/endpoints.md §1.3. */
describe('pages of futures lists', () => {
  let service: FuturesService;
  beforeEach(async () => {
    service = await openFuturesService('live');
  });
  afterEach(() => service.server.close());

  const page = async (target: string) => wrappedData(await service.call(`GET /api/v1/${target}`));

  /** A moment later a buy and a sell: two fills and two done orders. */
  const churn = (times: number) => {
    for (let count = 0; count < times; count += 1) {
      service.clock.advanceTo(service.clock.nowMs() + 1);
      service.trade('buy', '1');
      service.trade('sell', '1', { isReduceOnly: true });
    }
  };

  it.each([
    ['fills', 'tradeId'],
    ['orders?status=done', 'id'],
  ])('%s keep to the end of their window: nothing is lost or repeated while rows arrive', async (list, id) => {
    churn(60);
    const endAt = service.clock.nowMs();
    const base = `${list}${list.includes('?') ? '&' : '?'}endAt=${endAt}&pageSize=50`;
    const seen: unknown[] = [];
    for (let current = 1; current <= 3; current += 1) {
      const data = await page(`${base}&currentPage=${current}`);
      expect(data).toMatchObject({ currentPage: current, pageSize: 50, totalNum: 120, totalPage: 3 });
      seen.push(...idsOf(data, id));
      churn(7);
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
    expect(rows(await page(`${base}&currentPage=4`))).toEqual([]);
  });

  it('accept up to 1000 rows, and their envelope counts the present rows', async () => {
    churn(260);
    const data = await page('fills?pageSize=1000');
    expect(data).toMatchObject({ totalNum: 520, totalPage: 1 });
    expect(rows(data)).toHaveLength(520);
    churn(1);
    expect(await page('fills?pageSize=1000')).toMatchObject({ totalNum: 522 });
    expect((await service.call('GET /api/v1/fills?pageSize=1001')).json).toMatchObject({ code: '300000' });
  });
});
