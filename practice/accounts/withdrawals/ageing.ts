import { createHash } from 'node:crypto';
import { isZero } from '#shared/decimal.ts';
import { isAddressOf } from './address.ts';
import { heldFor, type WithdrawalState, type WithdrawalsState, withdrawalsOf } from './state.ts';
import type { WithdrawalFailure, WithdrawalRecord } from './types.ts';

/** The duration of each stage. A chain takes its confirmations' blocks; here at most half an hour. */
const reviewMs = 45_000;
const processingMs = 20_000;
const innerMs = 5000;
const leastOnChainMs = 2000;
const mostOnChainMs = 30 * 60_000;
/** A wallet notices at once that it cannot send to an address. */
const rejectionMs = 4000;

/** Whether the account has paid to this address before: a new one is reviewed first. */
function isKnownAddress(state: WithdrawalsState, { accountId, chain, address }: WithdrawalRecord): boolean {
  return withdrawalsOf(state, accountId).some(
    ({ record }) => record.status === 'SUCCESS' && record.chain === chain && record.address === address,
  );
}

export function firstStatus(state: WithdrawalsState, record: WithdrawalRecord): 'REVIEW' | 'PROCESSING' {
  return record.isInner || isKnownAddress(state, record) ? 'PROCESSING' : 'REVIEW';
}

function onChainMs({ chain, record }: WithdrawalState): number {
  if (chain === null || !isAddressOf(chain.chainId, record.address)) return rejectionMs;
  return Math.min(mostOnChainMs, Math.max(leastOnChainMs, chain.confirms * chain.blockMs));
}

/** How long it stays what it is; infinitely while the wallet of its chain is shut. */
export function stageMs(withdrawal: WithdrawalState): number {
  const { status, isInner } = withdrawal.record;
  if (status === 'REVIEW') return reviewMs;
  if (status === 'WALLET_PROCESSING') return onChainMs(withdrawal);
  if (isInner) return innerMs;
  return withdrawal.chain?.isWithdrawEnabled === true ? processingMs : Number.POSITIVE_INFINITY;
}

/** The hash of its transaction, as explorers of the chain write it. */
export function transactionOf({ id, chain }: WithdrawalRecord): string {
  const hash = createHash('sha256').update(`transaction ${id}`).digest('hex');
  return ['eth', 'kcc', 'arbitrum', 'optimism'].includes(chain) ? `0x${hash}` : hash;
}

/** Gives the money back. */
export function fail(
  state: WithdrawalsState,
  withdrawal: WithdrawalState,
  { failure, atMs }: { readonly failure: WithdrawalFailure; readonly atMs: number },
): void {
  state.ledger.release(heldFor(withdrawal.record));
  withdrawal.record = { ...withdrawal.record, status: 'FAILURE', failure, walletTxId: null, updatedAtMs: atMs };
  withdrawal.nextAtMs = null;
  state.open.delete(withdrawal);
}

function succeed(state: WithdrawalsState, withdrawal: WithdrawalState, atMs: number): void {
  const { ledger, feeAccountId, recipientOf } = state;
  const { record } = withdrawal;
  const entry = { ...heldFor(record), amount: record.amount };
  const recipient = record.isInner ? recipientOf(record.address) : null;
  if (recipient === null) ledger.payOut(entry);
  else ledger.settle(entry, { accountId: recipient, wallet: 'main' });
  if (!isZero(record.fee)) ledger.settle({ ...entry, amount: record.fee }, { accountId: feeAccountId, wallet: 'main' });
  withdrawal.record = { ...record, status: 'SUCCESS', updatedAtMs: atMs };
  withdrawal.nextAtMs = null;
  state.open.delete(withdrawal);
}

/** Whether the payment can be made at all, found out at its last stage. */
function failureOf(state: WithdrawalsState, { record, chain }: WithdrawalState): WithdrawalFailure | null {
  if (chain === null) return state.recipientOf(record.address) === null ? 'RECIPIENT_UNKNOWN' : null;
  return isAddressOf(chain.chainId, record.address) ? null : 'ADDRESS_INVALID';
}

function enter(withdrawal: WithdrawalState, record: WithdrawalRecord): void {
  withdrawal.record = record;
  withdrawal.nextAtMs = record.updatedAtMs + stageMs(withdrawal);
}

/** Takes it one stage further: REVIEW, PROCESSING, the wallet, the end (docs/exchange/states.md §7). */
function moveOn(state: WithdrawalsState, withdrawal: WithdrawalState, atMs: number): void {
  const { record } = withdrawal;
  if (record.status === 'REVIEW') {
    enter(withdrawal, { ...record, status: 'PROCESSING', updatedAtMs: atMs });
    return;
  }
  if (record.status === 'PROCESSING' && !record.isInner) {
    const sent = failureOf(state, withdrawal) === null ? transactionOf(record) : null;
    enter(withdrawal, { ...record, status: 'WALLET_PROCESSING', walletTxId: sent, updatedAtMs: atMs });
    return;
  }
  const failure = failureOf(state, withdrawal);
  if (failure === null) succeed(state, withdrawal, atMs);
  else fail(state, withdrawal, { failure, atMs });
}

/** Moves on whatever is due, each at its own moment. */
export function ageAll(state: WithdrawalsState, nowMs: number): void {
  for (const withdrawal of state.open) {
    for (let at = withdrawal.nextAtMs; at !== null && at <= nowMs; at = withdrawal.nextAtMs)
      moveOn(state, withdrawal, at);
  }
}
