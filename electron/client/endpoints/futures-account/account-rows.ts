import * as z from 'zod/mini';
import type {
  ClosedPosition,
  CurrentFunding,
  FundingPayment,
  FundingRate,
  FuturesLedgerEntry,
  MarginMode,
  MaxOpenSize,
  OpenOrderStatistics,
  PositionMode,
} from '#shared/domain/account/futures-account.ts';
import type { PositionSide } from '#shared/domain/market/position-side.ts';
import { listOf } from '#client/wire/rows.ts';
import {
  count,
  decimal,
  decimalOrNull,
  epochMs,
  epochMsOrNull,
  flag,
  id,
  text,
  textOrNull,
} from '#client/wire/scalars.ts';

export const wireMarginModes = { isolated: 'ISOLATED', cross: 'CROSS' } as const satisfies Record<MarginMode, string>;

/** The word of a side in a request; undefined in one-way mode, in which no side is sent. */
export function wirePositionSide(side: PositionSide | undefined): 'LONG' | 'SHORT' | undefined {
  if (side === undefined) return undefined;
  return side === 'long' ? 'LONG' : 'SHORT';
}

function readMarginMode(word: string | null): MarginMode | null {
  if (word === 'ISOLATED') return 'isolated';
  return word === 'CROSS' ? 'cross' : null;
}

const marginModeOrNull = z.pipe(textOrNull, z.transform(readMarginMode));

/** A mode that must be one of the two. */
const marginMode = z.pipe(
  z.enum(['ISOLATED', 'CROSS']),
  z.transform((word): MarginMode => (word === 'CROSS' ? 'cross' : 'isolated')),
);

export const marginModeBody = z.object({ symbol: id, marginMode });

/** docs/exchange/endpoints.md §9.4: what each contract has now, and which could not be changed. */
export const marginModesBody = z.pipe(
  z.object({
    marginMode: z.record(z.string(), marginMode),
    errors: listOf(z.object({ symbol: id, code: textOrNull, msg: textOrNull })),
  }),
  z.transform(wire => ({
    modes: Object.entries(wire.marginMode).map(([symbol, mode]) => ({ symbol, marginMode: mode })),
    refused: wire.errors.map(({ symbol, code, msg }) => ({ symbol, code, message: msg })),
  })),
);

export const leverageBody = z.pipe(
  z.object({ symbol: id, leverage: decimal }),
  z.transform(({ leverage }) => leverage),
);

/** 0: one position a contract; 1: a long and a short one beside each other. */
export const positionModeBody = z.pipe(
  z.object({ positionMode: count.check(z.gte(0), z.lte(1)) }),
  z.transform(({ positionMode }): PositionMode => (positionMode === 1 ? 'hedge' : 'one-way')),
);

/** docs/exchange/records.md §14.1. */
const fundingRow = z.pipe(
  z.object({
    id,
    symbol: id,
    timePoint: epochMs,
    fundingRate: decimalOrNull,
    markPrice: decimalOrNull,
    positionQty: decimalOrNull,
    positionCost: decimalOrNull,
    funding: decimal,
    settleCurrency: text,
    marginMode: marginModeOrNull,
  }),
  z.transform(
    ({ timePoint, positionQty, ...rest }): FundingPayment => ({ ...rest, timeMs: timePoint, quantity: positionQty }),
  ),
);

/** Rows and whether there are older ones. */
function sliceOf<S extends z.ZodMiniType>(row: S) {
  return z.pipe(
    z.object({ dataList: listOf(row), hasMore: flag }),
    z.transform((wire): { readonly items: readonly z.output<S>[]; readonly hasMore: boolean } => {
      return { items: wire.dataList, hasMore: wire.hasMore };
    }),
  );
}

export const fundingBody = sliceOf(fundingRow);

export const fundingRateRow = z.pipe(
  z.object({ symbol: id, fundingRate: decimal, timepoint: epochMs }),
  z.transform(({ timepoint, ...rest }): FundingRate => ({ ...rest, timeMs: timepoint })),
);

export const currentFundingBody = z.pipe(
  z.object({
    value: decimal,
    predictedValue: decimalOrNull,
    fundingRateCap: decimalOrNull,
    fundingRateFloor: decimalOrNull,
    granularity: count,
    fundingTime: epochMsOrNull,
  }),
  z.transform(
    (wire): CurrentFunding => ({
      rate: wire.value,
      predictedRate: wire.predictedValue,
      rateCap: wire.fundingRateCap,
      rateFloor: wire.fundingRateFloor,
      intervalMs: wire.granularity,
      settlesAtMs: wire.fundingTime,
    }),
  ),
);

const sides: ReadonlyMap<string | null, ClosedPosition['side']> = new Map([
  ['LONG', 'long'],
  ['SHORT', 'short'],
]);

/** docs/exchange/records.md §14.2. */
export const closedPositionRow = z.pipe(
  z.object({
    closeId: id,
    symbol: id,
    settleCurrency: text,
    type: text,
    side: textOrNull,
    marginMode: marginModeOrNull,
    leverage: decimalOrNull,
    pnl: decimal,
    tradeFee: decimalOrNull,
    fundingFee: decimalOrNull,
    openPrice: decimalOrNull,
    closePrice: decimalOrNull,
    openTime: epochMsOrNull,
    closeTime: epochMs,
  }),
  z.transform(
    ({ closeId, side, openTime, closeTime, ...rest }): ClosedPosition => ({
      ...rest,
      id: closeId,
      side: sides.get(side) ?? null,
      openedAtMs: openTime,
      closedAtMs: closeTime,
    }),
  ),
);

/** docs/exchange/records.md §14.3. */
const ledgerRow = z.pipe(
  z.object({
    offset: id,
    currency: id,
    type: text,
    amount: decimal,
    fee: decimalOrNull,
    accountEquity: decimalOrNull,
    status: textOrNull,
    remark: textOrNull,
    time: epochMs,
  }),
  z.transform(
    ({ accountEquity, time, ...rest }): FuturesLedgerEntry => ({ ...rest, equity: accountEquity, timeMs: time }),
  ),
);

export const ledgerBody = sliceOf(ledgerRow);

export const statisticsBody = z.pipe(
  z.object({
    openOrderBuySize: decimal,
    openOrderSellSize: decimal,
    openOrderBuyCost: decimal,
    openOrderSellCost: decimal,
    settleCurrency: text,
  }),
  z.transform(
    (wire): OpenOrderStatistics => ({
      buySize: wire.openOrderBuySize,
      sellSize: wire.openOrderSellSize,
      buyCost: wire.openOrderBuyCost,
      sellCost: wire.openOrderSellCost,
      settleCurrency: wire.settleCurrency,
    }),
  ),
);

export const maxOpenSizeBody = z.pipe(
  z.object({ symbol: id, maxBuyOpenSize: decimal, maxSellOpenSize: decimal }),
  z.transform(
    (wire): MaxOpenSize => ({
      symbol: wire.symbol,
      maxBuySize: wire.maxBuyOpenSize,
      maxSellSize: wire.maxSellOpenSize,
    }),
  ),
);
