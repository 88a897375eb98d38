import { describe, expect, it } from 'vitest';
import { valueOf, frame } from './testing/parse.ts';

const one = '/contract/position:XBTUSDTM';

const all = '/contract/positionAll';

const readPosition = (data: unknown, topic = one) =>
  valueOf('futures.positions', frame(topic, 'position.change', data));

describe('positions', () => {
  const full = {
    symbol: 'XBTUSDTM',
    maintMarginReq: 0.005,
    riskLimit: 500000,
    realLeverage: 4.9685590767,
    crossMode: false,
    delevPercentage: 0.1,
    openingTimestamp: 1731916913097,
    autoDeposit: true,
    currentTimestamp: 1731924561514,
    currentQty: 1,
    isOpen: true,
    markPrice: 91839.79,
    markValue: 91.83979,
    posCost: 91.6945,
    posCross: 0,
    posInit: 18.3389,
    posComm: 0.06602004,
    posLoss: 0,
    posMargin: 18.40492004,
    posMaint: 0.5634627025,
    maintMargin: 18.55021004,
    avgEntryPrice: 91694.5,
    liquidationPrice: 73853.0426625,
    bankruptPrice: 73355.6,
    settleCurrency: 'USDT',
    changeReason: 'positionChange',
    realisedPnl: 0.07210716,
    unrealisedPnl: 0.14529,
    unrealisedPnlPcnt: 0.0016,
    unrealisedRoePcnt: 0.0079,
    marginMode: 'ISOLATED',
  };
  const sparse = {
    markPrice: 90445.02,
    markValue: 90.44502,
    maintMargin: 17.5,
    realLeverage: 5.1,
    unrealisedPnl: -0.5,
    unrealisedRoePcnt: -0.02,
    unrealisedPnlPcnt: -0.005,
    delevPercentage: 0.2,
    currentTimestamp: 1731924562000,
    settleCurrency: 'USDT',
    changeReason: 'markPriceChange',
  };
  const patch = {
    markPrice: '90445.02',
    markValue: '90.44502',
    marginWithPnl: '17.5',
    realLeverage: '5.1',
    unrealisedPnl: '-0.5',
    returnOnEquity: '-0.02',
    unrealisedPnlRatio: '-0.005',
    adlPercentile: '0.2',
    settleCurrency: 'USDT',
  };

  it('reads a whole record', () => {
    expect(readPosition(full)).toEqual({
      kind: 'full',
      symbol: 'XBTUSDTM',
      reason: 'positionChange',
      position: {
        symbol: 'XBTUSDTM',
        settleCurrency: 'USDT',
        isOpen: true,
        marginMode: 'isolated',
        isInverse: null,
        quantity: '1',
        averageEntryPrice: '91694.5',
        markPrice: '91839.79',
        markValue: '91.83979',
        liquidationPrice: '73853.0426625',
        bankruptPrice: '73355.6',
        realLeverage: '4.9685590767',
        riskLimit: '500000',
        maintenanceMarginRate: '0.005',
        adlPercentile: '0.1',
        positionCost: '91.6945',
        addedMargin: '0',
        initialMargin: '18.3389',
        bankruptcyCost: '0.06602004',
        fundingPaid: '0',
        positionMargin: '18.40492004',
        maintenanceMargin: '0.5634627025',
        marginWithPnl: '18.55021004',
        realisedPnl: '0.07210716',
        unrealisedPnl: '0.14529',
        unrealisedPnlRatio: '0.0016',
        returnOnEquity: '0.0079',
        isAutoDeposit: true,
        openedAtMs: 1731916913097,
        asOfMs: 1731924561514,
      },
    });
  });

  it('reads a closed position, which has no opening time', () => {
    const closed = { ...full, isOpen: false, currentQty: 0, openingTimestamp: null };
    expect(readPosition(closed)).toMatchObject({
      kind: 'full',
      position: { isOpen: false, openedAtMs: null },
    });
  });

  it('reads the figures that move with the mark price as a patch, with the symbol from the topic', () => {
    const expected = { kind: 'sparse', symbol: 'XBTUSDTM', patch, asOfMs: 1731924562000 };
    expect(readPosition(sparse)).toEqual(expected);
    expect(readPosition({ ...sparse, symbol: 'XBTUSDTM' }, all)).toEqual(expected);
    expect(readPosition({ ...sparse, changeReason: undefined })).toEqual(expected);
    expect(readPosition({ ...full, changeReason: 'markPriceChange' })).toMatchObject({ kind: 'sparse' });
  });

  it('reads a record without informational figures', () => {
    const read = readPosition({ ...full, markPrice: undefined, posMaint: undefined });
    expect(read).toMatchObject({ kind: 'full', position: { markPrice: null, maintenanceMargin: null } });
  });

  it('reads a record without a time, whole or in part', () => {
    const unset = { currentTimestamp: undefined };
    expect(readPosition({ ...full, ...unset })).toMatchObject({ kind: 'full', position: { asOfMs: null } });
    expect(readPosition({ ...sparse, ...unset })).toMatchObject({ kind: 'sparse', asOfMs: null });
  });

  it('rejects a record with an unknown symbol', () => {
    expect(readPosition(sparse, all)).toBe('unreadable: symbol');
    expect(readPosition('x')).toBe('unreadable: data');
  });

  it('reads settlements and changes of the risk limit', () => {
    const settlement = {
      fundingTime: 1551770400000,
      qty: 100,
      markPrice: 3610.85,
      fundingRate: -0.002966,
      fundingFee: -296,
      ts: '1547697294838004923',
      settleCurrency: 'XBT',
    };
    expect(valueOf('futures.position', frame(one, 'position.settlement', settlement))).toEqual({
      kind: 'funding-settled',
      symbol: 'XBTUSDTM',
      fundingFee: '-296',
      fundingRate: '-0.002966',
      timeMs: 1547697294838,
    });
    const limit = { success: true, riskLimitLevel: 2, msg: '' };
    expect(valueOf('futures.position', frame(one, 'position.adjustRiskLimit', limit))).toEqual({
      kind: 'risk-limit',
      symbol: 'XBTUSDTM',
      isDone: true,
      level: 2,
      message: null,
    });
    expect(valueOf('futures.positions', frame(all, 'position.settlement', settlement))).toBe('unreadable: symbol');
    expect(valueOf('futures.positions', frame(all, 'position.adjustRiskLimit', limit))).toBe('unreadable: symbol');
  });
});

