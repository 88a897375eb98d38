import { compare, type Decimal, fromUnits, isMultipleOf } from '#shared/decimal.ts';
import { accept, type Outcome, type Rejection, refuse } from '#practice/kernel/kernel.ts';
import { findChain, findCurrency } from '../currencies/currency.ts';
import type { ChainRecord, CurrencyRecord } from '../currencies/types.ts';
import type { WithdrawalRequest } from './types.ts';

/** Destination of a withdrawal. */
interface Route {
  readonly currency: CurrencyRecord;
  /** null: within the exchange */
  readonly chain: ChainRecord | null;
}

/** A mail address, a number or a UID names a customer of the exchange: such a payment never leaves it. */
function isWithinExchange({ isInner, addressKind }: WithdrawalRequest): boolean {
  return isInner === true || addressKind !== 'ADDRESS';
}

/** The chain that is asked for, or the currency's first; whether it is open is not checked. */
export function routeOf(request: WithdrawalRequest): Outcome<Route> {
  const currency = findCurrency(request.currency);
  if (currency === null) return refuse('parameter', `currency not exists: ${request.currency}`, 'currency');
  if (isWithinExchange(request)) return accept({ currency, chain: null });
  const chain = request.chain === undefined ? currency.chains[0] : findChain(currency, request.chain);
  if (chain === null || chain === undefined)
    return refuse('parameter', `${currency.currency} has no chain ${request.chain}`, 'chain');
  return accept({ currency, chain });
}

function checkPrecision(amount: Decimal, digits: number): Rejection | null {
  if (isMultipleOf(amount, fromUnits(1n, digits))) return null;
  return refuse('parameter', `amount must have at most ${digits} digits after the point`, 'amount');
}

function checkChain(chain: ChainRecord, { currency, amount, memo }: WithdrawalRequest): Rejection | null {
  if (!chain.isWithdrawEnabled)
    return refuse('withdrawal-closed', `withdrawals of ${currency} on ${chain.chainName} are closed`, 'chain');
  if (compare(amount, chain.withdrawalMinSize) < 0)
    return refuse('parameter', `amount must be at least ${chain.withdrawalMinSize}`, 'amount');
  if (chain.maxWithdraw !== null && compare(amount, chain.maxWithdraw) > 0)
    return refuse('parameter', `amount must be at most ${chain.maxWithdraw}`, 'amount');
  if (chain.needsTag && (memo ?? '') === '')
    return refuse('parameter', `memo is required for ${chain.chainName}`, 'memo');
  return null;
}

/** What the chain and the currency allow; money and quota are checked afterwards. */
export function checkRoute({ currency, chain }: Route, request: WithdrawalRequest): Rejection | null {
  const precision = checkPrecision(request.amount, chain?.withdrawPrecision ?? currency.precision);
  return precision ?? (chain === null ? null : checkChain(chain, request));
}
