import { type Decimal, fromUnits, toUnits } from '#shared/decimal.ts';
import type { Ledger, LedgerCause, LedgerChange, LedgerEntry, LedgerPayee, Wallet, WalletBalance } from './types.ts';

/**
 * Money is kept as whole units of 10^-30: a price, a size and a fee rate of ten digits each multiply exactly. An amount
 * with more digits than that throws, because cutting it would lose money.
 */
export const ledgerScale = 30;

interface Cell {
  readonly accountId: string;
  readonly wallet: Wallet;
  readonly currency: string;
  available: bigint;
  held: bigint;
}

interface Change {
  readonly cell: Cell;
  readonly cause: LedgerCause | undefined;
  readonly available: bigint;
  readonly held: bigint;
}

interface Owner {
  readonly accountId: string;
  readonly wallet: Wallet;
}

interface Books {
  readonly accounts: Map<string, Map<string, Cell>>;
  readonly totals: Map<string, bigint>;
  readonly listeners: Set<(change: LedgerChange) => void>;
  movements: bigint;
}

function cellOf(books: Books, { accountId, wallet }: Owner, currency: string): Cell {
  let cells = books.accounts.get(accountId);
  if (cells === undefined) {
    cells = new Map();
    books.accounts.set(accountId, cells);
  }
  const key = `${wallet}:${currency}`;
  let cell = cells.get(key);
  if (cell === undefined) {
    cell = { accountId, wallet, currency, available: 0n, held: 0n };
    cells.set(key, cell);
  }
  return cell;
}

function unitsOf(amount: Decimal): bigint {
  const units = toUnits(amount, ledgerScale);
  if (units < 0n) throw new RangeError(`an amount of money must not be negative: ${amount}`);
  return units;
}

function shown(cell: Cell): WalletBalance {
  return {
    accountId: cell.accountId,
    wallet: cell.wallet,
    currency: cell.currency,
    total: fromUnits(cell.available + cell.held, ledgerScale),
    available: fromUnits(cell.available, ledgerScale),
    held: fromUnits(cell.held, ledgerScale),
  };
}

/** Makes all changes of one movement first and tells the listeners then, so that nobody sees money on its way. */
function apply(books: Books, movement: LedgerChange['movement'], changes: readonly Change[]): void {
  books.movements += 1n;
  const movementId = books.movements;
  for (const { cell, available, held } of changes) {
    cell.available += available;
    cell.held += held;
  }
  if (books.listeners.size === 0) return;
  for (const { cell, cause, available, held } of changes) {
    if (available === 0n && held === 0n) continue;
    const change: LedgerChange = {
      balance: shown(cell),
      availableChange: fromUnits(available, ledgerScale),
      heldChange: fromUnits(held, ledgerScale),
      movement,
      movementId,
      cause: cause ?? null,
    };
    for (const listener of books.listeners) listener(change);
  }
}

function mustHold(cell: Cell, units: bigint): void {
  if (cell.held >= units) return;
  const { accountId, wallet, currency, held } = cell;
  throw new RangeError(
    `${accountId} holds ${fromUnits(held, ledgerScale)} ${currency} in ${wallet}, not ${fromUnits(units, ledgerScale)}`,
  );
}

/** Money crosses the border of the exchange: `direction` 1 in, -1 out. */
function cross(books: Books, entry: LedgerEntry, direction: 1n | -1n): boolean {
  const units = unitsOf(entry.amount) * direction;
  const cell = cellOf(books, entry, entry.currency);
  if (cell.available + units < 0n) return false;
  books.totals.set(entry.currency, (books.totals.get(entry.currency) ?? 0n) + units);
  apply(books, direction > 0n ? 'deposit' : 'withdraw', [{ cell, cause: entry.cause, available: units, held: 0n }]);
  return true;
}

function hold(books: Books, entry: LedgerEntry): boolean {
  const units = unitsOf(entry.amount);
  const cell = cellOf(books, entry, entry.currency);
  if (cell.available < units) return false;
  apply(books, 'hold', [{ cell, cause: entry.cause, available: -units, held: units }]);
  return true;
}

function release(books: Books, entry: LedgerEntry): void {
  const units = unitsOf(entry.amount);
  const cell = cellOf(books, entry, entry.currency);
  mustHold(cell, units);
  apply(books, 'release', [{ cell, cause: entry.cause, available: units, held: -units }]);
}

function settle(books: Books, from: LedgerEntry, to: LedgerPayee): void {
  const units = unitsOf(from.amount);
  const payer = cellOf(books, from, from.currency);
  mustHold(payer, units);
  apply(books, 'settle', [
    { cell: payer, cause: from.cause, available: 0n, held: -units },
    { cell: cellOf(books, to, from.currency), cause: to.cause, available: units, held: 0n },
  ]);
}

function transfer(books: Books, from: LedgerEntry, to: LedgerPayee): boolean {
  const units = unitsOf(from.amount);
  const payer = cellOf(books, from, from.currency);
  if (payer.available < units) return false;
  apply(books, 'transfer', [
    { cell: payer, cause: from.cause, available: -units, held: 0n },
    { cell: cellOf(books, to, from.currency), cause: to.cause, available: units, held: 0n },
  ]);
  return true;
}

/** An empty ledger. Amounts have at most {@link ledgerScale} digits after the point. */
export function createLedger(): Ledger {
  const books: Books = { accounts: new Map(), totals: new Map(), listeners: new Set(), movements: 0n };
  return {
    deposit: entry => void cross(books, entry, 1n),
    withdraw: entry => cross(books, entry, -1n),
    hold: entry => hold(books, entry),
    release: entry => release(books, entry),
    settle: (from, to) => settle(books, from, to),
    transfer: (from, to) => transfer(books, from, to),
    balance: (accountId, wallet, currency) => {
      const cell = books.accounts.get(accountId)?.get(`${wallet}:${currency}`);
      return shown(cell ?? { accountId, wallet, currency, available: 0n, held: 0n });
    },
    balances: accountId => Array.from(books.accounts.get(accountId)?.values() ?? [], shown),
    totalOf: currency => fromUnits(books.totals.get(currency) ?? 0n, ledgerScale),
    onChange: listener => {
      books.listeners.add(listener);
      return () => void books.listeners.delete(listener);
    },
  };
}