const readLotCandle = (topic: string, candles: unknown) =>
  valueOf('futures.candles', frame(topic, 'candle.stick', { symbol: 'X', candles, time: 1 }));

describe('candles and wallets with unusual fields', () => {
  it('takes the only volume that is stated', () => {
    const row = ['1731898200', '1', '2', '3', '0.5', '21'];
    expect(readLotCandle('/contractMarket/limitCandle:X_1min', row)).toMatchObject({ candle: { volume: '21' } });
  });

  it.each([
    ['/contractMarket/limitCandle:X_3years', ['1731898200', '1', '2', '3', '0.5', '21'], 'topic'],
    ['/contractMarket/limitCandle:X_1min', ['1731898200', '1', '2'], 'candles'],
    ['/contractMarket/limitCandle:X_1min', ['1731898200.5', '1', '2', '3', '0.5', '21'], 'candles'],
  ])('rejects %s %j', (topic, row, field) => {
    expect(readLotCandle(topic, row)).toBe(`unreadable: ${field}`);
  });

  it('takes the older wallet subjects for the part that they state', () => {
    const data = { availableBalance: 5923, holdBalance: 2312, currency: 'USDT', timestamp: 1553842862614 };
    const text = frame('/contractAccount/wallet', 'availableBalance.change', data);
    expect(valueOf('futures.balances', text)).toMatchObject({
      availableBalance: '5923',
      holdBalance: '2312',
      walletBalance: null,
      version: null,
    });
  });

  it('takes a balance without a context', () => {
    const data = { accountId: '1', currency: 'USDT', total: '1', available: '1', hold: '0', time: '1730269283892' };
    const text = frame('/account/balance', 'account.balance', { ...data, relationEvent: 'main.deposit' });
    expect(valueOf('spot.balances', text)).toMatchObject({ symbol: null, orderId: null, eventId: null });
  });

  it('quotes the whole frame when the data is missing', () => {
    expect(valueOf('spot.trades', frame('/market/match:A-B', 'trade.l3match', 'x'))).toBe('unreadable: data');
  });
});
