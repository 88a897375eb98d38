import { greater, lesser, magnitudeOf } from '#practice/kernel/integers.ts';
import { nextFundingAtMs } from '../contract/funding-interval.ts';
import { fundingRateOf, shareOf } from '../contract/mark.ts';
import { valueOf, writeRate } from '../contract/terms.ts';
import { equityAt } from '../position/figures.ts';
import { marginOf } from '../position/state.ts';
import { positionOf } from '../state/market.ts';
import { availableOf, moveMargin, pay } from '../state/money.ts';
import { emitPositions } from '../state/positions.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';

/** Takes funding out of the margin (posLoss), never the closing reserve, then out of the wallet. Answers what was paid. */
function collect(
  venue: FuturesVenueState,
  market: FuturesMarket,
  { accountId, due }: { accountId: string; due: bigint },
): bigint {
  const { terms, mark } = market;
  const state = positionOf(market, accountId);
  const spendable = greater(lesser(marginOf(state), equityAt(terms, state, mark)) - state.reserve, 0n);
  const fromMargin = lesser(due, spendable);
  const fromWallet = lesser(due - fromMargin, availableOf(venue, terms, accountId));
  moveMargin(venue, terms, { accountId, money: fromWallet });
  const paid = fromMargin + fromWallet;
  market.positions.set(accountId, { ...state, loss: state.loss + fromMargin, commission: state.commission + paid });
  return paid;
}

/**
 * One funding exchange: with a positive rate longs pay shorts, else the other way round. The receivers share exactly
 * what was paid, by quantity; the last units that do not divide go to the insurance account.
 */
function exchangeFunding(venue: FuturesVenueState, market: FuturesMarket, rate: bigint): void {
  const { terms, mark, positions } = market;
  const open = [...positions].filter(([, state]) => state.quantity !== 0n);
  let collected = 0n;
  let receivingLots = 0n;
  for (const [accountId, { quantity }] of open) {
    if (quantity * rate <= 0n) {
      receivingLots += magnitudeOf(quantity);
      continue;
    }
    const due = shareOf(valueOf(terms, quantity, mark), magnitudeOf(rate));
    collected += collect(venue, market, { accountId, due });
  }
  let left = collected;
  for (const [accountId, { quantity }] of open) {
    if (quantity * rate > 0n) continue;
    const money = (collected * magnitudeOf(quantity)) / receivingLots;
    left -= money;
    moveMargin(venue, terms, { accountId, money: -money });
    const state = positionOf(market, accountId);
    positions.set(accountId, { ...state, commission: state.commission - money });
  }
  pay(venue, terms, { from: venue.clearingAccountId, to: venue.insuranceAccountId, money: left });
}

/** When the interval is over: exchanges, then fixes the next rate. Intervals missed while nobody ticked are not made up. */
export function settleFunding(venue: FuturesVenueState, market: FuturesMarket, nowMs: number): boolean {
  if (nowMs < market.nextFundingAtMs) return false;
  const rate = market.fundingRate;
  if (market.mark > 0n && rate !== 0n) exchangeFunding(venue, market, rate);
  market.fundingRate = fundingRateOf(market.terms, market.premium);
  market.nextFundingAtMs = nextFundingAtMs(nowMs);
  venue.events.emit('funding', () => ({
    kind: 'funding',
    symbol: market.terms.contract.symbol,
    rate: writeRate(rate),
    timeMs: nowMs,
  }));
  emitPositions(venue, market, 'settlement');
  return true;
}
