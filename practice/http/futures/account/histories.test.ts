import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FuturesService, openFuturesService } from '#practice/http/testing/futures-service.ts';
import { keysOf, member, wrappedData } from '#practice/http/testing/unwrap.ts';

const hourMs = 3_600_000;
const symbol = 'XBTUSDTM';

const listOf = (data: unknown): readonly unknown[] => {
  const list = member(data, 'dataList');
  if (!Array.isArray(list)) throw new TypeError('no dataList');
  return list;
};

describe.each(['document', 'live'] as const)('the history of a futures wallet, dialect %s', dialect => {
  let service: FuturesService;
  beforeEach(async () => {
    service = await openFuturesService(dialect);
  });
  afterEach(() => service.server.close());

  const get = (target: string) => service.call(`GET /api/v1/${target}`);
  const passFundings = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      service.clock.advanceTo((Math.floor(service.clock.nowMs() / (8 * hourMs)) + 1) * 8 * hourMs + 1000);
      service.futures.tick(service.clock.nowMs());
    }
  };

  describe('GET /api/v1/funding-history', () => {
    it('lists paid funding, newest first', async () => {
      service.trade('buy', '10');
      passFundings(1);
      const data = wrappedData(await get(`funding-history?symbol=${symbol}`));
      expect(data).toMatchObject({ hasMore: false });
      const [row] = listOf(data);
      expect(row).toMatchObject({
        symbol,
        fundingRate: 0.0001,
        markPrice: 50_000,
        positionQty: 10,
        positionCost: 500,
        funding: -0.05,
        settleCurrency: 'USDT',
        marginMode: 'ISOLATED',
        context: '{"marginMode":"ISOLATED","positionSide":"BOTH"}',
      });
      expect(keysOf(row).join(' ')).toBe(
        'context funding fundingRate id marginMode markPrice positionCost positionQty settleCurrency symbol timePoint',
      );
      expect(listOf(wrappedData(await get('funding-history?symbol=ETHUSDTM')))).toEqual([]);
    });

    it('walks by the id of the last row, in both directions, without loss or duplicates while rows arrive', async () => {
      service.trade('buy', '10');
      passFundings(5);
      const page = async (query: string) =>
        wrappedData(await get(`funding-history?symbol=${symbol}&maxCount=2${query}`));
      const times = (data: unknown) => listOf(data).map(row => member(row, 'timePoint'));
      const all = times(wrappedData(await get(`funding-history?symbol=${symbol}`)));
      const first = await page('');
      passFundings(1);
      const second = await page(`&offset=${String(member(listOf(first)[1], 'id'))}`);
      const third = await page(`&offset=${String(member(listOf(second)[1], 'id'))}`);
      expect([first, second, third].map(data => member(data, 'hasMore'))).toEqual([true, true, false]);
      expect([first, second, third].flatMap(times)).toEqual(all);
      const back = await page(`&forward=false&offset=${String(member(listOf(third)[0], 'id'))}`);
      expect(times(back)).toEqual(times(second));
      const oldestFirst = wrappedData(await get(`funding-history?symbol=${symbol}&reverse=false&maxCount=1000`));
      expect(times(oldestFirst).slice(0, 5)).toEqual(all.toReversed());
    });

    it('stays within its window', async () => {
      service.trade('buy', '10');
      passFundings(3);
      const times = listOf(wrappedData(await get(`funding-history?symbol=${symbol}`))).map(row =>
        member(row, 'timePoint'),
      );
      const window = `startAt=${String(times[1])}&endAt=${String(times[1])}`;
      expect(listOf(wrappedData(await get(`funding-history?symbol=${symbol}&${window}`)))).toMatchObject([
        { timePoint: times[1] },
      ]);
    });
  });

  it('lists every movement of the wallets', async () => {
    service.trade('buy', '10');
    service.trade('sell', '10', { isReduceOnly: true });
    const all = wrappedData(await get('transaction-history'));
    expect(all).toMatchObject({
      hasMore: false,
      dataList: [
        { type: 'RealisedPNL', amount: -0.3, fee: 0.3, accountEquity: 9999.4, remark: symbol, currency: 'USDT' },
        { type: 'RealisedPNL', amount: -0.3, fee: 0.3, accountEquity: 9999.7, status: 'Completed' },
        { type: 'Deposit', amount: 1, accountEquity: 1, currency: 'XBT' },
        { type: 'Deposit', amount: 10_000, accountEquity: 10_000, currency: 'USDT' },
      ],
    });
    expect(keysOf(listOf(all)[0]).join(' ')).toBe('accountEquity amount currency fee offset remark status time type');
    const count = async (query: string) => listOf(wrappedData(await get(`transaction-history?${query}`))).length;
    expect(await count('type=RealizedPNL')).toBe(2);
    expect(await count('type=Transferin')).toBe(0);
    expect(await count('currency=XBT')).toBe(1);
    expect(await count('maxCount=3')).toBe(3);
    expect(await count(`offset=${String(member(listOf(all)[2], 'offset'))}`)).toBe(1);
    expect(await count(`endAt=${service.clock.nowMs() - 1}`)).toBe(0);
  });

  it('lists the settled rates without a key', async () => {
    passFundings(3);
    const target = `contract/funding-rates?symbol=${symbol}&from=0&to=${service.clock.nowMs()}`;
    const rates = wrappedData(await get(target));
    expect(rates).toHaveLength(3);
    expect(rates).toMatchObject([{ symbol, fundingRate: 0.0001 }, {}, {}]);
    const unsigned = await fetch(`${service.server.futuresUrl}/api/v1/${target}`);
    expect(unsigned.status).toBe(200);
    const times = Array.isArray(rates) ? rates.map((row: unknown) => member(row, 'timepoint')) : [];
    expect(times).toEqual(times.toSorted((a, b) => Number(b) - Number(a)));
    const one = `contract/funding-rates?symbol=${symbol}&from=${String(times[1])}&to=${String(times[1])}`;
    expect(wrappedData(await get(one))).toHaveLength(1);
  });

  it('states the fees of a contract', async () => {
    expect(wrappedData(await get(`trade-fees?symbol=${symbol}`))).toEqual({
      symbol,
      takerFeeRate: '0.0006',
      makerFeeRate: '0.0002',
    });
  });

  it.each([
    ['funding-history', 'symbol is required'],
    [`funding-history?symbol=${symbol}&maxCount=1001`, 'maxCount must be a whole number from 1 to 1000'],
    [`funding-history?symbol=${symbol}&startAt=2&endAt=1`, 'startAt must not be after endAt'],
    [`funding-history?symbol=${symbol}&forward=yes`, 'forward must be one of true, false'],
    ['transaction-history?offset=x', 'offset must be a whole number from 0 to 9007199254740991'],
    ['transaction-history?startAt=2&endAt=1', 'startAt must not be after endAt'],
    [`contract/funding-rates?symbol=${symbol}&to=1`, 'from is required'],
    [`contract/funding-rates?symbol=${symbol}&from=1`, 'to is required'],
    ['contract/funding-rates?from=1&to=1', 'symbol is required'],
    [`contract/funding-rates?symbol=${symbol}&from=2&to=1`, 'from must not be after to'],
    ['trade-fees', 'symbol is required'],
  ])('rejects %s', async (target, msg) => {
    expect((await get(target)).json).toEqual({ code: '300000', msg });
  });

  it.each(['funding-history?symbol=NOPE', 'contract/funding-rates?symbol=NOPE&from=1&to=1', 'trade-fees?symbol=NOPE'])(
    'reports an unknown contract in %s',
    async target => {
      expect((await get(target)).json).toMatchObject({ code: '404000' });
    },
  );
});
