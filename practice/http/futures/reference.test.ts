import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeExchange, openFakeExchange, startMs } from '../testing/fake-exchange.ts';
import { exactMarkPrice } from '#practice/futures/testing/fake-futures.ts';
import { member, rows, wrappedData } from '../testing/unwrap.ts';
import { documentShapes, liveShapes, misfits, sharedShapes } from '../testing/wire-shapes.ts';

describe.each(['document', 'live'] as const)('futures reference data, dialect %s', dialect => {
  let exchange: FakeExchange;
  const shapes = dialect === 'document' ? documentShapes : liveShapes;
  beforeEach(async () => {
    exchange = await openFakeExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  const get = (target: string) => exchange.call({ venue: 'futures', target, as: null });

  it('returns the time and the open state', async () => {
    expect((await get('/api/v1/timestamp')).text).toBe(`{"code":"200000","data":${startMs}}`);
    expect(wrappedData(await get('/api/v1/status'))).toEqual({ status: 'open', msg: '' });
  });

  it('shows a contract, its figures exact', async () => {
    const reply = await get('/api/v1/contracts/XBTUSDTM');
    const contract = dialect === 'document' ? reply.json : wrappedData(reply);
    expect(misfits(contract, shapes.contract)).toEqual([]);
    expect(reply.text).toContain(`"markPrice":${exactMarkPrice},`);
    expect(reply.text).toContain('"turnoverOf24h":1034643198.3265533,');
    expect(contract).toMatchObject({
      initialMargin: 0.008,
      maintainMargin: 0.004,
      maxRiskLimit: 100_000,
      riskStep: 50_000,
      nextFundingRateTime: 60_000,
      openInterest: '6748176',
      fundingRateSymbol: '.XBTUSDTMFPI8H',
      premiumsSymbol1M: '.XBTUSDTMPI',
      lowPrice: dialect === 'document' ? '82205.2' : 82_205.2,
    });
  });

  it('counts down to the next funding and not below zero', async () => {
    exchange.time.nowMs += 60_001;
    const reply = await get('/api/v1/contracts/XBTUSDTM');
    expect(reply.text).toContain('"nextFundingRateTime":0,');
  });

  it('lists all contracts, with the sign of the inverse multiplier as in the dialect', async () => {
    const contracts = rows(wrappedData(await get('/api/v1/contracts/active')));
    expect(contracts.map(contract => member(contract, 'multiplier'))).toEqual([
      0.001,
      dialect === 'document' ? 1 : -1,
      0.001,
    ]);
    expect(misfits(contracts[0], shapes.contract)).toEqual([]);
  });

  it('shows no funding on a dated contract', async () => {
    const [, , dated] = rows(wrappedData(await get('/api/v1/contracts/active')));
    expect(dated).toMatchObject({
      type: 'FFICSX',
      expireDate: 1_798_185_600_000,
      fairMethod: null,
      fundingRateSymbol: '',
      fundingFeeRate: null,
      nextFundingRateTime: null,
    });
  });

  it('keeps an order within five per cent of the mark price, in the live record', async () => {
    const contract = wrappedData(await get('/api/v1/contracts/active'));
    const limits = rows(contract).map(row => [member(row, 'buyLimit'), member(row, 'sellLimit')]);
    expect(limits[0]).toEqual(dialect === 'live' ? [90_697.6, 82_059.8] : [undefined, undefined]);
  });

  it('shows the ticker, integers beyond 2^53 exactly', async () => {
    const reply = await get('/api/v1/ticker?symbol=XBTUSDTM');
    expect(misfits(wrappedData(reply), sharedShapes.ticker)).toEqual([]);
    expect(reply.text).toContain('"sequence":9007199254740993,');
    expect(reply.text).toContain('"tradeId":"11040911994273793"');
    expect(reply.text).toContain('"ts":1729163001780000001}');
    expect((await get('/api/v1/ticker')).json).toEqual({ code: '300000', msg: 'symbol is required' });
  });

  it.each(['contracts/NOPE', 'ticker?symbol=NOPE'])('answers 404000 to the unknown contract in %s', async path => {
    const reply = await get(`/api/v1/${path}`);
    expect(reply.status).toBe(404);
    expect(reply.json).toEqual({ code: '404000', msg: 'Url Not Found' });
  });

  it('lists risk limit levels for a signed request', async () => {
    const target = '/api/v1/contracts/risk-limit/XBTUSDTM';
    const levels = rows(wrappedData(await exchange.call({ venue: 'futures', target, as: 'viewer' })));
    expect(misfits(levels[0], sharedShapes.riskLevel)).toEqual([]);
    expect(levels[1]).toEqual({
      symbol: 'XBTUSDTM',
      level: 2,
      maxRiskLimit: 500_000,
      minRiskLimit: 100_000,
      maxLeverage: 100,
      initialMargin: 0.01,
      maintainMargin: 0.005,
    });
    const unknown = await exchange.call({ venue: 'futures', target: '/api/v1/contracts/risk-limit/NOPE' });
    expect(unknown.json).toMatchObject({ code: '404000' });
  });
});
