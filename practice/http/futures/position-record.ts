import { negate } from '#shared/decimal.ts';
import type { FuturesPosition } from '#practice/futures/types.ts';
import { type JsonFields, type JsonValue, numeric } from '#practice/wire/json.ts';

/** Position records: docs/exchange/records.md §9.1, §9.2. Every amount is a JSON number, exact to its last digit. */

/** Adding margin answers exactly docs/exchange/records.md §9.1, in both dialects. */
export function writeDepositedPosition(position: FuturesPosition, uid: number): JsonValue {
  return { ...sharedFields(position), ...isolatedFields(position), userId: uid };
}

/**
 * A row of GET /positions and GET /position; a cross row lacks what only an isolated one has
 * (docs/exchange/records.md §9.2).
 */
export function writePosition(position: FuturesPosition, isInverse: boolean): JsonValue {
  const isCross = position.marginMode === 'CROSS';
  return {
    ...sharedFields(position),
    ...(isCross ? {} : isolatedFields(position)),
    ...(isCross ? {} : isolatedExtras(position)),
    isInverse,
    marginMode: position.marginMode,
    positionSide: position.positionSide,
    leverage: numeric(position.leverage),
  };
}

function sharedFields(position: FuturesPosition): JsonFields {
  return {
    id: position.id,
    symbol: position.symbol,
    crossMode: position.marginMode === 'CROSS',
    delevPercentage: numeric(position.delevPercentage),
    openingTimestamp: position.openedAtMs,
    currentTimestamp: position.asOfMs,
    currentQty: numeric(position.currentQty),
    currentCost: numeric(position.currentCost),
    currentComm: numeric(position.currentComm),
    unrealisedCost: numeric(position.unrealisedCost),
    realisedGrossCost: numeric(position.realisedGrossCost),
    realisedCost: numeric(position.realisedCost),
    isOpen: position.isOpen,
    markPrice: numeric(position.markPrice),
    markValue: numeric(position.markValue),
    posCost: numeric(position.posCost),
    posInit: numeric(position.posInit),
    posMargin: numeric(position.marginMode === 'CROSS' ? position.leverageMargin : position.posMargin),
    realisedGrossPnl: numeric(position.realisedGrossPnl),
    realisedPnl: numeric(position.realisedPnl),
    unrealisedPnl: numeric(position.unrealisedPnl),
    unrealisedPnlPcnt: numeric(position.unrealisedPnlPcnt),
    unrealisedRoePcnt: numeric(position.unrealisedRoePcnt),
    avgEntryPrice: numeric(position.avgEntryPrice),
    liquidationPrice: numeric(position.liquidationPrice),
    bankruptPrice: numeric(position.bankruptPrice),
    settleCurrency: position.settleCurrency,
  };
}

function isolatedFields(position: FuturesPosition): JsonFields {
  return {
    autoDeposit: position.autoDeposit,
    maintMarginReq: numeric(position.maintMarginReq),
    riskLimit: numeric(position.riskLimit),
    realLeverage: numeric(position.realLeverage),
    posCross: numeric(position.posCross),
    posComm: numeric(position.posComm),
    posLoss: numeric(position.posLoss),
    posMaint: numeric(position.posMaint),
    maintMargin: numeric(position.maintMargin),
  };
}

function isolatedExtras(position: FuturesPosition): JsonFields {
  return {
    posCrossMargin: 0,
    posCommCommon: numeric(position.posComm),
    posFunding: numeric(negate(position.posLoss)),
    maintainMargin: numeric(position.maintMarginReq),
    riskLimitLevel: position.riskLimitLevel,
  };
}
