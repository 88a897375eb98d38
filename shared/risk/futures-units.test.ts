import { describe, expect, it } from 'vitest';
import type { Position } from '../domain/market/futures.ts';
import { buildPosition } from '../testing/build-position.ts';
import { futuresUnits, type RiskContract } from './futures-units.ts';
import { distinct } from './left-out.ts';
import { buildRiskContract } from './testing/risk-units.ts';

const long = buildPosition({
  quantity: '10',
  markPrice: '50000',
  positionCost: '500',
  initialMargin: '50',
  marginWithPnl: '50.33',
  maintenanceMargin: '2.83',
  liquidationPrice: '45250',
  unrealisedPnl: '0',
});
const cross: Position = { ...long, id: 'c1', marginMode: 'cross', marginWithPnl: null, maintenanceMargin: null };
const ether: Position = {
  ...cross,
  id: 'c2',
  symbol: 'ETHUSDTM',
  quantity: '-20',
  markPrice: '2000',
  positionCost: '-400',
  initialMargin: '40',
  liquidationPrice: '2600',
};
const contracts = new Map<string, RiskContract>([
  ['XBTUSDTM', buildRiskContract()],
  ['ETHUSDTM', buildRiskContract({ symbol: 'ETHUSDTM', baseCurrency: 'ETH', multiplier: '0.01' })],
  ['XBTUSDM', buildRiskContract({ symbol: 'XBTUSDM', quoteCurrency: 'USD', multiplier: '-1', isInverse: true })],
]);
const unitsOf = (positions: readonly Position[], free: '100' | null = '100') =>
  futuresUnits({ positions, contracts, freeOf: () => free });

describe('isolated positions', () => {
  it('stand each by itself, by the figures of the exchange', () => {
    expect(unitsOf([long])).toMatchObject({
      units: [{ kind: 'isolated', name: 'XBTUSDTM', liquidationPrice: '45250', margin: '50.33', maintenance: '2.83' }],
      legs: [{ units: '0.01', markPrice: '50000', baseCurrency: 'XBT' }],
      leftOut: [],
    });
  });

  it('have their units without the sign of the wire, and with that of their side', () => {
    const inverse = { ...long, symbol: 'XBTUSDM', quantity: '-1000', settleCurrency: 'XBT' } as const;
    expect(unitsOf([inverse]).legs).toMatchObject([{ units: '-1000', isInverse: true, settleCurrency: 'XBT' }]);
  });

  it('have no price where the exchange shows one that cannot be reached', () => {
    const prices = [
      { ...long, liquidationPrice: '0' },
      { ...long, liquidationPrice: null },
      { ...long, quantity: '-10', liquidationPrice: '1000000' },
      { ...long, quantity: '-10', liquidationPrice: '999999' },
    ] as const;
    const { units } = unitsOf(prices);
    expect(units.map(unit => unit.kind === 'isolated' && unit.liquidationPrice)).toEqual([null, null, null, '999999']);
  });

  it('are left out with the reason, never guessed', () => {
    const { units, leftOut } = unitsOf([
      { ...long, symbol: 'NEWUSDTM' },
      { ...long, markPrice: '0' },
      { ...long, marginWithPnl: null },
      { ...long, maintenanceMargin: null },
    ]);
    expect(units).toEqual([]);
    expect(distinct(leftOut).map(({ what, reason }) => `${what}: ${reason}`)).toEqual([
      'NEWUSDTM: The terms of its contract have not arrived.',
      'XBTUSDTM: It has no mark price.',
      'XBTUSDTM: The exchange does not say how much margin it has.',
    ]);
  });

  it('do not count once they are closed', () => {
    expect(unitsOf([{ ...long, isOpen: false }])).toEqual({ units: [], legs: [], leftOut: [] });
  });
});

describe('the cross positions of one currency', () => {
  it('are one unit that can lose what the exchange’s own price says', () => {
    // 0.01 × (50000 − 45250)
    expect(unitsOf([cross]).units).toMatchObject([
      { kind: 'cross', id: 'cross USDT', name: 'Cross USDT', buffer: '47.5', isAtLeast: false },
    ]);
  });

  it('can lose no more than the most cautious of their prices says', () => {
    // the short loses 0.2 × 600 on its way
    expect(unitsOf([cross, ether]).units).toMatchObject([{ buffer: '47.5', legs: [{}, { units: '-0.2' }] }]);
    expect(unitsOf([{ ...cross, liquidationPrice: '30000' }, ether]).units).toMatchObject([{ buffer: '120' }]);
  });

  it('can lose nothing more when a price has been passed', () => {
    expect(unitsOf([{ ...cross, liquidationPrice: '50001' }]).units).toMatchObject([{ buffer: '0' }]);
  });

  it('can lose at least their free money and what they have above maintenance where no price is stated', () => {
    const safe = { ...cross, liquidationPrice: null, unrealisedPnl: '-3' } as const;
    // 100 + (50 − 500 × 0.005)
    expect(unitsOf([safe]).units).toMatchObject([{ buffer: '147.5', isAtLeast: true }]);
    // and 40 − 400 × 0.005 and what it gains
    expect(unitsOf([safe, { ...ether, liquidationPrice: null, unrealisedPnl: '7' }]).units).toMatchObject([
      { buffer: '192.5', isAtLeast: true },
    ]);
    expect(unitsOf([{ ...safe, initialMargin: '-900' }]).units).toMatchObject([{ buffer: '0' }]);
  });

  it('are left out where neither a price nor the wallet is known', () => {
    expect(unitsOf([{ ...cross, liquidationPrice: null }], null)).toMatchObject({
      units: [],
      leftOut: [
        { what: 'Cross USDT', reason: 'No liquidation price is stated, and the USDT futures wallet is not known.' },
      ],
    });
  });

  it('stand apart by what they settle in', () => {
    const inverse = { ...cross, id: 'x', symbol: 'XBTUSDM', settleCurrency: 'XBT', quantity: '1000' } as const;
    expect(unitsOf([cross, inverse, long]).units.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'isolated XBTUSDTM',
      'cross Cross USDT',
      'cross Cross XBT',
    ]);
  });
});
