import { createHash } from 'node:crypto';
import { add, type Decimal } from '#shared/decimal.ts';
import type { Clock } from '#practice/kernel/kernel.ts';
import type { ChainRecord } from '../currencies/types.ts';
import type { Ledger, LedgerEntry } from '../types.ts';
import type { AddressKind, WithdrawalRecord } from './types.ts';

export interface WithdrawalsOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** receives the fees, in its `main` wallet */
  readonly feeAccountId: string;
  /** the account of a customer of this exchange, by UID, mail address or phone number; null: unknown */
  readonly recipientOf: (address: string) => string | null;
  /** what an amount is worth in USDT; null: the currency has no price yet */
  readonly worthUsdt: (currency: string, amount: Decimal) => Decimal | null;
}

/** One withdrawal while it lives. */
export interface WithdrawalState {
  record: WithdrawalRecord;
  readonly number: number;
  readonly addressKind: AddressKind;
  /** null: within the exchange */
  readonly chain: ChainRecord | null;
  /** when it moves on; null: it is done */
  nextAtMs: number | null;
}

export interface WithdrawalsState extends WithdrawalsOptions {
  readonly accounts: Map<string, WithdrawalState[]>;
  readonly open: Set<WithdrawalState>;
  count: number;
}

/** 24 hex digits that begin with the second, like the service's. */
export function withdrawalId(createdAtMs: number, ...parts: readonly string[]): string {
  const seconds = Math.floor(createdAtMs / 1000)
    .toString(16)
    .padStart(8, '0');
  return seconds + createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 16);
}

export function withdrawalsOf(state: WithdrawalsState, accountId: string): WithdrawalState[] {
  const known = state.accounts.get(accountId);
  if (known !== undefined) return known;
  const own: WithdrawalState[] = [];
  state.accounts.set(accountId, own);
  return own;
}

/** What the main wallet keeps back for it. */
export function heldFor({ accountId, currency, amount, fee }: WithdrawalRecord): LedgerEntry {
  return { accountId, wallet: 'main', currency, amount: add(amount, fee) };
}

export function isOpen({ status }: WithdrawalRecord): boolean {
  return status !== 'SUCCESS' && status !== 'FAILURE';
}

/** Whether its owner can still take it back. */
export function isCancelable({ status, isInner }: WithdrawalRecord): boolean {
  return !isInner && (status === 'REVIEW' || status === 'PROCESSING');
}
