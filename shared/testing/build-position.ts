import type { Position } from '../domain/market/futures.ts';

/** For tests: an isolated long of one lot whose margins and prices obey the identities of the exchange's records. */
export function buildPosition(overrides: Partial<Position> = {}): Position {
  return {
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
    ...overrides,
  };
}
