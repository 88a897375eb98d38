import * as z from 'zod/mini';
import { isZero } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { sideField } from '#shared/domain/market/position-key.ts';
import type { FuturesOverview, NamedOverview } from '#client/types.ts';
import { listOf } from '#client/wire/rows.ts';
import {
  decimal,
  decimalOrNull,
  epochMsOrNull,
  flag,
  flagOrNull,
  id,
  positionSideOrNull,
  setDecimalOrNull,
  text,
  textOrNull,
} from '#client/wire/scalars.ts';

/** docs/exchange/records.md §9.1 with the rows of §9.2; cross-margin rows lack the isolated figures. */
const positionWire = z.object({
  symbol: id,
  settleCurrency: id,
  isOpen: flagOrNull,
  crossMode: flag,
  marginMode: textOrNull,
  positionSide: positionSideOrNull,
  isInverse: flagOrNull,
  currentQty: decimal,
  avgEntryPrice: decimalOrNull,
  markPrice: decimalOrNull,
  markValue: decimalOrNull,
  liquidationPrice: setDecimalOrNull,
  bankruptPrice: setDecimalOrNull,
  realLeverage: decimalOrNull,
  riskLimit: decimalOrNull,
  maintMarginReq: decimalOrNull,
  delevPercentage: decimalOrNull,
  posCost: decimalOrNull,
  posCross: decimalOrNull,
  posInit: decimalOrNull,
  posComm: decimalOrNull,
  posLoss: decimalOrNull,
  posMargin: decimalOrNull,
  posMaint: decimalOrNull,
  maintMargin: decimalOrNull,
  realisedPnl: decimalOrNull,
  unrealisedPnl: decimalOrNull,
  unrealisedPnlPcnt: decimalOrNull,
  unrealisedRoePcnt: decimalOrNull,
  autoDeposit: flag,
  openingTimestamp: epochMsOrNull,
  currentTimestamp: epochMsOrNull,
});

function isCross({ crossMode, marginMode }: z.infer<typeof positionWire>): boolean {
  return crossMode || marginMode === 'CROSS';
}

type PositionWire = z.infer<typeof positionWire>;

/** Figures that are absent are unknown: a row without them still names the position and its quantity. */
function toPosition(wire: PositionWire): Omit<Position, 'id'> {
  return {
    symbol: wire.symbol,
    ...sideField(wire.positionSide),
    settleCurrency: wire.settleCurrency,
    isOpen: wire.isOpen ?? !isZero(wire.currentQty),
    marginMode: isCross(wire) ? 'cross' : 'isolated',
    isInverse: wire.isInverse,
    quantity: wire.currentQty,
    averageEntryPrice: wire.avgEntryPrice,
    markPrice: wire.markPrice,
    markValue: wire.markValue,
    liquidationPrice: wire.liquidationPrice,
    bankruptPrice: wire.bankruptPrice,
    realLeverage: wire.realLeverage,
    riskLimit: wire.riskLimit,
    maintenanceMarginRate: wire.maintMarginReq,
    adlPercentile: wire.delevPercentage,
    positionCost: wire.posCost,
    addedMargin: wire.posCross,
    initialMargin: wire.posInit,
    bankruptcyCost: wire.posComm,
    fundingPaid: wire.posLoss,
    positionMargin: wire.posMargin,
    maintenanceMargin: isCross(wire) ? null : wire.posMaint,
    marginWithPnl: isCross(wire) ? null : wire.maintMargin,
    realisedPnl: wire.realisedPnl,
    unrealisedPnl: wire.unrealisedPnl,
    unrealisedPnlRatio: wire.unrealisedPnlPcnt,
    returnOnEquity: wire.unrealisedRoePcnt,
    isAutoDeposit: wire.autoDeposit,
    openedAtMs: wire.openingTimestamp,
    asOfMs: wire.currentTimestamp,
  };
}

export const positionRow = z.pipe(
  z.extend(positionWire, { id }),
  z.transform((wire): Position => ({ id: wire.id, ...toPosition(wire) })),
);

/**
 * The same record as the feed pushes it: without an id, and without an opening time once it is closed.
 * docs/exchange/feeds.md §8.4.
 */
export const pushedPositionRow = z.pipe(positionWire, z.transform(toPosition));

const overviewFields = {
  currency: id,
  accountEquity: decimal,
  unrealisedPNL: decimalOrNull,
  marginBalance: decimalOrNull,
  positionMargin: decimalOrNull,
  orderMargin: decimalOrNull,
  frozenFunds: decimalOrNull,
  availableBalance: decimalOrNull,
};

/** docs/exchange/records.md §9.3. */
export const overviewBody = z.pipe(
  z.object(overviewFields),
  z.transform(({ unrealisedPNL, ...rest }): FuturesOverview => ({ ...rest, unrealisedPnl: unrealisedPNL })),
);

const namedFields = {
  ...overviewFields,
  accountName: text,
  positionMargin: decimal,
  orderMargin: decimal,
  frozenFunds: decimal,
  availableBalance: decimal,
};

/** docs/exchange/records.md §9.3: the own wallet, called main, and those of the sub-accounts. */
export const overviewsBody = z.pipe(
  z.object({ accounts: listOf(z.object(namedFields)) }),
  z.transform(({ accounts }) =>
    accounts.map(
      ({ accountName, unrealisedPNL, ...rest }): NamedOverview => ({
        name: accountName,
        ...rest,
        unrealisedPnl: unrealisedPNL,
      }),
    ),
  ),
);
