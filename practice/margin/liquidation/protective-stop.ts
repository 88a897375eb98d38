import {
  absolute,
  compare,
  type Decimal,
  divide,
  isNegative,
  isPositive,
  isZero,
  minimum,
  multiply,
  roundToStep,
  subtract,
} from '#shared/decimal.ts';
import type { SpotPair, SpotStopPlacement } from '#practice/spot/types.ts';
import { priceOf, worthOf } from '../risk/valuation.ts';
import { owedIn } from '../state/liabilities.ts';
import type { MarginAccountState, MarginVenueState } from '../state/state.ts';
import { pairOf } from './trades.ts';

const priceScale = 12;

/** One currency of the account beside its hub: what it has and owes, and what the rest of the account is worth. */
interface Exposure {
  readonly pair: SpotPair;
  readonly currency: string;
  readonly total: Decimal;
  readonly owed: Decimal;
  /** has − owes */
  readonly net: Decimal;
  /** of the pair, in the hub */
  readonly price: Decimal;
}

function exposureOf(venue: MarginVenueState, account: MarginAccountState, currency: string): Exposure | null {
  const pair = pairOf(venue, account, currency);
  const [own, hub] = [priceOf(venue, currency), priceOf(venue, account.hub)];
  if (currency === account.hub || pair === null || own === null || hub === null || isZero(hub)) return null;
  const { total } = venue.ledger.balance(account.accountId, account.wallet, currency);
  const owed = owedIn(account, currency);
  const price = divide(own, hub, { scale: priceScale, rounding: 'half-even' });
  return { pair, currency, total, owed, net: subtract(total, owed), price };
}

/** The currency whose price moves the account most. */
function largestExposure(venue: MarginVenueState, account: MarginAccountState): Exposure | null {
  let largest: Exposure | null = null;
  const valueOf = ({ net, price }: Exposure): Decimal => multiply(absolute(net), price);
  for (const currency of account.currencies) {
    const exposure = exposureOf(venue, account, currency);
    if (exposure === null || isZero(exposure.net)) continue;
    if (largest === null || compare(valueOf(exposure), valueOf(largest)) > 0) largest = exposure;
  }
  return largest;
}

/**
 * The price at which debts / assets reach the line, all other prices unchanged: with the rest R of the account,
 * (owed × p + R.debts) / (total × p + R.assets) = line.
 */
function linePriceOf(venue: MarginVenueState, account: MarginAccountState, exposure: Exposure): Decimal | null {
  const line = venue.terms.liquidationDebtRatio;
  const hub = priceOf(venue, account.hub) ?? '1';
  const inHub = (value: Decimal): Decimal => divide(value, hub, { scale: priceScale, rounding: 'half-even' });
  const worth = worthOf(venue, account);
  const { total, owed, price } = exposure;
  const restOfAssets = subtract(inHub(worth.assets), multiply(total, price));
  const restOfDebts = subtract(inHub(worth.debts), multiply(owed, price));
  const divisor = subtract(owed, multiply(line, total));
  if (isZero(divisor)) return null;
  const dividend = subtract(multiply(line, restOfAssets), restOfDebts);
  return divide(dividend, divisor, { scale: priceScale, rounding: 'half-even' });
}

/** Sells a long, buys back a short, at market when the price reaches the line; null when it would be no order. */
function placementOf(
  venue: MarginVenueState,
  account: MarginAccountState,
  exposure: Exposure,
): SpotStopPlacement | null {
  const { pair, currency, net } = exposure;
  const isShort = isNegative(net);
  const linePrice = linePriceOf(venue, account, exposure);
  if (linePrice === null) return null;
  // on the side from which the price comes
  const stopPrice = roundToStep(linePrice, pair.priceIncrement, isShort ? 'floor' : 'ceil');
  const { available } = venue.ledger.balance(account.accountId, account.wallet, currency);
  const size = roundToStep(isShort ? absolute(net) : minimum(net, available), pair.baseIncrement, 'down');
  if (!isPositive(stopPrice) || compare(size, pair.baseMinSize) < 0) return null;
  return {
    symbol: pair.symbol,
    type: 'market',
    side: isShort ? 'buy' : 'sell',
    stop: isShort ? 'entry' : 'loss',
    stopPrice,
    size,
    tradeType: account.tradeType,
    isAutoRepay: true,
    channel: 'MARGIN_SYSTEM',
  };
}

function isWaiting(venue: MarginVenueState, { accountId, protectiveStopId }: MarginAccountState): boolean {
  return protectiveStopId !== null && venue.spot.stop(accountId, protectiveStopId)?.status === 'NEW';
}

/** Near its line the account gets a stop order of the margin system, at the price of the line. */
export function protect(venue: MarginVenueState, account: MarginAccountState): void {
  if (isWaiting(venue, account)) return;
  const exposure = largestExposure(venue, account);
  const placement = exposure === null ? null : placementOf(venue, account, exposure);
  const placed = placement === null ? null : venue.spot.placeStop(account.accountId, placement, 'MARGIN_SYSTEM');
  account.protectiveStopId = placed?.ok === true ? placed.value.id : null;
}

/** Away from the line the stop order is not needed any more. */
export function unprotect(venue: MarginVenueState, account: MarginAccountState): void {
  const { accountId, protectiveStopId } = account;
  if (protectiveStopId === null) return;
  account.protectiveStopId = null;
  venue.spot.cancelStop(accountId, protectiveStopId, 'MARGIN_SYSTEM');
}
