import * as z from 'zod/mini';
import { tableOf } from '#client/wire/rows.ts';
import { anyTime, decimal, decimalOrNull, id, text, textOrNull } from '#client/wire/scalars.ts';
import type { BalanceChange, IsolatedPositionUpdate, MarginPositionUpdate, WalletChange } from '../messages/wallets.ts';
import { parserOf } from './parser.ts';

/** `/account/balance`. docs/exchange/feeds.md §6.3; the time is quoted there. */
export const readBalance = parserOf(
  z.object({
    accountId: textOrNull,
    currency: id,
    total: decimal,
    available: decimalOrNull,
    hold: decimalOrNull,
    relationContext: z.nullish(z.object({ symbol: textOrNull, orderId: textOrNull })),
    relationEvent: textOrNull,
    relationEventId: textOrNull,
    time: anyTime,
  }),
  (wire): BalanceChange => ({
    accountId: wire.accountId,
    currency: wire.currency,
    total: wire.total,
    available: wire.available,
    held: wire.hold,
    event: wire.relationEvent,
    eventId: wire.relationEventId,
    symbol: wire.relationContext?.symbol ?? null,
    orderId: wire.relationContext?.orderId ?? null,
    timeMs: wire.time,
  }),
);

/** `/contractAccount/wallet`, whole; the older subjects carry a few of the fields. */
export const readWallet = parserOf(
  z.object({
    currency: id,
    walletBalance: decimalOrNull,
    availableBalance: decimalOrNull,
    holdBalance: decimalOrNull,
    equity: decimalOrNull,
    isolatedOrderMargin: decimalOrNull,
    isolatedPosMargin: decimalOrNull,
    isolatedUnPnl: decimalOrNull,
    isolatedFundingFeeMargin: decimalOrNull,
    crossOrderMargin: decimalOrNull,
    crossPosMargin: decimalOrNull,
    crossUnPnl: decimalOrNull,
    totalCrossMargin: decimalOrNull,
    version: textOrNull,
    timestamp: anyTime,
  }),
  ({ isolatedPosMargin, isolatedUnPnl, crossPosMargin, crossUnPnl, timestamp, ...rest }): WalletChange => ({
    ...rest,
    isolatedPositionMargin: isolatedPosMargin,
    isolatedUnrealisedPnl: isolatedUnPnl,
    crossPositionMargin: crossPosMargin,
    crossUnrealisedPnl: crossUnPnl,
    timeMs: timestamp,
  }),
);

const marginAsset = z.object({ total: decimal, available: decimalOrNull, hold: decimalOrNull });

/** `/margin/position`, subject debt.ratio. */
export const readMarginDebt = parserOf(
  z.object({
    debtRatio: decimal,
    totalAsset: decimalOrNull,
    totalDebt: decimalOrNull,
    assetList: tableOf(marginAsset),
    debtList: tableOf(decimal),
    timestamp: anyTime,
  }),
  ({ assetList, debtList, timestamp, ...figures }): MarginPositionUpdate => ({
    kind: 'debt',
    ...figures,
    assets: [...assetList].map(([currency, { total, available, hold }]) => {
      return { currency, total, available, held: hold };
    }),
    debts: [...debtList].map(([currency, amount]) => ({ currency, amount })),
    timeMs: timestamp,
  }),
);

/** Subject position.status: `FROZEN_FL` and its kin, in the exchange's own word. */
export const readMarginStatus = parserOf(
  z.object({ type: text, timestamp: anyTime }),
  ({ type, timestamp }): MarginPositionUpdate => ({ kind: 'status', status: type, timeMs: timestamp }),
);

/** `/margin/isolatedPosition`. */
export const readIsolatedPosition = parserOf(
  z.object({ tag: id, status: text, statusBizType: text, timestamp: anyTime }),
  ({ tag, status, statusBizType, timestamp }): IsolatedPositionUpdate => ({
    symbol: tag,
    status,
    reason: statusBizType,
    timeMs: timestamp,
  }),
);
