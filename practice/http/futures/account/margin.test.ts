import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FuturesService, openFuturesService } from '#practice/http/testing/futures-service.ts';
import { keysOf, member, rows, wrappedData } from '#practice/http/testing/unwrap.ts';

describe.each(['document', 'live'] as const)('margin and position history, dialect %s', dialect => {
  let service: FuturesService;
  beforeEach(async () => {
    service = await openFuturesService(dialect);
  });
  afterEach(() => service.server.close());

  const symbol = 'XBTUSDTM';
  const post = (path: string, body: unknown) => service.call(`POST /api/v1/${path}`, { body });

  it('removes margin', async () => {
    service.trade('buy', '10');
    const most = async () => wrappedData(await service.call(`GET /api/v1/margin/maxWithdrawMargin?symbol=${symbol}`));
    expect(await most()).toBe('46');
    expect(wrappedData(await post('margin/withdrawMargin', { symbol, withdrawAmount: '0.1' }))).toBe('0.1');
    expect(wrappedData(await post('margin/withdrawMargin', { symbol, withdrawAmount: 0.4 }))).toBe('0.4');
    expect(await most()).toBe('45.5');
    expect((await post('margin/withdrawMargin', { symbol, withdrawAmount: '46' })).json).toMatchObject({
      code: '300003',
    });
    expect((await service.call('GET /api/v1/margin/maxWithdrawMargin?symbol=ETHUSDTM')).json).toMatchObject({
      code: '300009',
    });
  });

  it('switches automatic deposits and the risk level', async () => {
    service.trade('buy', '10');
    expect(wrappedData(await post('position/margin/auto-deposit-status', { symbol, status: true }))).toBe(true);
    expect(wrappedData(await post('position/risk-limit-level/change', { symbol, level: 2 }))).toBe(true);
    const position = wrappedData(await service.call(`GET /api/v1/position?symbol=${symbol}`));
    expect(position).toMatchObject({ autoDeposit: true, riskLimit: 500_000, maintMarginReq: 0.005, riskLimitLevel: 2 });
    expect((await post('position/risk-limit-level/change', { symbol, level: 12 })).json).toMatchObject({
      code: '300005',
    });
  });

  it.each([
    ['margin/withdrawMargin', { symbol }, 'withdrawAmount is required'],
    ['margin/withdrawMargin', { withdrawAmount: '1' }, 'symbol is required'],
    ['margin/withdrawMargin', { symbol, withdrawAmount: '-1' }, 'withdrawAmount must be a positive number'],
    ['position/margin/auto-deposit-status', { symbol }, 'status is required'],
    ['position/margin/auto-deposit-status', { symbol, status: 'on' }, 'status must be true or false'],
    ['position/risk-limit-level/change', { symbol }, 'level is required'],
    ['position/risk-limit-level/change', { symbol, level: 0 }, 'level must be a whole number from 1 to 100'],
    ['position/risk-limit-level/change', { symbol, level: 13 }, 'level must be from 1 to 12'],
  ])('rejects %s with %j', async (path, body, msg) => {
    expect((await post(path, body)).json).toEqual({ code: '100001', msg });
  });

  const list = async (query = '') => wrappedData(await service.call(`GET /api/v1/history-positions${query}`));
  const close = () => {
    service.trade('buy', '1');
    service.trade('sell', '1', { isReduceOnly: true });
    service.clock.advanceTo(service.clock.nowMs() + 1000);
  };

  describe('GET /api/v1/history-positions', () => {
    it('has a row for each, the last closed first', async () => {
      close();
      service.trade('sell', '2', { symbol: 'ETHUSDTM' });
      service.trade('buy', '2', { symbol: 'ETHUSDTM', isReduceOnly: true });
      const page = await list();
      expect(page).toMatchObject({ currentPage: 1, pageSize: 10, totalNum: 2, totalPage: 1 });
      const [ether, bitcoin] = rows(page);
      expect(ether).toMatchObject({ symbol: 'ETHUSDTM', type: 'CLOSE_SHORT', side: 'SHORT' });
      expect(bitcoin).toMatchObject({
        symbol,
        settleCurrency: 'USDT',
        type: 'CLOSE_LONG',
        side: 'LONG',
        marginMode: 'ISOLATED',
        leverage: '10',
        openPrice: '50000',
        closePrice: '50000',
        realisedGrossCost: '0',
        tradeFee: '0.06',
        pnl: '-0.06',
        roe: null,
        liquidAmount: null,
        liquidPrice: null,
      });
      const expected =
        'closeId closePrice closeTime fundingFee leverage liquidAmount liquidPrice marginMode openPrice openTime pnl realisedGrossCost realisedGrossCostNew roe settleCurrency side symbol tax tradeFee type userId withdrawPnl';
      expect(keysOf(bitcoin).join(' ')).toBe(expected);
    });

    it('filters by contract and time, and pages', async () => {
      const start = service.clock.nowMs();
      for (let count = 0; count < 5; count += 1) close();
      expect(await list('?symbol=ETHUSDTM')).toMatchObject({ totalNum: 0, items: [] });
      expect(await list(`?from=${start + 1000}&to=${start + 2000}`)).toMatchObject({ totalNum: 2 });
      const times = rows(await list('?limit=2&pageId=2')).map(row => member(row, 'closeTime'));
      expect(times).toEqual([start + 2000, start + 1000]);
      expect(await list('?limit=2&pageId=3')).toMatchObject({ currentPage: 3, pageSize: 2, totalNum: 5, totalPage: 3 });
    });

    it.each([
      ['limit=201', 'limit must be a whole number from 1 to 200'],
      ['pageId=0', 'pageId must be a whole number from 1 to 1000000'],
      ['from=2&to=1', 'from must not be after to'],
    ])('rejects %s', async (query, msg) => {
      expect((await service.call(`GET /api/v1/history-positions?${query}`)).json).toEqual({ code: '300000', msg });
    });
  });
});
