import { add, compare, type Decimal, divide, isPositive, maximum, roundToStep, subtract } from '#shared/decimal.ts';
import type { SpotPair, SpotPlacement } from '#practice/spot/types.ts';
import { valueCurrency, type MarginAccountState, type MarginVenueState } from '../state/state.ts';

/** What became of an attempt: `none` when there is nothing that could be traded, now or later. */
export type TradeResult = 'traded' | 'waits' | 'none';

/** The pair in which a currency of the account is traded against its hub. */
export function pairOf({ spot }: MarginVenueState, account: MarginAccountState, currency: string): SpotPair | null {
  return spot.pair(account.symbol ?? `${currency}-${valueCurrency}`);
}

function place(venue: MarginVenueState, account: MarginAccountState, order: MarketOrder): TradeResult {
  const placement: SpotPlacement = {
    ...order,
    type: 'market',
    tradeType: account.tradeType,
    channel: 'MARGIN_SYSTEM',
  };
  const placed = venue.spot.place(account.accountId, placement, 'MARGIN_SYSTEM');
  // accepted means that there is a counterparty: what still buys nothing is less than one lot
  if (placed.ok) return compare(placed.value.dealSize, '0') > 0 ? 'traded' : 'none';
  // no counterparty now, or too little for an order
  return placed.reason === 'no-counterparty' ? 'waits' : 'none';
}

type MarketOrder = Pick<SpotPlacement, 'symbol' | 'side' | 'size' | 'funds'>;

/** Sells all that is free of a currency for the account's hub. */
export function sellAll(venue: MarginVenueState, account: MarginAccountState, currency: string): TradeResult {
  const pair = pairOf(venue, account, currency);
  if (pair === null) return 'none';
  const { available } = venue.ledger.balance(account.accountId, account.wallet, currency);
  const size = roundToStep(available, pair.baseIncrement, 'down');
  if (compare(size, pair.baseMinSize) < 0) return 'none';
  return place(venue, account, { symbol: pair.symbol, side: 'sell', size });
}

/** Buys so much of a currency with the account's hub, or as much as the hub pays for. */
export function buy(
  venue: MarginVenueState,
  account: MarginAccountState,
  wanted: { readonly currency: string; readonly amount: Decimal },
): TradeResult {
  const pair = pairOf(venue, account, wanted.currency);
  if (pair === null) return 'none';
  const size = maximum(roundToStep(wanted.amount, pair.baseIncrement, 'up'), pair.baseMinSize);
  const order: MarketOrder = { symbol: pair.symbol, side: 'buy', size };
  const { available } = venue.ledger.balance(account.accountId, account.wallet, account.hub);
  const placement: SpotPlacement = { ...order, type: 'market', tradeType: account.tradeType };
  const cost = venue.spot.costOf(account.accountId, placement);
  if (cost.ok && compare(cost.value.amount, available) <= 0) return place(venue, account, order);
  const funds = spendable(pair, available);
  return isPositive(funds) ? place(venue, account, { symbol: pair.symbol, side: 'buy', funds }) : 'none';
}

/** What is left to trade for when the fee comes on top. */
function spendable(pair: SpotPair, available: Decimal): Decimal {
  const whole = { scale: 12, rounding: 'down' } as const;
  const funds = roundToStep(divide(available, add('1', pair.takerFeeRate), whole), pair.quoteIncrement, 'down');
  return compare(funds, pair.quoteMinSize) < 0 ? '0' : funds;
}

/** What is missing of a debt after the account's own money in that currency. */
export function missingOf(owed: Decimal, available: Decimal): Decimal {
  return maximum(subtract(owed, available), '0');
}
