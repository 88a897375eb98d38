import { expect, it } from 'vitest';
import type { Position } from '#shared/domain/futures.ts';
import { adlLamps, byDanger, dangerOf, roomOf } from './position-risk.ts';

const position: Position = {
  id: 'p',
  symbol: 'XBTUSDTM',
  settleCurrency: 'USDT',
  isOpen: true,
  marginMode: 'isolated',
  isInverse: false,
  quantity: '1',
  averageEntryPrice: '100',
  markPrice: '100',
  markValue: '100',
  liquidationPrice: '90',
  bankruptPrice: '89',
  realLeverage: null,
  riskLimit: null,
  maintenanceMarginRate: null,
  adlPercentile: null,
  positionCost: '100',
  addedMargin: null,
  initialMargin: '10',
  bankruptcyCost: null,
  fundingPaid: null,
  positionMargin: '10',
  maintenanceMargin: '1',
  marginWithPnl: '10',
  realisedPnl: '0',
  unrealisedPnl: '0',
  unrealisedPnlRatio: '0',
  returnOnEquity: '0',
  isAutoDeposit: false,
  openedAtMs: 0,
  asOfMs: 0,
};

it('room is measured from mark, to either side', () => {
  expect(roomOf(position)).toBe('0.1');
  expect(roomOf({ ...position, quantity: '-1', liquidationPrice: '104' })).toBe('0.04');
  expect(roomOf({ ...position, liquidationPrice: null })).toBeNull();
});

it('bands', () => {
  const rooms = [null, '-0.1', '0.0499', '0.05', '0.1499', '0.15'] as const;
  expect(rooms.map(dangerOf)).toEqual(['unknown', 'danger', 'danger', 'warning', 'warning', 'calm']);
});

it('the most endangered comes first, the unknown last', () => {
  const rows: Position[] = [
    { ...position, id: 'safe', liquidationPrice: null },
    { ...position, id: 'far', liquidationPrice: '50' },
    { ...position, id: 'near' },
    { ...position, id: 'safe too', liquidationPrice: null },
  ];
  expect(rows.toSorted(byDanger).map(row => row.id)).toEqual(['near', 'far', 'safe', 'safe too']);
});

it('five lamps', () => {
  const ranks = [null, '0', '0.2', '0.21', '0.8', '1'] as const;
  expect(ranks.map(adlLamps)).toEqual([null, 1, 1, 2, 4, 5]);
});
