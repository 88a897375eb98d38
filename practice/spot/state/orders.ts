import type { Decimal } from '#shared/decimal.ts';
import { subtract } from '#shared/decimal.ts';
import { remember } from '#practice/kernel/remember.ts';
import type { LedgerCause, LedgerEntry } from '#practice/accounts/types.ts';
import { feeText, moneyText, quoteOf, restingNeed, sizeText } from './scale.ts';
import { accountOf, type SpotAccount, type SpotOrderState, type SpotVenueState } from './state.ts';
import { walletOf } from './wallet.ts';
import type { SpotEvent, SpotFill, SpotOrder } from '../types.ts';

type OrderChange = Extract<SpotEvent, { kind: 'order' }>['change'];

function dealFundsOf(order: SpotOrderState): Decimal {
  return moneyText(order.market.scale, 'buy', quoteOf(order.market.scale, order.dealProduct));
}

/** What it will not spend any more: by price for a limit order, the rest of the funds for a market order by funds. */
function cancelledFundsOf(order: SpotOrderState): Decimal {
  const { ticks, lots, market, placement } = order;
  if (ticks !== null) return moneyText(market.scale, 'buy', quoteOf(market.scale, ticks * order.cancelled));
  if (lots !== null || order.isActive) return '0';
  return subtract(placement.funds ?? '0', dealFundsOf(order));
}

function show(order: SpotOrderState): SpotOrder {
  const { market } = order;
  return {
    id: order.id,
    accountId: order.accountId,
    placement: order.placement,
    origin: order.origin,
    dealSize: sizeText(market.scale, order.dealLots),
    dealFunds: dealFundsOf(order),
    fee: feeText(market.scale, order.fee),
    feeCurrency: market.pair.feeCurrency,
    remainSize: sizeText(market.scale, order.remaining),
    cancelledSize: sizeText(market.scale, order.cancelled),
    cancelledFunds: cancelledFundsOf(order),
    isActive: order.isActive,
    isInOrderBook: order.isInOrderBook,
    cancelExist: order.cancelExist,
    createdAtMs: order.createdAtMs,
    createdAtNs: order.createdAtNs,
    updatedAtMs: order.updatedAtMs,
    endedAtMs: order.endedAtMs,
  };
}

/** The order as a record; built once after each change, because lists are read far more often than orders change. */
export function recordOf(order: SpotOrderState): SpotOrder {
  order.shown ??= show(order);
  return order.shown;
}

export function touch(venue: SpotVenueState, order: SpotOrderState): void {
  order.updatedAtMs = venue.clock.nowMs();
  order.shown = null;
}

interface OrderEvent {
  readonly change: OrderChange;
  readonly fill?: SpotFill;
  readonly decreasedBy?: Decimal;
}

export function emitOrder(venue: SpotVenueState, order: SpotOrderState, event: OrderEvent): void {
  venue.events.emit('order', () => ({ kind: 'order', fill: null, ...event, order: recordOf(order) }));
}

/** The reason of a movement for the order, as in the account's balance feed. */
export function causeOf({ id, market }: SpotOrderState, tradeId?: bigint): LedgerCause {
  const cause = { symbol: market.pair.symbol, orderId: id };
  return tradeId === undefined ? cause : { ...cause, tradeId };
}

/** An entry of the ledger for money on the order's paying side. */
export function paying(order: SpotOrderState, units: bigint): LedgerEntry {
  const { market, side, accountId, placement } = order;
  const currency = side === 'buy' ? market.pair.quoteCurrency : market.pair.baseCurrency;
  const amount = moneyText(market.scale, side, units);
  return { accountId, wallet: walletOf(placement), currency, amount, cause: causeOf(order) };
}

/** What the order must keep on hold: while it may still trade at its limit, or, at market, all it was given. */
function stillNeeded({ ticks, side, market, remaining, held, isActive }: SpotOrderState): bigint {
  if (!isActive) return 0n;
  return ticks === null ? held : restingNeed(market.scale, side, { ticks, lots: remaining });
}

/** Gives back what the order holds and does not need any more: price improvement, a cheaper fee, a cancelled rest. */
export function releaseSurplus(venue: SpotVenueState, order: SpotOrderState): void {
  const surplus = order.held - stillNeeded(order);
  if (surplus === 0n) return;
  order.held -= surplus;
  venue.ledger.release(paying(order, surplus));
}

/** The venue knows the order from now on. */
export function enrol(venue: SpotVenueState, order: SpotOrderState): void {
  const account = accountOf(venue, order.accountId);
  const { symbol } = order.market.pair;
  account.orders.set(order.id, order);
  account.active.set(order.id, order);
  account.activeBySymbol.set(symbol, (account.activeBySymbol.get(symbol) ?? 0) + 1);
  if (order.placement.clientOid !== undefined) account.orderByClientOid.set(order.placement.clientOid, order.id);
  if (order.expiresAtMs !== null) venue.expiring.set(order.id, order);
}

function forget(account: SpotAccount, order: SpotOrderState): void {
  account.orders.delete(order.id);
  const { clientOid } = order.placement;
  if (clientOid !== undefined && account.orderByClientOid.get(clientOid) === order.id) {
    account.orderByClientOid.delete(clientOid);
  }
}

/** The order is done: filled, or cancelled with what remains of it. */
export function finish(venue: SpotVenueState, order: SpotOrderState, change: 'filled' | 'canceled'): void {
  const account = accountOf(venue, order.accountId);
  const { symbol } = order.market.pair;
  if (change === 'canceled') {
    order.cancelExist = true;
    order.cancelled += order.remaining;
    order.remaining = 0n;
  }
  order.isActive = false;
  order.isInOrderBook = false;
  touch(venue, order);
  order.endedAtMs = order.updatedAtMs;
  account.active.delete(order.id);
  account.activeBySymbol.set(symbol, (account.activeBySymbol.get(symbol) ?? 1) - 1);
  venue.expiring.delete(order.id);
  releaseSurplus(venue, order);
  emitOrder(venue, order, { change });
  venue.ended.emit('ended', () => ({ kind: 'ended', symbol, orderId: order.id }));
  for (const forgotten of remember(account.done, order, account.memory)) forget(account, forgotten);
}
