import { type Decimal, fromUnits, toUnits } from '#shared/decimal.ts';
import type {
  Ledger,
  LedgerCause,
  LedgerChange,
  LedgerEntry,
  LedgerPayee,
  Wallet,
  WalletBalance,
  WalletKey,
} from './types.ts';

/**
 * Money is kept as whole units of 10^-30: a price, a size and a fee rate of ten digits each multiply exactly. An amount
 * with more digits than that throws, because cutting it would lose money.
 */
export const ledgerScale = 30;

interface WalletState {
  readonly accountId: string;
  readonly wallet: Wallet;
  readonly currency: string;
  available: bigint;
  held: bigint;
}

interface Change {
  readonly state: WalletState;
  readonly cause: LedgerCause | undefined;
  readonly available: bigint;
  readonly held: bigint;
}

interface LedgerListener {
  readonly publish: (change: LedgerChange) => void;
  readonly isWanted: (wallet: WalletKey) => boolean;
}

interface LedgerState {
  readonly accounts: Map<string, Map<string, WalletState>>;
  readonly totals: Map<string, bigint>;
  readonly listeners: Set<LedgerListener>;
  movements: bigint;
}

function cellOf(ledger: LedgerState, { accountId, wallet }: WalletKey, currency: string): WalletState {
  let wallets = ledger.accounts.get(accountId);
  if (wallets === undefined) {
    wallets = new Map();
    ledger.accounts.set(accountId, wallets);
  }
  const key = `${wallet}:${currency}`;
  let state = wallets.get(key);
  if (state === undefined) {
    state = { accountId, wallet, currency, available: 0n, held: 0n };
    wallets.set(key, state);
  }
  return state;
}

function unitsOf(amount: Decimal): bigint {
  const units = toUnits(amount, ledgerScale);
  if (units < 0n) throw new RangeError(`an amount of money must not be negative: ${amount}`);
  return units;
}

function shown(state: WalletState): WalletBalance {
  return {
    accountId: state.accountId,
    wallet: state.wallet,
    currency: state.currency,
    total: fromUnits(state.available + state.held, ledgerScale),
    available: fromUnits(state.available, ledgerScale),
    held: fromUnits(state.held, ledgerScale),
  };
}

/**
 * Makes all changes of one movement first and then notifies the listeners, so that no listener sees a half-done
 * movement.
 */
function apply(ledger: LedgerState, movement: LedgerChange['movement'], changes: readonly Change[]): void {
  ledger.movements += 1n;
  // a listener may move money itself
  const movementId = ledger.movements;
  for (const { state, available, held } of changes) {
    state.available += available;
    state.held += held;
  }
  for (const change of changes) {
    const { state, available, held } = change;
    if (available === 0n && held === 0n) continue;
    const interested = [...ledger.listeners].filter(({ isWanted }) => isWanted(state));
    if (interested.length === 0) continue;
    const counter = changes.find(other => other.state !== state)?.state ?? null;
    const published = { movement, movementId, counterId: counter?.accountId ?? null };
    for (const { publish } of interested) publish({ ...eventOf(change), ...published });
  }
}

function eventOf({ state, cause, available, held }: Change) {
  return {
    balance: shown(state),
    availableChange: fromUnits(available, ledgerScale),
    heldChange: fromUnits(held, ledgerScale),
    cause: cause ?? null,
  };
}

function mustHold(state: WalletState, units: bigint): void {
  if (state.held >= units) return;
  const { accountId, wallet, currency, held } = state;
  throw new RangeError(
    `${accountId} holds ${fromUnits(held, ledgerScale)} ${currency} in ${wallet}, not ${fromUnits(units, ledgerScale)}`,
  );
}

/** Money crosses the border of the exchange: `direction` 1 in, -1 out. */
function cross(ledger: LedgerState, entry: LedgerEntry, direction: 1n | -1n): boolean {
  const units = unitsOf(entry.amount) * direction;
  const state = cellOf(ledger, entry, entry.currency);
  if (state.available + units < 0n) return false;
  ledger.totals.set(entry.currency, (ledger.totals.get(entry.currency) ?? 0n) + units);
  apply(ledger, direction > 0n ? 'deposit' : 'withdraw', [{ state, cause: entry.cause, available: units, held: 0n }]);
  return true;
}

