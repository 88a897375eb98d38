import type { FuturesLeg, IsolatedUnit, CrossUnit, MarginUnit } from '../risk-unit.ts';
import type { RiskContract } from '../futures-units.ts';

/** For tests: two bitcoin long at 100. */
export function buildLeg(overrides: Partial<FuturesLeg> = {}): FuturesLeg {
  return {
    symbol: 'XBTUSDTM',
    baseCurrency: 'XBT',
    quoteCurrency: 'USDT',
    settleCurrency: 'USDT',
    units: '2',
    markPrice: '100',
    isInverse: false,
    ...overrides,
  };
}

/** For tests: that leg, liquidated at 90, with 22 of margin and 2 to be kept. */
export function buildIsolated(overrides: Partial<IsolatedUnit> = {}): IsolatedUnit {
  return {
    kind: 'isolated',
    id: 'p1',
    name: 'XBTUSDTM',
    leg: buildLeg(),
    liquidationPrice: '90',
    margin: '22',
    maintenance: '2',
    ...overrides,
  };
}

/** For tests: one wallet that may lose 20 on that leg. */
export function buildCross(overrides: Partial<CrossUnit> = {}): CrossUnit {
  return {
    kind: 'cross',
    id: 'cross USDT',
    name: 'Cross USDT',
    settleCurrency: 'USDT',
    legs: [buildLeg()],
    buffer: '20',
    isAtLeast: false,
    ...overrides,
  };
}

/** For tests: ten ether at 10 against 80 dollars, liquidated at 0.97. */
export function buildMargin(overrides: Partial<MarginUnit> = {}): MarginUnit {
  return {
    kind: 'margin',
    id: 'ETH-USDT',
    name: 'ETH-USDT isolated',
    holdings: [
      { currency: 'ETH', total: '10', liability: '0', price: '10' },
      { currency: 'USDT', total: '0', liability: '80', price: '1' },
    ],
    debtRatio: '0.8',
    liquidationRatio: '0.97',
    ...overrides,
  };
}

/** For tests: the terms that risk needs of a contract. */
export function buildRiskContract(overrides: Partial<RiskContract> = {}): RiskContract {
  return {
    symbol: 'XBTUSDTM',
    baseCurrency: 'XBT',
    quoteCurrency: 'USDT',
    multiplier: '0.001',
    isInverse: false,
    maintainMargin: '0.005',
    maxPrice: '1000000',
    ...overrides,
  };
}
