import { fromUnits } from '#shared/decimal.ts';
import { lesser, magnitudeOf } from '#practice/kernel/integers.ts';
import { withdraw } from '../orders/cancel.ts';
import { executeOrder } from '../orders/place.ts';
import { closingBoundOf } from '../orders/bounds.ts';
import { isLiquidatable, unrealisedAt } from '../position/figures.ts';
import { sideFields } from '../position/holder.ts';
import { crossOrders, positionOf } from '../state/market.ts';
import { availableOf, moveMargin } from '../state/money.ts';
import { settingsOf } from '../state/settings.ts';
import { emitPosition } from '../state/positions.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';
import { rateOne } from '../contract/terms.ts';
import { crossStakes, isFailing, missingMargin, relieve, type Stake, support } from '../state/cross.ts';
import { seize } from './take-over.ts';

/** Accounts whose positions in a market have changed and must be looked after. */
export interface Affected {
  readonly market: FuturesMarket;
  readonly accountIds: Iterable<string>;
}

/** Sells the long side of the account, buys its short side, as far as the book takes it without an uncovered loss. */
function closeThroughBook(venue: FuturesVenueState, market: FuturesMarket, accountId: string): ReadonlySet<string> {
  const { quantity } = positionOf(market, accountId);
  const side = quantity > 0n ? 'sell' : 'buy';
  const lots = magnitudeOf(quantity);
  const { symbol } = market.terms.contract;
  const bound = closingBoundOf(market, { accountId, side, lots });
  const placed = executeOrder(
    venue,
    {
      market,
      accountId,
      placement: {
        symbol,
        side,
        type: 'market',
        size: fromUnits(lots, 0),
        isReduceOnly: true,
        marginMode: 'CROSS',
        ...sideFields(accountId),
      },
      side,
      lots,
      activeLots: lots,
      limit: null,
      leverage: rateOne,
      mode: 'CROSS',
      cushion: 0n,
      isReducing: true,
      isLiquidation: true,
      bound,
      marginPrice: bound,
    },
    null,
  );
  // a rejection only means that there is no counterparty
  return placed.ok ? placed.value.touched : new Set();
}

function carry(venue: FuturesVenueState, stakes: readonly Stake[]): void {
  const open = stakes.filter(({ market, accountId }) => positionOf(market, accountId).quantity !== 0n);
  for (const { market, accountId } of open) relieve(venue, market, accountId);
  for (const { market, accountId } of open) support(venue, market, accountId);
}

function gainOf({ market: { terms, mark, positions }, accountId }: Stake): bigint {
  const state = positions.get(accountId);
  return state === undefined ? 0n : unrealisedAt(terms, state, mark);
}

/** The account's cross positions of a currency, the one that loses most first. */
function byLoss(stakes: readonly Stake[]): readonly Stake[] {
  return stakes.toSorted((a, b) => (gainOf(a) < gainOf(b) ? -1 : gainOf(a) > gainOf(b) ? 1 : 0));
}

/**
 * Liquidates a wallet (docs/exchange/matching.md §12): cross orders first, because their margin may be enough; then
 * positions are closed through the book, the largest loss first, until the rest is covered; what the book did not take
 * and is not covered goes to the insurance account.
 */
function liquidateCross(venue: FuturesVenueState, market: FuturesMarket, accountId: string): readonly Affected[] {
  const { settleCurrency } = market.terms.contract;
  for (const { market: place, order } of crossOrders(venue, accountId, settleCurrency)) withdraw(venue, place, order);
  const group = byLoss(crossStakes(venue, accountId, settleCurrency));
  const affected: Affected[] = [];
  const isAnyFailing = (): boolean => group.some(each => isFailing(each.market, each.accountId));
  carry(venue, group);
  for (const each of group) {
    if (!isAnyFailing()) return affected;
    affected.push({ market: each.market, accountIds: closeThroughBook(venue, each.market, each.accountId) });
    carry(venue, group);
    emitPosition(venue, each.market, { accountId: each.accountId, reason: 'liquidation' });
  }
  for (const each of group) if (isFailing(each.market, each.accountId)) seize(venue, each.market, each.accountId);
  return affected;
}

/** An isolated position with automatic deposits takes from the wallet what it lacks of its initial margin. */
function isSaved(venue: FuturesVenueState, market: FuturesMarket, accountId: string): boolean {
  if (!settingsOf(venue, market, accountId).autoDeposit) return false;
  const { terms, mark } = market;
  const state = positionOf(market, accountId);
  const money = lesser(missingMargin(terms, state, mark), availableOf(venue, terms, accountId));
  if (isLiquidatable(terms, { ...state, added: state.added + money }, mark)) return false;
  moveMargin(venue, terms, { accountId, money });
  market.positions.set(accountId, { ...state, added: state.added + money });
  emitPosition(venue, market, { accountId, reason: 'marginChange' });
  return true;
}

/**
 * Looks after positions at the mark: cross ones are topped up, those that have reached their liquidation price are
 * liquidated. Afterwards no position of the market is bankrupt at the mark. Answers whose positions that has changed.
 */
export function sweepPositions(venue: FuturesVenueState, { market, accountIds }: Affected): readonly Affected[] {
  const { insuranceAccountId } = venue;
  const accounts = [...accountIds].filter(accountId => accountId !== insuranceAccountId);
  const crossed: string[] = [];
  const affected: Affected[] = [];
  for (const accountId of [insuranceAccountId, ...accounts]) {
    const { quantity, mode } = positionOf(market, accountId);
    if (quantity === 0n) continue;
    if (mode === 'CROSS') {
      support(venue, market, accountId);
      crossed.push(accountId);
    }
    if (!isFailing(market, accountId)) continue;
    if (mode === 'ISOLATED' && isSaved(venue, market, accountId)) continue;
    if (mode === 'ISOLATED' || accountId === insuranceAccountId) seize(venue, market, accountId);
    else affected.push(...liquidateCross(venue, market, accountId));
  }
  for (const accountId of crossed) {
    if (positionOf(market, accountId).quantity !== 0n) relieve(venue, market, accountId);
  }
  return affected;
}