function payOut(ledger: LedgerState, entry: LedgerEntry): void {
  const units = unitsOf(entry.amount);
  const state = cellOf(ledger, entry, entry.currency);
  mustHold(state, units);
  ledger.totals.set(entry.currency, (ledger.totals.get(entry.currency) ?? 0n) - units);
  apply(ledger, 'withdraw', [{ state, cause: entry.cause, available: 0n, held: -units }]);
}

function hold(ledger: LedgerState, entry: LedgerEntry): boolean {
  const units = unitsOf(entry.amount);
  const state = cellOf(ledger, entry, entry.currency);
  if (state.available < units) return false;
  apply(ledger, 'hold', [{ state, cause: entry.cause, available: -units, held: units }]);
  return true;
}

function release(ledger: LedgerState, entry: LedgerEntry): void {
  const units = unitsOf(entry.amount);
  const state = cellOf(ledger, entry, entry.currency);
  mustHold(state, units);
  apply(ledger, 'release', [{ state, cause: entry.cause, available: units, held: -units }]);
}

function settle(ledger: LedgerState, from: LedgerEntry, to: LedgerPayee): void {
  const units = unitsOf(from.amount);
  const payer = cellOf(ledger, from, from.currency);
  mustHold(payer, units);
  apply(ledger, 'settle', [
    { state: payer, cause: from.cause, available: 0n, held: -units },
    { state: cellOf(ledger, to, from.currency), cause: to.cause, available: units, held: 0n },
  ]);
}

function transfer(ledger: LedgerState, from: LedgerEntry, to: LedgerPayee): boolean {
  const units = unitsOf(from.amount);
  const payer = cellOf(ledger, from, from.currency);
  if (payer.available < units) return false;
  const payee = cellOf(ledger, to, to.currency ?? from.currency);
  // another name of the same coin: the sums over each name change, and their total does not
  if (payee.currency !== payer.currency) {
    ledger.totals.set(payer.currency, (ledger.totals.get(payer.currency) ?? 0n) - units);
    ledger.totals.set(payee.currency, (ledger.totals.get(payee.currency) ?? 0n) + units);
  }
  apply(ledger, 'transfer', [
    { state: payer, cause: from.cause, available: -units, held: 0n },
    { state: payee, cause: to.cause, available: units, held: 0n },
  ]);
  return true;
}

/** An empty ledger. Amounts have at most {@link ledgerScale} digits after the point. */
export function createLedger(): Ledger {
  const ledger: LedgerState = { accounts: new Map(), totals: new Map(), listeners: new Set(), movements: 0n };
  return {
    deposit: entry => void cross(ledger, entry, 1n),
    withdraw: entry => cross(ledger, entry, -1n),
    payOut: entry => payOut(ledger, entry),
    hold: entry => hold(ledger, entry),
    release: entry => release(ledger, entry),
    settle: (from, to) => settle(ledger, from, to),
    transfer: (from, to) => transfer(ledger, from, to),
    balance: (accountId, wallet, currency) => {
      const state = ledger.accounts.get(accountId)?.get(`${wallet}:${currency}`);
      return shown(state ?? { accountId, wallet, currency, available: 0n, held: 0n });
    },
    available: (accountId, wallet, currency) =>
      fromUnits(ledger.accounts.get(accountId)?.get(`${wallet}:${currency}`)?.available ?? 0n, ledgerScale),
    balances: accountId => Array.from(ledger.accounts.get(accountId)?.values() ?? [], shown),
    totalOf: currency => fromUnits(ledger.totals.get(currency) ?? 0n, ledgerScale),
    onChange: (publish, isWanted = () => true) => {
      const listener = { publish, isWanted };
      ledger.listeners.add(listener);
      return () => void ledger.listeners.delete(listener);
    },
  };
}
