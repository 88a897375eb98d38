import { absolute, add, type Decimal, isNegative, isZero } from '#shared/decimal.ts';
import type { Clock } from '#practice/kernel/kernel.ts';
import { remember } from '#practice/kernel/remember.ts';
import type { Ledger, LedgerCause, LedgerChange, Wallet } from '../types.ts';

/** The service's words for why money moved (docs/exchange/records.md §10.6). */
export type BusinessType =
  | 'DEPOSIT'
  | 'WITHDRAW'
  | 'TRANSFER'
  | 'SUB_TRANSFER'
  | 'TRADE_EXCHANGE'
  | 'MARGIN_EXCHANGE'
  | 'RETURNED_FEES'
  | 'OTHER';

/** What came into a wallet or left it. What is only held or given back is no movement: the total stays. */
export interface MovementRecord {
  /** rises from movement to movement */
  readonly number: number;
  readonly accountId: string;
  readonly wallet: Wallet;
  readonly currency: string;
  /** above zero; a fee that was taken with it is in it */
  readonly amount: Decimal;
  readonly direction: 'in' | 'out';
  /** total of the wallet afterwards */
  readonly balance: Decimal;
  readonly businessType: BusinessType;
  readonly cause: LedgerCause | null;
  readonly createdAtMs: number;
}

export interface Movements {
  /** newest first; all of them, or those since that moment (epoch ms) */
  list(accountId: string, sinceMs?: number): readonly MovementRecord[];
}

interface MovementsOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** who is written down; the simulated traders move too much to be */
  readonly accounts: ReadonlySet<string>;
  /** what it pays back are returned fees */
  readonly feeAccountId: string;
  /** the number before the first one */
  readonly numberBefore?: number;
}

/** How many movements of an account are kept. */
const memory = 20_000;

function businessTypeOf(
  change: LedgerChange,
  { accounts, feeAccountId }: Pick<MovementsOptions, 'accounts' | 'feeAccountId'>,
): BusinessType {
  const { balance, movement, cause, counterId } = change;
  if (movement === 'deposit') return 'DEPOSIT';
  if (movement === 'withdraw') return 'WITHDRAW';
  if (movement === 'transfer') {
    if (counterId === balance.accountId) return 'TRANSFER';
    if (counterId === feeAccountId) return 'RETURNED_FEES';
    return counterId !== null && accounts.has(counterId) ? 'SUB_TRANSFER' : 'OTHER';
  }
  if (cause === null) return 'WITHDRAW';
  return balance.wallet === 'trade' ? 'TRADE_EXCHANGE' : 'MARGIN_EXCHANGE';
}

/** A trade pays its price and its fee one after the other: for the owner that is one movement. */
function isOneWith(last: MovementRecord, next: MovementRecord): boolean {
  return (
    next.cause?.tradeId !== undefined &&
    last.cause?.tradeId === next.cause.tradeId &&
    last.cause.orderId === next.cause.orderId &&
    last.direction === next.direction &&
    last.currency === next.currency &&
    last.wallet === next.wallet
  );
}

/** How many rows a trade may span: price, fee and the other coin, possibly of both sides of one owner. */
const comparedRows = 4;

/** Adds a movement to the one of the same trade, which keeps its place; false when there is none. */
function joinTrade(rows: MovementRecord[], next: MovementRecord): boolean {
  const from = Math.max(0, rows.length - comparedRows);
  const index = rows.findLastIndex((row, place) => place >= from && isOneWith(row, next));
  const row = rows[index];
  if (row === undefined) return false;
  rows[index] = { ...row, amount: add(row.amount, next.amount), balance: next.balance };
  return true;
}

/** Writes down what moves in the wallets of these accounts, the futures wallet left out: it has a history of its own. */
export function createMovements(options: MovementsOptions): Movements {
  const { ledger, clock, accounts, numberBefore = 0 } = options;
  const rows = new Map<string, MovementRecord[]>();
  let count = numberBefore;
  ledger.onChange(
    change => {
      const { accountId, wallet, currency, total } = change.balance;
      const moved = add(change.availableChange, change.heldChange);
      if (wallet === 'futures' || isZero(moved)) return;
      count += 1;
      const next: MovementRecord = {
        number: count,
        accountId,
        wallet,
        currency,
        amount: absolute(moved),
        direction: isNegative(moved) ? 'out' : 'in',
        balance: total,
        businessType: businessTypeOf(change, options),
        cause: change.cause,
        createdAtMs: clock.nowMs(),
      };
      const own = rows.get(accountId) ?? [];
      rows.set(accountId, own);
      if (!joinTrade(own, next)) remember(own, next, memory);
    },
    ({ accountId }) => accounts.has(accountId),
  );
  return {
    list(accountId, sinceMs = 0) {
      const own = rows.get(accountId) ?? [];
      const first = own.findIndex(({ createdAtMs }) => createdAtMs >= sinceMs);
      return first < 0 ? [] : own.slice(first).toReversed();
    },
  };
}
