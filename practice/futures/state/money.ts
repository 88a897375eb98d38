import { lesser } from '#practice/kernel/integers.ts';
import { moneyUnitsBelow, type Terms, writeMoney } from '../contract/terms.ts';
import { createClaimSum } from '../position/claim-sum.ts';
import { ownerOf } from '../position/holder.ts';
import { closableLots, isCrossHold } from './market.ts';
import { holdersIn } from './settings.ts';
import type { FuturesMarket, FuturesOrderState, FuturesVenueState } from './state.ts';

/**
 * Money of the futures wallets. A position's margin leaves its owner's wallet for the clearing account and comes back
 * with the realised PnL when the position closes; order margin stays in the wallet as a hold. Since every trade's two
 * costs cancel, the clearing account always owns the sum of margin plus unrealised PnL of all positions, whatever the
 * price; it is never below zero as long as no position is bankrupt at the mark, which liquidation sees to.
 */
const wallet = 'futures';

/** Money units that the account can spend in the contract's settle currency. */
export function availableOf(venue: FuturesVenueState, terms: Terms, accountId: string): bigint {
  return moneyUnitsBelow(terms, venue.ledger.available(ownerOf(accountId), wallet, terms.contract.settleCurrency));
}

/** Money units that the account's cross orders of the contract's settle currency hold. */
export function crossHoldsOf(venue: FuturesVenueState, terms: Terms, accountId: string): bigint {
  let held = 0n;
  for (const market of venue.markets.values()) {
    if (market.terms.contract.settleCurrency !== terms.contract.settleCurrency) continue;
    for (const holder of holdersIn(venue, ownerOf(accountId))) {
      if (isCrossHold(market, holder)) held += market.holds.get(holder) ?? 0n;
    }
  }
  return held;
}

export interface Payment {
  readonly from: string;
  readonly to: string;
  /** money units; nothing moves when it is 0 */
  readonly money: bigint;
}

/** Moves available money; false, and nothing moves, when there is not enough. */
function tryPay(venue: FuturesVenueState, terms: Terms, payment: Payment): boolean {
  const { money } = payment;
  const [from, to] = [ownerOf(payment.from), ownerOf(payment.to)];
  if (money === 0n || from === to) return true;
  const entry = {
    accountId: from,
    wallet,
    currency: terms.contract.settleCurrency,
    amount: writeMoney(terms, money),
  } as const;
  venue.isPaying = true;
  try {
    return venue.ledger.transfer(entry, { accountId: to, wallet });
  } finally {
    venue.isPaying = false;
  }
}

/** As {@link tryPay}, where the money must be there: throws when the books are broken. */
export function pay(venue: FuturesVenueState, terms: Terms, payment: Payment): void {
  if (tryPay(venue, terms, payment)) return;
  const { from, to, money } = payment;
  const { symbol, settleCurrency } = terms.contract;
  throw new RangeError(`${symbol}: ${from} cannot pay ${to} ${writeMoney(terms, money)} ${settleCurrency}`);
}

/** Margin into (positive) or out of (negative) the clearing account. */
export function moveMargin(
  venue: FuturesVenueState,
  terms: Terms,
  { accountId, money }: { readonly accountId: string; readonly money: bigint },
): void {
  const { clearingAccountId } = venue;
  if (money >= 0n) pay(venue, terms, { from: accountId, to: clearingAccountId, money });
  else pay(venue, terms, { from: clearingAccountId, to: accountId, money: -money });
}

/** Takes a trade's fee; answers what was taken, which rounding may make a last unit less than asked. */
export function takeFee(
  venue: FuturesVenueState,
  terms: Terms,
  { accountId, fee }: { readonly accountId: string; readonly fee: bigint },
): bigint {
  const money = lesser(fee, availableOf(venue, terms, accountId));
  pay(venue, terms, { from: accountId, to: venue.feeAccountId, money });
  return money;
}

/** An order as far as a hold asks. */
export type HoldCandidate = Pick<FuturesOrderState, 'accountId' | 'side' | 'isReducing' | 'claim'>;

/** What the account's orders of a contract must hold now, one that is being matched and `extra` included. */
export function holdNeeded(market: FuturesMarket, accountId: string, extra: HoldCandidate | null = null): bigint {
  const claims = market.restingOf.get(accountId)?.claims ?? { buy: createClaimSum(), sell: createClaimSum() };
  // an incoming order that only reduces trades before the resting ones: they are looked at again after it
  const counted = [market.incoming, extra].filter(order => order?.accountId === accountId && !order.isReducing);
  for (const order of counted) if (order !== null) claims[order.side].add(order.claim);
  const hold =
    claims.buy.hold(closableLots(market, accountId, 'buy')) + claims.sell.hold(closableLots(market, accountId, 'sell'));
  for (const order of counted) if (order !== null) claims[order.side].remove(order.claim);
  return hold;
}

/** True when the account can hold the margin of one more order. */
export function canAfford(venue: FuturesVenueState, market: FuturesMarket, order: FuturesOrderState): boolean {
  const { accountId } = order;
  const missing = holdNeeded(market, accountId, order) - (market.holds.get(accountId) ?? 0n);
  return missing <= 0n || missing <= availableOf(venue, market.terms, accountId);
}

/** Sets the account's hold for the contract; false, and nothing changes, when more is asked than is there. */
export function setHold(
  venue: FuturesVenueState,
  market: FuturesMarket,
  { accountId, money }: { readonly accountId: string; readonly money: bigint },
): boolean {
  const { terms, holds } = market;
  const current = holds.get(accountId) ?? 0n;
  if (money === current) return true;
  const entry = (amount: bigint) =>
    ({
      accountId: ownerOf(accountId),
      wallet,
      currency: terms.contract.settleCurrency,
      amount: writeMoney(terms, amount),
    }) as const;
  if (money < current) venue.ledger.release(entry(current - money));
  else if (!venue.ledger.hold(entry(money - current))) return false;
  if (money === 0n) holds.delete(accountId);
  else holds.set(accountId, money);
  return true;
}

/** Frees what the account's orders no longer need; never asks for more. */
export function easeHold(venue: FuturesVenueState, market: FuturesMarket, accountId: string): void {
  const money = holdNeeded(market, accountId);
  if (money < (market.holds.get(accountId) ?? 0n)) setHold(venue, market, { accountId, money });
}
