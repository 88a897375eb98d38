import { expect, it } from 'vitest';
import type { Position } from '#shared/domain/market/futures.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { reachesOf } from './position-reach.ts';

const isolated = buildPosition({ id: 'i', markPrice: '50000', liquidationPrice: '45000' });
const cross: Position = {
  ...isolated,
  id: 'c',
  marginMode: 'cross',
  quantity: '100',
  markPrice: '50000',
  markValue: '5000',
  positionCost: '5000',
  initialMargin: '500',
  unrealisedPnl: '0',
  liquidationPrice: null,
  marginWithPnl: null,
  maintenanceMargin: null,
};
const contracts = new Map([['XBTUSDTM', buildFuturesContract()]]);

it('a position has the distance to the price that the exchange states', () => {
  expect(reachesOf({ positions: [isolated], contracts, freeOf: () => null })(isolated)).toMatchObject({
    distance: '0.1',
    basis: 'reported',
  });
});

it('a cross position without a price has at least the distance that its wallet covers, and more with a larger wallet', () => {
  const positions = [cross];
  const farOf = (free: '0' | '500') => reachesOf({ positions, contracts, freeOf: () => free })(cross);
  expect(farOf('0')).toMatchObject({ basis: 'lower-bound', distanceOf: 'fall of XBTUSDTM alone' });
  expect(Number(farOf('500').distance)).toBeCloseTo(Number(farOf('0').distance) + 0.1, 3);
});

it('a position without a known wallet or contract has no distance, and states why', () => {
  const positions = [cross];
  const noWallet = reachesOf({ positions, contracts, freeOf: () => null })(cross);
  expect(noWallet).toMatchObject({ distance: null, isSafe: false });
  expect(noWallet.distanceReason).toMatch(/the wallet is unknown/);
  expect(reachesOf({ positions, contracts: new Map(), freeOf: () => '1' })(cross).distance).toBeNull();
});

it('a position outside the list is measured by the same wallets', () => {
  const reachOf = reachesOf({ positions: [cross], contracts, freeOf: () => '0' });
  expect(reachOf({ ...cross, id: 'other' })).toEqual(reachOf(cross));
});
