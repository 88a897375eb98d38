import * as z from 'zod/mini';
import type { Currency, CurrencyChain } from '#shared/domain/market/currency.ts';
import { listOf } from '#client/wire/rows.ts';
import { countOrNull, decimalOrNull, flagOrNull, id, text, textOrNull } from '#client/wire/scalars.ts';

const chainRow = z.pipe(
  z.object({
    chainId: textOrNull,
    chainName: text,
    depositMinSize: decimalOrNull,
    depositFeeRate: decimalOrNull,
    withdrawalMinSize: decimalOrNull,
    withdrawalMinFee: decimalOrNull,
    withdrawFeeRate: decimalOrNull,
    withdrawMaxFee: decimalOrNull,
    isWithdrawEnabled: flagOrNull,
    isDepositEnabled: flagOrNull,
    confirms: countOrNull,
    preConfirms: countOrNull,
    contractAddress: textOrNull,
    withdrawPrecision: countOrNull,
    maxWithdraw: decimalOrNull,
    maxDeposit: decimalOrNull,
    needTag: flagOrNull,
  }),
  z.transform(
    (wire): CurrencyChain => ({
      id: wire.chainId,
      name: wire.chainName,
      isDepositEnabled: wire.isDepositEnabled,
      isWithdrawEnabled: wire.isWithdrawEnabled,
      depositMinimum: wire.depositMinSize,
      depositFeeRate: wire.depositFeeRate,
      withdrawalMinimum: wire.withdrawalMinSize,
      withdrawalMinimumFee: wire.withdrawalMinFee,
      withdrawalFeeRate: wire.withdrawFeeRate,
      withdrawalMaximumFee: wire.withdrawMaxFee,
      withdrawalMaximum: wire.maxWithdraw,
      depositMaximum: wire.maxDeposit,
      withdrawalPrecision: wire.withdrawPrecision,
      confirmations: wire.confirms,
      earlyConfirmations: wire.preConfirms,
      contractAddress: wire.contractAddress,
      needsTag: wire.needTag,
    }),
  ),
);

/** docs/exchange/records.md §11.1. */
export const currencyRow = z.pipe(
  z.object({
    currency: id,
    name: textOrNull,
    fullName: textOrNull,
    precision: countOrNull,
    confirms: countOrNull,
    contractAddress: textOrNull,
    isMarginEnabled: flagOrNull,
    isDebitEnabled: flagOrNull,
    chains: listOf(chainRow),
  }),
  z.transform(
    ({ confirms, chains, name, fullName, ...rest }): Currency => ({
      ...rest,
      // the code never changes and names the currency, too
      name: name ?? rest.currency,
      fullName: fullName ?? name ?? rest.currency,
      confirmations: confirms,
      chains: [...chains],
    }),
  ),
);
