import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { FuturesSettings, PositionName } from '../account-types.ts';
import { writeRate } from '../contract/terms.ts';
import { holderFor, isHedged, settingsOf } from '../state/settings.ts';
import { type FuturesMarket, type FuturesVenueState, runCommand } from '../state/state.ts';
import { maxWithdrawMargin, withdrawMargin } from '../risk/withdraw-margin.ts';
import { changeAutoDeposit } from './auto-deposit.ts';
import { changeCrossLeverage } from './cross-leverage.ts';
import { changeMarginMode } from './margin-mode.ts';
import { changePositionMode } from './position-mode.ts';
import { changeRiskLevel } from './risk-level.ts';

/** The settings of accounts for a contract, and their events. */
export function createSettings(venue: FuturesVenueState): FuturesSettings {
  const inMarket = <T>(symbol: string, action: (market: FuturesMarket) => Outcome<T>): Outcome<T> => {
    const market = venue.markets.get(symbol);
    return market === undefined ? refuse('symbol-unknown', `Unknown contract: ${symbol}.`, 'symbol') : action(market);
  };
  const command = <T>(symbol: string, action: (market: FuturesMarket) => Outcome<T>): Outcome<T> =>
    runCommand(venue, () => inMarket(symbol, action));
  const held = <T>(accountId: string, position: PositionName, action: (holder: string) => Outcome<T>): Outcome<T> => {
    const holder = holderFor(venue, accountId, position);
    return holder.ok ? action(holder.value) : holder;
  };
  return {
    marginMode: (accountId, symbol) => inMarket(symbol, market => accept(settingsOf(venue, market, accountId).mode)),
    changeMarginMode: (accountId, symbol, mode) =>
      command(symbol, market => changeMarginMode(venue, market, { accountId, mode })),
    crossLeverage: (accountId, symbol) =>
      inMarket(symbol, market => accept(writeRate(settingsOf(venue, market, accountId).crossLeverage))),
    changeCrossLeverage: (accountId, symbol, leverage) =>
      command(symbol, market => changeCrossLeverage(venue, market, { accountId, leverage })),
    changeAutoDeposit: (accountId, symbol, isOn) =>
      command(symbol, market => changeAutoDeposit(venue, market, { accountId, isOn })),
    changeRiskLevel: (accountId, symbol, level) =>
      command(symbol, market => changeRiskLevel(venue, market, { accountId, level })),
    maxWithdrawMargin: (accountId, position) =>
      inMarket(position.symbol, market => held(accountId, position, holder => maxWithdrawMargin(market, holder))),
    withdrawMargin: (accountId, position, amount) =>
      command(position.symbol, market =>
        held(accountId, position, holder => withdrawMargin(venue, market, { accountId: holder, amount })),
      ),
    isHedged: accountId => isHedged(venue, accountId),
    changePositionMode: (accountId, isHedge) =>
      runCommand(venue, () => changePositionMode(venue, { accountId, isHedge })),
  };
}
