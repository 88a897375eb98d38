import { createHash } from 'node:crypto';
import { compare, type Decimal, fromUnits, isMultipleOf, minimum } from '#shared/decimal.ts';
import { accept, type Clock, type Outcome, type Rejection, refuse } from '#practice/kernel/kernel.ts';
import { findCurrency } from '../currencies/currency.ts';
import type { Ledger, Wallet } from '../types.ts';
import type { TransferRecord, TransferRequest, Transfers, WalletGuard, WalletPlace } from './types.ts';

interface TransfersOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly guard: WalletGuard;
}

interface TransfersState extends TransfersOptions {
  /** used clientOids, with the user before them */
  readonly used: Set<string>;
  count: number;
}

/** The futures wallet calls bitcoin XBT, everybody else BTC. */
function nameIn(wallet: Wallet, currency: string): string {
  if (wallet === 'futures') return currency === 'BTC' ? 'XBT' : currency;
  return currency === 'XBT' ? 'BTC' : currency;
}

function isSame(a: WalletPlace, b: WalletPlace): boolean {
  return a.accountId === b.accountId && a.wallet === b.wallet;
}

function checkRequest({ guard }: TransfersState, { from, to, currency, amount }: TransferRequest): Rejection | null {
  const known = findCurrency(nameIn('main', currency));
  if (known === null) return refuse('parameter', `currency not exists: ${currency}`, 'currency');
  if (isSame(from, to)) return refuse('parameter', 'toAccountType must be another wallet', 'toAccountType');
  if (!isMultipleOf(amount, fromUnits(1n, known.precision)))
    return refuse('parameter', `amount must have at most ${known.precision} digits after the point`, 'amount');
  const entering = guard.mayEnter(to, nameIn(to.wallet, currency));
  if (!entering.ok) return entering;
  const leaving = guard.mayLeave(from, { currency: nameIn(from.wallet, currency), amount });
  return leaving.ok ? null : leaving;
}

function transferId(nowMs: number, count: number): string {
  return createHash('sha256').update(`transfer ${nowMs} ${count}`).digest('hex').slice(0, 24);
}

function request(state: TransfersState, userId: string, asked: TransferRequest): Outcome<TransferRecord> {
  const oid = `${userId} ${asked.clientOid}`;
  if (state.used.has(oid))
    return refuse('client-oid-repeated', `clientOid is used already: ${asked.clientOid}`, 'clientOid');
  const rejection = checkRequest(state, asked);
  if (rejection !== null) return rejection;
  const { from, to, currency, amount } = asked;
  const entry = { ...from, currency: nameIn(from.wallet, currency), amount };
  const isPaid = state.ledger.transfer(entry, { ...to, currency: nameIn(to.wallet, currency) });
  if (!isPaid) return refuse('balance', 'Balance insufficient!');
  state.used.add(oid);
  state.count += 1;
  const createdAtMs = state.clock.nowMs();
  return accept({ ...asked, id: transferId(createdAtMs, state.count), createdAtMs });
}

function transferable({ ledger, guard }: TransfersState, place: WalletPlace, asked: string): Decimal {
  const currency = nameIn(place.wallet, asked);
  const { available } = ledger.balance(place.accountId, place.wallet, currency);
  const free = guard.transferable(place, currency);
  return compare(free, '0') < 0 ? '0' : minimum(available, free);
}

export function createTransfers(options: TransfersOptions): Transfers {
  const state: TransfersState = { ...options, used: new Set(), count: 0 };
  return {
    request: (userId, asked) => request(state, userId, asked),
    transferable: (place, currency) => transferable(state, place, currency),
  };
}
