import { describe, expect, it } from 'vitest';
import type { FuturesContract, Position } from '#shared/domain/futures.ts';
import { editDraft, emptyDraft, positionObjection, summariseMargin } from './margin-form.ts';

const position: Position = {
  id: 'p1',
  symbol: 'XBTUSDTM',
  settleCurrency: 'USDT',
  isOpen: true,
  marginMode: 'isolated',
  isInverse: false,
  quantity: '1',
  averageEntryPrice: '94225.6',
  markPrice: '94266.19',
  markValue: '94.26619',
  liquidationPrice: '82455.6',
  bankruptPrice: '82053.6',
  realLeverage: '7.5',
  riskLimit: '100000',
  maintenanceMarginRate: '0.004',
  adlPercentile: '0.5',
  positionCost: '94.2256',
  addedMargin: '0',
  initialMargin: '12.1',
  bankruptcyCost: '0.056',
  fundingPaid: '0',
  positionMargin: '12.228',
  maintenanceMargin: '0.458',
  marginWithPnl: '12.26859',
  realisedPnl: '0',
  unrealisedPnl: '0.04059',
  unrealisedPnlRatio: '0.0004',
  returnOnEquity: '0.003',
  isAutoDeposit: false,
  openedAtMs: 0,
  asOfMs: 0,
};
const contract: FuturesContract = {
  symbol: 'XBTUSDTM',
  type: 'FFWCSX',
  status: 'Open',
  baseCurrency: 'XBT',
  quoteCurrency: 'USDT',
  settleCurrency: 'USDT',
  lotSize: '1',
  tickSize: '0.1',
  indexPriceTickSize: '0.01',
  multiplier: '0.001',
  maxOrderQty: '1000000',
  maxPrice: '1000000',
  initialMargin: '0.008',
  maintainMargin: '0.004',
  makerFeeRate: '0.0002',
  takerFeeRate: '0.0006',
  isInverse: false,
  isDeleverage: true,
  maxLeverage: 125,
  markPrice: '94266.19',
  indexPrice: '94266',
  lastTradePrice: '94266',
  fundingFeeRate: '0.0001',
  predictedFundingFeeRate: '0.0001',
  nextFundingInMs: 1000,
  openInterest: '1',
  expireAtMs: null,
};
const facts = { position, contract, available: '100' } as const;
const typed = (text: string) => editDraft(emptyDraft, { kind: 'amount', text });

describe('what was typed', () => {
  it('nothing typed is no error', () => {
    expect(summariseMargin(emptyDraft, facts)).toEqual({ amount: null, preview: null, error: null });
    expect(summariseMargin(typed('   '), facts).error).toBeNull();
  });

  it('an amount is sent as typed and previewed', () => {
    const summary = summariseMargin(typed(' 5 '), facts);
    expect(summary.amount).toBe('5');
    expect(summary.preview?.after.liquidationPrice).toBe('77455.6');
    expect(summary.error).toBeNull();
  });

  it('a target liquidation price becomes an amount; the last field typed into decides', () => {
    const draft = editDraft(typed('1'), { kind: 'target', text: '77455.6' });
    expect(summariseMargin(draft, facts).amount).toBe('5');
    expect(summariseMargin(editDraft(draft, { kind: 'amount', text: '2' }), facts).amount).toBe('2');
    expect(summariseMargin(editDraft(draft, { kind: 'target', text: '90000' }), facts).error).toMatch(
      /no better than now/,
    );
  });

  it.each(['abc', '1,5', '-1', '0', '1e3'])('%s is refused before anything is sent', text => {
    expect(summariseMargin(typed(text), facts)).toMatchObject({
      amount: null,
      error: expect.stringMatching(/above zero/),
    });
  });

  it('more than is free, too many digits, and less than the exchange takes', () => {
    expect(summariseMargin(typed('100.01'), facts)).toMatchObject({
      amount: null,
      error: expect.stringMatching(/Only 100 USDT/),
    });
    expect(summariseMargin(typed('100.01'), facts).preview).not.toBeNull();
    expect(summariseMargin(typed('1.123456789'), facts).error).toMatch(/at most 8 digits/);
    const inXbt = { ...facts, position: { ...position, settleCurrency: 'XBT' } };
    expect(summariseMargin(typed('0.00001666'), inXbt).error).toMatch(/no less than 0.00001667 XBT/);
    expect(summariseMargin(typed('0.00001667'), inXbt).error).toBeNull();
    expect(summariseMargin(typed('1000000'), { ...facts, available: null }).error).toBeNull();
  });
});

it('a cross or a closed position takes no margin by hand', () => {
  expect(positionObjection(position)).toBeNull();
  expect(positionObjection({ ...position, isOpen: false })).toMatch(/closed/);
  expect(positionObjection({ ...position, maintenanceMargin: null })).toMatch(/does not say/);
  expect(summariseMargin(typed('5'), { ...facts, position: { ...position, marginMode: 'cross' } })).toMatchObject({
    amount: null,
    preview: null,
    error: expect.stringMatching(/cross/),
  });
});
