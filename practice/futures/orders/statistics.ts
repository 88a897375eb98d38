import { type Decimal, compare, fromUnits, isMultipleOf, scaleOf, toUnits } from '#shared/decimal.ts';
import { accept, type Outcome, refuse, type Side } from '#practice/kernel/kernel.ts';
import { greater, lesser, magnitudeOf } from '#practice/kernel/integers.ts';
import type { MaxOpenSize, OpenOrderStatistics } from '../account-types.ts';
import { levelOf, rateScale, rateUnits, type Terms, worthOf, writeMoney } from '../contract/terms.ts';
import { orderMargin } from '../position/order-margin.ts';
import { closableLots, positionOf, restingOrders, restingValue } from '../state/market.ts';
import { availableOf, type HoldCandidate, holdNeeded } from '../state/money.ts';
import { holdersIn, settingsOf } from '../state/settings.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';

/** What the account's resting orders in the contract still want, in lots and in the settle currency. */
export function openOrderStatistics(market: FuturesMarket, holders: readonly string[]): OpenOrderStatistics {
  const { terms } = market;
  const lots = { buy: 0n, sell: 0n };
  const cost = { buy: 0n, sell: 0n };
  for (const { side, openLots, limit } of holders.flatMap(holder => [...restingOrders(market, holder)])) {
    lots[side] += openLots;
    if (limit !== null) cost[side] += worthOf(terms, openLots, limit);
  }
  return {
    settleCurrency: terms.contract.settleCurrency,
    buySize: fromUnits(lots.buy, 0),
    sellSize: fromUnits(lots.sell, 0),
    buyCost: writeMoney(terms, cost.buy),
    sellCost: writeMoney(terms, cost.sell),
  };
}

interface Wish {
  readonly accountId: string;
  readonly side: Side;
  readonly price: bigint;
  readonly leverage: bigint;
}

function candidate(terms: Terms, { accountId, side, price, leverage }: Wish, lots: bigint): HoldCandidate {
  const margin = (count: bigint): bigint => orderMargin(terms, { lots: count, price, leverage });
  const claim = {
    lots,
    margin: margin(lots),
    lotMargin: margin(1n),
    worth: worthOf(terms, lots, price),
    isReduceOnly: false,
    isForceHold: false,
  };
  return { accountId, side, isReducing: false, claim };
}

/** The largest position value that the risk levels allow at a leverage. */
function mostWorth(terms: Terms, leverage: bigint): bigint {
  let most = 0n;
  for (const level of terms.levels) if (leverage <= level.maxLeverage) most = greater(most, level.maxValue);
  return most;
}

function isPossible(venue: FuturesVenueState, market: FuturesMarket, wish: Wish & { readonly lots: bigint }): boolean {
  const { terms } = market;
  const { accountId, side, price, leverage, lots } = wish;
  const { cost } = positionOf(market, accountId);
  const isOpposite = closableLots(market, accountId, side) > 0n;
  const own = worthOf(terms, lots, price) + (isOpposite ? -magnitudeOf(cost) : magnitudeOf(cost));
  const worth = own + restingValue(market, accountId, side);
  if (worth > mostWorth(terms, leverage) || leverage > levelOf(terms, greater(worth, 0n)).maxLeverage) return false;
  const missing = holdNeeded(market, accountId, candidate(terms, wish, lots)) - (market.holds.get(accountId) ?? 0n);
  return missing <= availableOf(venue, terms, accountId);
}

/** The most lots of one side, found by halving: what is possible for some lots is possible for fewer. */
function mostLots(venue: FuturesVenueState, market: FuturesMarket, wish: Wish): Decimal {
  const { lot, maxOrderLots } = market.terms;
  let least = 0n;
  let most = maxOrderLots / lot;
  while (least < most) {
    const middle = (least + most + 1n) / 2n;
    if (isPossible(venue, market, { ...wish, lots: middle * lot })) least = middle;
    else most = middle - 1n;
  }
  return fromUnits(least * lot, 0);
}

/** How much an account could open now at a price and leverage; a cross contract has its chosen leverage. */
export function maxOpenSize(
  venue: FuturesVenueState,
  market: FuturesMarket,
  request: { readonly accountId: string; readonly price: Decimal; readonly leverage: Decimal },
): Outcome<MaxOpenSize> {
  const { terms } = market;
  const { accountId } = request;
  if (market.mark === 0n) return refuse('symbol-closed', `${terms.contract.symbol} has no price yet.`, 'symbol');
  if (!isMultipleOf(request.price, terms.contract.tickSize)) {
    return refuse('price-increment', `The price must be a multiple of ${terms.contract.tickSize}.`, 'price');
  }
  if (scaleOf(request.leverage) > rateScale || compare(request.leverage, '1') < 0) {
    return refuse('leverage', 'The leverage must be at least 1.', 'leverage');
  }
  const settings = settingsOf(venue, market, accountId);
  const asked = settings.mode === 'CROSS' ? settings.crossLeverage : rateUnits(request.leverage);
  const leverage = lesser(asked, terms.maxLeverage);
  // in hedge mode a buy opens the long position, a sell the short one
  const holders = holdersIn(venue, accountId);
  const [buyer = accountId, seller = buyer] = holders;
  const wish = { price: toUnits(request.price, terms.priceScale), leverage };
  return accept({
    buy: mostLots(venue, market, { ...wish, accountId: buyer, side: 'buy' }),
    sell: mostLots(venue, market, { ...wish, accountId: seller, side: 'sell' }),
  });
}
