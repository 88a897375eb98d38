import * as z from 'zod/mini';
import type { Position } from '#shared/domain/market/futures.ts';
import { sideField } from '#shared/domain/market/position-key.ts';
import type { FuturesOverview, NamedOverview } from '#client/types.ts';
import { listOf } from '#client/wire/rows.ts';
import {
  decimal,
  decimalOrNull,
  epochMs,
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
  isOpen: z.boolean(),
  crossMode: flag,
  marginMode: textOrNull,
  positionSide: positionSideOrNull,
  isInverse: flagOrNull,
  currentQty: decimal,
  avgEntryPrice: decimal,
  markPrice: decimal,
  markValue: decimal,
  liquidationPrice: setDecimalOrNull,
  bankruptPrice: setDecimalOrNull,
  realLeverage: decimalOrNull,
  riskLimit: decimalOrNull,
  maintMarginReq: decimalOrNull,
  delevPercentage: decimalOrNull,
  posCost: decimal,
  posCross: decimalOrNull,
  posInit: decimal,
  posComm: decimalOrNull,
  posLoss: decimalOrNull,
  posMargin: decimal,
  posMaint: decimalOrNull,
  maintMargin: decimalOrNull,
  realisedPnl: decimalOrNull,
  unrealisedPnl: decimal,
  unrealisedPnlPcnt: decimalOrNull,
  unrealisedRoePcnt: decimalOrNull,
  autoDeposit: flag,
  openingTimestamp: epochMs,
  currentTimestamp: epochMs,
});

function isCross({ crossMode, marginMode }: z.infer<typeof positionWire>): boolean {
  return crossMode || marginMode === 'CROSS';
}

type PositionWire = z.infer<typeof positionWire>;
type RawIssues = { readonly issues: { push: (issue: z.core.$ZodRawIssue) => unknown } };

function toPosition(wire: PositionWire, context: RawIssues): Omit<Position, 'id'> {
  // A cross position has no margin of its own to keep: the account's stands behind it (docs/exchange/records.md §9.2).
  const isWhole = wire.posMaint !== null && wire.maintMargin !== null;
  if (!isWhole && !isCross(wire)) {
    context.issues.push({
      code: 'custom',
      message: 'expected a decimal',
      input: wire,
      path: [wire.posMaint === null ? 'posMaint' : 'maintMargin'],
    });
    return z.NEVER;
  }
  return {
    symbol: wire.symbol,
    ...sideField(wire.positionSide),
    settleCurrency: wire.settleCurrency,
    isOpen: wire.isOpen,
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
  z.transform((wire, context): Position => ({ id: wire.id, ...toPosition(wire, context) })),
);

/**
 * The same record as the feed pushes it: without an id, and without an opening time once it is closed.
 * docs/exchange/feeds.md §8.4.
 */
export const pushedPositionRow = z.pipe(
  z.extend(positionWire, { openingTimestamp: epochMsOrNull }),
  z.transform((wire, context): Omit<Position, 'id'> => {
    const openingTimestamp = wire.openingTimestamp ?? wire.currentTimestamp;
    return toPosition({ ...wire, openingTimestamp }, context);
  }),
);

const overviewFields = {
  currency: id,
  accountEquity: decimal,
  unrealisedPNL: decimal,
  marginBalance: decimal,
  positionMargin: decimal,
  orderMargin: decimal,
  frozenFunds: decimal,
  availableBalance: decimal,
};

/** docs/exchange/records.md §9.3. */
export const overviewBody = z.pipe(
  z.object(overviewFields),
  z.transform(({ unrealisedPNL, ...rest }): FuturesOverview => ({ ...rest, unrealisedPnl: unrealisedPNL })),
);

/** docs/exchange/records.md §9.3: the own wallet, called main, and those of the sub-accounts. */
export const overviewsBody = z.pipe(
  z.object({ accounts: listOf(z.object({ ...overviewFields, accountName: text })) }),
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
