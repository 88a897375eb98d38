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
  it('isolated positions are separate units by the figures of the exchange', () => {
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

  it('have no price when the exchange shows one that cannot be reached', () => {
    const prices = [
      { ...long, liquidationPrice: '0' },
      { ...long, liquidationPrice: null },
      { ...long, quantity: '-10', liquidationPrice: '1000000' },
      { ...long, quantity: '-10', liquidationPrice: '999999' },
    ] as const;
    const { units } = unitsOf(prices);
    expect(units.map(unit => unit.kind === 'isolated' && unit.liquidationPrice)).toEqual([null, null, null, '999999']);
  });

  it('isolated positions are omitted with the reason, never guessed', () => {
    const { units, leftOut } = unitsOf([
      { ...long, symbol: 'NEWUSDTM' },
      { ...long, markPrice: '0' },
      { ...long, markPrice: null },
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
  it('form one unit that can lose up to the exchange’s own price', () => {
    // 0.01 × (50000 − 45250)
    expect(unitsOf([cross]).units).toMatchObject([
      { kind: 'cross', id: 'cross USDT', name: 'Cross USDT', buffer: '47.5', isAtLeast: false },
    ]);
  });

  it('can lose no more than the most cautious of their prices', () => {
    // the short loses 0.2 × 600 on its way
    expect(unitsOf([cross, ether]).units).toMatchObject([{ buffer: '47.5', legs: [{}, { units: '-0.2' }] }]);
    expect(unitsOf([{ ...cross, liquidationPrice: '30000' }, ether]).units).toMatchObject([{ buffer: '120' }]);
  });

  it('can lose nothing more after a price has been passed', () => {
    expect(unitsOf([{ ...cross, liquidationPrice: '50001' }]).units).toMatchObject([{ buffer: '0' }]);
  });

  it('can lose at least their available money and what they have above maintenance without a stated price', () => {
    const safe = { ...cross, liquidationPrice: null, unrealisedPnl: '-3' } as const;
    // 100 + (50 − 500 × 0.005)
    expect(unitsOf([safe]).units).toMatchObject([{ buffer: '147.5', isAtLeast: true }]);
    // and 40 − 400 × 0.005 and what it gains
    expect(unitsOf([safe, { ...ether, liquidationPrice: null, unrealisedPnl: '7' }]).units).toMatchObject([
      { buffer: '192.5', isAtLeast: true },
    ]);
    expect(unitsOf([{ ...safe, initialMargin: '-900' }]).units).toMatchObject([{ buffer: '0' }]);
  });

  it('the cross positions of one currency are omitted without a price and a known wallet', () => {
    expect(unitsOf([{ ...cross, liquidationPrice: null }], null)).toMatchObject({
      units: [],
      leftOut: [
        { what: 'Cross USDT', reason: 'The exchange reports no liq. price, and the USDT futures wallet is unknown.' },
      ],
    });
  });

  it.each([
    ['has no mark price', { ...ether, markPrice: null }],
    ['has no known terms', { ...ether, symbol: 'NEWUSDTM' }],
  ])('are left out when one of them %s, and those of another currency are not', (_name, other) => {
    const inverse = { ...cross, id: 'x', symbol: 'XBTUSDM', settleCurrency: 'XBT', quantity: '1000' } as const;
    const { units, legs, leftOut } = unitsOf([cross, other, inverse]);
    expect(units.map(({ name }) => name)).toEqual(['Cross XBT']);
    expect(legs.map(({ symbol }) => symbol)).toEqual(['XBTUSDTM', 'XBTUSDM']);
    expect(leftOut.map(({ what }) => what)).toEqual([other.symbol, 'Cross USDT']);
  });

  it.each(['positionCost', 'initialMargin', 'unrealisedPnl'] as const)(
    'the cross positions of one currency are omitted without %s when no price is stated',
    field => {
      const { units, leftOut } = unitsOf([{ ...cross, liquidationPrice: null, [field]: null }]);
      expect({ units, names: leftOut.map(({ what }) => what) }).toEqual({ units: [], names: ['Cross USDT'] });
    },
  );

  it('the cross positions of one currency are separate per settle currency', () => {
    const inverse = { ...cross, id: 'x', symbol: 'XBTUSDM', settleCurrency: 'XBT', quantity: '1000' } as const;
    expect(unitsOf([cross, inverse, long]).units.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'isolated XBTUSDTM',
      'cross Cross USDT',
      'cross Cross XBT',
    ]);
  });
});
