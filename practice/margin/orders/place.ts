import { compare, type Decimal, round, subtract } from '#shared/decimal.ts';
import { accept, type Outcome, type Rejection, refuse } from '#practice/kernel/kernel.ts';
import type { SpotOrderCost, SpotPlacement } from '#practice/spot/types.ts';
import { lend } from '../debt/borrow.ts';
import { borrowable, moneyScale, termsOf } from '../risk/limits.ts';
import { accountOf, checkOperable, type MarginAccountState, type MarginVenueState } from '../state/state.ts';
import type { MarginOrder, MarginPlacement } from '../types.ts';

/** An order that can be placed as soon as `shortfall` has been borrowed. */
interface ReadyOrder {
  readonly account: MarginAccountState;
  readonly placement: SpotPlacement;
  readonly cost: SpotOrderCost;
  /** zero: nothing has to be borrowed */
  readonly shortfall: Decimal;
}

function checkPair({ spot, terms }: MarginVenueState, { symbol, isIsolated }: MarginPlacement): Rejection | null {
  const pair = spot.pair(symbol);
  if (pair === null) return refuse('symbol-unknown', `symbol not exists: ${symbol}`, 'symbol');
  if (isIsolated === true) {
    return terms.isolatedPairs.some(each => each.symbol === symbol)
      ? null
      : refuse('not-isolated', `${symbol} has no isolated margin`, 'symbol');
  }
  return pair.isMarginEnabled ? null : refuse('not-cross', `${symbol} has no cross margin`, 'symbol');
}

function shortfallOf(venue: MarginVenueState, account: MarginAccountState, cost: SpotOrderCost): Decimal {
  const { available } = venue.ledger.balance(account.accountId, account.wallet, cost.currency);
  const missing = subtract(cost.amount, available);
  return compare(missing, '0') > 0 ? round(missing, moneyScale, 'up') : '0';
}

function checkLoan(venue: MarginVenueState, account: MarginAccountState, loan: SpotOrderCost): Rejection | null {
  const { currency, amount } = loan;
  if (termsOf(venue, currency) === null) return refuse('borrow-disabled', `${currency} cannot be borrowed`, 'symbol');
  const most = borrowable(venue, account, currency);
  if (compare(amount, most) <= 0) return null;
  return refuse(
    'borrow-limit',
    `${amount} ${currency} would have to be borrowed, at most ${most} can be`,
    'autoBorrow',
  );
}

/** Everything that can be refused, before anything moves. */
function prepare(venue: MarginVenueState, accountId: string, order: MarginPlacement): Outcome<ReadyOrder> {
  const rejection = checkPair(venue, order);
  if (rejection !== null) return rejection;
  const { isIsolated = false, isAutoBorrow = false, ...rest } = order;
  const found = accountOf(venue, { accountId, symbol: isIsolated ? order.symbol : null });
  if (!found.ok) return found;
  const account = found.value;
  const operable = checkOperable(account);
  if (!operable.ok) return operable;
  const placement: SpotPlacement = { ...rest, tradeType: account.tradeType };
  const cost = venue.spot.costOf(accountId, placement);
  if (!cost.ok) return cost;
  const shortfall = shortfallOf(venue, account, cost.value);
  if (compare(shortfall, '0') > 0) {
    if (!isAutoBorrow) return refuse('balance', 'Balance insufficient!');
    const refused = checkLoan(venue, account, { currency: cost.value.currency, amount: shortfall });
    if (refused !== null) return refused;
  }
  return accept({ account, placement, cost: cost.value, shortfall });
}

/** Borrows what is missing, if the order says so, places the order and trades it. A rejection has moved nothing. */
export function placeMarginOrder(
  venue: MarginVenueState,
  accountId: string,
  order: MarginPlacement,
): Outcome<MarginOrder> {
  const ready = prepare(venue, accountId, order);
  if (!ready.ok) return ready;
  const { account, placement, cost, shortfall } = ready.value;
  const loan =
    compare(shortfall, '0') > 0
      ? lend(venue, account, {
          currency: cost.currency,
          size: shortfall,
          actualSize: shortfall,
          reason: 'TRADE_AUTO_BORROW',
        })
      : null;
  const placed = venue.spot.place(accountId, placement);
  if (placed.ok) return accept({ order: placed.value, loan });
  if (loan === null) return placed;
  throw new Error(`an order was refused after its loan: ${placed.message}`);
}

/** Everything that placing checks; moves nothing. Answers what would be borrowed. */
export function testMarginOrder(venue: MarginVenueState, accountId: string, order: MarginPlacement): Outcome<Decimal> {
  const ready = prepare(venue, accountId, order);
  return ready.ok ? accept(ready.value.shortfall) : ready;
}
