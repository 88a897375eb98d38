import type { Decimal } from '#shared/decimal.ts';
import type { Outcome } from '#practice/kernel/kernel.ts';
import type { Wallet } from '../types.ts';

export interface WalletPlace {
  readonly accountId: string;
  readonly wallet: Wallet;
}

export interface TransferRequest {
  /** made by the user; one that has been used is refused */
  readonly clientOid: string;
  readonly from: WalletPlace;
  readonly to: WalletPlace;
  /** XBT and BTC are the same coin */
  readonly currency: string;
  readonly amount: Decimal;
}

export interface TransferRecord extends TransferRequest {
  readonly id: string;
  readonly createdAtMs: number;
}

/** The restrictions between the wallets: a loan, a position, a contract that settles in other coins. */
export interface WalletGuard {
  /** the most that may leave, at most what is available; `0` while nothing may */
  transferable(place: WalletPlace, currency: string): Decimal;
  mayLeave(place: WalletPlace, money: { readonly currency: string; readonly amount: Decimal }): Outcome<null>;
  mayEnter(place: WalletPlace, currency: string): Outcome<null>;
}

/** Money between the wallets of an owner: the own ones and those of the sub-accounts. It is moved at once. */
export interface Transfers {
  /** `userId` asks; a clientOid is his, whichever account pays */
  request(userId: string, request: TransferRequest): Outcome<TransferRecord>;
  transferable(place: WalletPlace, currency: string): Decimal;
}
