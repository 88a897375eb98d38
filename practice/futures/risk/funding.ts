import { fromUnits } from '#shared/decimal.ts';
import { remember } from '#practice/kernel/remember.ts';
import type { FundingPayment } from '../account-types.ts';
import { greater, lesser, magnitudeOf } from '#practice/kernel/integers.ts';
import { fundingTimeMs, nextFundingAtMs } from '../contract/funding-interval.ts';
import { fundingRateOf, shareOf } from '../contract/mark.ts';
import { valueOf, writeMoney, writePrice, writeRate } from '../contract/terms.ts';
import { equityAt } from '../position/figures.ts';
import { marginOf, type PositionState } from '../position/state.ts';
import { ownerOf, sideOf } from '../position/holder.ts';
import { positionOf } from '../state/market.ts';
import { availableOf, moveMargin, pay } from '../state/money.ts';
import { recordRealised } from '../state/transactions.ts';
import { accountOf, type FuturesMarket, type FuturesVenueState, nextRowId } from '../state/state.ts';

/** How many settled rates a contract remembers, and how many payments an account. */
const rateMemory = 1100;
const paymentMemory = 2000;

interface Due {
  readonly accountId: string;
  readonly money: bigint;
}

/** What funding may take out of the margin: never the closing reserve. */
function spendableOf({ terms, mark }: FuturesMarket, state: PositionState): bigint {
  return greater(lesser(marginOf(state), equityAt(terms, state, mark)) - state.reserve, 0n);
}

/**
 * Takes funding out of an isolated position's margin (posLoss), then out of the wallet; for a cross position the wallet
 * comes first. Answers what was paid.
 */
function collect(venue: FuturesVenueState, market: FuturesMarket, { accountId, money }: Due): bigint {
  const { terms } = market;
  const state = positionOf(market, accountId);
  const available = availableOf(venue, terms, accountId);
  const first = state.mode === 'CROSS' ? lesser(money, available) : 0n;
  const fromMargin = lesser(money - first, spendableOf(market, state));
  const fromWallet = first + lesser(money - first - fromMargin, available - first);
  moveMargin(venue, terms, { accountId, money: fromWallet });
  const paid = fromMargin + fromWallet;
  const funded = { commission: state.commission + paid, funding: state.funding + paid };
  market.positions.set(accountId, { ...state, ...funded, loss: state.loss + fromMargin });
  return paid;
}

interface Settled {
  readonly accountId: string;
  /** the position at the settlement */
  readonly quantity: bigint;
  /** money units: below zero is paid */
  readonly funding: bigint;
}

/** Books what a position paid or received, and notifies its account. */
function recordPayment(
  venue: FuturesVenueState,
  market: FuturesMarket,
  { accountId, quantity, funding }: Settled,
): void {
  if (venue.isExempt(accountId)) return;
  const { terms, mark } = market;
  const { symbol, settleCurrency } = terms.contract;
  recordRealised(venue, market, { accountId, pnl: funding, fee: 0n });
  const payment: FundingPayment = {
    id: nextRowId(venue),
    symbol,
    settleCurrency,
    timeMs: fundingTimeMs(venue.clock.nowMs()),
    rate: writeRate(market.fundingRate),
    markPrice: writePrice(terms, mark),
    quantity: fromUnits(quantity, 0),
    value: writeMoney(terms, valueOf(terms, quantity, mark)),
    funding: writeMoney(terms, funding),
    marginMode: positionOf(market, accountId).mode,
    positionSide: sideOf(accountId),
  };
  remember(accountOf(venue, accountId).fundingPayments, payment, paymentMemory);
  venue.events.emit('settlement', () => ({ kind: 'settlement', accountId: ownerOf(accountId), payment }));
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
    const money = shareOf(valueOf(terms, quantity, mark), magnitudeOf(rate));
    const paid = collect(venue, market, { accountId, money });
    collected += paid;
    recordPayment(venue, market, { accountId, quantity, funding: -paid });
  }
  let left = collected;
  for (const [accountId, { quantity }] of open) {
    if (quantity * rate > 0n) continue;
    const money = (collected * magnitudeOf(quantity)) / receivingLots;
    left -= money;
    moveMargin(venue, terms, { accountId, money: -money });
    const state = positionOf(market, accountId);
    positions.set(accountId, { ...state, commission: state.commission - money, funding: state.funding - money });
    recordPayment(venue, market, { accountId, quantity, funding: money });
  }
  pay(venue, terms, { from: venue.clearingAccountId, to: venue.insuranceAccountId, money: left });
}

/** When the interval is over: exchanges, then fixes the next rate. Intervals missed without a tick are skipped. */
export function settleFunding(venue: FuturesVenueState, market: FuturesMarket, nowMs: number): boolean {
  if (nowMs < market.nextFundingAtMs) return false;
  const rate = market.fundingRate;
  if (market.mark > 0n && rate !== 0n) exchangeFunding(venue, market, rate);
  remember(market.fundings, { rate: writeRate(rate), timeMs: fundingTimeMs(nowMs) }, rateMemory);
  market.fundingRate = fundingRateOf(market.terms, market.premium);
  market.nextFundingAtMs = nextFundingAtMs(nowMs);
  venue.events.emit('funding', () => ({
    kind: 'funding',
    symbol: market.terms.contract.symbol,
    rate: writeRate(rate),
    timeMs: nowMs,
  }));
  return true;
}
