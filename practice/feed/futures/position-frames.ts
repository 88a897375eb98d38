import { negate } from '#shared/decimal.ts';
import type { FundingPayment } from '#practice/futures/account-types.ts';
import type { FuturesPosition } from '#practice/futures/types.ts';
import { type JsonFields, numeric } from '#practice/wire/json.ts';

/** Position records as the feed writes them, docs/exchange/feeds.md §8.4. */

/** The whole record, after a trade, added margin or a liquidation. A cross position lacks what only isolated ones have. */
export function writeFull(position: FuturesPosition, changeReason: string): JsonFields {
  const isCross = position.marginMode === 'CROSS';
  return {
    symbol: position.symbol,
    crossMode: isCross,
    delevPercentage: numeric(position.delevPercentage),
    openingTimestamp: position.openedAtMs,
    currentTimestamp: position.asOfMs,
    currentQty: numeric(position.currentQty),
    currentCost: numeric(position.currentCost),
    currentComm: numeric(position.currentComm),
    unrealisedCost: numeric(position.unrealisedCost),
    realisedCost: numeric(position.realisedCost),
    isOpen: position.isOpen,
    markPrice: numeric(position.markPrice),
    markValue: numeric(position.markValue),
    posCost: numeric(position.posCost),
    posInit: numeric(position.posInit),
    posMargin: numeric(isCross ? position.leverageMargin : position.posMargin),
    ...(isCross ? {} : isolatedFields(position)),
    avgEntryPrice: numeric(position.avgEntryPrice),
    liquidationPrice: numeric(position.liquidationPrice),
    bankruptPrice: numeric(position.bankruptPrice),
    settleCurrency: position.settleCurrency,
    changeReason,
    riskLimitLevel: position.riskLimitLevel,
    realisedGrossCost: numeric(position.realisedGrossCost),
    realisedGrossPnl: numeric(position.realisedGrossPnl),
    realisedPnl: numeric(position.realisedPnl),
    ...gainFields(position),
    leverage: numeric(position.leverage),
    marginMode: position.marginMode,
    positionSide: position.positionSide,
  };
}

function isolatedFields(position: FuturesPosition): JsonFields {
  return {
    maintMarginReq: numeric(position.maintMarginReq),
    riskLimit: numeric(position.riskLimit),
    realLeverage: numeric(position.realLeverage),
    autoDeposit: position.autoDeposit,
    posCross: numeric(position.posCross),
    posComm: numeric(position.posComm),
    posLoss: numeric(position.posLoss),
    posFunding: numeric(negate(position.posLoss)),
    posMaint: numeric(position.posMaint),
    maintMargin: numeric(position.maintMargin),
  };
}

function gainFields(position: FuturesPosition): JsonFields {
  return {
    unrealisedPnl: numeric(position.unrealisedPnl),
    unrealisedPnlPcnt: numeric(position.unrealisedPnlPcnt),
    unrealisedRoePcnt: numeric(position.unrealisedRoePcnt),
  };
}

/** What a new mark price changes and nothing else: a client has to merge it. The symbol is the topic's business. */
export function writeSparse(position: FuturesPosition): JsonFields {
  return {
    markPrice: numeric(position.markPrice),
    markValue: numeric(position.markValue),
    maintMargin: numeric(position.maintMargin),
    realLeverage: numeric(position.realLeverage),
    ...gainFields(position),
    delevPercentage: numeric(position.delevPercentage),
    currentTimestamp: position.asOfMs,
    settleCurrency: position.settleCurrency,
    // in hedge mode the exchange would not know which position it is of (not verified: docs/exchange/records.md §9.7)
    ...(position.positionSide === 'BOTH' ? {} : { positionSide: position.positionSide }),
    changeReason: 'markPriceChange',
  };
}

/** Funding of one position: a fee above zero was received, one below was paid. */
export function writeSettlement(payment: FundingPayment, timeNs: bigint): JsonFields {
  return {
    symbol: payment.symbol,
    fundingTime: payment.timeMs,
    qty: numeric(payment.quantity),
    markPrice: numeric(payment.markPrice),
    fundingRate: numeric(payment.rate),
    fundingFee: numeric(payment.funding),
    ts: timeNs,
    settleCurrency: payment.settleCurrency,
  };
}
