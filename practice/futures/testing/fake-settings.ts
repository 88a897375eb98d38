import type { FuturesSettings } from '../account-types.ts';
import type { FuturesVenue } from '../types.ts';
import { accept, refuse } from '#practice/kernel/kernel.ts';

/** Nothing can be set at the fake: these answers are tested with the real engine. */
export const settingPart: FuturesSettings &
  Pick<
    FuturesVenue,
    | 'placeWithExits'
    | 'openOrderStatistics'
    | 'maxOpenSize'
    | 'closedPositions'
    | 'transactions'
    | 'fundingPayments'
    | 'fundingRates'
  > = {
  marginMode: () => accept('ISOLATED'),
  changeMarginMode: (_accountId, _symbol, mode) => accept(mode),
  crossLeverage: () => accept('10'),
  changeCrossLeverage: (_accountId, _symbol, leverage) => accept(leverage),
  changeAutoDeposit: () => accept(true),
  changeRiskLevel: () => accept(true),
  maxWithdrawMargin: () => accept('0'),
  withdrawMargin: (_accountId, _position, amount) => accept(amount),
  isHedged: () => false,
  changePositionMode: (_accountId, isHedge) => accept(isHedge),
  closedPositions: () => [],
  transactions: () => [],
  fundingPayments: () => [],
  fundingRates: () => [],
  placeWithExits: () => refuse('parameter', 'none here'),
  openOrderStatistics: () => refuse('parameter', 'none here'),
  maxOpenSize: () => refuse('parameter', 'none here'),
};
