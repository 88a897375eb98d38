import type { WithdrawalRecord } from '#practice/accounts/withdrawals/types.ts';
import { isCancelable } from '#practice/accounts/withdrawals/state.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import type { Dialect } from '../../endpoint/dialect.ts';

/** Withdrawals as they stand on the wire: docs/exchange/records.md §11.2. */

/** An item of the historical list. It knows three states: whatever is under way is PROCESSING. */
export function writeHistorical(record: WithdrawalRecord, dialect: Dialect): JsonValue {
  const isDone = record.status === 'SUCCESS' || record.status === 'FAILURE';
  return {
    currency: record.currency,
    createAt: Math.floor(record.createdAtMs / 1000),
    amount: record.amount,
    address: record.address,
    walletTxId: record.walletTxId ?? dialect.unsetTransaction,
    isInner: record.isInner,
    status: isDone ? record.status : 'PROCESSING',
  };
}

/** An item of the list that succeeds it. */
export function writeWithdrawal(record: WithdrawalRecord): JsonValue {
  return {
    id: record.id,
    currency: record.currency,
    chain: record.chain,
    status: record.status,
    address: record.address,
    memo: record.memo,
    isInner: record.isInner,
    amount: record.amount,
    fee: record.fee,
    walletTxId: record.walletTxId,
    createdAt: record.createdAtMs,
    updatedAt: record.updatedAtMs,
    remark: record.remark,
    arrears: false,
  };
}

const failureWords: Readonly<Record<NonNullable<WithdrawalRecord['failure']>, string>> = {
  ADDRESS_INVALID: 'the wallet cannot send to this address',
  RECIPIENT_UNKNOWN: 'there is no such customer',
  CANCELED: 'cancelled by the user',
};

/** One withdrawal by its id: what has become of it, and whether it can still be taken back. */
export function writeDetail(record: WithdrawalRecord, uid: number): JsonValue {
  return {
    id: record.id,
    uid,
    currency: record.currency,
    chainId: record.chain,
    chainName: record.chainName,
    currencyName: record.currency,
    status: record.status,
    failureReason: record.failure ?? '',
    failureReasonMsg: record.failure === null ? null : failureWords[record.failure],
    address: record.address,
    memo: record.memo,
    isInner: record.isInner,
    amount: record.amount,
    fee: record.fee,
    walletTxId: record.walletTxId,
    addressRemark: null,
    remark: record.remark,
    createdAt: record.createdAtMs,
    cancelType: isCancelable(record) ? 'CANCELABLE' : 'NON_CANCELABLE',
    taxes: null,
    taxDescription: null,
    returnStatus: 'NOT_RETURN',
    returnAmount: null,
    returnCurrency: null,
  };
}
