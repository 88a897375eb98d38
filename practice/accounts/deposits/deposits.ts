import { createHash } from 'node:crypto';
import type { Decimal } from '#shared/decimal.ts';
import { findChain, findCurrency } from '../currencies/currency.ts';
import type { ChainRecord } from '../currencies/types.ts';
import type { Ledger } from '../types.ts';
import { depositAddress, depositMemo } from './addresses.ts';

export type DepositStatus = 'PROCESSING' | 'SUCCESS' | 'FAILURE';

export interface DepositRecord {
  readonly accountId: string;
  readonly currency: string;
  /** chain id; empty for a payment within the exchange */
  readonly chain: string;
  readonly address: string;
  readonly memo: string;
  readonly isInner: boolean;
  readonly amount: Decimal;
  readonly walletTxId: string;
  readonly status: DepositStatus;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A payment sent to the account. */
export interface IncomingDeposit {
  readonly currency: string;
  /** id or name */
  readonly chain: string;
  readonly amount: Decimal;
  /** when the exchange saw it first; epoch ms */
  readonly seenAtMs: number;
}

export interface DepositFilter {
  readonly currency?: string;
  readonly status?: DepositStatus;
  readonly startAtMs: number;
  readonly endAtMs: number;
}

/** An address of an account: of a currency on a chain. */
export interface DepositPlace {
  readonly accountId: string;
  readonly currency: string;
  readonly chainId: string;
}

/** The wallets that deposits can go to. */
export type DepositWallet = 'main' | 'trade';

/**
 * Payments into the exchange: PROCESSING until the chain has confirmed them, then money in the wallet that was chosen
 * for the address, by default the main one.
 */
export interface Deposits {
  walletOf(place: DepositPlace): DepositWallet;
  /** deposits that are confirmed from now on are credited to this wallet */
  payInto(place: DepositPlace, wallet: DepositWallet): void;
  receive(accountId: string, incoming: IncomingDeposit): DepositRecord;
  /** puts one on record whose money is in the wallets already */
  remember(accountId: string, incoming: IncomingDeposit): void;
  /** newest first */
  list(accountId: string, filter: DepositFilter): readonly DepositRecord[];
  tick(nowMs: number): void;
}

interface DepositState {
  record: DepositRecord;
  readonly dueAtMs: number;
}

const mostWaitMs = 30 * 60_000;

function chainOf({ currency, chain }: IncomingDeposit): ChainRecord {
  const record = findCurrency(currency);
  const found = record === null ? null : findChain(record, chain);
  if (found === null) throw new Error(`${currency} cannot come over ${chain}`);
  return found;
}

function waitMs({ confirms, blockMs }: ChainRecord): number {
  return Math.min(mostWaitMs, Math.max(1000, confirms * blockMs));
}

/** `number` distinguishes two payments of one moment. */
function write(accountId: string, incoming: IncomingDeposit, number: number): DepositState {
  const chain = chainOf(incoming);
  const { seenAtMs: createdAtMs, currency, amount } = incoming;
  const record: DepositRecord = {
    accountId,
    currency,
    chain: chain.chainId,
    address: depositAddress(accountId, chain.chainId),
    memo: chain.needsTag ? depositMemo(accountId) : '',
    isInner: false,
    amount,
    walletTxId: createHash('sha256').update(`deposit ${accountId} ${createdAtMs} ${number}`).digest('hex'),
    status: 'PROCESSING',
    createdAtMs,
    updatedAtMs: createdAtMs,
  };
  return { record, dueAtMs: createdAtMs + waitMs(chain) };
}

function keyOf({ accountId, currency, chainId }: DepositPlace): string {
  return `${accountId} ${currency} ${chainId}`;
}

export function createDeposits({ ledger }: { readonly ledger: Ledger }): Deposits {
  const all: DepositState[] = [];
  const chosen = new Map<string, DepositWallet>();
  const walletOf = (place: DepositPlace): DepositWallet => chosen.get(keyOf(place)) ?? 'main';
  const confirm = (deposit: DepositState): void => {
    deposit.record = { ...deposit.record, status: 'SUCCESS', updatedAtMs: deposit.dueAtMs };
  };
  const add = (accountId: string, incoming: IncomingDeposit): DepositState => {
    const deposit = write(accountId, incoming, all.length);
    all.push(deposit);
    return deposit;
  };
  return {
    walletOf,
    payInto: (place, wallet) => void chosen.set(keyOf(place), wallet),
    receive: (accountId, incoming) => add(accountId, incoming).record,
    remember: (accountId, incoming) => confirm(add(accountId, incoming)),
    list(accountId, { currency, status, startAtMs, endAtMs }) {
      return all
        .map(({ record }) => record)
        .filter(record => record.accountId === accountId)
        .filter(({ createdAtMs }) => createdAtMs >= startAtMs && createdAtMs <= endAtMs)
        .filter(
          record => (currency ?? record.currency) === record.currency && (status ?? record.status) === record.status,
        )
        .toSorted((a, b) => b.createdAtMs - a.createdAtMs);
    },
    tick(nowMs) {
      for (const deposit of all) {
        const { accountId, currency, amount, chain: chainId, status } = deposit.record;
        if (status !== 'PROCESSING' || deposit.dueAtMs > nowMs) continue;
        confirm(deposit);
        ledger.deposit({ accountId, wallet: walletOf({ accountId, currency, chainId }), currency, amount });
      }
    },
  };
}
