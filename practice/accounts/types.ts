import type { Decimal } from '#shared/decimal.ts';

/** The isolated margin of one pair, for instance `isolated:BTC-USDT`: both of the pair's currencies lie in it. */
export type IsolatedWallet = `isolated:${string}`;

/**
 * The wallets that hold money. Spot trades out of `trade`, cross margin out of `margin`, isolated margin out of one
 * wallet a pair.
 */
export type Wallet = 'main' | 'trade' | 'margin' | 'futures' | IsolatedWallet;

export interface WalletBalance {
  readonly accountId: string;
  readonly wallet: Wallet;
  readonly currency: string;
  /** total = available + held, always */
  readonly total: Decimal;
  readonly available: Decimal;
  readonly held: Decimal;
}

/**
 * Every coin of the exchange. No balance and no hold ever falls below zero; money enters by `deposit` and leaves by
 * `withdraw` and `payOut` only, everything else moves it. Amounts are decimal strings of any precision.
 */
export interface Ledger {
  deposit(entry: LedgerEntry): void;
  withdraw(entry: LedgerEntry): boolean;
  /** what is held leaves the exchange; more than is held is a bug and throws */
  payOut(entry: LedgerEntry): void;
  /** moves available → held; false (and nothing moved) when there is not enough */
  hold(entry: LedgerEntry): boolean;
  /** moves held → available; more than is held is a bug and throws */
  release(entry: LedgerEntry): void;
  /** pays out of the held part of one wallet into the available part of another (may be the exchange's fee account) */
  settle(from: LedgerEntry, to: LedgerPayee): void;
  /** pays out of the available part; false when there is not enough */
  transfer(from: LedgerEntry, to: LedgerPayee): boolean;
  balance(accountId: string, wallet: Wallet, currency: string): WalletBalance;
  /** the available part of that balance alone, for a check on every order */
  available(accountId: string, wallet: Wallet, currency: string): Decimal;
  balances(accountId: string): readonly WalletBalance[];
  /** Σ over all accounts and wallets: only deposits and withdrawals change it */
  totalOf(currency: string): Decimal;
  /** `isWanted` skips events without a reader */
  onChange(listener: (change: LedgerChange) => void, isWanted?: (wallet: WalletKey) => boolean): () => void;
}

export interface WalletKey {
  readonly accountId: string;
  readonly wallet: Wallet;
}

/** What a movement was for, as far as the balance feed reports it (docs/exchange/feeds.md §6.3). */
export interface LedgerCause {
  readonly symbol: string;
  readonly orderId: string;
  readonly tradeId?: bigint;
}

/** One wallet after a movement of money. A movement between two wallets is published once for each. */
export interface LedgerChange {
  readonly balance: WalletBalance;
  readonly availableChange: Decimal;
  readonly heldChange: Decimal;
  readonly movement: 'deposit' | 'withdraw' | 'hold' | 'release' | 'settle' | 'transfer';
  /** rises with each movement; both wallets of one movement have the same */
  readonly movementId: bigint;
  readonly cause: LedgerCause | null;
  /** whose wallet is on the other side, be it the same owner's; null when money only entered, left or was held */
  readonly counterId: string | null;
}

export interface LedgerEntry {
  readonly accountId: string;
  readonly wallet: Wallet;
  readonly currency: string;
  readonly amount: Decimal;
  readonly cause?: LedgerCause;
}

/** Who is paid, and what the movement is for from that side: never the payer's order. */
export interface LedgerPayee {
  readonly accountId: string;
  readonly wallet: Wallet;
  /** the name of the same coin there (XBT in the futures wallet is BTC elsewhere); by default the payer's name */
  readonly currency?: string;
  readonly cause?: LedgerCause;
}

/** `InnerTransfer`: between own wallets and sub-accounts. `Transfer`: out of the exchange, too. */
export type KeyPermission = 'General' | 'Spot' | 'Margin' | 'Futures' | 'InnerTransfer' | 'Transfer';

/** An API key as the practice exchange issues it; the key dies with the process. */
export interface IssuedKey {
  readonly label: string;
  readonly accountId: string;
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
  readonly version: 1 | 2 | 3;
  readonly permissions: readonly KeyPermission[];
  readonly ipWhitelist: readonly string[];
  readonly remark: string;
  readonly createdAtMs: number;
}

export interface SubAccountRecord {
  readonly accountId: string;
  readonly userId: string;
  readonly uid: number;
  readonly subName: string;
  /** 2 enabled, 3 frozen (docs/exchange/records.md §10.4) */
  readonly status: number;
  /** 0 normal, 1 robot, 2 novice-financial, 5 asset-management */
  readonly type: number;
  readonly access: string;
  readonly createdAtMs: number;
  readonly remarks: string | null;
  /** `omitted`: the list of balances omits it; `garbled`: its amounts are null there. Absent: listed. */
  readonly figures?: 'listed' | 'omitted' | 'garbled';
}

/**
 * The endpoint family whose spot lists have the orders of an account (docs/exchange/endpoints.md §3.10). `both`: the
 * lists of both families have all of them.
 */
export type SpotFamily = 'both' | 'hf' | 'classic';

/** A master account beside the first one, without sub-accounts. */
export interface OtherMaster {
  readonly accountId: string;
  readonly uid: number;
  readonly userId: string;
  readonly spotFamily: SpotFamily;
}

/** Who exists: the master account, its sub-accounts, the keys. */
export interface Directory {
  readonly master: { readonly accountId: string; readonly uid: number; readonly userId: string };
  keyOf(key: string): IssuedKey | null;
  readonly keys: readonly IssuedKey[];
  /** as they are now: accounts are opened, renamed and frozen while the exchange runs */
  readonly subAccounts: readonly SubAccountRecord[];
  readonly otherMasters?: readonly OtherMaster[];
}
